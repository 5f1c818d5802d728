"""Long work in slices, so that a single thread can show its progress and end it.

A generator yields after each slice, which takes about SLICE_S of compiled code, and returns the
result. Closing it ends the work.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from time import perf_counter
from typing import TypeVar

__all__ = ["SLICE_S", "Pace", "finish", "map_slices"]

A = TypeVar("A")
B = TypeVar("B")
T = TypeVar("T")

SLICE_S = 0.005
"""Seconds that a slice should take; a first slice may be shorter, none is much longer."""
MAX_GROWTH = 4.0
"""A slice does at most this many times as much as the one before."""


class Pace:
    """How much work fits in a slice, learnt from the slices so far."""

    def __init__(self, first: int = 16) -> None:
        self.size = first

    def run(self, work: Callable[[int], T], most: int) -> T:
        """Do a slice of work: at most `most` units, as many as fit."""
        size, began = min(self.size, most), perf_counter()
        found = work(size)
        growth = SLICE_S / max(perf_counter() - began, SLICE_S / MAX_GROWTH)
        if size == self.size or growth < 1.0:
            self.size = max(1, int(size * growth))
        return found


def finish(slices: Generator[object, None, T]) -> T:
    """Do all slices; returns the result."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            found: T = end.value
            return found


def map_slices(slices: Generator[A, None, T], change: Callable[[A], B]) -> Generator[B, None, T]:
    """The same slices; what they yield is changed."""
    with closing(slices):
        while True:
            try:
                yielded = next(slices)
            except StopIteration as end:
                found: T = end.value
                return found
            yield change(yielded)
