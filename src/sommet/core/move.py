"""Moves: a move is a path of steps, and a step is one click."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Move", "Path", "Steps"]

Path: TypeAlias = tuple[str, ...]
"""The texts of the steps made so far in a turn."""


@dataclass(frozen=True)
class Move:
    """Everything a player does in one turn, as its canonical path of steps.

    The text of a move is the concatenation of its steps.
    """

    steps: Path

    def __str__(self) -> str:
        return "".join(self.steps)


@dataclass(frozen=True)
class Steps:
    """What may follow in an unfinished turn: the next steps, and whether the turn may end here."""

    next: Path
    end: bool
