"""Why a game ended the way it did, from its moves and their analysis."""
import collections
import statistics

from reporting import boards
from reporting.collect import PLAYERS, bot_name

Move = collections.namedtuple(
    "Move", "player move best mark before score_before plies_before after score_after plies_after")

OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw", "estimate": "estimate"}
LOOKS = {game: {bot_name(player): plies for player, plies in players.items()}
         for game, players in PLAYERS.items()}
# How the last brick of a lost game became possible.
CAVE_ENDS = ("double", "block", "zugzwang", "given", "overlooked")
# What was wrong with the costliest move of a lost game.
MANCALA_FAULTS = ("again", "steal", "gave", "passed", "other")
MANY = 3  # stones
ENDS = ("line", "full", "stones")


def winner(result):
    """0, 1, or None for a tie."""
    return {"1-0": 0, "0-1": 1}.get(result)


def settled(rows, result):
    """After how many moves the analysis has proven the result for good; None if it never does."""
    wanted = winner(result)
    count = None
    for number, row in reversed(list(enumerate(rows, 1))):
        value = row.after if row.player - 1 == (wanted or 0) else OPPOSITE[row.after]
        if value != ("draw" if wanted is None else "win"):
            break
        count = number
    return count


def cave_end(moves, lost):
    """Which of CAVE_ENDS led to the line of the last move; `lost`: the loser's position was
    proven to be lost before its last move. Programs that see that they lose anyway often
    don't delay it."""
    before = boards.cave_after(moves[:-2])
    loser, winning = len(moves) % 2, 1 - len(moves) % 2
    threats = boards.cave_wins(before, winning)
    for place in boards.cave_reachable(before):
        if not boards.cave_wins({**before, place: loser}, winning):
            return "given" if lost else "overlooked"
    return ("zugzwang", "block", "double")[min(2, len(threats))]


def mancala_fault(rows, moves, loser, opening):
    """The loser's costliest move after the opening: what was wrong with it, what it cost in
    stones, its number."""
    own = [(row.score_before - row.score_after, number) for number, row in enumerate(rows)
           if number >= opening and row.player - 1 == loser]
    cost, number = max(own, default=(0, 0), key=lambda pair: (pair[0], -pair[1]))
    if cost <= 0:
        return None
    row = rows[number]
    played = boards.mancala_after(moves[:number]).play(row.move)
    better = boards.mancala_after(moves[:number]).play(row.best)
    if better.again and not played.again:
        fault = "again"
    elif better.stolen >= played.stolen + MANY:
        fault = "steal"
    elif stolen_next(played, moves[number + 1:], 1 - loser) >= MANY:
        fault = "gave"
    elif played.passed >= better.passed + MANY:
        fault = "passed"
    else:
        fault = "other"
    return fault, cost, number + 1


def stolen_next(game, moves, thief):
    """How much the opponent captures in the next turn."""
    most = 0
    for move in moves:
        if game.player != thief:
            break
        most = max(most, game.play(move).stolen)
    return most


class Game:
    """A game of master, seen from master."""

    def __init__(self, kind, record, rows):
        self.kind, self.record = kind, record
        self.moves = record["moves"].split()
        self.rows = [Move(*row) for row in rows]
        self.side = 0 if record["first"] == "master" else 1
        self.opponent = record["second" if self.side == 0 else "first"]
        won = winner(record["result"])
        self.outcome = "draw" if won is None else "win" if won == self.side else "loss"
        self.length = len(self.moves)
        self.settled = settled(self.rows, record["result"])
        self.loser = None if won is None else 1 - won
        self.opening = record["plies"]

    def ahead(self):
        """Plies between the proof and the end."""
        return None if self.settled is None else self.length - self.settled

    def beyond(self):
        """The result was proven when the end was further away than the loser looks."""
        looks = LOOKS[self.kind]["master" if self.loser == self.side else self.opponent]
        return self.ahead() is not None and looks is not None and self.ahead() > looks

    def start(self):
        """What the analysis says for master when the random opening is over."""
        row = self.rows[self.opening]
        own = row.player - 1 == self.side
        return (row.before if own else OPPOSITE[row.before],
                row.score_before if own else -row.score_before)

    def marked(self, side):
        """How many moves of a side the analysis marks as mistakes, after the opening."""
        return sum(bool(row.mark) and row.player - 1 == side for row in self.rows[self.opening:])

    def slips(self):
        return self.marked(self.side)

    def single(self):
        """Whether the loser made a marked mistake; otherwise its position got worse bit by bit."""
        return self.marked(self.loser) > 0

    def end(self):
        """Of a game that ended by a line."""
        lost = self.settled is not None and self.settled <= self.length - 2
        return cave_end(self.moves, lost)

    def fault(self):
        return (None if self.loser is None
                else mancala_fault(self.rows, self.moves, self.loser, self.opening))

    def margin(self):
        """Mancala: by how many stones master won."""
        margin = boards.mancala_after(self.moves).margin()
        return margin if self.side == 0 else -margin

    def stones_left(self):
        """Mancala: stones in the holes when the result was proven."""
        return (None if self.settled is None
                else boards.mancala_after(self.moves[:self.settled]).left())


def games_of_master(data, kind):
    """The games that ended by the rules."""
    analysis = data["analysis"][kind]
    return [Game(kind, record, analysis[str(record["number"])])
            for record in data["tournaments"][kind]["games"]
            if str(record["number"]) in analysis and record["end"] in ENDS]


def middle(values):
    """The median as a whole number, or None."""
    values = [value for value in values if value is not None]
    return round(statistics.median(values)) if values else None
