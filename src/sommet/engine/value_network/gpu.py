"""Self-play on an NVIDIA GPU, one game per thread. Needs the extra `gpu`."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.engine.value_network.network import MAX_FEATURES, MAX_UNITS
from sommet.engine.value_network.training import Array, SelfPlay, play_game
from sommet.machine.gpu import BLOCK_THREADS, count_blocks, cuda, jit
from sommet.machine.kernel_interface import MAX_STEPS, State

__all__ = ["GpuSelfPlay"]


@jit
def _play_all(
    like: State,
    starts: Any,
    worlds: Any,
    roles: Any,
    network: Any,
    temperature: float,
    rngs: Any,
    seen: Any,
    won: Any,
    lengths: Any,
) -> None:
    game = cuda.grid(1)
    if game < rngs.size:
        room = (
            cuda.local.array(MAX_STEPS, np.int16),
            cuda.local.array(MAX_FEATURES, np.uint8),
            cuda.local.array(MAX_UNITS, np.float32),
        )
        lengths[game], rngs[game] = play_game(
            like,
            starts,
            worlds,
            roles,
            network,
            temperature,
            rngs[game],
            room,
            seen[game],
            won[game],
        )


class GpuSelfPlay(SelfPlay):
    """Like `SelfPlay`: the same games, up to rounding of the evaluations."""

    def __init__(self, game: Game[Any], games: int, seed: int) -> None:
        super().__init__(game, games, seed)
        like, *arrays = self._inputs
        self._device_inputs = like, *map(cuda.to_device, arrays)
        self._rngs = cuda.to_device(self._rngs)
        self._device_recorded = tuple(map(cuda.to_device, self._recorded))

    def _run(self, network: Array, temperature: float) -> None:
        grid = count_blocks(self._rngs.size), BLOCK_THREADS
        _play_all[grid](
            *self._device_inputs,
            cuda.to_device(network),
            temperature,
            self._rngs,
            *self._device_recorded,
        )
        for here, there in zip(self._recorded, self._device_recorded, strict=True):
            there.copy_to_host(here)
