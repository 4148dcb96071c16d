"""A bot for Magnetic Cave and Mancala: the rules, a look two moves ahead, and the Go Text
Protocol on standard input and output.  usage: python3 bot.py [SPEC], such as mancala:6x4:kalah"""
import copy, os, sys

SPECS = {"cave": "cave:8x8x5", "side-stacker": "cave:7x7x4", "connect-four": "cave:7x6x4:left",
         "mancala": "mancala:6x4:steal", "kalah": "mancala:6x4:kalah"}  # the short names

class Cave:
    turn, over, bricks = 0, False, {}  # player 0 begins; bricks: (column, row) -> its player
    def __init__(self, size, walls="both"):
        rows, columns, length = size
        self.size = max(rows, columns)
        self.walls = [-1] if walls == "left" else [-1, columns]
        self.cells = [(c, r) for c in range(columns) for r in range(rows)]
        lines = [[(c + i * dc, r + i * dr) for i in range(length)] for c, r in self.cells
                 for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))]
        self.lines = [line for line in lines if line[-1] in self.cells]
    def moves(self):  # the empty cells that have a wall or a brick beside them
        held = lambda c, r: c in self.walls or (c, r) in self.bricks
        free = [cell for cell in self.cells if cell not in self.bricks and not self.over]
        return ["ABCDEFGH"[c] + str(r + 1) for c, r in free if held(c - 1, r) or held(c + 1, r)]
    def play(self, move):
        cell = "ABCDEFGH".index(move[0]), int(move[1]) - 1
        self.bricks = {**self.bricks, cell: self.turn}
        self.over = any(all(self.bricks.get(place) == self.turn for place in line)
                        for line in self.lines if cell in line)
        self.turn = 1 - self.turn
    def value(self):  # for the player to move: the lines that one player alone can still fill
        owners = [[self.bricks.get(place) for place in line] for line in self.lines]
        counts = [(line.count(self.turn), line.count(1 - self.turn)) for line in owners]
        return sum(a * a - b * b for a, b in counts if a == 0 or b == 0) - 10**6 * self.over

class Mancala:
    def __init__(self, size, rule):
        holes, stones = size
        self.size = holes
        self.turn, self.rule, self.pits = 0, rule, ([0] + [stones] * holes) * 2
        self.own = range(1, holes + 1), range(holes + 2, 2 * holes + 2)  # each player's holes
        self.store = holes + 1, 0
    def moves(self):
        return [str(hole) for hole in self.own[self.turn] if self.pits[hole]]
    def play(self, move):
        me, pits, hole = self.turn, self.pits[:], int(move)
        hand, pits[hole] = pits[hole], 0
        while hand:  # sow, but not into the other player's store
            hole = (hole + 1) % len(pits)
            if hole != self.store[1 - me]:
                pits[hole], hand = pits[hole] + 1, hand - 1
        across, was_empty = len(pits) - hole, hole in self.own[me] and pits[hole] == 1
        if was_empty and (self.rule == "steal" or self.rule == "kalah" and pits[across]):
            pits[self.store[me]] += 1 + pits[across]
            pits[hole] = pits[across] = 0
        self.turn, self.pits = me if hole == self.store[me] else 1 - me, pits
        if not all(any(pits[hole] for hole in own) for own in self.own):
            for store, own in zip(self.store, self.own):  # over: what is left goes to its owner
                pits[store] += sum(pits[hole] for hole in own)
                pits[own.start:own.stop] = [0] * len(own)
    def value(self):
        return self.pits[self.store[self.turn]] - self.pits[self.store[1 - self.turn]]

def after(game, move):
    game = copy.copy(game)
    game.play(move)
    return game

def search(game, depth):  # the value for the player to move, and the best move
    tried = []
    for move in game.moves() if depth else []:
        then = after(game, move)
        value = search(then, depth - 1)[0]
        tried.append((value if then.turn == game.turn else -value, move))
    return max(tried, default=(game.value(), "none"))

FIXED = {"name": "Python bot", "version": "1", "protocol_version": "2", "quit": ""}
KNOWN = [*FIXED, "list_commands", "known_command", "boardsize", "clear_board", "play", "genmove", "undo"]

def answer(past, command, word="", move=""):  # past: the positions of this game, up to now
    if command in ("play", "genmove"):
        move = search(past[-1], 2)[1] if command == "genmove" else move.upper()
        if past[-1].turn != "bw".find(word[:1].lower()) or move not in past[-1].moves():
            raise ValueError("illegal move")
        past.append(after(past[-1], move))
        return move if command == "genmove" else ""
    if command == "boardsize" and word != str(past[0].size):
        raise ValueError("unacceptable size")
    if command in ("boardsize", "clear_board") or command == "undo" and len(past) > 1:
        del past[-1 if command == "undo" else 1:]
        return ""
    if command == "known_command":
        return "true" if word in KNOWN else "false"
    return "\n".join(KNOWN) if command == "list_commands" else FIXED[command]

spec = os.environ.get("LODESTONE_GAME") or (sys.argv[1] if len(sys.argv) > 1 else "cave")
kind, size, *rule = SPECS.get(spec, spec).split(":")
past = [(Cave if kind == "cave" else Mancala)([int(n) for n in size.split("x")], *rule)]
for line in filter(str.strip, sys.stdin):
    number, *words = line.split() if line.strip()[:1].isdigit() else ["", *line.split()]
    try:
        print(f"={number} {answer(past, *words)}\n", flush=True)
    except (ValueError, KeyError, TypeError) as error:
        print(f"?{number} cannot {' '.join(words)}: {error}\n", flush=True)
    if "quit" in words:
        break
