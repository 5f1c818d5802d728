"""The JIT's code, the library and WebAssembly agree; `make conformance` walks more games."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import sommet
from scripts.kernels import EXPORTING
from sommet import Game
from sommet.core.position import Position
from sommet.engine.belief import WorldSet
from sommet.engine.mcts.inference import SOFTMAX_SHARPNESS
from sommet.engine.mcts.node_pool import NodePool
from sommet.engine.mcts.tree import empty_query
from sommet.engine.solo.solver import new_layer
from sommet.engine.solve.alphabeta import stack_for
from sommet.engine.solve.search_interface import LOSS, UNLIMITED_TURNS, WIN
from sommet.engine.solve.solution import solver_adapter_for
from sommet.engine.solve.table_oracle import evaluator_for
from sommet.engine.solve.transposition_table import new_table
from sommet.machine import shipped_library
from sommet.machine.arrays import INT16, UINT64, array_of
from sommet.machine.bits import u64
from sommet.machine.exports import EXPORTS, Array
from sommet.machine.game_stepper import GameStepper
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    State,
    is_turn_start,
    kernel_for,
    observe,
    outcome,
    play,
    start,
    turn,
)
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


def compare_search(game: Game[Any], simulations: int = 500) -> None:
    """Compare the trees of a search that knows all secrets, and what is kept of them."""
    position = game.start(2)
    state, world = encode(position), kernel_for(game).pack_secrets(position.secrets)
    query = empty_query()._replace(
        worlds=np.array([world], np.uint64),
        all_seats=(1 << game.seats) - 1,
        roles=np.zeros((1, game.seats), np.int16),
        shares=np.ones(256),
        playout_candidates=2,
        prior_weight=0.01,
    )
    pool = NodePool.allocate(1 << 14, 1)
    call_on_every_leg("reset_tree", pool)
    _, used, _ = call_on_every_leg("run_simulations", pool, 1, state, query, u64(7), simulations)
    assert used > 50
    call_on_every_leg("reroot", pool, used, pool.node(0).first_child, 0.5)
    running = np.zeros(1, np.bool_)
    call_on_every_leg("mark_running", state, query.worlds, running)


@pytest.mark.parametrize("game", every_game()[::3], ids=str)
def test_searches_build_the_same_tree_on_every_leg(game: Game[Any]) -> None:
    compare_search(game)


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
def test_likelihoods_of_turns_are_the_same_on_every_leg(name: str) -> None:
    record, chance = sommet.Record.new(sommet.game(name), 4), random.Random(4)
    for _ in range(8):
        worlds = WorldSet.of(record.position.view(None)).packed[:8]
        before = encode(record.position)
        record = record.play(chance.choice(record.position.moves()))
        probabilities = np.zeros(len(worlds))
        call_on_every_leg(
            "turn_likelihood",
            *(before, encode(record.position), worlds, SOFTMAX_SHARPNESS, probabilities),
        )
        assert ((probabilities > 0) & (probabilities <= 1)).all()


def test_solo_games_are_searched_alike_on_every_leg() -> None:
    compare_solo_search("colorpop")


def compare_solo_search(name: str) -> None:
    """Compare the first layers of a beam search."""
    state, count = start(sommet.game(name, players=1), 3), 1
    layer = new_layer(len(state), 1, 1)._replace(words=array_of(UINT64, state, 1, len(state)))
    for _ in range(3):
        after = new_layer(len(state), 50, count)
        call_on_every_leg("add_children", state, layer, 0, count, after)
        call_on_every_leg("sort_layer", after)
        layer, count = after, after.counts[0]
        best = [(layer.costs[row], layer.keys[row]) for row in layer.order[:count]]
        assert best == sorted(set(best))
        assert count > 1


def compare_alphabeta(state: State, evaluator: Any, turns: int, nodes: int) -> None:
    """Compare the transposition tables and stacks of a search."""
    table, stack = np.array(new_table(12)), stack_for(state)
    busy, salt = np.zeros(16, np.uint64), u64(5)
    call_on_every_leg("begin_search", state, salt, stack, evaluator, turns, LOSS, WIN)
    call_on_every_leg("search", state, table, salt, busy, stack, evaluator, nodes)
    call_on_every_leg("known_value", state, table, salt, evaluator)
    call_on_every_leg("costly_rows", table, salt, 2, 0, len(table), np.zeros((99, 2), np.uint64))
    rows = table[table[:, 1] > 0][:50].copy()
    call_on_every_leg("load_rows", np.zeros_like(table), salt, rows)
    assert len(rows)


def position_after(name: str, moves: int, seed: int) -> State:
    """The state after some random moves; Trièdre is solved from its last third only."""
    position, chance = sommet.game(name).start(seed), random.Random(seed)
    for _ in range(moves):
        position = position.play(chance.choice(position.moves()))
    return encode(position)


def encode(position: Position[Any]) -> State:
    return kernel_for(position.game).encode(position.table, position.secrets)


@pytest.mark.parametrize("seed", range(3))
def test_proofs_are_the_same_on_every_leg(seed: int) -> None:
    before, state = (position_after("triedre", moves, seed) for moves in (13, 14))
    compare_alphabeta(state, (), UNLIMITED_TURNS, 3000)
    word, degree = call_on_every_leg("identity", state)
    call_on_every_leg("move_score", before, state)
    call_on_every_leg("move_kinds", state)
    rows = np.array([[0, 0], [word, int(degree)], [2**64 - 1, 0]], np.uint64)
    call_on_every_leg("is_in_book", state, rows)


@pytest.mark.parametrize("seed", range(3))
def test_evaluated_searches_are_the_same_on_every_leg(seed: int) -> None:
    evaluator = evaluator_for(sommet.game("pylos"))
    for moves in (0, 12, 24):
        state = position_after("pylos", moves, seed)
        call_on_every_leg("evaluate", state, evaluator)
        index = call_on_every_leg("index_of", state, evaluator.index_tables)
        call_on_every_leg("state_at", state, index, evaluator.index_tables)
        call_on_every_leg("predict_distance", state, evaluator)
        compare_alphabeta(state, evaluator, 3, 300)


def test_stored_exceptions_are_unpacked_alike_on_every_leg() -> None:
    digits, large = np.array([3, 255, 1], np.uint8), np.array([70_000], np.uint32)
    exceptions, index = np.zeros(3, np.int64), np.zeros(3, np.int64)
    call_on_every_leg("add_gaps", digits, large, exceptions)
    assert exceptions.tolist() == [3, 70_003, 70_004]
    call_on_every_leg("find_spans", exceptions, index)
    assert index.tolist() == [0, 3, 3]


def test_passes_of_retrograde_analysis_are_the_same_in_the_library() -> None:
    """A table of all positions is too large for WebAssembly. Untouched pages take no memory."""
    game = sommet.game("pylos")
    adapter = solver_adapter_for(game)
    tables = adapter.index_tables(game)
    begin, found = int(tables.first[28]), []
    for leg in ("JIT", "library"):
        values = np.zeros(adapter.positions(game), np.uint8)
        changed = np.zeros(adapter.SLICES, np.uint8)
        for distance in range(1, 5):
            legs()[leg](
                *(EXPORTS["run_pass"], start(game), begin, begin + 2000, distance),
                *(distance % 2 == 0, values, tables),
                *(np.ones(adapter.SLICES, np.uint8), changed),
            )
        found.append((values[begin : begin + 2000].tolist(), changed.tolist()))
    assert found[0] == found[1]
    assert 2 in found[0][0], "losses in one move"


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
        found = library.function(export.symbol(state if export.has_state else None))
        assert bool(found) == export.serves(state if export.has_state else None), export.name


def test_searches_and_batches_release_the_gil_in_the_library() -> None:
    """So that threads run in parallel; single steps hold it, which is quicker."""
    asked: dict[str, bool] = {}

    class Recorded:
        def function(self, symbol: str, releases_gil: bool = False) -> Any:
            asked[symbol.partition("_")[2]] = releases_gil

    for export in EXPORTS.values():
        export._bound(Recorded(), type(start(sommet.game("pylos"))), (), ())
    released = {name for name, releases_gil in asked.items() if releases_gil}
    assert released == {
        *("step_some", "begin_some", "random_some", "observe_some", "run_simulations"),
        *("search", "run_pass", "costly_rows", "load_rows"),
    }


def test_the_libraries_are_built_from_all_modules_that_export_functions() -> None:
    modules = {export.compiled.py_func.__module__ for export in EXPORTS.values()}
    assert modules == {module.__name__ for module in EXPORTING}


def test_games_of_other_packages_are_not_in_the_library() -> None:
    """So the JIT compiles them, as when tests of retrograde analysis solve this game."""
    assert EXPORTS["run_pass"].symbol(type(start(Heap()))) == ""


@pytest.mark.parametrize(
    "array",
    [np.zeros((2, 3), np.int64), np.zeros(3, np.int16), np.zeros((3, 2), np.int16).T, [[1, 2]]],
    ids=["another type", "too few dimensions", "another order", "a list"],
)
def test_an_array_that_compiled_code_would_misread_is_refused(array: Any) -> None:
    with pytest.raises(TypeError, match="expects an array of int16 with 2 dimensions in C order"):
        Array(INT16, 2).address(array)


def test_empty_and_read_only_arrays_have_an_address() -> None:
    array = np.zeros(3, np.int16)
    array.flags.writeable = False
    assert Array(INT16).address(array) == array.ctypes.data
    assert isinstance(Array(INT16).address(np.zeros(0, np.int16)), int)


def test_steps_are_in_increasing_order() -> None:
    position = KernelPosition.of(sommet.game("colorpop").start(1))
    while position.steps:
        assert position.steps == sorted(set(position.steps))
        assert len(position.steps) <= MAX_STEPS
        position = position.play(position.steps[-1])


@pytest.mark.parametrize("name", sommet.names())
def test_positions_and_steppers_that_call_the_library_follow_the_kernel(name: str) -> None:
    """Their calls are bound to some arguments and to the shapes of arrays."""
    game, chance = sommet.game(name), random.Random(5)
    start_position = game.start(5)
    position, stepper = KernelPosition.of(start_position), GameStepper(game)
    stepper.begin(start_position)
    while position.steps:
        step = chance.choice(position.steps)
        after = play(position.state, step)
        position = position.play(step)
        stepper.step(step)
        assert position.state == after
        assert tuple(stepper.words[:, 0]) == tuple(after)
        for found in (position, stepper):
            assert (found.turn, found.is_turn_start) == (turn(after), is_turn_start(after))
    assert position.result == stepper.result == outcome(position.state)


@pytest.mark.parametrize("name", sommet.names())
def test_single_steps_lead_to_the_same_states_as_the_kernel(name: str) -> None:
    position, chance = KernelPosition.of(sommet.game(name).start(1)), random.Random(1)
    assert position.steps
    row = np.zeros(kernel_for(sommet.game(name)).OBSERVATION_SIZE, np.uint8)
    expected = np.zeros_like(row)
    while position.steps:
        step = chance.choice(position.steps)
        state, position = play(position.state, step), position.play(step)
        assert position.state == state == pickle.loads(pickle.dumps(position)).state
        position.observe(0, row)
        observe(state, 0, expected)
        assert (row == expected).all()
