"""A move is a path of steps; a step is what one click says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Move", "Path", "Steps"]

Path: TypeAlias = tuple[str, ...]
"""Steps made so far in a turn, each in its text."""


@dataclass(frozen=True)
class Move:
    """Everything a player does in one turn, as its canonical path of steps.

    The text of a move is the texts of its steps, one after the other.
    """

    steps: Path

    def __str__(self) -> str:
        return "".join(self.steps)


@dataclass(frozen=True)
class Steps:
    """What can come next in a half-made turn: the next steps, and whether the turn may end here."""

    next: Path
    end: bool
