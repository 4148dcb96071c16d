"""Games and the players of the program."""
from ctypes import byref, c_double

from .board import position_svg
from .library import LIB, Answer, EngineOptions, Limits, Move, call, text


class Game:
    """One game: Game("cave"), Game("kalah", moves="3 6"), Game("cave", position="8/8/... x")."""

    def __init__(self, spec="cave", position=None, moves=None):
        self._handle = None
        self._handle = call("game_open", spec.encode())
        if position:
            call("game_set_position", self._handle, position.encode())
        if moves:
            self.play(moves)

    def __del__(self):
        if self._handle:
            LIB.lodestone_game_close(self._handle)

    @property
    def spec(self):
        return LIB.lodestone_game_spec(self._handle).decode()

    @property
    def position(self):
        return text("game_position", self._handle)

    @property
    def turn(self):
        """0 when the first player is to move, 1 when the second is."""
        return LIB.lodestone_game_turn(self._handle)

    @property
    def over(self):
        return LIB.lodestone_game_result(self._handle) != 0

    @property
    def winner(self):
        """0 or 1; None for a tie and while the game goes on."""
        return {1: 0, 2: 1}.get(LIB.lodestone_game_result(self._handle))

    @property
    def reason(self):
        return text("game_reason", self._handle)

    def moves(self):
        """The legal moves; none when the game is over."""
        moves = (Move * 16)()
        count = LIB.lodestone_game_moves(self._handle, moves)
        return [move.name.decode() for move in moves[:count]]

    def play(self, moves):
        """Plays a move or several: "A1", "A1 H1". Returns the game."""
        call("game_play", self._handle, str(moves).encode())
        return self

    def undo(self):
        """Takes the last move back; False when there is none."""
        return LIB.lodestone_game_undo(self._handle)

    def value(self, heuristic):
        """The value by a heuristic such as "groups", seen from the first player."""
        value = c_double()
        call("game_value", self._handle, heuristic.encode(), byref(value))
        return value.value

    def __str__(self):
        return text("game_board", self._handle, False)

    def __repr__(self):
        return f"Game({self.spec!r}, position={self.position!r})"

    def _repr_svg_(self):
        return position_svg(self.position)


class Player:
    """A level or a bot of the program: Player("cave", "master"), Player("cave", "groups@3")."""

    def __init__(self, spec, name="master", seconds=1.0, seed=1):
        self._handle = None
        self._limits = Limits(seconds=seconds)
        self._handle = call("engine_open", spec.encode(), name.encode(),
                            byref(EngineOptions(threads=1, hash_mib=16, seed=seed)))

    def __del__(self):
        if self._handle:
            LIB.lodestone_engine_close(self._handle)

    def choose(self, game):
        """The move that it would play."""
        answer = Answer()
        call("engine_think", self._handle, game._handle, byref(self._limits), None, None,
             byref(answer))
        return answer.move.name.decode()
