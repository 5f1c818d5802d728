"""Launch a CUDA kernel repeatedly with low overhead.

Numba converts every argument at each launch, which for the dozen arrays of a batch takes longer
than the GPU needs for a million games. So the converted arguments are cached, and only arguments
that aren't the same object as last time are converted again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from numba import config

__all__ = ["BorrowedArray", "KernelLauncher", "make_launcher"]

Grid = tuple[int, int, int, int]
"""Blocks, threads per block, stream, bytes of shared memory per block."""


@dataclass(frozen=True, eq=False)
class BorrowedArray:
    """An array of another library on the GPU: its address, and a function that converts it for
    Numba, which takes longer than a step."""

    address: int
    array: Callable[[], Any]


class KernelLauncher:
    """A kernel on a grid, callable with arguments of the types it was created with. All arrays are
    on the GPU; borrowed arrays must also keep their lengths."""

    def __init__(self, kernel: Any, grid: Grid, arguments: tuple[Any, ...]) -> None:
        converted = [*map(_for_numba, arguments)]
        special = kernel.specialize(*converted)
        self._numba_launch: Any = special[grid]
        (self._compiled,) = special.overloads.values()
        self._arguments = converted
        self._words = [
            [_word(value) for value in self._converted(index, value)]
            for index, value in enumerate(converted)
        ]
        self._address_words: dict[int, Any] = {}
        words = [word for group in self._words for word in group]
        self._addresses = (ctypes.c_void_p * len(words))(*map(ctypes.addressof, words))
        driver: Any = import_module("cuda.bindings.driver")
        self._start: Callable[..., tuple[Any]] = driver.cuLaunchKernel
        self._call = (
            driver.CUfunction(int(self._compiled.library.get_cufunc().handle)),
            *self._numba_launch.griddim,
            *self._numba_launch.blockdim,
            self._numba_launch.sharedmem,
            driver.CUstream(int(self._numba_launch.stream.handle)),
            ctypes.addressof(self._addresses),
            0,
        )

    def _converted(self, index: int, value: Any) -> list[Any]:
        """The values that Numba passes for one argument."""
        made: list[Any] = []
        self._compiled._prepare_args(self._compiled.argument_types[index], value, 0, [], made)
        return made

    def _replace(self, index: int, value: Any) -> None:
        """Replace one argument."""
        borrowed = isinstance(value, BorrowedArray)
        if borrowed and index in self._address_words:
            self._address_words[index].value = value.address
            return
        words = self._words[index]
        for word, new in zip(words, self._converted(index, _for_numba(value)), strict=True):
            word.value = _word(new).value
        if borrowed:
            (self._address_words[index],) = (word for word in words if word.value == value.address)

    def __call__(self, *arguments: Any) -> None:
        for index, value in enumerate(arguments):
            if value is not self._arguments[index]:
                self._replace(index, value)
                self._arguments[index] = value
        (fault,) = self._start(*self._call)
        if fault:  # this thread has no context yet, or Numba will report the error
            self._numba_launch(*map(_for_numba, arguments))


def _for_numba(value: Any) -> Any:
    """The argument in Numba's form."""
    return value.array() if isinstance(value, BorrowedArray) else value


def _word(value: Any) -> Any:
    """A value as a ctypes word: sizes and addresses are pointer-sized."""
    return ctypes.c_ssize_t(value) if isinstance(value, int) else value


def make_launcher(kernel: Any, grid: Grid, *arguments: Any) -> Callable[..., None]:
    """A function that launches a kernel on a grid with arguments like these."""
    if config.ENABLE_CUDASIM:  # the simulator keeps the grid in the kernel object
        return lambda *arguments: kernel[grid](*map(_for_numba, arguments))
    return KernelLauncher(kernel, grid, arguments)
