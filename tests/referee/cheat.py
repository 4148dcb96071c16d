#!/usr/bin/env python3
"""A bot that cheats, for the tests of the referee's doors.

usage: cheat.py CHEAT [ARGUMENT ...] [--marker TEXT]

It plays as fake.py does, from which it takes the boards and the answers. A copy of both
files is all that a test puts into the bot's folder.
"""

import ctypes
import fcntl
import os
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fake  # noqa: E402

CHEAT = sys.argv[1] if len(sys.argv) > 1 else "none"


def tell(text):
    print(text, file=sys.stderr, flush=True)


def look():
    """Tells which of the paths in targets.txt it can read, files and folders."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "targets.txt"),
              encoding="utf-8") as file:
        targets = file.read().split("\n")
    for target in targets:
        try:
            if os.path.isdir(target):
                content = os.listdir(target)
            else:
                with open(target, "rb") as file:
                    content = file.read(10)
        except OSError:
            content = None
        tell(f"{'sees' if content else 'hidden'} {target}")


def take_terminals():
    """Tells how many terminals it gets."""
    count = 0
    try:
        while count < 20:
            os.openpty()
            count += 1
    except OSError:
        pass
    tell(f"terminals: {count}")


def answer_by_halves(text=""):
    """Writes the move in time, and thinks on before the empty line."""
    fake.write(f"= {text}\n")
    if text:
        time.sleep(1.3 * fake.MOVE_TIME)
    fake.write("\n")


def think_when_told():
    """Most of the time for a move while it is told one, and most of it for its own."""
    time.sleep(0.7 * fake.MOVE_TIME)
    fake.answer = think_and_answer


def think_and_answer(text=""):
    if text:
        time.sleep(0.7 * fake.MOVE_TIME)
    fake.write(f"= {text}\n\n")


def answer_a_little_late(text=""):
    """Stands badly, and is 0.2 ms late: on a busy host the game might be played again."""
    if text:
        begin = time.monotonic()
        while (left := begin + fake.MOVE_TIME + 0.0002 - time.monotonic()) > 0:
            time.sleep(max(0.0, left - 0.001))
    fake.write(f"= {text}\n\n")


def spin():
    """A thread that computes for as long as it may."""
    fake.spin()


def wake_by_timer():
    """The kernel sends it SIGCONT again and again, whether it runs or not."""
    spin()
    signal.signal(signal.SIGCONT, lambda *_: None)  # what is ignored is not sent
    libc = ctypes.CDLL(None, use_errno=True)
    event = (ctypes.c_char * 64)()
    ctypes.memmove(ctypes.byref(event, 8), signal.SIGCONT.to_bytes(4, "little"), 4)
    timer = ctypes.c_void_p()
    often = (ctypes.c_long * 4)(0, 5000000, 0, 5000000)
    if libc.timer_create(1, event, ctypes.byref(timer)) or \
            libc.timer_settime(timer, 0, often, None):
        tell(f"timer: refused ({os.strerror(ctypes.get_errno())})")


def wake_by_helpers():
    """Processes that hand over to a child before anybody can stop them, and each sends
    SIGCONT to the bot."""
    spin()
    bot = os.getpid()
    for _ in range(8):
        if os.fork() == 0:
            break
    else:
        return
    while True:
        try:
            os.kill(bot, signal.SIGCONT)
            if os.fork():
                os._exit(0)
        except OSError:
            os._exit(0)


def spread():
    """Asks for all cores, and tells which it has."""
    try:
        os.sched_setaffinity(0, range(os.cpu_count()))
    except OSError as error:
        tell(f"refused ({error})")
    tell(f"cores: {len(os.sched_getaffinity(0))}")


def leave_marks():
    """Locks on a file that every bot sees, and AIO requests, which all share."""
    files = [open("/usr/bin/env", "rb") for _ in range(2)]
    for name, lock in (("flock", fcntl.flock), ("fcntl", fcntl.lockf)):
        try:
            for file in files:
                lock(file, fcntl.LOCK_SH if name == "fcntl" else fcntl.LOCK_EX | fcntl.LOCK_NB)
            tell(f"{name}: nobody sees it")
        except OSError as error:
            tell(f"{name}: seen ({error})")
    context = ctypes.c_ulong()
    libc = ctypes.CDLL(None, use_errno=True)
    tell(f"aio: {'done' if libc.syscall(206, 1, ctypes.byref(context)) == 0 else 'refused'}")
    tell(f"inotify: {'done' if libc.inotify_init() >= 0 else 'refused'}")


def hoard():
    """More memory than it has, in children and in files that are in memory only. Which of its
    processes is killed for it is up to the kernel; it gives up when one of them is."""
    for _ in range(4):
        if os.fork() == 0:
            file = os.memfd_create("hoard")
            for _ in range(120):
                os.write(file, b"x" * (1 << 20))
            time.sleep(3600)
    os.wait()
    sys.exit(1)


def paint():
    """What a terminal would obey: a title, a cleared screen, text that runs backwards."""
    sys.stderr.write("\033]0;owned\007\033[2J\u202egnitirw\u202c\x9b31m\n")
    sys.stderr.flush()


def chatter():
    for _ in range(40):
        sys.stderr.write("blah " * 4000)


BEFORE = {"look": look, "terminals": take_terminals, "timer": wake_by_timer, "helpers": wake_by_helpers, "spread": spread,
          "marks": leave_marks, "paint": paint, "chatter": chatter}

if __name__ == "__main__":
    BEFORE.get(CHEAT, lambda: None)()
    fake.MODE = "good"
    if CHEAT == "halves":
        fake.answer = answer_by_halves
    elif CHEAT == "told":
        fake.told = think_when_told
    elif CHEAT == "sly":
        fake.answer = answer_a_little_late
    elif CHEAT == "hoard":
        fake.told = hoard
    elif CHEAT == "painted":
        fake.answer = lambda text="": fake.write(f"= {text and chr(27) + '[2J' + chr(0x202e)}\n\n")
    elif CHEAT == "asleep":
        fake.told = lambda: time.sleep(3600)
    fake.main()
