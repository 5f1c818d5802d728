"""Compares the ways in which compiled kernels run: by the JIT, in the shipped library, and as
WebAssembly in Node.

Every call is made on each **leg** with copies of the same arrays; results and arrays must be the
same, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias, cast

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.testing.legs", "jit", "numba", "numpy"):
    raise fault

import numpy as np

from sommet.core.game import Game
from sommet.machine import batch, kernel_interface, perft, playout, shipped_library, stepper
from sommet.machine.arrays import Buffer
from sommet.machine.batch import Batch
from sommet.machine.bits import u64
from sommet.machine.exports import EXPORTS
from sommet.machine.kernel_interface import (
    ENDED,
    MAX_STEPS,
    RUNNING,
    State,
    is_turn_start,
    kernel_of,
)
from sommet.testing.webassembly import webassembly

__all__ = [
    "add_leg",
    "arrays_in",
    "call_on_every_leg",
    "compare_batch",
    "compare_state",
    "compare_step",
    "copied",
    "legs",
]

Leg: TypeAlias = Callable[..., Any]
"""Calls an exported function, which is the first argument."""

PLAYOUTS = 4
"""Random games from each state."""
MAX_FEATURES = 128
"""As in `sommet.engine.value_network.network`."""
PERFT_ROWS = 64
"""Steps of two moves, at most."""


MODULES = (batch, kernel_interface, perft, playout, stepper)
"""The modules whose exported functions are compared."""


@cache
def legs() -> dict[str, Leg]:
    """The legs that can run here, the JIT first."""
    found: dict[str, Leg] = {"JIT": lambda export, *given: export.by_jit(*given)}
    for name, library in (("library", shipped_library.loaded()), ("WebAssembly", webassembly())):
        if library:
            found[name] = _library_leg(library)
    return found


def add_leg(name: str, library: Any) -> None:
    """Run another library too, such as one for another machine."""
    legs()[name] = _library_leg(library)


def _library_leg(library: Any) -> Leg:
    return lambda export, *given: export.in_library(library, *given)


def call_on_every_leg(name: str, *given: Any) -> Any:
    """Call an exported function on all legs: AssertionError if they differ. Returns what the
    function returned; the given arrays are as the call left them."""
    first: tuple[Any, ...] = ()
    for leg, call in legs().items():
        copies = [copied(value) for value in given]
        returned = call(EXPORTS[name], *copies)
        arrays = [*arrays_in(copies)]
        found = (_plain(returned), [array.tobytes() for array in arrays])
        if not first:
            first = found, returned, arrays
        elif found != first[0]:
            raise AssertionError(
                f"{name}{given}\n    JIT      {first[1]} {first[2]}\n    {leg}  {returned} {arrays}"
            )
    _, returned, arrays = first
    for array, after in zip(arrays_in(given), arrays, strict=True):
        np.asarray(array)[...] = np.asarray(after)
    return returned


def copied(value: Any) -> Any:
    """An argument whose arrays are copies."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, memoryview):
        return memoryview(cast("Any", np.array(value)))
    if isinstance(value, tuple):
        copies = map(copied, value)
        return tuple(copies) if type(value) is tuple else type(value)(*copies)
    return value


def arrays_in(values: Iterable[Any]) -> Iterator[Buffer]:
    """The arrays among some arguments, those in groups too."""
    for value in values:
        if isinstance(value, np.ndarray | memoryview):
            yield value
        elif isinstance(value, tuple):
            yield from arrays_in(value)


def _plain(returned: Any) -> Any:
    """A result as numbers."""
    if isinstance(returned, tuple):
        return [_plain(part) for part in returned]
    return returned if returned is None or isinstance(returned, float) else int(returned)


def compare_state(state: State, seats: int) -> None:
    """Compare everything that is derived from a state."""
    kernel, words = kernel_of(state), np.array(state, np.uint64).reshape(-1, 1)
    scratch = np.zeros(MAX_STEPS, np.int16)
    seen = np.zeros((seats, kernel.OBSERVATION_SIZE), np.uint8)
    call_on_every_leg("describe", state, words, np.zeros(kernel.STEPS, np.int8), seen, scratch)
    call_on_every_leg("inspect", state, words, scratch)
    call_on_every_leg("steps", state, scratch)
    call_on_every_leg("value_features", state, 0, np.zeros(MAX_FEATURES, np.uint8))
    for name in ("turn", "is_turn_start", "key"):
        call_on_every_leg(name, state)
    call_on_every_leg("figures", state, words, np.zeros((len(kernel.FIGURES), seats), np.int16))
    for seat in range(seats):
        call_on_every_leg("observe", state, words, seat, seen[seat])
    if is_turn_start(state) and call_on_every_leg("outcome", state) == RUNNING:
        call_on_every_leg("count_moves", state, 1, np.zeros((PERFT_ROWS, MAX_STEPS), np.int16))
        results, lengths = np.zeros(PLAYOUTS, np.int32), np.zeros(PLAYOUTS, np.int32)
        call_on_every_leg("playouts", state, u64(12345), results, lengths)


def compare_step(state: State, step: int, after: State, seats: int) -> None:
    """Compare a step, which leads to the state `after`."""
    kernel, words = kernel_of(state), np.array(state, np.uint64).reshape(-1, 1)
    scratch, into = np.zeros(MAX_STEPS, np.int16), np.zeros_like(words)
    call_on_every_leg("follow", state, words, step, into, scratch)
    call_on_every_leg("play", state, step)
    mask = np.zeros(kernel.STEPS, np.int8)
    mask[step] = 1
    seen = np.zeros((seats, kernel.OBSERVATION_SIZE), np.uint8)
    call_on_every_leg("step", state, words, step, mask, seen, scratch)
    for found in (into, words):
        if tuple(found[:, 0]) != tuple(after):
            raise AssertionError(f"{state}\nstep {step} leads to {found[:, 0]}, not to {after}")


def compare_batch(game: Game[Any], *, games: int, ended: int, seed: int = 0) -> int:
    """Play random games in a batch of `games` on all legs until at least `ended` have ended;
    returns how many."""
    batch = Batch(game, games, seed=seed, deals=16, threads=1)
    span = (0, games, batch.like, batch.words)
    call_on_every_leg("fill_seeds", u64(seed), batch.chances)
    call_on_every_leg(
        *("begin_some", *span, batch.starts, batch.chances),
        *(batch.turns, batch.lengths, batch.mask),
    )
    found = 0
    while found < ended:
        call_on_every_leg("random_some", *span, batch.chances, batch.chosen)
        if found:
            batch.chosen[0] = -1  # illegal
        call_on_every_leg(
            *("step_some", *span, batch.starts, batch.chosen, batch.chances, 0),
            *(batch.results, batch.rewards, batch.turns, *batch._last, batch.mask),
        )
        call_on_every_leg("observe_some", *span, batch.observation)
        found += int((batch.results >= ENDED).sum())
    return found
