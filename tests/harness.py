"""The harness of the Python tests: they check, this counts and speaks TAP.

A script either calls check() for each statement, or hands run_all() its test functions;
in the end close() prints the plan and gives the exit status. `meson test` reads the lines.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import threading
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_lock = threading.Lock()
_count = 0
_failed = 0


class Skip(Exception):
    """Raised by a test that cannot run here: what it needs."""


def _say(right, name, output="", mark=""):
    global _count, _failed
    with _lock:
        _count += 1
        _failed += not right
        # A '#' in a name would begin a directive.
        print(f"{'ok' if right else 'not ok'} {_count} - {name.replace('#', 'no. ')}{mark}")
        for line in output.rstrip("\n").split("\n") if output and not right else []:
            print(f"# {line}")
        sys.stdout.flush()


def check(name, right, output=""):
    """Count a statement; `output` is shown when it is wrong."""
    _say(bool(right), name, str(output))
    return bool(right)


def same(name, wanted, found):
    """Two sets must be the same, and not empty."""
    check(name, wanted and set(wanted) == set(found),
          f"missing: {sorted(set(wanted) - set(found))}\n"
          f"unexpected: {sorted(set(found) - set(wanted))}\n")


def skip(name, reason):
    _say(True, name, mark=f" # SKIP {reason}")


def title(function):
    return function.__name__.removeprefix("test_").replace("_", " ")


def run_test(function, *args):
    """Run one test function: an exception fails it, a returned text or Skip skips it."""
    try:
        reason = function(*args)
        if isinstance(reason, str):
            raise Skip(reason)
    except Skip as reason:
        skip(title(function), reason)
    except Exception:
        check(title(function), False, traceback.format_exc())
    else:
        check(title(function), True)


def run_all(functions, names=(), make=tuple, jobs=1):
    """Run the test functions, or those whose name holds one of `names`; make() gives the
    arguments of each."""
    def one(function):
        run_test(function, *make())
    wanted = [function for function in functions
              if not names or any(name in function.__name__ for name in names)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, wanted))


def run_apart(script, words, functions, jobs=6):
    """Run each test function in a process of its own, `script words... NAME`, several at a time:
    for tests that mostly wait, and look at the processes of their own. Longer ones come first."""
    def one(function):
        return subprocess.run([sys.executable, script, *words, function.__name__], text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, errors="replace", check=False)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for function, done in zip(functions, pool.map(one, functions)):
            lines = done.stdout.splitlines()
            skipped = [line for line in lines if line.startswith("ok 1 ") and "# SKIP" in line]
            if skipped:
                skip(title(function), skipped[0].partition("# SKIP ")[2])
            else:
                check(title(function), done.returncode == 0 and "1..1" in lines,
                      "\n".join(line.removeprefix("# ") for line in lines))


def run_in_folders(functions, names, *args):
    """The same, each with the arguments and an empty folder of its own."""
    for function in functions:
        if not names or any(name in function.__name__ for name in names):
            with tempfile.TemporaryDirectory(prefix="lodestone-") as folder:
                run_test(function, *args, folder)


def run(*words, timeout=1200, cwd=None, **env):
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
    """Print the plan; the exit status."""
    print(f"1..{_count}", flush=True)
    return 1 if _failed or not _count else 0
