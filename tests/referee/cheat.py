#!/usr/bin/env python3
"""A bot that cheats, for the tests of the referee's doors.

usage: cheat.py CHEAT [ARGUMENT ...] [--marker TEXT]

It plays as fake.py does, from which it takes the boards and the answers. A copy of both
files is all that a test puts into the bot's folder.
"""

import os
import sys

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


BEFORE = {"look": look}

if __name__ == "__main__":
    BEFORE.get(CHEAT, lambda: None)()
    fake.MODE = "good"
    fake.main()
