"""How a search goes about what it does not know."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["JUDGING", "MANNERS", "PLAIN", "TYPED", "Manner"]


@dataclass(frozen=True)
class Manner:
    """What a search takes into account. Where nothing is hidden, only `care` and `hope` matter."""

    roles: bool
    """Whether everybody plays for what they hold, or for the average of what they may hold."""
    reading: int
    """Simulations a role for what each past move betrays, where there is time for them; 0: nothing
    is read into moves."""
    curiosity: float
    """How much a step that was tried less often is preferred."""
    care: int
    """Of how many random turns each turn of a playout is the one that looks best."""
    hope: float
    """How much the look of a step counts as long as little is known of it."""
    judging: float
    """How much a step that was tried less often is preferred where a network judges games in place
    of playing them out, which chance has no part in; 0: they are played out everywhere."""
    discretion: float
    """By how much less than the best a move may have been tried and yet be played because it
    betrays less of what the searcher holds; 0: the best is played."""


PLAIN = Manner(
    roles=False,
    reading=0,
    curiosity=0.5,
    care=1,
    hope=0.0,
    judging=0.0,
    discretion=0.0,
)
"""One tree for all worlds, each equally likely; games are played out at random."""
TYPED = Manner(
    roles=True,
    reading=8000,
    curiosity=0.5,
    care=4,
    hope=0.1,
    judging=0.0,
    discretion=0.2,
)
"""What was measured to be strongest where games are played out."""
JUDGING = replace(TYPED, judging=0.3)
"""What was measured to be strongest."""

MANNERS = {
    "whole": TYPED,
    "unread": replace(TYPED, reading=0),
    "judging": JUDGING,
    "judging_unread": replace(JUDGING, reading=0),
    "judging_roleless": replace(JUDGING, roles=False),
    "judging_open": replace(JUDGING, discretion=0.0),
    "plain": PLAIN,
}
"""By name, as levels are defined."""
