"""Who plays what in a tree: the roles that each seat may have, numbered from 0."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from sommet.core.secrets import Secrets
from sommet.engine.belief.cast import Cast

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
    elsewhere: Numbers
    """(worlds, seats, roles): for a world that fits, the one most like it in which the seat has
    this role, as it stands in the cast; -1 where there is none."""

    @classmethod
    def of(cls, cast: Cast, secrets: Secrets, apart: bool = True) -> Parts:
        """The parts that may be played where these secrets are known; not apart: everybody plays
        the same one."""
        if apart:
            return _apart(cast, secrets)
        roles = np.zeros_like(cast.roles)
        return cls(1, roles, np.full((*roles.shape, 1), -1, np.int16))


@lru_cache(64)
def _apart(cast: Cast, secrets: Secrets) -> Parts:
    fits = np.flatnonzero(cast.fitting(secrets))
    seats = range(cast.game.seats)
    held = [np.unique(cast.roles[fits, seat]) for seat in seats]
    roles = np.zeros_like(cast.roles)
    elsewhere = np.full((*roles.shape, max(map(len, held))), -1, np.int16)
    alike = (cast.roles[fits][:, np.newaxis] == cast.roles[fits]).sum(axis=2)
    for seat in seats:
        for number, role in enumerate(held[seat]):
            has = cast.roles[fits, seat] == role
            roles[fits[has], seat] = number
            elsewhere[fits, seat, number] = fits[np.where(has, alike, -1).argmax(axis=1)]
    return Parts(elsewhere.shape[2], roles, elsewhere)
