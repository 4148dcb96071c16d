"""The rules of Kalah and the lines of its protocol, written apart from the program so
that one can check the other."""

import re


class Board:
    """South, index 0, is to move; pits are counted from 0."""

    def __init__(self, stores, pits):
        self.stores, self.pits = list(stores), [list(row) for row in pits]

    @staticmethod
    def parse(text):
        size, south, north, *rest = [int(number) for number in text.strip("<>").split(",")]
        assert len(rest) == 2 * size, text
        return Board([south, north], [rest[:size], rest[size:]])

    def __str__(self):
        numbers = [len(self.pits[0]), *self.stores, *self.pits[0], *self.pits[1]]
        return "<" + ",".join(map(str, numbers)) + ">"

    def moves(self):
        return [pit for pit, stones in enumerate(self.pits[0]) if stones]

    def over(self):
        return not any(self.pits[0]) or not any(self.pits[1])

    def sow(self, pit):
        """The board after the move, from the same side, and whether it moves again."""
        board = Board(self.stores, self.pits)
        size, place = len(self.pits[0]), pit
        hand, board.pits[0][pit] = board.pits[0][pit], 0
        for _ in range(hand):
            place = (place + 1) % (2 * size + 1)
            if place < size:
                board.pits[0][place] += 1
            elif place == size:
                board.stores[0] += 1
            else:
                board.pits[1][place - size - 1] += 1
        if place < size and board.pits[0][place] == 1 and board.pits[1][size - 1 - place]:
            board.stores[0] += 1 + board.pits[1][size - 1 - place]
            board.pits[0][place] = board.pits[1][size - 1 - place] = 0
        if board.over():
            for side in 0, 1:
                board.stores[side] += sum(board.pits[side])
                board.pits[side] = [0] * size
        return board, place == size

    def turned(self):
        return Board(self.stores[::-1], self.pits[::-1])


LINE = re.compile(r"\s*(?:(\d+)?(?:@(\d+))?\s+)?(\w+)\s*(.*?)\s*$")


class Peer:
    """One end of a connection."""

    def __init__(self, connection, first_id):
        self.connection, self.id = connection, first_id
        self.file = connection.makefile("r", encoding="utf-8", newline="\n")

    def say(self, text, ref=None):
        number, self.id = self.id, self.id + 2
        self.raw(f"{number}{f'@{ref}' if ref else ''} {text}\r\n")
        return number

    def raw(self, text):
        self.connection.sendall(text if isinstance(text, bytes) else text.encode())

    def read(self):
        """The next line as (id, ref, command, rest); None at the end."""
        line = self.file.readline()
        if not line:
            return None
        assert line.endswith("\r\n") and len(line) <= 16386, line
        number, ref, command, rest = LINE.match(line).groups()
        return (int(number) if number else None, int(ref) if ref else None, command, rest)

    def until(self, *commands):
        """Skips to a line with one of these commands."""
        while (line := self.read()) and line[2] not in commands:
            pass
        assert line, f"the end came before {commands}"
        return line

    def close(self):
        self.file.close()
        self.connection.close()
