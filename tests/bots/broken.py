"""A bot with one fault, for seeing that `lodestone check` finds it.

usage: python3 broken.py FAULT REAL-BOT...

Stands between the referee and a real bot, and spoils what passes."""

import os
import subprocess
import sys
import time

FAULT = sys.argv[1]
bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(line):
    bot.stdin.write(line)
    bot.stdin.flush()
    answer = ""
    while not answer.endswith("\n\n"):
        line = bot.stdout.readline()
        if not line:
            sys.exit("the bot has ended")
        answer += line
    return answer


def spoil(command, answer, last):
    """The answer that is given instead of the right one."""
    if FAULT == "no empty line" and command == "version":
        return answer[:-1]
    if FAULT == "noisy" and command == "genmove":
        return "thinking hard\n" + answer
    if FAULT == "accepts all" and command == "play":
        return "= \n\n"
    if FAULT == "knows all" and answer[0] == "?":
        return "= \n\n"
    if FAULT == "illegal" and command == "genmove":
        return "= 1\n\n"
    if FAULT == "late" and command == "genmove":
        time.sleep(1.4)
    if FAULT == "in a hurry" and last == "genmove b":
        time.sleep(0.85 * float(os.environ["LODESTONE_MOVE_TIME"]))
    if FAULT == "silent" and command == "genmove":
        time.sleep(60)
    if FAULT == "crash" and last == "genmove w":
        sys.exit("index out of range")
    if FAULT == "crash at the end" and command == "genmove" and answer[0] == "?":
        sys.exit("list is empty")
    if FAULT == "old protocol" and command == "protocol_version":
        return "= 1\n\n"
    if FAULT == "nameless" and command == "name":
        return "=\n\n"
    if FAULT == "short list" and command == "list_commands":
        return "= name\nversion\nplay\n\n"
    return answer


turn = None
for line in sys.stdin:
    words = line.split()
    command = words[0] if words else ""
    if FAULT == "long names" and command in ("play", "genmove") and len(words[1]) < 2:
        print("? syntax error\n", flush=True)
        continue
    if FAULT == "no undo" and command == "undo" or FAULT == "never clears" and command == "clear_board":
        print("= \n", flush=True)
        continue
    if FAULT == "no extra turn" and command in ("play", "genmove"):
        if words[1] == turn:
            print("? not your turn\n", flush=True)
            continue
        turn = words[1]
    if FAULT == "no extra turn" and command in ("clear_board", "undo"):
        turn = None
    answer = spoil(command, ask(line), line.strip())
    print(answer, end="", flush=True)
    if FAULT == "unasked" and command == "name":
        time.sleep(0.1)
        print("= one more thing\n", flush=True)
    if command == "quit" and FAULT == "stays after quit":
        time.sleep(60)
    if command == "quit":
        sys.exit(3 if FAULT == "status" else 0)
bot.kill()
if FAULT == "stays at the end":
    time.sleep(60)
