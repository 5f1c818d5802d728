"""Alpha-beta agrees with plain minimax, and its node counts are pinned."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from sommet.engine.solve.prover import Prover
from sommet.engine.solve.search_interface import LOSS, OPEN, WIN
from sommet.games.triedre import kernel
from sommet.machine.kernel_interface import State
from tests.engine.solve.minimax import minimax_by_kernel, minimax_by_rules, random_position

CHAINS = ("on", "off")


SIGNATURE = [13210, 426, 1527, 174]


def prover(**how: int) -> Prover:
    return Prover(kernel.encode(random_position(28, 0).table), bits=16, **how)


def state_of(cubes: int, seed: int, chain: str = "on") -> State:
    return kernel.encode(random_position(cubes, seed, chain=chain).table)


@pytest.mark.parametrize("chain", CHAINS)
def test_late_values_agree_with_minimax(chain: str) -> None:
    asked = prover()
    for cubes, seeds in ((26, 2), (28, 4), (30, 4), (32, 4)):
        for seed in range(seeds):
            table = random_position(cubes, seed, chain=chain).table
            assert asked.value(kernel.encode(table)) == minimax_by_rules(table), table


@pytest.mark.parametrize("chain", CHAINS)
def test_reduced_identities_dominance_and_symmetry_change_no_value(chain: str) -> None:
    asked = prover()  # a shared table, so that entries of one position serve others
    for cubes in (20, 22, 24):
        for seed in range(8):
            state = state_of(cubes, seed, chain)
            wins = minimax_by_kernel(state, int(kernel.turn(state)))
            assert asked.value(state) == (WIN if wins else LOSS)


def test_threads_and_salts_do_not_change_values() -> None:
    states = [state_of(16, seed) for seed in range(6)]
    expected = prover().values(states)
    assert OPEN not in expected
    assert prover(threads=2).values(states) == expected
    assert [prover(threads=2).value(state) for state in states[:2]] == expected[:2]
    assert prover(salt=2718281828).values(states) == expected


def test_node_counts_are_pinned() -> None:
    """Node counts of fixed positions with one thread change only when the search does."""
    nodes = []
    for cubes, seed in ((14, 0), (16, 1), (18, 2), (20, 3)):
        asked = prover()
        asked.value(state_of(cubes, seed))
        nodes.append(asked.nodes)
    assert nodes == SIGNATURE


def test_a_search_resumes_where_it_stopped() -> None:
    state, asked = state_of(14, 1), prover()
    assert asked.value(state, nodes=100) == OPEN
    assert asked.nodes == 100
    before, whole = asked.nodes, prover()
    assert asked.value(state) == whole.value(state)
    assert asked.nodes - before <= whole.nodes  # earlier proofs are reused


def test_stop_is_respected() -> None:
    assert prover().value(state_of(12, 0), stop=lambda: True) == OPEN


def test_a_proven_value_is_returned_without_searching() -> None:
    state, asked = state_of(16, 2), prover()
    assert asked.known_value(state) == OPEN
    value, nodes = asked.value(state), asked.nodes
    assert asked.known_value(state) == asked.value(state) == value
    assert asked.nodes == nodes
