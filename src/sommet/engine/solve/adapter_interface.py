"""The index functions of a game's `solver_adapter.py`, callable on any state.

They are for games solved by retrograde analysis: every position has an index from 0 to
`positions(game) - 1`. `index_tables` are the lookup tables that `index_tables(game)` returns;
`INDEX_TABLES` in the adapter is their type for exported functions. `search_interface.py` has the
functions for alpha-beta.
"""

from __future__ import annotations

from typing import Any, cast

from sommet.machine.bits import Word
from sommet.machine.dispatch import Part
from sommet.machine.exports import INT, STATE, PerGame, export
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import State

__all__ = [
    "ADAPTER",
    "INDEX_TABLES",
    "bucket",
    "canonical_mask",
    "compile_with",
    "features",
    "has_adapter",
    "has_index",
    "index_of",
    "slice_of",
    "slice_range",
    "state_at",
    "swap_sides",
]

ADAPTER = Part("solver_adapter")
compile_with = ADAPTER.compile_with


def has_adapter(state: type) -> bool:
    """Whether the game with this type of state can be solved."""
    return ADAPTER.module(state) is not None


def has_index(state: type) -> bool:
    """Whether it is solved by retrograde analysis."""
    return getattr(ADAPTER.module(state), "METHOD", "") == "retrograde"


def _index_tables(state: type) -> Any:
    return cast("Any", ADAPTER.module(state)).INDEX_TABLES


INDEX_TABLES = PerGame(_index_tables)


def _same(found: Any) -> Any:
    return found


def _integers(found: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int, found))


@ADAPTER.required(int)
def index_of(state: State, index_tables: Any) -> int:
    """The index of a position in which the game isn't over."""
    raise NotImplementedError


@ADAPTER.required(_same)
def state_at(like: State, index: int, index_tables: Any) -> State:
    """The position with an index; its options are those of `like`."""
    raise NotImplementedError


@ADAPTER.required(int)
def slice_of(state: State) -> int:
    """The slice of a position, less than the adapter's SLICES. A turn leads only from some slices
    to some others (`slice_successors(game)`)."""
    raise NotImplementedError


@ADAPTER.required(_integers)
def slice_range(like: State, index: int, index_tables: Any) -> tuple[int, int]:
    """The slice of the position with an index, and an exclusive end: all positions from the index
    up to it are in that slice."""
    raise NotImplementedError


@ADAPTER.required(_same)
def canonical_mask(state: State) -> Word:
    """The legal steps that keep the turn in canonical order, as a bit set."""
    raise NotImplementedError


@ADAPTER.required(_same)
def swap_sides(state: State) -> State:
    """The same position with the other player to move."""
    raise NotImplementedError


@ADAPTER.required(_same)
def features(state: State, into: Any) -> None:
    """Write the rows of the network's first layer that are active in a position; see
    `distilled_network.py`."""
    raise NotImplementedError


@ADAPTER.required(int)
def bucket(state: State) -> int:
    """The bucket of a position: each has upper layers of its own in the network."""
    raise NotImplementedError


# --- called from Python --------------------------------------------------------------------------


@ADAPTER.call_through
@export("index_of", STATE, INDEX_TABLES, returns=(INT,), serves=has_index)
@njit
def _index_of(state: State, index_tables: Any) -> int:
    return index_of(state, index_tables)


@ADAPTER.call_through
@export("state_at", STATE, INT, INDEX_TABLES, returns=(STATE,), serves=has_index)
@njit
def _state_at(like: State, index: int, index_tables: Any) -> State:
    return state_at(like, index, index_tables)
