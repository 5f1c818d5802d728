"""How a game ends: who wins, why, and the figures that decided it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

__all__ = ["UNDECIDED", "Ending", "Outcome", "Reason", "Undecided"]


class Reason(StrEnum):
    """Why a game ended. Every game adds its own reasons in an enum derived from this one."""


class Ending(Reason):
    """The ends that lie outside the rules of any one game."""

    RESIGNATION = "resignation"
    TIME = "time"
    ABANDONMENT = "abandonment"
    AGREEMENT = "agreement"


@dataclass(frozen=True)
class Outcome:
    """The result of a game.

    `winners` are seats in increasing order: one seat, a whole team, several seats on a shared win,
    all seats on a draw, none on a lost solo. `figures` are named numbers, one for each seat, the
    most important first; `decided` names the one that decided, and is empty when none did.
    `leavers` are the seats by whose leaving the game ended.
    """

    winners: tuple[int, ...]
    reason: Reason
    figures: tuple[tuple[str, tuple[int, ...]], ...] = ()
    decided: str = ""
    leavers: tuple[int, ...] = ()


class Undecided(Enum):
    """The type of `UNDECIDED`."""

    UNDECIDED = "undecided"

    def __repr__(self) -> str:
        return self.name


UNDECIDED: Final = Undecided.UNDECIDED
"""The outcome of a view when it hangs on a secret that the viewer does not know."""
