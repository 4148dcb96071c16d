"""What the tests of the referee share: a folder with a referee at work in it, bots of bad
manners, and how to see what both are doing."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from harness import close, run_apart, run_test  # noqa: E402

FAKE = os.path.join(HERE, "fake.py")
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
LIMITS = ["--memory", "192", "--processes", "48", "--storage", "16"]
# For honest bots on a busy machine.
PATIENT = ["--move-time", "60", "--start-time", "120"]
FORFEITS = ("illegal", "late", "crash", "stall", "rubbish", "flood")
MARKER = f"marker-{os.getpid()}-{random.randrange(1 << 30)}"


class Failure(Exception):
    """What is not as it should be."""


def check(condition, *words):
    if not condition:
        raise Failure(" ".join(str(word) for word in words))


def fake(name, mode=None, *arguments):
    words = [PYTHON, FAKE, mode or name, *arguments, "--marker", MARKER]
    return ["--bot", f"{name}={' '.join(words)}"]


def left_over():
    """Processes of the bots that still run."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read()
        except OSError:
            continue
        if MARKER.encode() in words:
            found.append((int(name), words.replace(b"\0", b" ")[-80:]))
    return found


def groups(pid):
    """Control groups that a referee has left behind."""
    found = []
    for top in ("", "pids", "memory", "unified"):
        for folder, names, _ in os.walk(os.path.join("/sys/fs/cgroup", top)):
            found += [os.path.join(folder, name) for name in names
                      if name.startswith(f"lodestone-{pid}.")]
            if folder.count("/") > 5:
                names.clear()
    return found


class Place:
    """A folder for one test, and the referee that works in it."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp(prefix="lodestone-referee-")
        os.chmod(self.folder, 0o755)
        self.prefix = []

    def out(self, name="out"):
        return os.path.join(self.folder, name)

    def command(self, options, out="out"):
        return [*self.prefix, self.program, "tournament", *options, "--out", self.out(out)]

    def start(self, options, out="out"):
        return subprocess.Popen(
            self.command(options, out), stdin=subprocess.DEVNULL, cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"})

    def run(self, options, out="out", status=0, timeout=1200):
        """Runs a tournament to its end; returns results.json, unless it fails."""
        referee = self.start(options, out)
        try:
            stdout, stderr = referee.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            referee.kill()
            raise Failure("no end after", timeout, "s") from None
        self.stdout, self.stderr = stdout, stderr
        check(referee.returncode == status, "status", referee.returncode, stderr)
        check(not left_over(), "processes are left:", left_over())
        check(not groups(referee.pid), "groups are left:", groups(referee.pid))
        return self.results(out) if status == 0 else None

    def results(self, out="out"):
        with open(os.path.join(self.out(out), "results.json"), encoding="utf-8") as file:
            return json.load(file)

    def timing(self, out="out"):
        with open(os.path.join(self.out(out), "timing.json"), encoding="utf-8") as file:
            return json.load(file)["games"]

    def log(self, number, side, out="out"):
        path = os.path.join(self.out(out), "logs", f"{number:05}-{side}.log")
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def logs_of(self, name, out="out"):
        texts = []
        for game in self.results(out)["games"]:
            for side in ("first", "second"):
                if game[side] == name:
                    texts.append(self.log(game["number"], side, out))
        return texts

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def is_frozen(pid):
    """Whether a control group of the process is frozen, of version 1 or 2."""
    with open(f"/proc/{pid}/cgroup", encoding="ascii") as file:
        groups_of = [line.rstrip("\n").split(":", 2) for line in file]
    for _, names, path in groups_of:
        for state in (f"/sys/fs/cgroup/freezer{path}/freezer.state",
                      f"/sys/fs/cgroup{path}/cgroup.freeze"):
            if names.split(",") not in (["freezer"], [""]):
                continue
            try:
                with open(state, encoding="ascii") as file:
                    if file.read().strip() not in ("THAWED", "0"):
                        return True
            except OSError:
                continue
    return False


def is_first_bot_thinking():
    """Whether there are two bots, and the one that was started first is asked for a move:
    the other is stopped then, and at no other time before the first move."""
    states = []
    for pid, _ in left_over():
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                is_bot = file.read().startswith(f"{PYTHON}\0{FAKE}\0".encode())
            with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:  # gone meanwhile
            continue
        if is_bot:
            try:
                stopped = fields[0] == "T" or is_frozen(pid)
            except OSError:  # gone meanwhile
                continue
            states.append((int(fields[19]), pid, stopped))  # when it was started
    return [stopped for _, _, stopped in sorted(states)] == [False, True]


def wait_for(condition, referee, patience=300):
    """Waits until something is so while the referee works."""
    end = time.monotonic() + patience
    while not condition():
        if referee.poll() is not None or time.monotonic() > end:
            referee.kill()
            raise Failure("it does not come to that:", *referee.communicate())
        time.sleep(0.01)


def rows_of(path):
    """The games in a journal, as far as a referee that was killed has come."""
    if not os.path.exists(path):
        return {}
    with sqlite3.connect(path) as journal:
        try:
            rows = journal.execute("SELECT * FROM games").fetchall()
        except sqlite3.OperationalError:  # killed before the table was made
            rows = []
    return {row[0]: row for row in rows}


def bot_of(results, name):
    return next(bot for bot in results["bots"] if bot["name"] == name)


def check_sums(results, games):
    """What must agree in every results.json."""
    check(len(results["games"]) == games, len(results["games"]), "games, not", games)
    numbers = [game["number"] for game in results["games"]]
    check(numbers == list(range(1, games + 1)), "numbers", numbers)
    for bot in results["bots"]:
        played = [game for game in results["games"]
                  if bot["name"] in (game["first"], game["second"])]
        won = sum(game["result"] == ("1-0" if game["first"] == bot["name"] else "0-1")
                  for game in played)
        drawn = sum(game["result"] == "1/2-1/2" for game in played)
        check((bot["wins"], bot["draws"], bot["losses"]) ==
              (won, drawn, len(played) - won - drawn), bot)
        check(bot["points"] == won + drawn / 2, bot)
        lost = [game["end"] for game in played
                if game["result"] == ("0-1" if game["first"] == bot["name"] else "1-0")]
        check(bot["forfeits"] == {name: lost.count(name) for name in FORFEITS}, bot)


def change(place, *words, status=0):
    """Change a tournament's folder; what it says."""
    done = subprocess.run([place.program, "tournament", *words, "--out", place.out(), "--quiet"],
                          capture_output=True, text=True, check=False)
    check(done.returncode == status, words, done)
    return done.stderr


def run_tests(script, tests):
    """What the command line of a script asks for: its tests, each in a process of its own, or
    those that are named, here."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    if not words or "--help" in sys.argv:
        print(sys.modules["__main__"].__doc__.strip())
        return 0 if "--help" in sys.argv else 2
    if not words[1:]:
        run_apart(os.path.abspath(script), sys.argv[1:], tests, jobs=4)  # beside those of other scripts
    for test in tests:
        if test.__name__ not in words[1:]:
            continue
        place = Place(words[0])
        try:
            run_test(test, place)
        finally:
            place.close()
    return close()
