"""The text of the report, written by hand, with places that are filled from the data.

    <!-- made: NAME -->      a table or another block, up to
    <!-- end -->
    <!--=NAME-->...<!--/-->  a number within a sentence

A number anywhere else was not measured; stray_numbers finds it.
"""
import re

BLOCK = re.compile(r"(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
FACT = re.compile(r"(<!--=([\w.:-]+)-->).*?(<!--/-->)", re.DOTALL)
# What may hold digits: code, targets of links and pictures, and comments.
NAMES = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|<!--.*?-->", re.DOTALL)


class Unknown(Exception):
    """A place in the text for which there is no data."""


def fill(text, blocks, facts):
    def put(kind, found, lines):
        if found[2] not in kind:
            raise Unknown(f"nothing is called {found[2]}; there are {', '.join(sorted(kind))}")
        return found[1] + kind[found[2]] + lines + found[3]

    text = BLOCK.sub(lambda found: put(blocks, found, "\n"), text)
    return FACT.sub(lambda found: put(facts, found, ""), text)


def stray_numbers(text):
    """Lines with numbers that are neither in a place nor in code."""
    bare = NAMES.sub("", FACT.sub("", BLOCK.sub("", text)))
    return [line for line in bare.splitlines() if re.search(r"\d", line)]


def notes(record):
    """The moves of a game file: for each its number and comment, if it has them."""
    body = re.sub(r"^\[.*\]$", "", record, flags=re.MULTILINE)
    found, number = [], ""
    for token in re.findall(r"\{[^}]*\}|\S+", body):
        if token.startswith("{"):
            found[-1] = *found[-1][:2], " ".join(token[1:-1].split())
        elif re.fullmatch(r"\d+\.", token):
            number = token
        elif token not in ("1-0", "0-1", "1/2-1/2", "*"):
            found.append((number, token, ""))
            number = ""
    return found
