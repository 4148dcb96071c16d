#!/usr/bin/env python3
"""Powers: four to the power of the bricks in a line of five cells that one side has alone."""
import lodestone


def powers(position):
    if position.winner is not None:
        return 1000 if position.winner == 0 else -1000
    own = [window.count("x") for window in position.windows if "o" not in window]
    other = [window.count("o") for window in position.windows if "x" not in window]
    return sum(4 ** n for n in own if n) - sum(4 ** n for n in other if n)


game = lodestone.Game("cave", moves="A4 H1 A5 H5")
print(lodestone.search(game, 3, evaluate=powers))
print(lodestone.search(game, 3, heuristic="powers"))
