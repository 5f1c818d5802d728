"""The JIT's code, the library and WebAssembly agree; `make conformance` walks more games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import sommet
from sommet import Game
from sommet.engine.mcts.node_pool import NodePool
from sommet.engine.mcts.tree import empty_query
from sommet.machine import shipped_library
from sommet.machine.bits import u64
from sommet.machine.exports import EXPORTS, Array
from sommet.machine.kernel_interface import MAX_STEPS, State, start
from sommet.machine.perft import perft
from sommet.machine.stepper import KernelPosition
from sommet.testing import every_game
from sommet.testing.kernels import walk
from sommet.testing.legs import call_on_every_leg, compare_batch, legs
from tests.heap import Heap

pytestmark = pytest.mark.skipif(
    not shipped_library.loaded(), reason="there is no library for this machine"
)


def test_all_legs_run_here() -> None:
    assert list(legs()) == ["JIT", "library", "WebAssembly"]


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_rules_and_kernel_agree_on_every_leg(game: Game[Any]) -> None:
    walk(game.start(3), random.Random(3), full_check_share=0, on_legs=True)


@pytest.mark.parametrize("name", sommet.names())
def test_batches_agree_on_every_leg(name: str) -> None:
    compare_batch(sommet.game(name), games=64, ended=100)


def compare_search(state: State, seats: int, simulations: int = 500) -> None:
    """Compare the trees of a search in the world with no secret, and what is kept of them."""
    query = empty_query()._replace(
        all_seats=(1 << seats) - 1,
        roles=np.zeros((1, seats), np.int16),
        shares=np.ones(256),
        playout_candidates=2,
        prior_weight=0.01,
    )
    pool = NodePool(*(np.zeros_like(array) for array in NodePool.allocate(1 << 14, 1)))
    call_on_every_leg("reset_tree", pool)
    _, used, _ = call_on_every_leg("run_simulations", pool, 1, state, query, u64(7), simulations)
    call_on_every_leg("reroot", pool, used, int(pool.nodes[0]["first_child"]), 0.5)
    running = np.zeros(1, np.bool_)
    call_on_every_leg("mark_running", state, query.worlds, running)


@pytest.mark.parametrize("game", every_game()[::3], ids=str)
def test_searches_build_the_same_tree_on_every_leg(game: Game[Any]) -> None:
    compare_search(start(game, 2), game.seats)


def test_a_difference_between_two_legs_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(export: Any, *given: Any) -> Any:
        returned = export.compiled(*given)
        given[-1][0] += 1
        return returned

    state, room = start(sommet.game("pylos")), np.zeros(4, np.int32)
    call_on_every_leg("playouts", state, u64(1), room, room.copy())
    monkeypatch.setitem(legs(), "wrong", wrong)
    with pytest.raises(AssertionError, match="wrong"):
        call_on_every_leg("playouts", state, u64(1), room, room.copy())


@pytest.mark.parametrize("name", sommet.names())
def test_every_exported_function_is_in_the_library(name: str) -> None:
    library = shipped_library.loaded()
    assert library
    state = type(start(sommet.game(name)))
    for export in EXPORTS.values():
        assert library.function(export.symbol(state if export.has_state else None)), export.name


def test_searches_and_batches_release_the_gil_in_the_library() -> None:
    """So that threads run in parallel; single steps hold it, which is quicker."""
    asked: dict[str, bool] = {}

    class Recorded:
        def function(self, symbol: str, releases_gil: bool = False) -> Any:
            asked[symbol.partition("_")[2]] = releases_gil

    for export in EXPORTS.values():
        export._bound(Recorded(), type(start(sommet.game("pylos"))), (), ())
    released = {name for name, releases_gil in asked.items() if releases_gil}
    assert released == {"step_some", "begin_some", "random_some", "observe_some", "run_simulations"}


def test_games_of_other_packages_are_not_in_the_library() -> None:
    state = start(Heap())
    assert EXPORTS["count_moves"].symbol(type(state)) == ""
    assert perft(state, 2) == sommet.perft(Heap().start(0), 2)


@pytest.mark.parametrize(
    "array",
    [np.zeros((2, 3), np.int64), np.zeros(3, np.int16), np.zeros((3, 2), np.int16).T, [[1, 2]]],
    ids=["another type", "too few dimensions", "another order", "a list"],
)
def test_an_array_that_compiled_code_would_misread_is_refused(array: Any) -> None:
    with pytest.raises(TypeError, match="expects an array of int16 with 2 dimensions in C order"):
        Array(np.int16, 2).address(array)


def test_empty_and_read_only_arrays_have_an_address() -> None:
    array = np.zeros(3, np.int16)
    array.flags.writeable = False
    assert Array(np.int16).address(array) == array.ctypes.data
    assert isinstance(Array(np.int16).address(np.zeros(0, np.int16)), int)


def test_steps_are_in_increasing_order() -> None:
    position = KernelPosition.of(sommet.game("colorpop").start(1))
    while position.steps:
        assert position.steps == sorted(set(position.steps))
        assert len(position.steps) <= MAX_STEPS
        position = position.play(position.steps[-1])
