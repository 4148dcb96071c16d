"""A position as an evaluation sees it, and boards as pictures."""
from functools import lru_cache


@lru_cache(maxsize=None)
def windows_of(rows, columns, line):
    """The windows of a board, each a tuple of places in the board's text."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for right, up in (1, 0), (0, 1), (1, 1), (-1, 1):
                cells = [(row + i * up, column + i * right) for i in range(line)]
                if all(y < rows and 0 <= x < columns for y, x in cells):
                    found.append(tuple(columns * y + x for y, x in cells))
    return found


class Position:
    """A position during a search: read it, don't keep it.

    turn     0 when the first player is to move, 1 when the second is
    over     whether the game is over
    winner   0 or 1; None for a tie and while the game goes on

    Magnetic Cave:
    rows, columns, line   the size of the board, and how many in a line win
    cells                 all cells as one string from A1 on, row by row: "x", "o" or "-"
    windows               all lines of `line` cells, each as such a string: "x-xo-"

    Mancala:
    stones   two lists: the stones in the holes of each side, in the order of sowing
    stores   the two stores
    """

    def __init__(self, view):
        self._view = view
        self.turn = view.turn
        self.over = view.result != 0
        self.winner = {1: 0, 2: 1}.get(view.result)
        self.rows, self.columns, self.line = view.rows, view.columns, view.line
        self.stores = list(view.store)
        self._cells = None

    @property
    def stones(self):
        return [list(side[:self._view.holes]) for side in self._view.stones]

    @property
    def cells(self):
        if self._cells is None:
            first, second = self._view.bricks
            self._cells = "".join(
                "x" if first >> bit & 1 else "o" if second >> bit & 1 else "-"
                for row in range(self.rows)
                for bit in range(8 * row, 8 * row + self.columns))
        return self._cells

    @property
    def windows(self):
        cells = self.cells
        return ["".join([cells[i] for i in window])
                for window in windows_of(self.rows, self.columns, self.line)]


def _text(x, y, string, size=13, colour="#555"):
    return (f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="middle" '
            f'font-family="sans-serif">{string}</text>')


def cave_svg(rows):
    """The picture of a cave; `rows` from the top, of "x", "o" and "-"."""
    step, margin = 36, 26
    width, height = margin * 2 + step * len(rows[0]), margin * 2 + step * len(rows)
    parts = [f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for column in range(len(rows[0])):
        parts.append(_text(margin + step * (column + 0.5), height - 8, "ABCDEFGH"[column]))
    for top, row in enumerate(rows):
        parts.append(_text(margin / 2, margin + step * (top + 0.5) + 5, len(rows) - top))
        for column, brick in enumerate(row):
            x, y = margin + step * column, margin + step * top
            parts.append(f'<rect x="{x}" y="{y}" width="{step}" height="{step}" '
                         'fill="#f4f1ea" stroke="#bbb"/>')
            if brick != "-":
                fill = "#222" if brick == "x" else "#fff"
                parts.append(f'<rect x="{x + 5}" y="{y + 5}" width="{step - 10}" '
                             f'height="{step - 10}" rx="3" fill="{fill}" stroke="#222" '
                             'stroke-width="2"/>')
    return _svg(width, height, parts, "Magnetic Cave")


def mancala_svg(first, second):
    """The picture of a Mancala board: holes and store of both sides, in the order of sowing."""
    step, holes = 54, len(first) - 1
    width, height = step * (holes + 2), step * 2 + 40
    parts = [f'<rect width="{width}" height="{height}" fill="#fff"/>']

    def hole(x, y, tall, stones, number):
        parts.append(f'<rect x="{x + 4}" y="{y + 4}" width="{step - 8}" height="{tall - 8}" '
                     'rx="20" fill="#f4f1ea" stroke="#888"/>')
        parts.append(_text(x + step / 2, y + tall / 2 + 6, stones, 18, "#111"))
        below = y + tall + 12 if y > 20 else y - 4
        parts.append(_text(x + step / 2, below, number, 11))

    for i in range(holes):
        hole(step * (i + 1), 20 + step, step, first[i], i + 1)
        hole(step * (holes - i), 20, step, second[i], holes + 2 + i)
    hole(0, 20, 2 * step, second[-1], 0)
    hole(step * (holes + 1), 20, 2 * step, first[-1], holes + 1)
    return _svg(width, height, parts, "Mancala")


def _svg(width, height, parts, title):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img"><title>{title}</title>'
            + "".join(parts) + "</svg>")


def position_svg(text):
    """The picture of a position in the program's notation."""
    board = text.split()[0].split("/")
    if "," in text:
        return mancala_svg(*([int(stones) for stones in side.split(",")] for side in board))
    return cave_svg(["".join("-" * int(c) if c.isdigit() else c for c in row) for row in board])
