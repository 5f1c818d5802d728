"""Time and memory that each level needs: `python -m benchmarks.think_time`.

For every game and level, or those named, a separate process plays against itself from new deals and
measures each choice: wall time, processor time (which a busy machine does not change), simulations,
and the peak memory of the process.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

import numpy as np

import sommet
from sommet.core.record import Record
from sommet.engine import levels, player

PERCENTILE = 99


@dataclass(frozen=True)
class ThinkTimes:
    """The cost of each choice of one level, and the memory of its process in MiB."""

    seconds: tuple[float, ...]
    processor: tuple[float, ...]
    simulations: tuple[int, ...]
    memory: float


def measure_think_time(
    text: str, level: str, moves: int, seconds_per_move: float | None = None, cores: int = 1
) -> ThinkTimes:
    """A level's first `moves` choices in games against itself, in this process."""
    game: Any = sommet.game(text)
    seconds: list[float] = []
    processor: list[float] = []
    simulations: list[int] = []
    deal = 0
    while len(seconds) < moves:
        record: Record[Any] = Record.new(game, f"thinking/{deal}")
        players = [
            player(game, level, seed=deal, seconds=seconds_per_move, cores=cores)
            for _ in range(game.seats)
        ]
        while not record.outcome and len(seconds) < moves:
            view = record.view(record.turn)
            began, busy = perf_counter(), process_time()
            move = players[record.turn].choose(view)
            seconds.append(perf_counter() - began)
            processor.append(process_time() - busy)
            simulations.append(getattr(players[record.turn], "ran", 0))
            record = record.play(move)
        deal += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return ThinkTimes(tuple(seconds), tuple(processor), tuple(simulations), peak)


def table(
    games: list[str],
    moves: int,
    chosen_levels: Sequence[str] = (),
    seconds: float | None = None,
    cores: int = 1,
) -> Iterator[str]:
    """One row per game and level, in Markdown."""
    yield (
        f"| game | level | moves | median | {PERCENTILE} % | processor, {PERCENTILE} %"
        " | simulations, median | memory |"
    )
    yield "| --- | --- | --: | --: | --: | --: | --: | --: |"
    context = multiprocessing.get_context("spawn")
    for game in games:
        for level in chosen_levels or levels(sommet.game(game)):
            with ProcessPoolExecutor(1, context) as alone:
                found = alone.submit(
                    measure_think_time, game, level, moves, seconds, cores
                ).result()
            often = (
                f"{np.median(found.seconds):.3f} s | {np.percentile(found.seconds, PERCENTILE):.3f}"
            )
            yield (
                f"| {game} | {level} | {len(found.seconds)} | {often} s"
                f" | {np.percentile(found.processor, PERCENTILE):.3f} s"
                f" | {np.median(found.simulations):.0f} | {found.memory:.0f} MiB |"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sommet.names(), metavar="GAME")
    parser.add_argument("--moves", type=int, default=200, help="choices per level")
    parser.add_argument(
        "--level", action="append", default=[], help="only this level; repeat for more"
    )
    parser.add_argument("--seconds", type=float, help="seconds per move")
    parser.add_argument("--cores", type=int, default=1, help="cores per move")
    chosen_levels = parser.parse_args()
    for row in table(
        [*chosen_levels.games],
        chosen_levels.moves,
        chosen_levels.level,
        chosen_levels.seconds,
        chosen_levels.cores,
    ):
        print(row, flush=True)


if __name__ == "__main__":
    main()
