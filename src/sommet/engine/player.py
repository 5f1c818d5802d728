"""What a player is, and what an analysis says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from sommet.core.move import Move
from sommet.core.view import View

__all__ = ["Analysis", "Line", "Player"]


@dataclass(frozen=True)
class Line:
    """A move with what the player thinks of it.

    `value` is the share of a win that the seat to move can expect, from 0 to 1; `visits` is how
    often the move was tried; `moves` is how play may go on, the move itself first.
    """

    move: Move
    value: float
    visits: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Analysis:
    """The possible moves, best first."""

    lines: tuple[Line, ...]

    @property
    def best(self) -> Move:
        """The move that the player would choose."""
        return self.lines[0].move

    @property
    def value(self) -> float:
        """The share of a win that the seat to move can expect."""
        return self.lines[0].value


class Player(Protocol):
    """Someone who chooses moves, and sees no more than a view."""

    def choose(self, view: View[Any]) -> Move:
        """A move for the seat to move."""

    def analyse(self, view: View[Any]) -> Analysis:
        """What the player thinks of every possible move."""
