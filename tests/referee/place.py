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
FAKE = os.path.join(HERE, "fake.py")
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
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
                      if name.startswith(f"lodestone-{pid}")]
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
