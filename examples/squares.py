#!/usr/bin/env python3
"""Squares: in every line of five cells, own bricks squared less the opponent's squared."""
import lodestone


def squares(position):
    if position.winner is not None:
        return 1000000 if position.winner == 0 else -1000000
    return sum(window.count("x") ** 2 - window.count("o") ** 2 for window in position.windows)


game = lodestone.Game("cave", moves="A4 H1 A5 H5")
print(lodestone.search(game, 3, evaluate=squares))
print(lodestone.search(game, 3, heuristic="squares"))
