"""Just enough of both games to say how a game ended and to draw a board. The referee decides
which moves are legal and who won."""

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
SIZE, LINE = 8, 5
HOLES, STONES = 6, 4
STORE = (HOLES + 1, 0)  # where the stones of player 1 and 2 are counted
CUPS = 2 * HOLES + 2


def cell(move):
    return "ABCDEFGH".index(move[0]), int(move[1]) - 1


def cell_name(place):
    return "ABCDEFGH"[place[0]] + str(place[1] + 1)


def cave_after(moves):
    """Who has a brick where: column and row to 0 or 1."""
    return {cell(move): number % 2 for number, move in enumerate(moves)}


def cave_reachable(bricks):
    """The empty cells that touch a wall or a brick beside them."""
    return [(column, row) for row in range(SIZE) for column in range(SIZE)
            if (column, row) not in bricks and
            (column in (0, SIZE - 1) or (column - 1, row) in bricks or (column + 1, row) in bricks)]


def cave_line(bricks, place, player):
    """The cells of the line that this player would complete with a brick there; [] if none."""
    for right, up in DIRECTIONS:
        line = [place]
        for sign in (1, -1):
            at = (place[0] + sign * right, place[1] + sign * up)
            while bricks.get(at) == player:
                line.append(at)
                at = (at[0] + sign * right, at[1] + sign * up)
        if len(line) >= LINE:
            return line
    return []


def cave_wins(bricks, player):
    return [place for place in cave_reachable(bricks) if cave_line(bricks, place, player)]


class Mancala:
    """The standard game with stealing."""

    def __init__(self):
        self.cups = [0 if cup in STORE else STONES for cup in range(CUPS)]
        self.player = 0
        self.stolen = self.passed = 0  # by the last move: taken, sown on the other side
        self.again = False

    def left(self):
        return sum(self.cups) - self.cups[STORE[0]] - self.cups[STORE[1]]

    def side(self, player):
        return range(1, HOLES + 1) if player == 0 else range(HOLES + 2, CUPS)

    def play(self, move):
        hole = int(move)
        stones, self.cups[hole] = self.cups[hole], 0
        self.stolen = self.passed = 0
        while stones:
            hole = (hole + 1) % CUPS
            if hole != STORE[not self.player]:
                self.cups[hole] += 1
                self.passed += hole in self.side(1 - self.player)
                stones -= 1
        if hole in self.side(self.player) and self.cups[hole] == 1:
            self.stolen = self.cups[CUPS - hole]
            self.cups[STORE[self.player]] += 1 + self.stolen
            self.cups[hole] = self.cups[CUPS - hole] = 0
        self.again = hole == STORE[self.player]
        if not self.again:
            self.player = 1 - self.player
        if not all(any(self.cups[hole] for hole in self.side(side)) for side in (0, 1)):
            self.sweep()
        return self

    def sweep(self):
        for player in (0, 1):
            for hole in self.side(player):
                self.cups[STORE[player]] += self.cups[hole]
                self.cups[hole] = 0

    def margin(self):
        """Of player 1."""
        return self.cups[STORE[0]] - self.cups[STORE[1]]


def mancala_after(moves):
    game = Mancala()
    for move in moves:
        game.play(move)
    return game
