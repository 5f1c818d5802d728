"""Measurements of the Pylos solver and the level `perfect`; needs a GPU or a table.

    python -m benchmarks.solver tables OUT --tables FOLDER --variant all    (GPU)
    python -m benchmarks.solver usual OUT --tables FOLDER [--train 110]     (GPU)
    python -m benchmarks.solver others OUT --tables FOLDER [--options expert,0-2,may_raise] (GPU)
    python -m benchmarks.solver check|games|tabled OUT --tables FOLDER --variant standard

`tables` solves variants with their default options and writes the tables to FOLDER. `usual` also
counts (by balls, distances, zugzwangs, first moves) and distils the networks into OUT. `others`
solves and counts the other options. `check` compares a table with `rules.py`; `games` and `tabled`
play from won positions against every level, without and with a table. Figures go to OUT as JSON.
`solver_choices` measures single choices.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import sommet
from benchmarks.solver_choices import MOVE_S, NO_TABLES_FOLDER, pylos, seconds_for
from sommet.core.game import Game
from sommet.engine.level_config import OFFERED, RANDOM
from sommet.engine.solve import PerfectPlayer
from sommet.engine.solve.table_oracle import TableOracle
from sommet.engine.solve.tablebase import path_of
from sommet.engine.solve.verification import verify_table

GPU = ("tables", "usual", "others")
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


def game_won(job: tuple[Game[Any], Path, str, int, bool]) -> dict[str, Any]:
    """A game from a won position against another level."""
    game, folder, level, seed, tabled = job
    truth = TableOracle(game, folder)
    player = PerfectPlayer(game, MOVE_S, folder if tabled else NO_TABLES_FOLDER)
    dice, position = Random(seed), game.start()
    while True:  # find a won position in a random game
        plies = dice.randrange(1, 24)
        position = game.start()
        for _ in range(plies):
            if position.outcome:
                break
            position = position.play(dice.choice(position.moves()))
        known = None if position.outcome else truth.known_truth(position.table)
        if known is not None and known.value == "win":
            break
    seat, start_text = position.turn, str(position)
    rival = sommet.player(game, level, seed=seed, seconds=seconds_for(level))
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
    parser.add_argument("only", choices=(*GPU, "check", "games", "tabled"))
    parser.add_argument("out", type=Path)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--train", type=float, default=110.0)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--options", default="", help="for others: only options with this prefix")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    folder, count, jobs = arguments.tables, arguments.count, arguments.jobs
    if arguments.only in GPU:
        usual = [one for one in USUAL if arguments.variant in (one[0], "all")]
        others = [one for one in OTHERS if ",".join(one).startswith(arguments.options)]
        everything = import_module("benchmarks.solver_gpu").everything
        everything(arguments, others if arguments.only == "others" else usual)
        return
    game, begin = pylos(arguments.variant), time.time()
    found: dict[str, Any]
    if arguments.only == "check":
        wrong = verify_table(game, path_of(game, folder, "byte"), count, jobs=jobs)
        found = {"checked": count, "wrong": len(wrong), "examples": wrong[:5]}
    else:
        levels = [RANDOM, *OFFERED]
        found = games(game, folder, count, jobs, arguments.only == "tabled", levels)
    found["took"] = round(time.time() - begin, 1)
    name = f"{arguments.only}-{arguments.variant}.json"
    (arguments.out / name).write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(name, json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
