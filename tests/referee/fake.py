#!/usr/bin/env python3
"""A bot with bad manners, for the tests of the referee.

usage: fake.py MODE [ARGUMENT ...] [--marker TEXT]

It speaks GTP and plays the first legal move on any board of Magnetic Cave with two
magnetic walls, and in Mancala a hole of its own with stones; MODE says what it does
besides. Whatever it tries against its sandbox, it tells on its error output as
`NAME: done` or `NAME: refused (why)`.
"""

import ctypes
import os
import re
import signal
import socket
import sys
import threading
import time

MODE = sys.argv[1] if len(sys.argv) > 1 else "good"
ARGUMENTS = sys.argv[2:]
SPEC = os.environ.get("LODESTONE_GAME", "cave:8x8x5")
MOVE_TIME = float(os.environ.get("LODESTONE_MOVE_TIME", "3"))


class Cave:
    """Which cells are taken; nothing else is needed for a legal move."""

    def __init__(self, rows, columns):
        self.rows, self.columns, self.taken = rows, columns, set()

    def play(self, _colour, move):
        self.taken.add((ord(move[0].upper()) - 65, int(move[1:]) - 1))

    def choose(self, _colour):
        for row in range(self.rows):
            for side in (range(self.columns), range(self.columns - 1, -1, -1)):
                cell = next((c for c in side if (c, row) not in self.taken), None)
                if cell is not None:
                    return f"{chr(65 + cell)}{row + 1}"
        return "resign"


class Mancala:
    """Stones and stores, with the stealing rule of the standard game."""

    def __init__(self, holes, stones):
        self.holes = holes
        self.stones = ([0] + [stones] * holes) * 2

    def play(self, colour, move):
        second = colour in ("w", "white")
        hole, size = int(move), 2 * self.holes + 2
        hand, self.stones[hole] = self.stones[hole], 0
        while hand:
            hole = (hole + 1) % size
            if hole != (self.holes + 1 if second else 0):
                self.stones[hole] += 1
                hand -= 1
        first_own = self.holes + 2 if second else 1
        if first_own <= hole < first_own + self.holes and self.stones[hole] == 1:
            store = 0 if second else self.holes + 1
            self.stones[store] += 1 + self.stones[size - hole]
            self.stones[hole] = self.stones[size - hole] = 0

    def choose(self, colour):
        first_own = self.holes + 2 if colour in ("w", "white") else 1
        return str(next((hole for hole in range(first_own, first_own + self.holes)
                         if self.stones[hole]), "resign"))


def new_board():
    kind, size, *_ = SPEC.split(":")
    numbers = [int(number) for number in re.findall(r"\d+", size)]
    return Cave(*numbers[:2]) if kind == "cave" else Mancala(*numbers)


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(text=""):
    write(f"= {text}\n\n")


def attempt(name, action):
    """Tries something that the sandbox should not allow."""
    try:
        result = action()
        print(f"{name}: done ({result})", file=sys.stderr, flush=True)
    except Exception as error:  # whatever it is, it was a refusal
        print(f"{name}: refused ({error})", file=sys.stderr, flush=True)


# What can be tried.

def read_file(path):
    with open(path, "rb") as file:
        content = file.read(100)
    if not content:
        raise OSError("it is empty")
    return content


def write_file(path):
    with open(path, "w", encoding="ascii") as file:
        file.write("here I was\n")
    return path


def connect(port):
    with socket.create_connection(("127.0.0.1", int(port)), timeout=1) as link:
        return link.getpeername()


def call(name, *arguments):
    """A system call by its number on x86-64."""
    numbers = {"ptrace": 101, "mount": 165, "unshare": 272, "keyctl": 250, "bpf": 321,
               "perf_event_open": 298, "io_uring_setup": 425, "clone3": 435}
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(numbers[name], *arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "it worked"


def other_processes():
    """Processes that are not this bot's."""
    marker = ARGUMENTS[ARGUMENTS.index("--marker") + 1]
    strangers = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().decode(errors="replace")
        except OSError:
            continue
        if words and marker not in words and "fake.py" not in words:
            strangers.append(words[:40])
    if not strangers:
        raise OSError("there are none")
    return strangers


def spy():
    own, others, port = ARGUMENTS[0], ARGUMENTS[1].split(":"), ARGUMENTS[2]
    attempt("own file", lambda: read_file(own))
    for place in others:
        attempt(f"read {place}", lambda: read_file(place))
    attempt("read shadow", lambda: read_file("/etc/shadow"))
    attempt("write beside", lambda: write_file(os.path.join(os.path.dirname(own), "spy.txt")))
    attempt("write over", lambda: write_file(own))
    attempt("write root", lambda: write_file("/spy.txt"))
    attempt("write dev", lambda: write_file("/dev/spy.txt"))
    attempt("write temporary", lambda: write_file(os.path.join(os.environ.get("TMPDIR", "/tmp"), "own.txt")))
    attempt("connect", lambda: connect(port))
    attempt("see processes", other_processes)
    attempt("trace", lambda: call("ptrace", 16, os.getppid(), 0, 0))
    attempt("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, 0))
    attempt("new user namespace", lambda: call("unshare", 0x10000000))
    attempt("keys", lambda: call("keyctl", 0, -3, 0))
    attempt("bpf", lambda: call("bpf", 0, 0, 0))
    attempt("perf", lambda: call("perf_event_open", 0, 0, -1, -1, 0))
    attempt("ring", lambda: call("io_uring_setup", 4, ctypes.create_string_buffer(120)))
    attempt("root again", lambda: os.setuid(0) or os.getuid())


def memory_bomb():
    kept = []
    while True:
        kept.append(b"x" * (1 << 25))


def disk_bomb():
    folder = os.environ.get("TMPDIR", "/tmp")
    total = 0
    try:
        for number in range(64):
            with open(f"{folder}/bomb{number}", "wb", buffering=0) as file:
                while True:
                    total += file.write(b"x" * (1 << 20))
                    if total > 1 << 30:
                        raise OSError("nothing stops it")
    except OSError as error:
        print(f"disk: {total} bytes ({error})", file=sys.stderr, flush=True)


def count_forks():
    """Children up to a number that does no harm; then they go."""
    children = []
    try:
        for _ in range(400):
            child = os.fork()
            if child == 0:
                time.sleep(60)
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    print(f"forks: {len(children)}", file=sys.stderr, flush=True)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def fork_bomb():
    while True:
        try:
            os.fork()
        except OSError:
            pass


def orphan():
    """A daemon that ignores what can be ignored."""
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(1)


def spin():
    def loop():
        while True:
            pass
    threading.Thread(target=loop, daemon=True).start()


# What is done instead of, or before, a legal answer to genmove. True: it has been
# answered.

def genmove(board, colour, moves):
    if MODE == "late":
        time.sleep(1.3 * MOVE_TIME)
    elif MODE == "slow":
        time.sleep(float(ARGUMENTS[0]))
    elif MODE == "silent":
        return True
    elif MODE == "sleeping":
        time.sleep(3600)
    elif MODE == "stopping":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif MODE == "crash-after" and moves > 0:
        os.abort()
    elif MODE == "crash-inside":
        write("= A")
        os.kill(os.getpid(), signal.SIGKILL)
    elif MODE == "exit":
        sys.exit(0)
    elif MODE == "close":
        os.close(1)
        time.sleep(3600)
    elif MODE == "no-newline":
        write(f"= {board.choose(colour)}")
        return True
    elif MODE == "no-empty-line":
        write(f"= {board.choose(colour)}\n")
        return True
    elif MODE == "two-moves":
        answer(f"{board.choose(colour)} {board.choose(colour)}")
        return True
    elif MODE == "two-answers":
        write("= A1\n\n= A1\n\n")
        return True
    elif MODE == "illegal":
        answer("C3" if SPEC.startswith("cave") else "99")
        return True
    elif MODE == "wrong-colour":
        answer(board.choose("b" if colour == "w" else "w"))
        return True
    elif MODE == "nonsense":
        answer("a move that you won't believe")
        return True
    elif MODE == "refusing":
        write("? I would rather not\n\n")
        return True
    elif MODE == "flood":
        block = "x" * (1 << 16)
        while True:
            write(block)
    elif MODE == "fork-bomb":
        fork_bomb()
    elif MODE == "memory-bomb":
        memory_bomb()
    elif MODE == "disk-bomb" and moves == 0:
        disk_bomb()
    elif MODE == "forks" and moves == 0:
        count_forks()
    elif MODE == "spin" and moves == 0:
        spin()
    return False


def told():
    """What is done when a move is told; cheat.py has something to do then."""


def begin():
    if MODE == "crash-start":
        sys.exit("I cannot go on")
    elif MODE == "wordy-crash":
        sys.exit("\x01" * (3 << 20) + "\nI cannot go on")  # longer than what is kept, and longer when escaped
    elif MODE == "deaf":
        time.sleep(3600)
    elif MODE == "early":
        pass
    elif MODE == "orphan":
        orphan()
    elif MODE == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    elif MODE == "spy":
        spy()
    elif MODE == "chatty":
        threading.Thread(target=lambda: [sys.stderr.write("blah " * 1000)
                                         for _ in iter(int, 1)], daemon=True).start()


def main():
    begin()
    board, moves = new_board(), 0
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if not words:
            continue
        command = words[0]
        if command == "clear_board":
            board, moves = new_board(), 0
            answer()
        elif command == "play":
            board.play(words[1], words[2])
            told()
            answer()
            if MODE == "early":
                answer(board.choose(words[1]))
        elif command == "genmove":
            if not genmove(board, words[1], moves):
                move = board.choose(words[1])
                board.play(words[1], move)
                answer(move)
            moves += 1
        elif command == "quit":
            answer()
            if MODE not in ("stubborn", "orphan"):
                return
        else:
            write("? unknown command\n\n")
    while MODE == "stubborn":
        time.sleep(1)


if __name__ == "__main__":
    main()
