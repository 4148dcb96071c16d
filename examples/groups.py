#!/usr/bin/env python3
"""Groups: a point for each brick in a line of five cells without bricks of the opponent."""
import lodestone


def side(position, own, other):
    owned = [window.count(own) for window in position.windows if other not in window]
    return sum(10000 if bricks == position.line else bricks for bricks in owned)


def groups(position):
    return side(position, "x", "o") - side(position, "o", "x")


game = lodestone.Game("cave", moves="A4 H1 A5 H5")
print(lodestone.search(game, 3, evaluate=groups))
print(lodestone.search(game, 3, heuristic="groups"))
