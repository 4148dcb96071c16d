"""The program in a terminal: on a pseudo-terminal of our own, line by line, or inside tmux,
which knows what a whole screen shows."""

import fcntl
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import termios
import time

from harness import close, run_in_folders

# Seconds; only a failure waits that long.
PATIENCE = float(os.environ.get("PATIENCE", "300"))
SIZES = ((80, 24), (120, 40))


def check(right, what):
    if not right:
        raise AssertionError(what)


class Game:
    """The program on a pseudo-terminal; what is typed `early` is there when it starts."""

    def __init__(self, program, home, *args, term="xterm", early=""):
        env = {"PATH": os.environ["PATH"], "HOME": home, "TERM": term,
               "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": os.path.join(home, "state"),
               "NO_COLOR": "1"}
        env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        go, ready = os.pipe()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.read(go, 1)
            os.chdir(home)
            os.execve(program, [program, *args], env)
        self.seen = ""
        self.raw = b""
        self.send(early)
        os.write(ready, b"!")
        os.close(go)
        os.close(ready)

    def read(self, seconds):
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return None
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other end is closed
            data = b""
        self.raw += data
        text = self.raw.decode("utf-8", "ignore")
        self.seen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r", "", text)
        return data

    def wait_for(self, pattern, since=0):
        """Read until the pattern is there; return where it ends."""
        end = time.monotonic() + PATIENCE
        while True:
            found = re.search(pattern, self.seen[since:])
            if found:
                return since + found.end()
            if time.monotonic() > end or self.read(end - time.monotonic()) in (b"", None):
                raise AssertionError(f"{pattern!r} did not come; instead:\n{self.seen[since:]}")

    def send(self, text):
        os.write(self.fd, text.encode())

    def work(self):
        """The processor time it has used so far."""
        with open(f"/proc/{self.pid}/stat", encoding="utf-8") as file:
            return int(file.read().rpartition(")")[2].split()[11])

    def wait_until_it_thinks(self):
        """Nothing on the terminal tells of it, but the work does."""
        before, end = self.work(), time.monotonic() + PATIENCE
        while self.work() < before + 5:
            check(time.monotonic() < end, "it does not think")
            time.sleep(0.01)

    def leave(self):
        """Wait for the end; return the exit status as the shell has it."""
        end = time.monotonic() + PATIENCE
        while data := self.read(max(0, end - time.monotonic())):
            pass
        if data is None:  # it still runs, and nothing more comes
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        code = os.waitstatus_to_exitcode(status)
        return code if code >= 0 else 128 - code


class Screen:
    """A program in a terminal of its own, which tmux plays."""

    count = 0

    def __init__(self, program, home, *args, size=(80, 24), term="tmux-256color",
                 command=None, **env):
        self.program, self.home, self.size = program, home, size
        # A name of its own: the server before it may still be on its way out.
        Screen.count += 1
        self.socket = os.path.join(home, f"tmux{Screen.count}")
        env = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TERM": term,
               "XDG_STATE_HOME": os.path.join(home, "state"), **env}
        env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        command = command or shlex.join([program, *args])
        whole = shlex.join(["env", "-i", *(f"{k}={v}" for k, v in env.items()),
                            "sh", "-c", f"trap : INT; {command}; echo status $?; exec sleep 1000"])
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(size[0]), "-y",
                  str(size[1]), "-c", home, whole)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """End it all, and wait for that: nothing shall write to its home any more."""
        shell = self.display("pane_pid")
        if "COVERAGE" in os.environ:
            self.leave()
        pids = [self.display("pid"), shell, *children(shell)]
        self.tmux("kill-server", check=False)
        end = time.monotonic() + PATIENCE
        while any(map(is_alive, pids)) and time.monotonic() < end:
            time.sleep(0.01)

    def leave(self):
        """End the program by its key where it still runs: a killed one would not write down
        which of its lines have run."""
        for key in ("Escape", "Escape", "q"):
            self.tmux("send-keys", key, check=False)
            time.sleep(0.2)  # or the Escape would be the beginning of the next key
        end = time.monotonic() + 5
        while "status" not in self.text() and time.monotonic() < end:
            time.sleep(0.05)

    def tmux(self, *args, check=True):
        done = subprocess.run(["tmux", "-S", self.socket, *args], capture_output=True,
                              env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
        if check and done.returncode:
            raise AssertionError(f"tmux {args}: {done.stderr.decode()}")
        return done.stdout.decode()

    def text(self, *more):
        return self.tmux("capture-pane", "-p", *more)

    def wait_for(self, *patterns, checks=None):
        """Wait until all patterns are on the screen together, and what checks(text)
        asserts of it holds too: a screen can be seen half drawn. Return its text."""
        end = time.monotonic() + PATIENCE
        while True:
            text = self.text()
            missing = [p for p in patterns if not re.search(p, text, re.MULTILINE)]
            late = time.monotonic() > end
            if not missing:
                try:
                    if checks:
                        checks(text)
                    return text
                except AssertionError:
                    if late:
                        raise
            elif late:
                raise AssertionError(f"{missing} did not come; instead:\n{text}")
            time.sleep(0.02)

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def click(self, row, column):
        for button in (32, 35):  # pressed, released
            self.tmux("send-keys", "-H", *(f"{b:02x}" for b in (
                27, ord("["), ord("M"), button, 33 + column, 33 + row)))

    def place(self, text):
        """Row and column of a text on the screen, once it is there."""
        for row, line in enumerate(self.wait_for(re.escape(text)).split("\n")):
            if text in line:
                return row, line.index(text)
        raise AssertionError(f"{text!r} is on no line of the screen")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def display(self, variable):
        return self.tmux("display", "-p", "#{%s}" % variable).strip()

    def ask_terminal(self, question):
        terminal = os.open(self.display("pane_tty"), os.O_RDWR | os.O_NOCTTY)
        try:
            return question(terminal)
        finally:
            os.close(terminal)

    def modes(self):
        return self.ask_terminal(termios.tcgetattr)[:4]

    def wait_until_read(self):
        """Wait until the program has taken all keys."""
        end = time.monotonic() + PATIENCE
        while self.ask_terminal(lambda terminal: any(
                fcntl.ioctl(terminal, termios.FIONREAD, bytes(4)))):
            check(time.monotonic() < end, "it does not read its keys")
            time.sleep(0.01)

    def game(self):
        """The process of the game: a child of the shell."""
        return int(children(self.display("pane_pid"))[0])


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return file.read().split()
    except OSError:
        return []


def is_alive(pid):
    """Not a zombie either: who should have waited for it may be long gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def run_tests(tests):
    """What the command line of a script asks for: its tests, or those whose names hold a word, each
    with the program and an empty folder."""
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        print(sys.modules["__main__"].__doc__.strip(), file=sys.stderr)
        return 2
    run_in_folders(tests, sys.argv[2:], os.path.abspath(sys.argv[1]))
    return close()
