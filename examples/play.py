#!/usr/bin/env python3
"""Play against the engine from Python, through ctypes.

usage: play.py [SPEC]

The "program" here looks one ply ahead; put your own into choose(). LODESTONE_LIBRARY names the
library if the system does not find it.
"""
import ctypes
import ctypes.util
import os
import sys


class Error(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 512)]


class Move(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 8)]


class Limits(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_double), ("depth", ctypes.c_int),
                ("nodes", ctypes.c_uint64), ("reserved", ctypes.c_uint64 * 4)]


class EngineOptions(ctypes.Structure):
    _fields_ = [("threads", ctypes.c_int), ("hash_mib", ctypes.c_int),
                ("seed", ctypes.c_uint64), ("reserved", ctypes.c_uint64 * 4)]


class Answer(ctypes.Structure):
    _fields_ = [("move", Move), ("value", ctypes.c_int), ("exact", ctypes.c_bool),
                ("score", ctypes.c_int), ("plies", ctypes.c_int), ("depth", ctypes.c_int),
                ("nodes", ctypes.c_uint64), ("seconds", ctypes.c_double),
                ("line_length", ctypes.c_int), ("line", Move * 64),
                ("reserved", ctypes.c_uint64 * 4)]


GOING_ON = 0
PROGRESS = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Answer))


def load():
    path = os.environ.get("LODESTONE_LIBRARY") or ctypes.util.find_library("lodestone")
    if not path:
        sys.exit("play.py: liblodestone is not installed; LODESTONE_LIBRARY can name it")
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        sys.exit(f"play.py: {error}")
    # ctypes must know which functions return a pointer. We free a returned text, so it stays a
    # pointer until it is copied.
    for name in ("game_open", "engine_open", "game_position", "game_board", "game_reason"):
        getattr(library, "lodestone_" + name).restype = ctypes.c_void_p
    for name in ("game_play", "game_undo", "engine_think"):
        getattr(library, "lodestone_" + name).restype = ctypes.c_bool
    library.lodestone_free.argtypes = [ctypes.c_void_p]
    library.lodestone_free.restype = None
    return library


LIB = load()


class Game:
    def __init__(self, spec):
        self.error = Error()
        self.handle = ctypes.c_void_p(
            LIB.lodestone_game_open(spec.encode(), ctypes.byref(self.error)))
        self.check(self.handle)

    def check(self, right):
        if not right:
            raise ValueError(self.error.text.decode())

    def text(self, function, *more):
        pointer = function(self.handle, *more)
        copy = ctypes.string_at(pointer).decode()
        LIB.lodestone_free(pointer)
        return copy

    def position(self):
        return self.text(LIB.lodestone_game_position)

    def board(self):
        return self.text(LIB.lodestone_game_board, ctypes.c_bool(False))

    def reason(self):
        return self.text(LIB.lodestone_game_reason)

    def going_on(self):
        return LIB.lodestone_game_result(self.handle) == GOING_ON

    def turn(self):
        return LIB.lodestone_game_turn(self.handle)

    def moves(self):
        moves = (Move * 16)()
        count = LIB.lodestone_game_moves(self.handle, moves)
        return [move.name.decode() for move in moves[:count]]

    def play(self, move):
        self.check(LIB.lodestone_game_play(self.handle, move.encode(),
                                           ctypes.byref(self.error)))

    def undo(self):
        LIB.lodestone_game_undo(self.handle)

    def close(self):
        LIB.lodestone_game_close(self.handle)


class Engine:
    def __init__(self, spec, player, seconds):
        self.error = Error()
        options = EngineOptions(threads=1, hash_mib=16, seed=1)
        self.limits = Limits(seconds=seconds)
        self.handle = ctypes.c_void_p(LIB.lodestone_engine_open(
            spec.encode(), player.encode(), ctypes.byref(options),
            ctypes.byref(self.error)))
        if not self.handle:
            raise ValueError(self.error.text.decode())

    def think(self, game, progress=None):
        """The engine's move; progress(answer) is called as it looks deeper."""
        answer = Answer()
        callback = PROGRESS(lambda _, so_far: progress(so_far.contents)) if progress \
            else ctypes.cast(None, PROGRESS)
        if not LIB.lodestone_engine_think(
                self.handle, game.handle, ctypes.byref(self.limits), callback, None,
                ctypes.byref(answer), ctypes.byref(self.error)):
            raise ValueError(self.error.text.decode())
        return answer.move.name.decode()

    def close(self):
        LIB.lodestone_engine_close(self.handle)


def choose(game):
    """In Mancala the move after which our store is fullest; in the cave a winning one, or any."""
    me = game.turn()

    def worth(move):
        game.play(move)
        sides, over = game.position().split()[0].split("/"), not game.going_on()
        game.undo()
        return int(sides[me].split(",")[-1]) if "," in sides[0] else over

    return max(game.moves(), key=worth)


def main():
    spec = sys.argv[1] if len(sys.argv) > 1 else "mancala"
    game, engine = Game(spec), Engine(spec, "master", 0.1)
    depths = []
    while game.going_on():
        if game.turn() == 0:
            move = choose(game)
        else:
            move = engine.think(game, lambda answer: depths.append(answer.depth))
        print(f"player {game.turn() + 1}: {move}")
        game.play(move)
    print(game.board())
    print(game.reason())
    print(f"the engine looked up to {max(depths, default=0)} plies ahead")
    engine.close()
    game.close()


if __name__ == "__main__":
    try:
        main()
    except ValueError as error:
        sys.exit(f"play.py: {error}")
