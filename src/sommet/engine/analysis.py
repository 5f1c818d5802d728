"""Reviews of recorded games: the value of every move, and which ones gave something away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sommet.core.record import Record
from sommet.engine.players import Analysis, Analyst, Line, win_share

__all__ = ["MoveReview", "review_record"]

DUBIOUS_LOSS = 0.12
"""An estimated loss above this marks a move as dubious."""


@dataclass(frozen=True)
class MoveReview:
    """The review of a move: its number from 1, its seat, the best move there was (`best`) and the
    one that was made (`played`), both with their values to that seat."""

    number: int
    seat: int
    best: Line
    played: Line

    @property
    def loss(self) -> float:
        """The share of a win that the move gave away."""
        return max(0.0, self.best.value - self.played.value)

    @property
    def is_blunder(self) -> bool:
        """Whether the move provably gave something away."""
        return self.best.proven and self.played.proven and self.loss > 0

    @property
    def is_dubious(self) -> bool:
        """Whether the move seems to have given much away, without proof."""
        return not self.is_blunder and self.loss > DUBIOUS_LOSS


def review_record(record: Record[Any], analyst: Analyst) -> Iterator[MoveReview]:
    """Review the moves of a record in order, each from its player's view at that moment.

    In two-player games a proven position proves the move that led there.
    """
    number = len(record.moves)
    before = _analyse_at(record, 0, analyst) if number else None
    for index in range(number):
        assert before is not None
        after = _analyse_at(record, index + 1, analyst)
        seat = record.at(index).turn
        best, played = before.lines[0], _played(record, index, before, after)
        if played.proven and played.value > best.value:
            best = played  # better than the analysis before it found
        yield MoveReview(index + 1, seat, best, played)
        before = after


def _analyse_at(record: Record[Any], moves: int, analyst: Analyst) -> Analysis | None:
    """The analysis after this many moves; None when the game is over."""
    at = record.at(moves)
    view = at.view(at.turn)
    return None if view.over else analyst.analyse(view)


def _played(record: Record[Any], index: int, before: Analysis, after: Analysis | None) -> Line:
    move, game, seat = record.moves[index], record.game, record.at(index).turn
    line = next((line for line in before.lines if line.move == move), None)
    line = line or Line(move, before.lines[-1].value, 0, (move,))
    if line.proven or game.seats != 2:
        return line
    next_record = record.at(index + 1)
    if after is None:
        if next_record.outcome is None:
            return line
        value = win_share(game, next_record.outcome.winners, seat)
        return Line(move, value, line.visits, (move,), True, 1)
    reply = after.lines[0]
    if not reply.proven:
        return line
    value = reply.value if next_record.turn == seat else 1 - reply.value
    distance = None if reply.distance is None else reply.distance + 1
    return Line(move, value, line.visits, (move, *reply.moves), True, distance)
