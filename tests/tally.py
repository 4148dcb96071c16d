"""What the scripts that see to installed things share: running, counting, closing."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FAILURES = []
PASSED = []


def check(name, right, output=""):
    if right:
        PASSED.append(name)
    else:
        FAILURES.append(name)
        print(f"FAILED {name}\n{output}")


def same(name, wanted, found):
    """Two sets must be the same, and not empty."""
    check(name, wanted and set(wanted) == set(found),
          f"not there: {sorted(set(wanted) - set(found))}\n"
          f"too much: {sorted(set(found) - set(wanted))}\n")


def skip(name, reason):
    print(f"skipped {name}: {reason}")


def run(*words, timeout=120, cwd=None, **env):
    """All that a command writes, and its status."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          timeout=timeout, cwd=cwd, env={**os.environ, **env})
    return done.stdout, done.returncode


def commands_of(program):
    """The commands that the program's help lists."""
    return re.findall(r"^  ([a-z-]+)  *\S", run(program, "--help")[0], re.MULTILINE)


def options_of(program, command):
    """The options of a command's help, with what their values are called."""
    text, _ = run(program, command, "--help")
    return dict(re.findall(r"^  --([a-z-]+)(?: (\S+))?  *\S", text, re.MULTILINE))


def close():
    """Print the counts and end."""
    print(f"{len(PASSED)} passed, {len(FAILURES)} failed")
    sys.exit(1 if FAILURES else 0)
