"""How a game ends: who wins, why, and the figures that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, TypeAlias

__all__ = ["UNDECIDED", "Ending", "Figures", "Outcome", "Reason", "Undecided", "deciding_figure"]

Figures: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""Named numbers, one for each seat, the most important first."""


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
    figures: Figures = ()
    decided: str = ""
    leavers: tuple[int, ...] = ()


def deciding_figure(
    figures: Figures,
    winners: Sequence[int],
    sides: Sequence[tuple[int, ...]],
    out: frozenset[int] = frozenset(),
) -> str:
    """The name of the figure that decided: the first one by which the winning side stands apart
    from the last of those who were its equals until then.

    It is empty when several sides share the win, when nobody wins, and when nobody else could have
    won: sides that left count for nothing. A side's figure stands at each of its seats.
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
"""The outcome of a view when it hangs on a secret that the viewer does not know."""
