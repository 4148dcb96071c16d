"""A client of the Kalah Game Protocol that plays at random, for tournaments.

usage: KGP_HOST=127.0.0.1 KGP_PORT=2671 python3 agent.py"""

import os
import random
import socket
import sys

sys.dont_write_bytecode = True
from kalah import Board, Peer  # noqa: E402

peer = Peer(socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"]))), 1)
peer.say('set info:name "random"')
peer.say("mode freeplay")
while line := peer.read():
    number, _, command, rest = line
    if command == "state":
        peer.say(f"move {random.choice(Board.parse(rest).moves()) + 1}", number)
        peer.say("yield", number)
    elif command == "goodbye":
        break
