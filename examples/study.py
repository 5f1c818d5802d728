"""Sixty typed lines: a bot of your own, a match, a review of its first game, and a picture.

    python study.py FOLDER

Needs sommet[fast]. `mypy --strict study.py` finds nothing to complain about.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import sommet
from sommet.arena import Match, Score
from sommet.engine.analysis import MoveReview, review_record


class Cautious:
    """Leaves the others as few moves as it can: no base class, one method."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, view: sommet.View[Any]) -> sommet.Move:
        moves = self._random.sample(view.moves(), min(20, len(view.moves())))
        return min(moves, key=lambda move: len(view.play(move).moves()))


def play(game: sommet.Game[Any], games: int) -> tuple[Score, list[sommet.Record[Any]]]:
    score, records = Score(), []
    for played in Match(game, Cautious(), "novice", games=games, seed=7).run():
        score = score.plus(played.share)
        records.append(played.record)
    return score, records


def mistakes(record: sommet.Record[Any], analyst: sommet.Analyst) -> Iterator[MoveReview]:
    return (review for review in review_record(record, analyst) if review.is_dubious)


def main(folder: str) -> None:
    game = sommet.game("pylos", variant="children")
    print(f"{game}: {sommet.perft(game.start(), 2)} ways to begin")
    score, records = play(game, games=4)
    print(f"{score.points:g} of {score.games} against novice, 95%: {score.interval}")
    first = records[0]
    for review in mistakes(first, sommet.player(game, "gentle")):
        print(f"{review.number}. {review.played.move}: {review.best.move} was better")
    outcome = first.outcome
    assert outcome is not None
    assert sommet.Record.parse(str(first)) == first
    print(f"won by player {outcome.winners[0] + 1}: {outcome.reason}")
    Path(folder, "end.svg").write_text(first.position.svg(), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
