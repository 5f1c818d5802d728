"""How often the level `perfect` throws the value away in critical positions.

    python -m benchmarks.solver_choices label OUT --tables FOLDER --variant expert
    python -m benchmarks.solver_choices errors OUT --variant expert [--jobs 16]
    python -m benchmarks.solver_choices errors OUT --variant expert --tables FOLDER

`label` needs the variant's table. It takes positions from all stages of random and searching games,
keeps the critical ones, and writes them with the value of every move to
OUT/choices-<variant>.jsonl.gz. `errors` needs no table: the player chooses, with one second and one
core each, and the choices are compared with the labels (benchmarks/choices has those used in
solver.md); with --tables the player has its table too. Choices go to OUT/errors-<variant>.jsonl as
they are made, the summary to OUT/errors-<variant>.json.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import sommet
from sommet.core.game import Game
from sommet.engine.level_config import OFFERED, SearchLevel
from sommet.engine.solve.table_oracle import TableOracle

NO_TABLES_FOLDER = Path(tempfile.gettempdir()) / "no-tables-here"
MOVE_S = 1.0
MAX_PER_GAME = 10
"""Positions taken from one game."""
LETTERS = {"win": "w", "draw": "d", "loss": "l"}
SHARES = {"w": 1.0, "d": 0.5, "l": 0.0}


def pylos(variant: str, takeback: str = "1-2", empty_reserve: str = "loses") -> Game[Any]:
    return sommet.game("pylos", variant=variant, takeback=takeback, empty_reserve=empty_reserve)


def seconds_for(level: str) -> float | None:
    """Seconds per move for an opponent that searches."""
    return 0.1 if isinstance(OFFERED.get(level), SearchLevel) else None


def play_game(game: Game[Any], seed: int) -> Iterator[Any]:
    """The positions of a game between random players, or between searching ones."""
    dice, position = Random(seed), game.start()
    strong = seed % 2 == 1
    players = [sommet.player(game, "master", seed=seed + side, simulations=100) for side in (0, 1)]
    while not position.outcome:
        yield position
        if strong and dice.random() > 0.1:
            move = players[position.turn].choose(position.view(position.turn))
        else:
            move = dice.choice(position.moves())
        position = position.play(move)


# --- labels ------------------------------------------------------------------------------------


@cache
def _truth(game: Game[Any], folder: Path) -> TableOracle:
    return TableOracle(game, folder)


def label_game(game: Game[Any], folder: Path, seed: int) -> list[dict[str, Any]]:
    """Critical positions of one game, with a letter for every move, in order."""
    truth, rows = _truth(game, folder), []
    positions = list(play_game(game, seed))
    for position in Random(seed).sample(positions, min(MAX_PER_GAME, len(positions))):
        worth = ""
        for move in position.moves():
            known = truth.known_truth(position.table.after(move.steps))
            assert known is not None
            worth += LETTERS[known.before().value]
        if len(set(worth)) > 1:
            rows.append({"position": str(position), "strong": seed % 2, "worth": worth})
    return rows


def label(game: Game[Any], folder: Path, count: int, jobs: int) -> list[dict[str, Any]]:
    """A number of labelled positions, game by game."""
    list(label_game(game, folder, 1))  # compile once, not in each process
    rows: list[dict[str, Any]] = []
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        for found in workers.map(partial(label_game, game, folder), range(count)):
            rows += found
            if len(rows) >= count:
                workers.shutdown(wait=False, cancel_futures=True)
                break
    return rows[:count]


# --- choices -----------------------------------------------------------------------------------


@cache
def _player(game: Game[Any], folder: Path) -> TableOracle:
    player = TableOracle(game, folder)
    player.choose(game.start().view(0), 0.1)  # load compiled code outside the measured time
    return player


def choose(game: Game[Any], folder: Path, row: dict[str, Any]) -> dict[str, Any]:
    """The player's choice in a labelled position, and its value."""
    player, position = _player(game, folder), game.parse(row["position"])
    moves = list(map(str, position.moves()))
    worth = dict(zip(moves, row["worth"], strict=True))
    begin = time.perf_counter()
    best = player.choose(position.view(position.turn), MOVE_S)
    spent = time.perf_counter() - begin
    value = SHARES[worth[str(best.move)]]
    return {
        "position": row["position"],
        "balls": 30 - row["position"].split(" ")[0].count("."),
        "strong": row["strong"],
        "move": str(best.move),
        "lost": SHARES[min(row["worth"], key="wdl".index)] - value,
        "proven": best.truth is not None,
        "false": best.truth is not None and best.truth.share != value,
        "seconds": round(spent, 3),
    }


def choices(
    game: Game[Any], folder: Path, rows: Iterable[dict[str, Any]], jobs: int
) -> Iterator[dict[str, Any]]:
    """The choice in each position, as it is made."""
    _player(game, folder)
    if jobs == 1:
        yield from map(partial(choose, game, folder), rows)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        yield from workers.map(partial(choose, game, folder), rows)


def interval(wrong: int, of: int) -> tuple[float, float]:
    """Wilson's interval, 95 %."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, wrong / of
    middle = share + z * z / (2 * of)
    wide = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - wide) / (1 + z * z / of), (middle + wide) / (1 + z * z / of)


def summarise(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The results by number of balls and by origin of the positions."""
    wrong = [row for row in rows if row["lost"]]
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
        "interval": interval(len(wrong), len(rows)),
        "proven": sum(row["proven"] for row in rows),
        "falsely proven": sum(row["false"] for row in rows),
        "seconds, median and 99th percentile": [
            times[len(times) // 2],
            times[len(times) * 99 // 100],
        ],
        "by balls: positions, thrown away, proven": dict(sorted(by_balls.items())),
        "by origin (random, strong): positions, thrown away": [
            [sum(r["strong"] == side for r in rows), sum(r["strong"] == side for r in wrong)]
            for side in (0, 1)
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("label", "errors"))
    parser.add_argument("out", type=Path)
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--labels", type=Path, default=Path(__file__).parent / "choices")
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    game, file = pylos(arguments.variant), f"choices-{arguments.variant}.jsonl.gz"
    if arguments.what == "label":
        rows = label(game, arguments.tables, arguments.count, arguments.jobs)
        with gzip.open(arguments.out / file, "wt", encoding="utf-8") as out:
            out.writelines(json.dumps(row) + "\n" for row in rows)
        print(f"{len(rows)} positions in {file}", flush=True)
        return
    with gzip.open(arguments.labels / file, "rt", encoding="utf-8") as labels:
        wanted = [json.loads(line) for line in labels][: arguments.count]
    name, made = f"{'tabled' if arguments.tables else 'errors'}-{arguments.variant}", []
    with (arguments.out / f"{name}.jsonl").open("w", encoding="utf-8") as lines:
        for row in choices(game, arguments.tables or NO_TABLES_FOLDER, wanted, arguments.jobs):
            made.append(row)
            lines.write(json.dumps(row) + "\n")
            lines.flush()
    found = summarise(made)
    (arguments.out / f"{name}.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(name, json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
