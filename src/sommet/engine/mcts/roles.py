"""Who plays what in a tree: the roles that each seat may have, numbered from 0."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from sommet.core.hidden_state import Secrets
from sommet.engine.belief.worlds import Cast

__all__ = ["Parts"]

Numbers = np.ndarray[Any, np.dtype[np.int16]]


class Parts(NamedTuple):
    """The roles of all seats in the worlds that fit what somebody knows.

    A seat has but few of a game's roles, and whoever is known has one: so a tree needs fewer
    figures than there are roles. The numbers hang on what is known of the secrets alone, not on
    the moves, so that they stay as they are while a game goes on.
    """

    most: int
    """How many roles the seat has that may have most."""
    roles: Numbers
    """(worlds, seats): the number of each seat's role; in worlds that do not fit it means
    nothing."""

    @classmethod
    def of(cls, cast: Cast, secrets: Secrets, apart: bool = True) -> Parts:
        """The parts that may be played where these secrets are known; not apart: everybody plays
        the same one."""
        if apart:
            return _apart(cast, secrets)
        return cls(1, np.zeros_like(cast.roles))


@lru_cache(64)
def _apart(cast: Cast, secrets: Secrets) -> Parts:
    fits = np.flatnonzero(cast.fitting(secrets))
    roles = np.zeros_like(cast.roles)
    most = 0
    for seat in range(cast.game.seats):
        held, roles[fits, seat] = np.unique(cast.roles[fits, seat], return_inverse=True)
        most = max(most, len(held))
    return Parts(most, roles)
