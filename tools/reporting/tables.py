"""The tables and the numbers of the report, as Markdown, each under its name."""
import collections

from reporting import why

def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def mean_ms(bot):
    return bot["total_ms"] / max(1, bot["asked"])


def short_ms(ms):
    return f"{ms:.0f}" if ms >= 10 else f"{ms:.1f}"


def forfeits(bot):
    found = [f"{count} {kind}" for kind, count in bot["forfeits"].items() if count]
    return ", ".join(found) or "none"


def standings(data, game):
    rows = [[place, bot["name"], f"{bot['points']:g}",
             f"{bot['wins']} / {bot['draws']} / {bot['losses']}",
             f"{bot['elo']:+.0f} ({bot['elo_low']:+.0f} to {bot['elo_high']:+.0f})",
             short_ms(mean_ms(bot)), bot["max_ms"], forfeits(bot)]
            for place, bot in enumerate(data["tournaments"][game]["bots"], 1)]
    return table(["", "bot", "points", "won / drawn / lost", "Elo (95 % bounds)", "mean ms",
                  "longest ms", "forfeits"], rows)


def by_opponent(data, game):
    """The games of master, the strongest opponent first."""
    games = why.games_of_master(data, game)
    order = [bot["name"] for bot in data["tournaments"][game]["bots"] if bot["name"] != "master"]
    return {name: [each for each in games if each.opponent == name] for name in order}


def outcomes(games):
    count = collections.Counter(game.outcome for game in games)
    return f"{count['win']} / {count['draw']} / {count['loss']}"


def or_dash(value):
    return "–" if value is None else value


def cave_why(data):
    rows = []
    for name, games in by_opponent(data, "cave").items():
        decided = [game for game in games if game.loser is not None]
        ends = collections.Counter(game.end() for game in decided if game.record["end"] == "line")
        rows.append([name, outcomes(games), or_dash(why.middle(game.length for game in games)),
                     or_dash(why.middle(game.ahead() for game in games)),
                     f"{sum(game.beyond() for game in decided)} of {len(decided)}",
                     f"{sum(game.single() for game in decided)} of {len(decided)}",
                     *(ends[end] for end in why.CAVE_ENDS)])
    return table(["opponent", "won / drawn / lost", "bricks", "proven before the end",
                  "beyond its sight", "marked mistake", "double threat", "block opens",
                  "zugzwang", "gave up", "overlooked"], rows)


def mancala_why(data):
    rows = []
    for name, games in by_opponent(data, "mancala").items():
        faults = [game.fault() for game in games if game.outcome == "win" and game.fault()]
        kinds = collections.Counter(fault[0] for fault in faults)
        rows.append([name, outcomes(games), f"{why.middle(game.margin() for game in games):+d}",
                     f"{why.middle(game.start()[1] for game in games):+d}",
                     or_dash(why.middle(game.stones_left() for game in games)),
                     or_dash(why.middle(fault[1] for fault in faults)),
                     *(kinds[kind] for kind in why.MANCALA_FAULTS)])
    return table(["opponent", "won / drawn / lost", "margin", "after the opening",
                  "stones left at the proof", "costliest move", "missed a turn", "missed a capture",
                  "allowed a capture", "gave stones away", "other"], rows)


def score_text(found):
    """The score with its 95 % margin; without losses or without wins, the bound on the other side
    (Clopper and Pearson)."""
    if found["margin"]:
        return f"{found['score']:.1f} % ± {found['margin']:.1f}"
    bound = 100 * 0.025 ** (1 / found["games"])
    return (f"100 %, at least {bound:.0f} %" if found["wins"]
            else f"0 %, at most {100 - bound:.0f} %")


def against(found):
    return [f"`{found['one']}` – `{found['two']}`", f"`{found['limits']}`", found["games"],
            f"{found['wins']} / {found['draws']} / {found['losses']}",
            score_text(found)]


def experiments(data):
    return table(["game", "players", "limits", "games", "won / drawn / lost", "score"],
                 [[found["spec"], *against(found)] for found in data["matches"].values()])


BENCH = ("perft cave 7, every leaf played", "perft mancala 11, every leaf played", "bench, rate",
         "depth in 3 s: cave, start, 1 thread", "depth in 3 s: cave, 12 bricks, 1 thread",
         "depth in 3 s: cave, 24 bricks, 1 thread", "depth in 3 s: cave, 36 bricks, 1 thread",
         "seconds to a proof: cave, 36 bricks, 1 thread",
         "depth in 3 s: kalah 6x6, start, 1 thread",
         "seconds to a proof: mancala, 10 sowings, 1 thread", "solve cave 5x5x4")


def bench(data):
    return table(["figure", "value", "unit"], [[row["figure"], row["value"], row["unit"]]
                                               for row in data["bench"] if row["figure"] in BENCH])


def value_text(game, row):
    """The value of a position for the first player, in words."""
    sign = 1 if row.player == 1 else -1
    score = sign * row.score_after
    if game == "mancala":
        return f"{'proven' if row.after != 'estimate' else 'about'} {score:+d}"
    if row.after == "draw":
        return "draw"
    if row.after == "estimate":
        return f"{score / 100:+.2f}"
    side = "■" if (row.after == "win") == (sign == 1) else "□"
    return f"{side} wins in {row.plies_after}"


def annotated(data, game, notes):
    """The moves with their marks and comments, and what the analysis says at each comment."""
    rows = [why.Move(*row) for row in data["annotated"][game]]
    parts, line = [], []
    for row, (number, _, comment) in zip(rows, notes, strict=True):
        words = f"{number} " if number else ""
        line.append(words + row.move + row.mark +
                    (f" (better {row.best})" if row.mark else ""))
        if comment:
            value = f" *({value_text(game, row)})*" if row is not rows[-1] else ""
            parts.append(f"**{' '.join(line)}**{value} {comment}")
            line = []
    if line:
        parts.append(f"**{' '.join(line)}**")
    return "\n\n".join(parts)


def about(data):
    made = data["about"]
    cave, mancala = (data["tournaments"][game] for game in ("cave", "mancala"))
    replays = cave["replays"] + mancala["replays"]
    return (
        f"*Made by `make report` on {made['date']} with the program of commit {made['commit']}: "
        f"the {made['kind']} run. `master` thinks for at most {cave['think']:g} s a move in the "
        f"cave and {mancala['think']:g} s in Mancala, with one thread (the referee allows "
        f"{cave['move_time']:g} s); each pair of bots plays {2 * cave['rounds']} games in the cave "
        f"and {2 * mancala['rounds']} in Mancala ({len(cave['games'])} and {len(mancala['games'])} "
        f"in all) from openings of {cave['opening']} random plies, both colours each. The machine "
        f"has {made['cores']} cores; its load was {made['load']:g} at the start and "
        f"{made['load_after']:g} at the end. The referee replayed {replays} "
        f"{'game' if replays == 1 else 'games'} that the load had disturbed.*")


def facts(data):
    """Single numbers for the prose."""
    found = {}
    for game, tournament in data["tournaments"].items():
        for bot in tournament["bots"]:
            found[f"{game}.max_ms.{bot['name']}"] = bot["max_ms"]
            found[f"{game}.mean_ms.{bot['name']}"] = short_ms(mean_ms(bot))
        for part, games in (("all", why.games_of_master(data, game)),
                            *by_opponent(data, game).items()):
            found |= {f"{game}.{part}.{key}": value for key, value in
                      facts_of_master(games).items()}
    for name, match in data["matches"].items():
        found[f"match.{name}"] = score_text(match)
        found[f"match.{name}.games"] = match["games"]
    found["rate.learned"] = f"{data['rates']['learned']:.1f}"
    found["rate.lines"] = f"{data['rates']['lines']:.1f}"
    found["fit.features"], found["fit.stores"] = (
        f"{data['fit'][key]:.2f}" for key in ("features", "stores"))
    found["fit.positions"] = data["fit"]["positions"]
    found |= facts_of_estimates(data["calibration"])
    found["analysis.nodes"] = f"{data['about']['analysis_nodes']:,}"
    found["annotated.nodes"] = f"{data['about']['annotated_nodes']:,}"
    found["bench.made"] = f"{data['bench'][0]['date'][:10]}, commit {data['bench'][0]['commit']}"
    found["bench.load"] = data["bench"][0]["load"]
    for game, tournament in data["tournaments"].items():
        found[f"{game}.think"] = f"{tournament['think']:g}"
    found["move_time"] = f"{data['tournaments']['cave']['move_time']:g}"
    return {name: str(value) for name, value in found.items()}


def facts_of_estimates(found):
    """How far the estimate is from the results, over all positions, and from zero in draws."""
    count = sum(each[1] for each in found["bins"])
    drawn = sum(each[1] for each in found["drawn"])
    return {"calibration.games": found["games"], "calibration.positions": f"{count:,}",
            "calibration.off": f"{sum(n * abs(a - b) for _, n, a, b in found['bins']) / count:.2f}",
            "calibration.drawn": f"{sum(n * size for _, n, size in found['drawn']) / drawn:.2f}"}


def partner(game):
    """The number of the game from the same opening with the other colours."""
    number = game.record["number"]
    return number + 1 if number % 2 else number - 1


def facts_of_master(games):
    """What can be said of some games of master, against one opponent or all."""
    decided = [game for game in games if game.loser is not None]
    lost = [game for game in games if game.outcome == "loss"]
    drawn = [game for game in games if game.outcome == "draw"]
    proven = [game for game in games if game.ahead()]
    results = {game.record["number"]: game.outcome for game in games}
    count = collections.Counter(game.outcome for game in games)
    share = sum(game.settled / game.length for game in proven) / max(1, len(proven))
    found = {
        "games": len(games), "won": f"{count['win']} of {len(games)}", "lost": count["loss"],
        "drawn": count["draw"],
        "lost_behind": f"{sum(game.start()[1] < 0 for game in lost)} of {len(lost)}",
        "unwon_behind": f"{sum(game.start()[1] < 0 for game in lost + drawn)} of "
                        f"{len(lost + drawn)}",
        # Games of one opening with both colours follow each other, the odd number first.
        "lost_turned": f"{sum(results.get(partner(game)) == 'win' for game in lost)} of "
                       f"{len(lost)}",
        "slips": sum(game.slips() for game in games),
        "proven": f"{len(proven)} of {len(games)}",
        "ahead": why.middle(game.ahead() for game in proven),
        "longest": max((game.ahead() for game in proven), default=0),
        "beyond": f"{sum(game.beyond() for game in decided)} of {len(decided)}",
        "single": f"{sum(game.single() for game in decided)} of {len(decided)}",
        "settled": f"{round(100 * share)} %",
    }
    if games[0].kind == "mancala":
        faults = [game.fault() for game in games if game.outcome == "win" and game.fault()]
        kinds = collections.Counter(fault[0] for fault in faults)
        return found | {"cost": why.middle(fault[1] for fault in faults),
                        "stones_left": why.middle(game.stones_left() for game in games),
                        "margin": f"{why.middle(game.margin() for game in games):+d}",
                        **{f"fault.{kind}": kinds[kind] for kind in why.MANCALA_FAULTS}}
    ends = collections.Counter(game.end() for game in decided if game.record["end"] == "line")
    return found | {f"end.{end}": ends[end] for end in why.CAVE_ENDS}
