"""Magnetic Cave and Mancala for notebooks and courses: rules, players, and textbook searches with
your own evaluation.

    import lodestone

    def groups(position):
        return sum(("o" not in w) * w.count("x") - ("x" not in w) * w.count("o")
                   for w in position.windows)

    game = lodestone.Game("cave", moves="A4 H1 A5")
    tree = lodestone.search(game, 2, evaluate=groups)
    print(tree.value, tree.move, tree.nodes, tree.cuts)

Games and trees draw themselves in a notebook. docs/teach.md has more.
"""
from .board import Position
from .library import LodestoneError, version
from .game import Game, Player
from .tree import Node, Tree, search

__all__ = ["Game", "LodestoneError", "Node", "Player", "Position", "Tree", "search", "version"]
