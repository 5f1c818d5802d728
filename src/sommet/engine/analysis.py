"""A game looked at again: what every move was worth, and which ones threw something away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sommet.core.record import Record
from sommet.engine.players import Analysis, Line, Player, share

__all__ = ["Judged", "analysed"]

MUCH = 0.12
"""A guess that a move gave away more than this is worth a second look."""


@dataclass(frozen=True)
class Judged:
    """A move of a record: its number from 1, who made it, what it is worth to them (`played`) and
    what they could have had (`best`)."""

    number: int
    seat: int
    best: Line
    played: Line

    @property
    def loss(self) -> float:
        """The share of a win that it gave away."""
        return max(0.0, self.best.value - self.played.value)

    @property
    def threw(self) -> bool:
        """Whether it is proven that the move threw the value away."""
        return self.best.proven and self.played.proven and self.loss > 0

    @property
    def doubtful(self) -> bool:
        """Whether it seems to have given much away, without a proof."""
        return not self.threw and self.loss > MUCH


def analysed(record: Record[Any], player: Player) -> Iterator[Judged]:
    """Every move of a record, one after the other, judged by what its player saw at that moment.

    What a position is worth is also what the move that led there was worth: where the one is proven
    and two players play against each other, so is the other.
    """
    number = len(record.moves)
    then = _looked_at(record, 0, player) if number else None
    for made in range(number):
        assert then is not None
        after = _looked_at(record, made + 1, player)
        seat = record.at(made).turn
        best, played = then.lines[0], _played(record, made, then, after)
        if played.proven and played.value > best.value:
            best = played  # it was better than anyone thought
        yield Judged(made + 1, seat, best, played)
        then = after


def _looked_at(record: Record[Any], moves: int, player: Player) -> Analysis | None:
    """What the player thinks of the moment after so many moves; None when the game is over."""
    at = record.at(moves)
    view = at.view(at.turn)
    return None if view.over else player.analyse(view)


def _played(record: Record[Any], made: int, then: Analysis, after: Analysis | None) -> Line:
    move, game, seat = record.moves[made], record.game, record.at(made).turn
    told = next((line for line in then.lines if line.move == move), None)
    told = told or Line(move, then.lines[-1].value, 0, (move,))
    if told.proven or game.seats != 2:
        return told
    next_record = record.at(made + 1)
    if after is None:
        if next_record.outcome is None:
            return told
        worth = share(game, next_record.outcome.winners, seat)
        return Line(move, worth, told.visits, (move,), True, 1)
    answer = after.lines[0]
    if not answer.proven:
        return told
    worth = answer.value if next_record.turn == seat else 1 - answer.value
    far = None if answer.distance is None else answer.distance + 1
    return Line(move, worth, told.visits, (move, *answer.moves), True, far)
