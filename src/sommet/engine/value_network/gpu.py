"""The same games on an NVIDIA GPU, one a thread. Needs the extra `gpu`."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.engine.value_network.network import TRAITS, UNITS
from sommet.engine.value_network.selfplay import Array, SelfPlay, play_game
from sommet.machine.gpu import THREADS, blocks, cuda, jit
from sommet.machine.kernel_interface import MOST_STEPS, State

__all__ = ["GpuSelfPlay"]


@jit
def _play_all(
    like: State,
    starts: Any,
    worlds: Any,
    roles: Any,
    network: Any,
    heat: float,
    chances: Any,
    seen: Any,
    won: Any,
    lengths: Any,
) -> None:
    game = cuda.grid(1)
    if game < chances.size:
        room = (
            cuda.local.array(MOST_STEPS, np.int16),
            cuda.local.array(TRAITS, np.uint8),
            cuda.local.array(UNITS, np.float32),
        )
        lengths[game], chances[game] = play_game(
            like,
            starts,
            worlds,
            roles,
            network,
            heat,
            chances[game],
            room,
            seen[game],
            won[game],
        )


class GpuSelfPlay(SelfPlay):
    """As `SelfPlay`, and the same games but for the last digits of what looks best."""

    def __init__(self, game: Game[Any], games: int, seed: int) -> None:
        super().__init__(game, games, seed)
        like, *arrays = self._given
        self._there = like, *map(cuda.to_device, arrays)
        self._chances = cuda.to_device(self._chances)
        self._written = tuple(map(cuda.to_device, self._told))

    def _run(self, network: Array, heat: float) -> None:
        grid = blocks(self._chances.size), THREADS
        _play_all[grid](*self._there, cuda.to_device(network), heat, self._chances, *self._written)
        for here, there in zip(self._told, self._written, strict=True):
            there.copy_to_host(here)
