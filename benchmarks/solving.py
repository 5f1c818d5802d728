"""What the solver of Pylos and the level `perfect` must show, where a GPU is or a table.

    python -m benchmarks.solving usual OUT --tables FOLDER [--train 110]     (GPU)
    python -m benchmarks.solving others OUT --tables FOLDER                  (GPU)
    python -m benchmarks.solving errors OUT --tables FOLDER --variant expert [--count 3000]
    python -m benchmarks.solving check|games|tabled OUT --tables FOLDER --variant standard

`usual` solves the three variants with their usual options, keeps the tables in FOLDER, counts (by
balls, distances, zugzwangs, first moves) and distils the networks that ship into OUT. `others`
solves and counts the other options. `errors` measures how often the player without a table throws
the value away where the choice matters, `check` holds a table against `rules.py`, `games` and
`tabled` play games from won positions against every level, without and with a table. Figures go to
OUT as JSON.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import sommet
from sommet.core.game import Game
from sommet.engine.solve.knowing import TableOracle
from sommet.engine.solve.perfect import PerfectPlayer
from sommet.engine.solve.tables import path_of
from sommet.engine.solve.verifying import verify

USUAL = [("standard", "1-2", "loses"), ("children", "1-2", "loses"), ("expert", "1-2", "loses")]
OTHERS = [
    ("standard", "0-2", "loses"),
    ("expert", "0-2", "loses"),
    ("children", "1-2", "may_raise"),
    ("standard", "1-2", "may_raise"),
    ("standard", "0-2", "may_raise"),
    ("expert", "1-2", "may_raise"),
    ("expert", "0-2", "may_raise"),
]
NOWHERE = Path(tempfile.gettempdir()) / "no-tables-here"
SECONDS = 1.0


def pylos(variant: str, takeback: str, empty_reserve: str) -> Game[Any]:
    return sommet.game("pylos", variant=variant, takeback=takeback, empty_reserve=empty_reserve)


# --- positions where the choice matters ----------------------------------------------------------


def worths(truth: TableOracle, position: Any) -> dict[str, float]:
    """What every move is worth by the table, from 0 to 1."""
    found = {}
    for move in position.moves():
        known = truth._known(position.table.after(move.steps))
        assert known is not None
        found[str(move)] = known.before().share
    return found


def game_played(game: Game[Any], seed: int) -> Iterator[Any]:
    """The positions of a game between random players, or between searching ones."""
    dice, position = Random(seed), game.start()
    strong = seed % 2 == 1
    players = [sommet.player(game, "strong", seed=seed + side, simulations=100) for side in (0, 1)]
    while not position.outcome:
        yield position
        if strong and dice.random() > 0.1:
            move = players[position.turn].choose(position.view(position.turn))
        else:
            move = dice.choice(position.moves())
        position = position.play(move)


def choices_made(job: tuple[Game[Any], Path, int, int]) -> list[dict[str, Any]]:
    """Some positions of one game where the choice matters, with what the player chose."""
    game, folder, seed, count = job
    truth, player = TableOracle(game, folder), PerfectPlayer(game, SECONDS, NOWHERE)
    if seed < 64:  # not in anybody's time: what is compiled is loaded
        player.analyse(game.start().view(0))
    matters = []
    for position in game_played(game, seed):
        found = worths(truth, position)
        if len(set(found.values())) > 1:
            matters.append((position, found))
    rows = []
    for position, found in Random(seed).sample(matters, min(count, len(matters))):
        begin = time.perf_counter()
        line = player.analyse(position.view(position.turn)).lines[0]
        spent = time.perf_counter() - begin
        value, best = found[str(line.move)], max(found.values())
        rows.append(
            {
                "position": str(position),
                "balls": 30 - str(position).count("."),
                "strong": seed % 2,
                "move": str(line.move),
                "lost": best - value,
                "proven": line.proven,
                "false": line.proven and line.value != value,
                "seconds": round(spent, 3),
            }
        )
    return rows


# --- games from won positions -----------------------------------------------------------------


def game_won(job: tuple[Game[Any], Path, str, int, bool]) -> dict[str, Any]:
    """A game from a won position against another level."""
    game, folder, level, seed, tabled = job
    truth = TableOracle(game, folder)
    player = PerfectPlayer(game, SECONDS, folder if tabled else NOWHERE)
    dice, position = Random(seed), game.start()
    while True:  # a position of a random game that is won
        plies = dice.randrange(1, 24)
        position = game.start()
        for _ in range(plies):
            if position.outcome:
                break
            position = position.play(dice.choice(position.moves()))
        known = None if position.outcome else truth._known(position.table)
        if known is not None and known.value == "win":
            break
    seat, start_text = position.turn, str(position)
    rival = sommet.player(game, level, seed=seed, seconds=None if level in "random gentle" else 0.1)
    record = sommet.Record(game, position)
    times = []
    while not record.outcome:
        view = record.view(record.turn)
        if record.turn == seat:
            begin = time.perf_counter()
            move = player.choose(view)
            times.append(time.perf_counter() - begin)
        else:
            move = rival.choose(view)
        record = record.play(move)
    won = seat in record.outcome.winners and len(record.outcome.winners) == 1
    return {"start": start_text, "won": won, "moves": len(record.moves), "times": times}


# --- summing up -------------------------------------------------------------------------------


def interval(wrong: int, of: int) -> tuple[float, float]:
    """Wilson's interval, 95 %."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, wrong / of
    middle = share + z * z / (2 * of)
    wide = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - wide) / (1 + z * z / of), (middle + wide) / (1 + z * z / of)


def errors(game: Game[Any], folder: Path, count: int, jobs: int) -> dict[str, Any]:
    """How often the value is thrown away without a table."""
    rows: list[dict[str, Any]] = []
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        tasks = ((game, folder, seed, 6) for seed in range(count // 3 + 64))
        for found in workers.map(choices_made, tasks):
            rows += found
            if len(rows) >= count:
                workers.shutdown(wait=False, cancel_futures=True)
                break
    rows = rows[:count]
    wrong = [row for row in rows if row["lost"]]
    low, high = interval(len(wrong), len(rows))
    by_balls: dict[int, list[int]] = {}
    for row in rows:
        entry = by_balls.setdefault(row["balls"], [0, 0, 0])
        entry[0] += 1
        entry[1] += bool(row["lost"])
        entry[2] += row["proven"]
    times = sorted(row["seconds"] for row in rows)
    return {
        "positions": len(rows),
        "thrown away": len(wrong),
        "share": len(wrong) / max(1, len(rows)),
        "interval": [low, high],
        "proven": sum(row["proven"] for row in rows),
        "falsely proven": sum(row["false"] for row in rows),
        "seconds, median and 99th percentile": [
            times[len(times) // 2],
            times[len(times) * 99 // 100],
        ],
        "by balls: positions, thrown away, proven": dict(sorted(by_balls.items())),
        "by origin: random, strong": [
            [sum(r["strong"] == side for r in rows), sum(r["strong"] == side for r in wrong)]
            for side in (0, 1)
        ],
        "examples": wrong[:12],
    }


def games(
    game: Game[Any], folder: Path, count: int, jobs: int, tabled: bool, levels: list[str]
) -> dict[str, Any]:
    """Games from won positions against every level."""
    found: dict[str, Any] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        for level in levels:
            tasks = [(game, folder, level, seed, tabled) for seed in range(count)]
            rows = list(workers.map(game_won, tasks))
            times = sorted(spent for row in rows for spent in row["times"])
            found[level] = {
                "games": len(rows),
                "won": sum(row["won"] for row in rows),
                "seconds a move, median and 99th percentile": [
                    times[len(times) // 2],
                    times[len(times) * 99 // 100],
                ],
                "not won": [row["start"] for row in rows if not row["won"]][:5],
            }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", choices=("usual", "others", "errors", "check", "games", "tabled"))
    parser.add_argument("out", type=Path)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--train", type=float, default=110.0)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--variant", default="standard")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    game, folder, found = pylos(arguments.variant, "1-2", "loses"), arguments.tables, {}
    count, jobs = arguments.count, arguments.jobs
    if arguments.only in ("usual", "others"):
        everything = import_module("benchmarks.solving_gpu").everything

        usual = [one for one in USUAL if arguments.variant in (one[0], "all")]
        everything(arguments, usual if arguments.only == "usual" else OTHERS)
        return
    begin = time.time()
    if arguments.only == "errors":
        found = errors(game, folder, count, jobs)
    elif arguments.only == "check":
        wrong = verify(game, path_of(game, folder, "byte"), count, jobs=jobs)
        found = {"checked": count, "wrong": len(wrong), "examples": wrong[:5]}
    else:
        levels = ["random", "gentle", "club", "strong"]
        found = games(game, folder, count, jobs, arguments.only == "tabled", levels)
    found["took"] = round(time.time() - begin, 1)
    name = f"{arguments.only}-{arguments.variant}.json"
    (arguments.out / name).write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(name, json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
