"""The passes of the retrograde solver on an NVIDIA GPU, a thread a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.engine.solve import adapter_interface, solving_for
from sommet.engine.solve.retrograde import DEPTH, settle
from sommet.machine.gpu import cuda, jit, overload
from sommet.machine.kernel_interface import State, start

__all__ = ["GpuSweeper", "machine", "on_device"]

adapter_interface.compile_with(overload)

THREADS = 128

Array = np.ndarray[Any, Any]


def on_device(arrays: Any) -> Any:
    """A NamedTuple of arrays, on the GPU."""
    return type(arrays)(*map(cuda.to_device, arrays))


def machine() -> str:
    """The name of the GPU."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


@jit
def _sweep(
    like: State,
    begin: int,
    end: int,
    distance: int,
    winning: bool,
    values: Any,
    shelves: Any,
    live: Any,
    news: Any,
) -> None:
    number = begin + cuda.grid(1)
    if number < end and values[number] == 0:
        room = (cuda.local.array((4, DEPTH), np.uint64), cuda.local.array(DEPTH, np.uint64))
        settle(like, number, distance, winning, values, shelves, live, news, room)


class GpuSweeper:
    """All positions in one array on the GPU."""

    def __init__(self, game: Game[Any]) -> None:
        solving = adapter_interface.connect(solving_for(game))
        self.like = start(game)
        self.shelves = on_device(solving.shelves(game))
        self.values = cuda.device_array(solving.positions(game), np.uint8)
        self.values[:] = 0
        self._parts, self._strata = solving.shelf(game), solving.STRATA

    def sweep(
        self, distance: int, winning: bool, live: Array, told: Callable[[float], None]
    ) -> Array:
        alive, news = cuda.to_device(live), cuda.to_device(np.zeros(self._strata, np.uint8))
        for begin, end in self._parts:
            blocks = (end - begin + THREADS - 1) // THREADS
            _sweep[blocks, THREADS](
                self.like,
                begin,
                end,
                distance,
                winning,
                self.values,
                self.shelves,
                alive,
                news,
            )
        found: Array = news.copy_to_host()
        told(1.0)
        return found

    def copy_to(self, values: Array) -> None:
        """Bring the table home, a part at a time."""
        step = 1 << 28
        for begin in range(0, len(values), step):
            values[begin : begin + step] = self.values[begin : begin + step].copy_to_host()
