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
from sommet.arena import Crew, Score
from sommet.core.record import Record
from sommet.engine import player
from sommet.engine.solo.daily import game_for_one
from sommet.engine.solo.solver import WIDTHS, Finding, solve

WIDER = (*WIDTHS, 8 * WIDTHS[-1])
PLAYERS = ("random", "gentle")


@dataclass(frozen=True)
class Tried:
    """One deal: the solver's result and time, and which players won it."""

    finding: Finding
    seconds: float
    won: tuple[bool, ...]


def tried(seconds: float, colours: int, deal: int) -> Tried:
    game = sommet.game(game_for_one().id, players=1, colours=colours)
    dealt: Record[Any] = Record.new(game, f"solo/{deal}")
    began = process_time()
    *_, found = solve(dealt.view(0), widths=WIDER, stop=lambda: process_time() - began > seconds)
    took = process_time() - began
    record = dealt
    for move in found.moves:
        record = record.play(move)
    assert won(record) is (found.finding is Finding.WON), f"deal {deal}: the solution does not win"
    return Tried(found.finding, took, tuple(won(played(dealt, level, deal)) for level in PLAYERS))


def played(record: Record[Any], level: str, seed: int) -> Record[Any]:
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
    asked = parser.parse_args()
    columns = ("colours", "solved", "95 %", "proven lost", "seconds, median", "max", *PLAYERS)
    print(f"| {' | '.join(columns)} |")
    print("| --: | --: | --: | --: | --: | --: | --: | --: |", flush=True)
    for colours in asked.colours:
        work = partial(tried, asked.seconds, colours)
        found = list(Crew(asked.jobs).worked(work, range(asked.deals)))
        score = Score()
        for each in found:
            score = score.plus(each.finding is Finding.WON)
        low, high = score.interval
        lost = sum(each.finding is Finding.LOST for each in found)
        took = [each.seconds for each in found]
        others = [sum(each.won[at] for each in found) for at in range(len(PLAYERS))]
        print(
            f"| {colours} | {score.won} of {score.games} | {low:.1%}–{high:.1%} | {lost} "
            f"| {median(took):.2f} | {max(took):.1f} | {' | '.join(map(str, others))} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
