"""Repeated kernel launches, on a fake driver that records its arguments."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from sommet.machine.cuda_launch import BorrowedArray, KernelLauncher

NO_CONTEXT = 201


@dataclass(frozen=True)
class Handle:
    """An object with a driver handle."""

    handle: int


@dataclass
class Compiled:
    """Compiled code that takes numbers, and groups of numbers as Numba flattens arrays."""

    argument_types: tuple[str, ...]
    converted: list[Any] = field(default_factory=list)

    @property
    def library(self) -> Compiled:
        return self

    def get_cufunc(self) -> Handle:
        return Handle(77)

    def _prepare_args(
        self, kind: str, value: Any, stream: int, after: list[Any], into: list[Any]
    ) -> None:
        self.converted.append(value)
        if kind == "array":
            into.extend(value)
        else:
            into.append(ctypes.c_uint64(value))


@dataclass
class NumbaLaunch:
    """A kernel on a grid, as Numba launches it."""

    griddim = (5, 1, 1)
    blockdim = (32, 1, 1)
    sharedmem = 640
    stream = Handle(9)
    started: list[tuple[Any, ...]] = field(default_factory=list)

    def __call__(self, *given: Any) -> None:
        self.started.append(given)


class Kernel:
    def __init__(self, *kinds: str) -> None:
        self.compiled = Compiled(kinds)
        self.overloads = {kinds: self.compiled}
        self.numba_launch = NumbaLaunch()

    def specialize(self, *given: Any) -> Kernel:
        return self

    def __getitem__(self, grid: tuple[int, ...]) -> NumbaLaunch:
        return self.numba_launch


class RecordingDriver:
    """A driver that records the words a kernel would read."""

    def __init__(self, words: int, fault: int = 0) -> None:
        self.words, self.fault = words, fault
        self.read: list[list[int]] = []
        self.grids: list[tuple[int, ...]] = []

    def __call__(self, function: Any, *rest: Any) -> tuple[int]:
        *grid, stream, addresses, extra = rest
        self.grids.append((int(function), *grid, int(stream), extra))
        places = (ctypes.c_void_p * self.words).from_address(addresses)
        self.read.append([ctypes.c_uint64.from_address(place or 0).value for place in places])
        return (self.fault,)


def record_launches(monkeypatch: pytest.MonkeyPatch, words: int, fault: int = 0) -> RecordingDriver:
    found = RecordingDriver(words, fault)
    monkeypatch.setattr(import_module("cuda.bindings.driver"), "cuLaunchKernel", found)
    return found


def test_a_kernel_reads_every_word_of_its_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, most = record_launches(monkeypatch, 5), 2**64 - 1
    array = (3, 8, 1 << 40)
    KernelLauncher(Kernel("array", "number", "number"), (5, 32, 0, 640), (array, 7, most))(
        array, 7, most
    )
    assert driver.read == [[3, 8, 1 << 40, 7, most]]
    assert driver.grids == [(77, 5, 1, 1, 32, 1, 1, 640, 9, 0)]


def test_only_changed_arguments_are_converted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, kernel = record_launches(monkeypatch, 4), Kernel("array", "array")
    kept, first, second = (1, 2), (3, 4), (5, 6)
    launch = KernelLauncher(kernel, (5, 32, 0, 640), (kept, first))
    kernel.compiled.converted.clear()
    for other in (first, second, second, first):
        launch(kept, other)
    assert driver.read == [[1, 2, 3, 4], [1, 2, 5, 6], [1, 2, 5, 6], [1, 2, 3, 4]]
    assert kernel.compiled.converted == [second, first]


def test_only_the_address_of_a_borrowed_array_is_updated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver, kernel = record_launches(monkeypatch, 3), Kernel("array")
    kernel.compiled.converted.clear()
    first, second, third = ((3, address, 8) for address in (1 << 40, 1 << 41, 1 << 42))
    launch = KernelLauncher(kernel, (5, 32, 0, 640), (first,))
    for array in (first, second, third):
        launch(BorrowedArray(array[1], partial(tuple, array)))
    launch(second)
    assert driver.read == [[*first], [*second], [*third], [*second]]
    assert kernel.compiled.converted == [first, first, second], "the last one was not borrowed"


def test_launches_that_the_driver_refuses_fall_back_to_numba(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record_launches(monkeypatch, 1, NO_CONTEXT)
    kernel, array = Kernel("number", "array"), (1 << 40,)
    KernelLauncher(kernel, (5, 32, 0, 640), (1, array))(2, BorrowedArray(array[0], lambda: array))
    assert kernel.numba_launch.started == [(2, array)]
