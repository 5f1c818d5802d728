"""The ways in which the secrets of a game can be, and who holds what in each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN, Secrets, hidden, known
from sommet.core.view import View
from sommet.machine.kernel_interface import kernel_for

__all__ = ["Cast"]


@dataclass(frozen=True, eq=False)
class Cast:
    """Every world of a game, whoever holds what.

    A seat's role is the letters that it may see: its own and its partners'. To one who sees
    everything, and in a game without secrets, there is one world, and everybody has the same role.
    """

    game: Game[Any]
    worlds: tuple[Secrets, ...]
    hands: tuple[str, ...]
    """The letters of each role."""
    roles: np.ndarray[Any, np.dtype[np.int16]]
    """(worlds, seats): the role of each seat."""
    packed: np.ndarray[Any, np.dtype[np.uint64]]
    """(worlds): the secrets as the game's kernel packs them."""

    @property
    def size(self) -> int:
        """How many roles there are."""
        return len(self.hands)

    @classmethod
    def of(cls, view: View[Any]) -> Cast:
        """The worlds that somebody may believe in who sees the table of this view."""
        if known(view.secrets):
            return _single(view.game, view.secrets)
        return _everything(view.game, tuple(map(hidden, view.secrets)))

    def fitting(self, secrets: Secrets) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """(worlds): which of them have these secrets, where they are known."""
        seen = [(seat, hand) for seat, hand in enumerate(secrets) if UNKNOWN not in hand]
        return np.array([all(world[seat] == hand for seat, hand in seen) for world in self.worlds])


@lru_cache(64)
def _single(game: Game[Any], secrets: Secrets) -> Cast:
    packed = np.array([kernel_for(game).pack_secrets(secrets)], np.uint64)
    return Cast(game, (secrets,), ("",), np.zeros((1, game.seats), np.int16), packed)


@lru_cache(64)
def _everything(game: Game[Any], secrets: Secrets) -> Cast:
    worlds = tuple(game.worlds(secrets))
    seats = range(game.seats)
    seen = [
        [
            "".join(sorted("".join(world[seat] for seat in game.partners(viewer))))
            for viewer in seats
        ]
        for world in worlds
    ]
    hands = tuple(sorted({hand for row in seen for hand in row}))
    roles = np.array([[hands.index(hand) for hand in row] for row in seen], np.int16)
    pack = kernel_for(game).pack_secrets
    return Cast(game, worlds, hands, roles, np.array([pack(world) for world in worlds], np.uint64))
