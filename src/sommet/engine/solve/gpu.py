"""Retrograde analysis on an NVIDIA GPU, with a thread for each position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.engine.solve import adapter_interface
from sommet.engine.solve.retrograde_pass import MAX_TURN_STEPS, update_position
from sommet.engine.solve.solution import solver_adapter_for
from sommet.machine.gpu import BLOCK_THREADS, count_blocks, cuda, jit, overload
from sommet.machine.kernel_interface import State, start

__all__ = ["GpuPassRunner", "copy_to_device", "gpu_name"]

adapter_interface.compile_with(overload)

Array = np.ndarray[Any, Any]


def copy_to_device(arrays: Any) -> Any:
    """A NamedTuple of arrays, copied to the GPU."""
    return type(arrays)(*map(cuda.to_device, arrays))


def gpu_name() -> str:
    """The name of the GPU."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


@jit
def _run_pass(
    like: State,
    begin: int,
    end: int,
    distance: int,
    winning: bool,
    values: Any,
    index_tables: Any,
    reachable: Any,
    changed: Any,
) -> None:
    index = begin + cuda.grid(1)
    if index < end and values[index] == 0:
        scratch = (
            cuda.local.array((4, MAX_TURN_STEPS), np.uint64),
            cuda.local.array(MAX_TURN_STEPS, np.uint64),
        )
        update_position(
            like, index, distance, winning, values, index_tables, reachable, changed, scratch
        )


class GpuPassRunner:
    """Runs passes on the GPU; holds all values in one array there."""

    def __init__(self, game: Game[Any]) -> None:
        adapter = solver_adapter_for(game)
        self.like = start(game)
        self.index_tables = copy_to_device(adapter.index_tables(game))
        self.values = cuda.device_array(adapter.positions(game), np.uint8)
        self.values[:] = 0
        self._ranges, self._slices = adapter.index_ranges(game), adapter.SLICES

    def run_pass(
        self, distance: int, winning: bool, reachable: Array, on_progress: Callable[[float], None]
    ) -> Array:
        reachable_on_gpu, changed = (
            cuda.to_device(reachable),
            cuda.to_device(np.zeros(self._slices, np.uint8)),
        )
        for begin, end in self._ranges:
            _run_pass[count_blocks(end - begin), BLOCK_THREADS](
                self.like,
                begin,
                end,
                distance,
                winning,
                self.values,
                self.index_tables,
                reachable_on_gpu,
                changed,
            )
        found: Array = changed.copy_to_host()
        on_progress(1.0)
        return found

    def copy_to(self, values: Array) -> None:
        """Copy the values to an array on the host, in chunks."""
        step = 1 << 28
        for begin in range(0, len(values), step):
            values[begin : begin + step] = self.values[begin : begin + step].copy_to_host()
