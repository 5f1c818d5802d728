"""The advantage of each seat: `python -m benchmarks.seat_advantage games.jsonl`.

Reads the games written by `python -m benchmarks.strength seats --into games.jsonl`, between equal
players, and prints each side's share of wins with its 95 % interval; the first side starts. A
shared win counts by its share. `--plots FOLDER` draws a chart for each game.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.charts import Mark, marks
from benchmarks.match_lists import SEATS
from benchmarks.strength import MatchResult, read
from sommet.arena.match import Z_95

__all__ = ["pictures", "side_shares", "table"]

MIN_DEALS = 2
"""Needed for an interval."""


def side_shares(result: MatchResult) -> list[Mark]:
    """Each side's share of wins. A deal is one observation, however often it was played."""
    deals: dict[int, list[list[float]]] = defaultdict(list)
    for number, sides in result.by_side.items():
        deals[number // len(sides)].append(sides)
    if len(deals) < MIN_DEALS:
        return []
    means = np.array([np.mean(games, axis=0) for games in deals.values()])
    middle = means.mean(axis=0)
    margin = Z_95 * means.std(axis=0, ddof=1) / np.sqrt(len(means))
    return [
        Mark(float(rate), max(0.0, float(rate - around)), min(1.0, float(rate + around)), str(side))
        for side, (rate, around) in enumerate(zip(middle, margin, strict=True), 1)
    ]


def table(results: Sequence[MatchResult]) -> Iterator[str]:
    """Each side's share, in Markdown."""
    rows = {result.entry.game: (len(result.shares), side_shares(result)) for result in results}
    most = max((len(own) for _, own in rows.values()), default=0)
    sides = " | ".join(f"{side + 1}." for side in range(most))
    yield f"| game | games | fair share | {sides} |"
    yield "| --- | --: | --: " + "| --: " * most + "|"
    for game, (games, own) in rows.items():
        if own:
            cells = [f"{mark.value:.1%} ({mark.low:.1%}–{mark.high:.1%})" for mark in own]
            cells += [""] * (most - len(own))
            yield f"| {game} | {games} | {1 / len(own):.1%} | {' | '.join(cells)} |"


def pictures(results: Sequence[MatchResult]) -> dict[str, str]:
    """For each game a chart of its sides' shares, one row per set of options."""
    rows: dict[str, dict[str, list[Mark]]] = defaultdict(dict)
    for result in results:
        if own := side_shares(result):
            game, _, options = result.entry.game.partition(" ")
            rows[game][options] = own
    title = "Share of wins by seat"
    across = "share of wins with 95 % interval; the long tick is the fair share"
    return {game: marks(own, title, across) for game, own in rows.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="file of games")
    parser.add_argument("--plots", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    results = read(arguments.file, SEATS)
    print("\n".join(table(results)))
    if arguments.plots:
        for game, picture in pictures(results).items():
            (arguments.plots / f"{game}-seats.svg").write_text(picture + "\n", "utf-8")


if __name__ == "__main__":
    main()
