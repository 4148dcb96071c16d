"""Plays and measures everything in the report; the result is one JSON object."""
import concurrent.futures
import csv
import datetime
import json
import os
import re
import shlex
import tempfile

from measure import ROOT, give_up, revision, run

# The players of both games, and how many plies they look ahead; None: it depends.
PLAYERS = {
    "cave": {"master": None, "hard": 2, "medium": 2, "easy": 2, "squares": 5, "groups": 5,
             "powers": 3, "blocker": 2, "random": 0},
    "mancala": {"master": None, "hard": 3, "medium": 2, "easy": 2, "stores:hard": 10,
                "stores:medium": 6, "stores:easy": 2, "random": 0},
}
# Seconds that master thinks (in Mancala it first builds small endgame tables), how often each
# pair meets (two games each time), a factor for the games of the matches and the positions to
# fit, and the nodes a move to analyse a game of master and an annotated one. "tiny" is for
# testing this script: not all bots, and no figures worth keeping.
SIZES = {
    "tiny": {"think": {"cave": 0.1, "mancala": 0.1}, "rounds": {"cave": 1, "mancala": 1},
             "matches": 0.03, "nodes": 1000, "annotated_nodes": 1000,
             "bots": ("master", "easy", "random")},
    "short": {"think": {"cave": 0.5, "mancala": 1.5}, "rounds": {"cave": 2, "mancala": 4},
              "matches": 1, "nodes": 100000, "annotated_nodes": 2000000},
    "full": {"think": {"cave": 3, "mancala": 3}, "rounds": {"cave": 8, "mancala": 16},
             "matches": 5, "nodes": 1000000, "annotated_nodes": 2000000},
}
MOVE_TIME = 3  # the referee's limit: a busy machine must not decide a short run
OPENING = {"cave": 4, "mancala": 4}  # random plies of the tournament's openings
FIT_POSITIONS, FIT_FEWEST = 200, 100
CALIBRATION_GAMES = 800

# Name, spec, two players, games, and the limits of the search: without a clock, these come out
# the same on every machine.
MATCHES = [
    ("learned", "cave", "master", "master:lines", 200, ["--nodes", "5000", "--opening", "6"]),
    ("features", "mancala", "master", "stores:hard", 100, ["--depth", "10", "--opening", "6"]),
    *((f"{game}-{one}-{two}", game, one, two, 60, ["--nodes", "20000"])
      for game in ("cave", "mancala")
      for one, two in (("medium", "easy"), ("hard", "medium"), ("master", "hard"))),
]


def bot_name(player):
    """Colons are not allowed in a bot's name."""
    return player.replace(":", "-")


def even(count):
    """Games come in pairs."""
    return 2 * max(1, round(count / 2))


def say(text):
    print(text, flush=True)


def count_games(size, game):
    bots = len(size.get("bots", PLAYERS[game]))
    return bots * (bots - 1) * size["rounds"][game]


def tournament(program, game, size, folder):
    # Only master uses the time it is given; the others have a fixed depth.
    commands = {player: f"builtin:{player}" for player in size.get("bots", PLAYERS[game])}
    commands["master"] = (f"{shlex.quote(program)} gtp {game} --threads 1 --move-time "
                          f"{size['think'][game]}")
    bots = [word for player, command in commands.items()
            for word in ("--bot", f"{bot_name(player)}={command}")]
    rounds = size["rounds"][game]
    run(program, "tournament", "--game", game, "--out", folder, "--openings",
        f"random:{OPENING[game]}", "--move-time", str(MOVE_TIME), "--rounds", str(rounds),
        "--concurrency", "1", "--quiet", *bots)
    with open(os.path.join(folder, "results.json"), encoding="utf-8") as file:
        results = json.load(file)
    with open(os.path.join(folder, "timing.json"), encoding="utf-8") as file:
        timing = json.load(file)["games"]
    return {
        "spec": results["game"], "move_time": MOVE_TIME, "think": size["think"][game],
        "rounds": rounds, "opening": OPENING[game],
        "bots": [{**bot, **thinking(timing, bot["name"])} for bot in results["bots"]],
        "games": [{**{key: each[key] for key in ("number", "first", "second", "result", "end")},
                   "plies": OPENING[game], "moves": " ".join(each["moves"])}
                  for each in results["games"]],
        "replays": sum(each["replays"] for each in timing),
    }


def thinking(timing, name):
    """The moves that a bot was asked for, and its time for them."""
    seats = [each[side] for each in timing for side in ("first", "second")
             if each[side]["name"] == name]
    return {"asked": sum(seat["moves"] for seat in seats),
            "total_ms": sum(seat["total_ms"] for seat in seats)}


def analyze(program, path, nodes):
    """One row for each move: move, best, mark, and class, score and plies before and after."""
    out, _ = run(program, "analyze", path, "--json", "--nodes", str(nodes), "--threads", "1")
    moves = [json.loads(line) for line in out.splitlines()]
    return [[each["player"], each["move"], each["best"], each["mark"],
             *(each[side].get(key) for side in ("before", "after")
               for key in ("value", "score", "plies"))] for each in moves]


def explain(program, played, folder, nodes):
    """The analysis of every game of master, by the game's number."""
    numbers = [game["number"] for game in played["games"]
               if "master" in (game["first"], game["second"])]
    return {str(number): analyze(program, os.path.join(folder, "games", f"{number:05}.lode"),
                                 nodes) for number in numbers}


def match(program, spec, one, two, games, limits):
    out, _ = run(program, "match", spec, one, two, "--games", str(games), "--hash", "16", *limits)
    counts = re.search(r"^wins (\d+) draws (\d+) losses (\d+)$", out, re.MULTILINE)
    score = re.search(r"^score ([\d.]+) % \[([\d.]+), ([\d.]+)\]$", out, re.MULTILINE)
    if not counts or not score:
        give_up(f"a match said: {out}")
    one_sided = float(score[1]) in (0, 100)
    margin = 0 if one_sided else (float(score[3]) - float(score[2])) / 2
    return {"spec": spec, "one": one, "two": two, "limits": " ".join(limits), "games": games,
            "wins": int(counts[1]), "draws": int(counts[2]), "losses": int(counts[3]),
            "score": float(score[1]), "margin": round(margin, 1)}


def fit(program, positions):
    """The error of the Mancala evaluation, with its features and without."""
    out, _ = run(program, "train", "mancala", "--games", str(positions), "--seed", "7")
    found = re.search(r"(\d+) positions proven of \d+; error ([\d.]+) stones, ([\d.]+) by", out)
    if not found:
        give_up(f"train said: {out}")
    return {"positions": int(found[1]), "features": float(found[2]), "stores": float(found[3])}


def calibrate(program, games):
    """What the estimate of the cave expects and what the games bring, position by position:
    bins of bricks and expected points, and its mean size in drawn games."""
    with tempfile.TemporaryDirectory() as folder:
        out, _ = run(program, "train", "cave", "--games", str(games), "--nodes", "1200", "--seed",
                     "77", "--samples", os.path.join(folder, "samples"), "--calibrate")
    bins, drawn = ([line.split("\t") for line in part.splitlines()[1:]]
                   for part in out.strip().split("\n\n"))
    return {"games": games,
            "bins": [[bricks, int(count), float(expected), float(scored)]
                     for bricks, count, expected, scored in bins],
            "drawn": [[bricks, int(count), float(size)] for bricks, count, size in drawn]}


def rate(program, level):
    """Million nodes a CPU second with an evaluation."""
    out, cpu = run(program, "best", "cave", "--level", level, "--moves", "A4 H5 A5 H4 B4 G5 B5",
                   "--depth", "15", "--threads", "1", "--hash", "16", "--json")
    return json.loads(out)["nodes"] / cpu / 1e6


def bench():
    """The rows of the last run of `make bench`."""
    with open(os.path.join(ROOT, "bench", "history.tsv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [row for row in rows if (row["date"], row["commit"]) ==
            (rows[-1]["date"], rows[-1]["commit"])]


def annotate(program, folder, nodes):
    return {game: analyze(program, os.path.join(folder, f"{game}.lode"), nodes)
            for game in PLAYERS}


def everything(program, kind, folder, work):
    """Play with the sizes of this kind; `folder` has the annotated games, `work` gets the
    tournaments, which continue where they stopped."""
    size = SIZES[kind]
    os.makedirs(work, exist_ok=True)
    data = {"about": {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "commit": revision(), "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1),
        "kind": kind, "analysis_nodes": size["nodes"], "annotated_nodes": size["annotated_nodes"]}}
    places = {game: os.path.join(work, f"{kind}-{game}") for game in PLAYERS}
    # A game keeps one core busy, so two things run at a time.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        say("playing the tournaments: " + ", ".join(
            f"{count_games(size, game)} games of {game}" for game in PLAYERS))
        played = pool.map(lambda game: tournament(program, game, size, places[game]), PLAYERS)
        data["tournaments"] = dict(zip(PLAYERS, played))
        data["about"]["load_after"] = round(os.getloadavg()[0], 1)
        say("analysing the games of master")
        explained = pool.map(lambda game: explain(
            program, data["tournaments"][game], places[game], size["nodes"]), PLAYERS)
        data["analysis"] = dict(zip(PLAYERS, explained))
        say("playing the experiments")
        matches = pool.map(lambda each: match(
            program, *each[1:4], even(each[4] * size["matches"]), each[5]), MATCHES)
        data["matches"] = {each[0]: found for each, found in zip(MATCHES, matches)}
        say("measuring the evaluations")
        data["rates"] = {"learned": rate(program, "master"), "lines": rate(program, "master:lines")}
        data["fit"] = fit(program, max(FIT_FEWEST, even(FIT_POSITIONS * size["matches"])))
        data["calibration"] = calibrate(program, even(CALIBRATION_GAMES * size["matches"]))
        data["bench"] = bench()
        say("analysing the annotated games")
        data["annotated"] = annotate(program, folder, size["annotated_nodes"])
    return data


def keep(data, path):
    """One line for each game, so that diffs are readable."""
    text = json.dumps(data, indent=1)
    text = re.sub(r"\n {4,}", " ", text).replace("[ ", "[").replace("\n   ]", "]").replace(
        "\n   }", "}")
    if json.loads(text) != data:
        text = json.dumps(data)
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path), delete=False,
                                     encoding="utf-8") as file:
        file.write(text + "\n")
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
