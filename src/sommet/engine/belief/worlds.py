"""The possible worlds of a game: who holds what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN, Secrets, all_known, mask_secret
from sommet.core.view import View
from sommet.machine.kernel_interface import kernel_for

__all__ = ["WorldSet"]


@dataclass(frozen=True, eq=False)
class WorldSet:
    """Every assignment of secrets to seats that is possible in a game.

    A seat's role is the set of letters it can see: its own and its partners'. When all secrets are
    known, and in a game without secrets, there is one world and one role.
    """

    game: Game[Any]
    worlds: tuple[Secrets, ...]
    role_letters: tuple[str, ...]
    """The letters of each role."""
    roles: np.ndarray[Any, np.dtype[np.int16]]
    """(worlds, seats): the number of each seat's role."""
    packed: np.ndarray[Any, np.dtype[np.uint64]]
    """(worlds,): the secrets, packed by the game's kernel."""

    @property
    def role_count(self) -> int:
        """The number of roles."""
        return len(self.role_letters)

    @classmethod
    def of(cls, view: View[Any]) -> WorldSet:
        """The worlds that are possible for somebody who sees only the table of this view; a single
        world if the view knows all secrets."""
        if all_known(view.secrets):
            return _single(view.game, view.secrets)
        return _everything(view.game, tuple(map(mask_secret, view.secrets)))

    def consistent_with(self, secrets: Secrets) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """(worlds,) bool: which worlds agree with the secrets that are known."""
        seen = [(seat, hand) for seat, hand in enumerate(secrets) if UNKNOWN not in hand]
        return np.array([all(world[seat] == hand for seat, hand in seen) for world in self.worlds])


@lru_cache(64)
def _single(game: Game[Any], secrets: Secrets) -> WorldSet:
    packed = np.array([kernel_for(game).pack_secrets(secrets)], np.uint64)
    return WorldSet(game, (secrets,), ("",), np.zeros((1, game.seats), np.int16), packed)


@lru_cache(64)
def _everything(game: Game[Any], secrets: Secrets) -> WorldSet:
    worlds = tuple(game.worlds(secrets))
    seats = range(game.seats)
    seen = [
        [
            "".join(sorted("".join(world[seat] for seat in game.partners(viewer))))
            for viewer in seats
        ]
        for world in worlds
    ]
    letters = tuple(sorted({hand for row in seen for hand in row}))
    roles = np.array([[letters.index(hand) for hand in row] for row in seen], np.int16)
    pack = kernel_for(game).pack_secrets
    return WorldSet(
        game, worlds, letters, roles, np.array([pack(world) for world in worlds], np.uint64)
    )
