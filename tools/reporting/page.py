"""The report as one HTML page, for printing. Knows the Markdown that the report uses:
headings, paragraphs, lists, tables, code, pictures, links, bold and italics."""
import html
import os
import re

STYLE = """
@page { size: A4; margin: 12mm 15mm; }
body { font: 9pt/1.27 "DejaVu Serif", Georgia, serif; color: #1f2937; margin: 0; }
h1 { font-size: 17pt; margin: 0 0 4pt; } h2 { font-size: 12pt; margin: 10pt 0 3pt; }
h1, h2, h3 { font-family: "DejaVu Sans", Helvetica, sans-serif; break-after: avoid; }
h3 { font-size: 10pt; margin: 7pt 0 3pt; }
p { margin: 3pt 0 5pt; orphans: 2; widows: 2; }
ul { margin: 3pt 0 5pt; padding-left: 14pt; } li { margin: 1pt 0; }
table { border-collapse: collapse; font-size: 7.4pt; line-height: 1.15; margin: 5pt 0 6pt;
  width: 100%; break-inside: avoid; font-family: "DejaVu Sans", Helvetica, sans-serif; }
th { text-align: left; border-bottom: 1pt solid #6b7280; vertical-align: bottom; }
th, td { padding: 1.2pt 5pt 1.2pt 0; } td { border-bottom: 0.4pt solid #d1d5db; }
td:first-child { white-space: nowrap; }
code { font: 0.9em "DejaVu Sans Mono", monospace; }
pre { background: #f3f4f6; padding: 4pt 8pt; margin: 4pt 0; break-inside: avoid; }
.pictures { display: flex; gap: 8pt; margin: 4pt 0; break-inside: avoid;
  justify-content: center; }
.pictures > span { flex: 1 1 0; min-width: 0; max-width: 72%; } svg { width: 100%; height: auto; }
"""


def inline(text):
    """Markup within a line. Code is left alone."""
    codes = []

    def hide(found):
        codes.append(f"<code>{found[1]}</code>")
        return f"\0{len(codes) - 1}\0"

    text = re.sub(r"`([^`]*)`", hide, html.escape(text, quote=False))
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text, flags=re.DOTALL)
    text = re.sub(r"\*(.+?)\*", r"<em>\1</em>", text, flags=re.DOTALL)
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\0(\d+)\0", lambda found: codes[int(found[1])], text)


def picture(folder, target):
    """A drawing becomes part of the page."""
    with open(os.path.join(folder, target), encoding="utf-8") as file:
        drawing = file.read()
    return "<span>" + re.sub(r'(<svg[^>]*?) width="\d+" height="\d+"', r"\1", drawing) + "</span>"


def rows(lines):
    cells = [[inline(cell.strip()) for cell in line.strip().strip("|").split("|")]
             for line in lines]
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n"
                   for row in cells[2:])
    return ("<table><tr>" + "".join(f"<th>{cell}</th>" for cell in cells[0]) + f"</tr>\n{body}"
            "</table>")


def block(lines, folder):
    text = "\n".join(lines)
    if heading := re.fullmatch(r"(#+) (.*)", text):
        level = len(heading[1])
        return f"<h{level}>{inline(heading[2])}</h{level}>"
    if text.startswith("```"):
        code = html.escape("\n".join(lines[1:-1]), quote=False)
        return f"<pre><code>{code}</code></pre>"
    if text.startswith("|"):
        return rows(lines)
    if text.startswith("!["):
        found = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)
        return '<div class="pictures">' + "".join(
            picture(folder, target) for target in found) + "</div>"
    if text.startswith("- "):
        items = re.split(r"^- ", text, flags=re.MULTILINE)[1:]
        return "<ul>" + "".join(f"<li>{inline(item.strip())}</li>" for item in items) + "</ul>"
    return f"<p>{inline(text)}</p>"


def blocks(text):
    """Lines between empty lines; a fence keeps its empty lines."""
    lines, fenced = [], False
    for line in text.splitlines() + [""]:
        if line.startswith("```"):
            fenced = not fenced
        if (line or fenced) and not (line.startswith("#") and not fenced):
            lines.append(line)
            continue
        if lines:
            yield lines
        lines = []
        if line:
            yield [line]


def make(text, folder):
    """The page of a report; pictures are in `folder`."""
    text = re.sub(r"<!--.*?-->\n?", lambda mark: "\n" if mark[0].endswith("\n") else "", text,
                  flags=re.DOTALL)
    title = re.search(r"^# (.*)$", text, re.MULTILINE)[1]
    body = "\n".join(block(lines, folder) for lines in blocks(text))
    return (f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>'
            f"{html.escape(title)}</title><style>{STYLE}</style></head>\n<body>\n{body}\n</body>"
            "</html>\n")
