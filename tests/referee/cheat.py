#!/usr/bin/env python3
"""A bot that cheats, for the tests of the referee's doors.

usage: cheat.py CHEAT [ARGUMENT ...] [--marker TEXT]

It plays as fake.py does, from which it takes the boards and the answers. A copy of both
files is all that a test puts into the bot's folder.
"""

import os
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


BEFORE = {"look": look}

if __name__ == "__main__":
    BEFORE.get(CHEAT, lambda: None)()
    fake.MODE = "good"
    if CHEAT == "halves":
        fake.answer = answer_by_halves
    elif CHEAT == "told":
        fake.told = think_when_told
    fake.main()
