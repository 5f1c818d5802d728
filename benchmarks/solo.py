"""How many solo deals can be won: `python -m benchmarks.solo --deals 300 --jobs 2`.

For each number of colours: what the solver finds within a time limit on one core (every solution is
replayed with the rules), compared with random and one-move play on the same deals.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import Any

import sommet
from sommet.arena import Executor, Score
from sommet.core.record import Record
from sommet.engine import player
from sommet.engine.solo.daily import solo_game
from sommet.engine.solo.solver import WIDTHS, SolveStatus, solve

BENCHMARK_WIDTHS = (*WIDTHS, 8 * WIDTHS[-1])
PLAYERS = ("random", "gentle")


@dataclass(frozen=True)
class DealResult:
    """One deal: the solver's result and time, and which players won it."""

    status: SolveStatus
    seconds: float
    won: tuple[bool, ...]


def try_deal(seconds: float, colours: int, deal: int) -> DealResult:
    game = sommet.game(solo_game().id, players=1, colours=colours)
    dealt: Record[Any] = Record.new(game, f"solo/{deal}")
    began = process_time()
    *_, found = solve(
        dealt.view(0), widths=BENCHMARK_WIDTHS, stop=lambda: process_time() - began > seconds
    )
    took = process_time() - began
    record = dealt
    for move in found.moves:
        record = record.play(move)
    assert won(record) is (found.status is SolveStatus.WON), (
        f"deal {deal}: the solution does not win"
    )
    return DealResult(
        found.status, took, tuple(won(play_out(dealt, level, deal)) for level in PLAYERS)
    )


def play_out(record: Record[Any], level: str, seed: int) -> Record[Any]:
    plays = player(record.game, level, seed=seed)
    while not record.outcome:
        record = record.play(plays.choose(record.view(0)))
    return record


def won(record: Record[Any]) -> bool:
    return bool(record.outcome and record.outcome.winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=10.0, help="seconds of one core per deal")
    parser.add_argument("--colours", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    columns = ("colours", "solved", "95 %", "proven lost", "seconds, median", "max", *PLAYERS)
    print(f"| {' | '.join(columns)} |")
    print("| --: | --: | --: | --: | --: | --: | --: | --: |", flush=True)
    for colours in arguments.colours:
        work = partial(try_deal, arguments.seconds, colours)
        found = list(Executor(arguments.jobs).run(work, range(arguments.deals)))
        score = Score()
        for each in found:
            score = score.plus(each.status is SolveStatus.WON)
        low, high = score.interval
        lost = sum(each.status is SolveStatus.LOST for each in found)
        took = [each.seconds for each in found]
        others = [sum(each.won[at] for each in found) for at in range(len(PLAYERS))]
        print(
            f"| {colours} | {score.won} of {score.games} | {low:.1%}–{high:.1%} | {lost} "
            f"| {median(took):.2f} | {max(took):.1f} | {' | '.join(map(str, others))} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
