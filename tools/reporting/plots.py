"""The pictures of the report, drawn from the saved data."""
import math

from reporting import boards, svg
from reporting.why import Move

WIDTH = 640
HALF = 400  # two of them fit side by side
GAMES = {"cave": "Magnetic Cave", "mancala": "Mancala"}


def ratings(data, game):
    """A dot and the 95 % bounds for each bot."""
    bots = data["tournaments"][game]["bots"]
    low = 100 * math.floor(min(bot["elo_low"] for bot in bots) / 100)
    high = 100 * math.ceil(max(bot["elo_high"] for bot in bots) / 100)
    left, right, top, step = 108, HALF - 18, 30, 18
    height = top + step * len(bots) + 34

    def at(elo):
        return left + (elo - low) / (high - low) * (right - left)

    shapes = [svg.text(12, 20, f"{GAMES[game]}: Elo with 95 % bounds", 13)]
    bottom = top + step * len(bots)
    tick = 400 if high - low > 1600 else 200
    for elo in range(tick * math.ceil(low / tick), high + 1, tick):
        shapes += [svg.line(at(elo), top, at(elo), bottom, svg.INK if elo == 0 else svg.GRID),
                   svg.text(at(elo), bottom + 18, f"{elo:+d}" if elo else "0", 11, svg.FAINT,
                            "middle")]
    for place, bot in enumerate(bots):
        y = top + step * place + step / 2
        colour = svg.ORANGE if bot["name"] == "master" else svg.BLUE
        shapes += [svg.text(left - 10, y + 4, bot["name"], 12, anchor="end"),
                   svg.line(at(bot["elo_low"]), y, at(bot["elo_high"]), y, colour, stroke_width=2)]
        shapes += [svg.line(at(bot[end]), y - 5, at(bot[end]), y + 5, colour, stroke_width=2)
                   for end in ("elo_low", "elo_high")]
        shapes.append(svg.shape("circle", cx=at(bot["elo"]), cy=y, r=5, fill=colour))
    return svg.picture(HALF, height, shapes, f"{GAMES[game]}: ratings with their bounds")


def crosstable(tournament):
    """Points of each bot against each, and games played: {(one, other): (points, games)}."""
    table = {}
    for each in tournament["games"]:
        points = {"1-0": 1, "0-1": 0}.get(each["result"], 0.5)
        for one, other, got in ((each["first"], each["second"], points),
                                (each["second"], each["first"], 1 - points)):
            before = table.get((one, other), (0, 0))
            table[one, other] = before[0] + got, before[1] + 1
    return table


def shade(share):
    """From orange, lost, over white to blue, won."""
    ends = (0xe8, 0x9a, 0x5b) if share < 0.5 else (0x5b, 0xa3, 0xd0)
    part = abs(share - 0.5) * 2
    return "#" + "".join(f"{round(255 + (end - 255) * part):02x}" for end in ends)


def matrix(data, game):
    """Who took how many points from whom."""
    names = [bot["name"] for bot in data["tournaments"][game]["bots"]]
    table = crosstable(data["tournaments"][game])
    left, top, high = 100, 92, 17
    wide = (HALF - left - 40) / len(names)
    shapes = [svg.text(12, 20, f"{GAMES[game]}: points of the row against the column", 13)]
    for i, one in enumerate(names):
        y = top + high * i
        shapes.append(svg.text(left - 8, y + high / 2 + 4, one, 11.5, anchor="end"))
        x = left + wide * i + wide / 2
        shapes.append(svg.text(x, top - 8, one, 11.5,
                               transform=f"rotate(-40 {svg.number(x)} {top - 8})"))
        for j, other in enumerate(names):
            points, games = table.get((one, other), (0, 0))
            box = {"x": left + wide * j, "y": y, "width": wide - 2, "height": high - 2}
            if not games:
                shapes.append(svg.shape("rect", fill="#eef0f2", **box))
                continue
            shapes += [svg.shape("rect", fill=shade(points / games), **box),
                       svg.text(box["x"] + wide / 2 - 1, y + high / 2 + 4,
                                f"{points:g}/{games}", 10, anchor="middle")]
    return svg.picture(HALF, top + high * len(names) + 12, shapes,
                       f"{GAMES[game]}: the cross-table")


def times(data, game):
    """Mean and longest time for a move, on a scale of powers of ten."""
    tournament = data["tournaments"][game]
    shapes = [svg.text(12, 18, f"{GAMES[game]}: ms a move, mean (bar) and longest", 13)]
    left, step, top = 108, 17, 28
    limit = tournament["move_time"] * 1000  # the referee's
    low, high = -2, math.log10(limit) + 0.1

    def at(ms):
        share = (math.log10(max(ms, 10 ** low)) - low) / (high - low)
        return left + share * (HALF - 18 - left)

    bottom = top + step * len(tournament["bots"])
    for power in range(low, int(high) + 1):
        shapes += [svg.line(at(10 ** power), top, at(10 ** power), bottom),
                   svg.text(at(10 ** power), bottom + 14, f"{10 ** power:g}", 11, svg.FAINT,
                            "middle")]
    for place, bot in enumerate(tournament["bots"]):
        y = top + step * place
        mean = bot["total_ms"] / max(1, bot["asked"])
        colour = svg.ORANGE if bot["name"] == "master" else svg.BLUE
        shapes += [svg.text(left - 8, y + 12, bot["name"], 11.5, anchor="end"),
                   svg.shape("rect", x=left, y=y + 3, width=max(1, at(mean) - left),
                             height=step - 7, fill=colour, fill_opacity=0.75),
                   svg.line(at(mean), y + step / 2, at(bot["max_ms"]), y + step / 2, svg.INK),
                   svg.line(at(bot["max_ms"]), y + 4, at(bot["max_ms"]), y + step - 4, svg.INK,
                            stroke_width=2)]
    shapes.append(svg.line(at(limit), top, at(limit), bottom, svg.ORANGE, stroke_dasharray="4 3"))
    return svg.picture(HALF, bottom + 24, shapes, f"{GAMES[game]}: time for a move")


def calibration(data):
    """What the estimate expects, to the right, and what the games brought, upwards: on the
    diagonal it is right. The larger a dot, the more positions."""
    left, top, size = 64, 34, 280
    bins = {}
    for _, count, expected, scored in data["calibration"]["bins"]:
        total = bins.setdefault(min(int(10 * expected), 9), [0, 0, 0])
        for i, value in enumerate((count, count * expected, count * scored)):
            total[i] += value
    most = max(count for count, _, _ in bins.values())

    def at(x, y):
        return left + size * x, top + size * (1 - y)

    shapes = [svg.text(12, 20, "The estimate of the cave against the results", 13),
              svg.line(*at(0, 0), *at(1, 1), svg.FAINT, stroke_dasharray="4 3")]
    for tenth in range(0, 11, 2):
        share = tenth / 10
        shapes += [svg.line(*at(share, 0), *at(share, 1)), svg.line(*at(0, share), *at(1, share)),
                   svg.text(at(share, 0)[0], top + size + 16, f"{share:g}", 11, svg.FAINT, "middle"),
                   svg.text(left - 8, at(0, share)[1] + 4, f"{share:g}", 11, svg.FAINT, "end")]
    for count, expected, scored in bins.values():
        x, y = at(expected / count, scored / count)
        shapes.append(svg.shape("circle", cx=x, cy=y, r=2 + 12 * math.sqrt(count / most),
                                fill=svg.BLUE, fill_opacity=0.75))
    shapes += [svg.text(left + size / 2, top + size + 34, "points that the estimate expects for ■",
                        11, svg.FAINT, "middle"),
               svg.text(16, top + size / 2, "points that ■ scored", 11, svg.FAINT, "middle",
                        transform=f"rotate(-90 16 {top + size // 2})")]
    return svg.picture(HALF, top + size + 46, shapes, "Estimates and results")


def outlook(game, row):
    """The first player's prospects after a move, from -1 to 1, and whether they are proven."""
    sign = 1 if row.player == 1 else -1
    proven = row.after != "estimate"
    if game == "mancala":
        return sign * max(-1, min(1, row.score_after / 24)), proven
    if proven:
        return sign * {"win": 1, "draw": 0, "loss": -1}[row.after], True
    return sign * math.tanh(row.score_after / 200), False


def score_graph(game, rows, x, y, width, height):
    """The first player's prospects over the moves; proven parts are darker."""
    middle, step = y + height / 2, width / len(rows)
    shapes = [svg.line(x, middle, x + width, middle, svg.INK),
              svg.shape("rect", x=x, y=y, width=width, height=height, fill="none", stroke=svg.GRID),
              svg.text(x - 6, y + 10, "first", 10, svg.FAINT, "end"),
              svg.text(x - 6, y + height, "second", 10, svg.FAINT, "end")]
    for number, row in enumerate(rows):
        value, proven = outlook(game, row)
        tall = max(1, abs(value) * height / 2)
        shapes.append(svg.shape(
            "rect", x=x + step * number + 0.5, y=middle - tall if value >= 0 else middle,
            width=max(1, step - 1), height=tall, fill=svg.BLUE if value >= 0 else svg.ORANGE,
            fill_opacity=1 if proven else 0.45))
        if row.mark:
            shapes.append(svg.text(x + step * (number + 0.5), y - 3, row.mark, 11, svg.ORANGE,
                                   "middle"))
        if (number + 1) % 10 == 0:
            shapes.append(svg.text(x + step * (number + 0.5), y + height + 13, number + 1, 10,
                                   svg.FAINT, "middle"))
    return shapes


def cave_board(moves, x, y, size=16):
    """The board after these moves; the last move and a winning line are marked."""
    bricks = boards.cave_after(moves)
    last = boards.cell(moves[-1])
    line = boards.cave_line(bricks, last, bricks[last])
    wide = 8 * size
    shapes = [svg.shape("rect", x=x - 4, y=y, width=3, height=wide, fill=svg.FAINT),
              svg.shape("rect", x=x + wide + 1, y=y, width=3, height=wide, fill=svg.FAINT)]
    for row in range(8):
        for column in range(8):
            left, top = x + size * column, y + size * (7 - row)
            owner = bricks.get((column, row))
            shapes.append(svg.shape("rect", x=left, y=top, width=size, height=size,
                                    fill="#ffffff", stroke=svg.GRID))
            if owner is not None:
                shapes.append(svg.shape(
                    "rect", x=left + 2, y=top + 2, width=size - 4, height=size - 4, rx=2,
                    fill=svg.BLUE if owner == 0 else svg.ORANGE,
                    fill_opacity=1 if not line or (column, row) in line else 0.4))
            if (column, row) == last:
                shapes.append(svg.shape("circle", cx=left + size / 2, cy=top + size / 2, r=3,
                                        fill="#ffffff"))
    shapes += [svg.text(x + size * (i + 0.5), y + wide + 12, "ABCDEFGH"[i], 9, svg.FAINT, "middle")
               for i in range(8)]
    shapes += [svg.text(x - 8, y + size * (7 - i) + size / 2 + 3, i + 1, 9, svg.FAINT, "end")
               for i in range(8)]
    return shapes


def mancala_board(moves, x, y, size=25):
    """Player 2's holes above, from 13 to 8, the stores at the sides."""
    cups = boards.mancala_after(moves).cups
    shapes = []

    def cup(column, top, high, stones, name, named_at, colour):
        left = x + size * column
        shapes.extend([
            svg.shape("rect", x=left, y=top, width=size - 3, height=high - 3, rx=8, fill=colour,
                      fill_opacity=0.16, stroke=colour),
            svg.text(left + (size - 3) / 2, top + high / 2 + 3, stones, 12, anchor="middle"),
            svg.text(left + (size - 3) / 2, named_at, name, 9, svg.FAINT, "middle")])

    top, high = y + 12, 30
    cup(0, top, 2 * high, cups[0], "0", top - 3, svg.ORANGE)
    cup(7, top, 2 * high, cups[7], "7", top - 3, svg.BLUE)
    for i in range(6):
        cup(i + 1, top, high, cups[13 - i], 13 - i, top - 3, svg.ORANGE)
        cup(i + 1, top + high, high, cups[i + 1], i + 1, top + 2 * high + 7, svg.BLUE)
    return shapes


def annotated(data, game, shown):
    """The graph of an annotated game, and the board after each number of moves in `shown`."""
    rows = [Move(*row) for row in data["annotated"][game]]
    moves = [row.move for row in rows]
    draw, wide, tall = ((cave_board, 190, 128) if game == "cave" else (mancala_board, 214, 76))
    shapes = [svg.text(12, 18, f"{GAMES[game]}: how the first player stands after each move; full "
                       f"colour is proven{'; ■ blue, □ orange' if game == 'cave' else ''}", 12)]
    shapes += score_graph(game, rows, 52, 36, WIDTH - 64, 56)
    for place, count in enumerate(shown):
        x = (52 if game == "cave" else 12) + place * wide
        shapes.append(svg.text(x, 130, f"after move {count}, {moves[count - 1]}", 11, svg.FAINT))
        shapes += draw(moves[:count], x, 136)
    return svg.picture(WIDTH, 136 + tall + 18, shapes, f"{GAMES[game]}: the annotated game")
