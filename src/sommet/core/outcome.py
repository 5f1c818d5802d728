"""Outcomes: who wins, why, and the figures that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, TypeAlias

__all__ = ["UNDECIDED", "Ending", "Figures", "Outcome", "Reason", "Undecided", "deciding_figure"]

Figures: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""Named scores with one number for each seat, the most important first."""


class Reason(StrEnum):
    """Why a game ended. Every game defines its own reasons in a subclass."""


class Ending(Reason):
    """Ways for any game to end, outside its rules."""

    RESIGNATION = "resignation"
    TIME = "time"
    ABANDONMENT = "abandonment"
    AGREEMENT = "agreement"


@dataclass(frozen=True)
class Outcome:
    """The result of a game.

    `winners` are seats in increasing order: one seat, a whole team, several seats for a shared
    win, all seats for a draw, none for a lost solo game. `figures` are named scores, the most
    important first; `decided` names the one that decided, or is empty if none did. `leavers` are
    the seats whose leaving ended the game.
    """

    winners: tuple[int, ...]
    reason: Reason
    figures: Figures = ()
    decided: str = ""
    leavers: tuple[int, ...] = ()


def deciding_figure(
    figures: Figures,
    winners: Sequence[int],
    sides: Sequence[tuple[int, ...]],
    out: frozenset[int] = frozenset(),
) -> str:
    """The name of the figure that decided: the one that separates the winning side from the last
    of its rivals, after all figures before it.

    It is empty if several sides share the win, if nobody wins, or if nobody else could have won:
    sides that left don't count. A side's figure is repeated at each of its seats.
    """
    won = [side for side in sides if side[0] in winners]
    rivals = [side for side in sides if side[0] not in winners and not out.issuperset(side)]
    if len(won) != 1 or not rivals:
        return ""
    for name, values in figures:
        rivals = [side for side in rivals if values[side[0]] == values[won[0][0]]]
        if not rivals:
            return name
    return ""


class Undecided(Enum):
    """The type of `UNDECIDED`."""

    UNDECIDED = "undecided"

    def __repr__(self) -> str:
        return self.name


UNDECIDED: Final = Undecided.UNDECIDED
"""The outcome of a view if it depends on a secret that the viewer doesn't know."""
