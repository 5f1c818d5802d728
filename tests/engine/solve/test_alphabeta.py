"""The alpha-beta holds against plain minimax, and takes the nodes it takes."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from sommet.engine.solve.adapter_interface import LOSS, OPEN, WIN
from sommet.engine.solve.prover import Prover
from sommet.games.triedre import kernel
from sommet.machine.kernel_interface import State
from tests.engine.solve.minimax import by_the_rules, plain, random_position

CHAINS = ("on", "off")


SIGNATURE = [13210, 426, 1527, 174]


def prover(**how: int) -> Prover:
    return Prover(kernel.encode(random_position(28, 0).table), bits=16, **how)


def state_of(cubes: int, seed: int, chain: str = "on") -> State:
    return kernel.encode(random_position(cubes, seed, chain=chain).table)


@pytest.mark.parametrize("chain", CHAINS)
def test_late_values_are_those_of_minimax_by_the_rules(chain: str) -> None:
    asked = prover()
    for cubes, seeds in ((26, 2), (28, 4), (30, 4), (32, 4)):
        for seed in range(seeds):
            table = random_position(cubes, seed, chain=chain).table
            assert asked.value(kernel.encode(table)) == by_the_rules(table), table


@pytest.mark.parametrize("chain", CHAINS)
def test_forgetting_dominance_and_symmetry_change_no_value(chain: str) -> None:
    asked = prover()  # one memory for all, so that what is kept for one serves others
    for cubes in (20, 22, 24):
        for seed in range(8):
            state = state_of(cubes, seed, chain)
            wins = plain(state, int(kernel.turn(state)))
            assert asked.value(state) == (WIN if wins else LOSS)


def test_two_threads_and_another_salt_find_the_same() -> None:
    states = [state_of(16, seed) for seed in range(6)]
    expected = prover().values(states)
    assert OPEN not in expected
    assert prover(threads=2).values(states) == expected
    assert [prover(threads=2).value(state) for state in states[:2]] == expected[:2]
    assert prover(salt=2718281828).values(states) == expected


def test_the_signature_of_the_search() -> None:
    """Nodes on fixed positions, one thread: a change of play changes it, and nothing else does."""
    nodes = []
    for cubes, seed in ((14, 0), (16, 1), (18, 2), (20, 3)):
        asked = prover()
        asked.value(state_of(cubes, seed))
        nodes.append(asked.nodes)
    assert nodes == SIGNATURE


def test_a_search_goes_on_where_it_stopped() -> None:
    state, asked = state_of(14, 1), prover()
    assert asked.value(state, nodes=100) == OPEN
    assert asked.nodes == 100
    before, whole = asked.nodes, prover()
    assert asked.value(state) == whole.value(state)
    assert asked.nodes - before <= whole.nodes  # what was proven before need not be proven again


def test_who_says_stop_is_heard() -> None:
    assert prover().value(state_of(12, 0), stop=lambda: True) == OPEN


def test_what_was_proven_is_recalled_without_another_node() -> None:
    state, asked = state_of(16, 2), prover()
    assert asked.known_value(state) == OPEN
    value, nodes = asked.value(state), asked.nodes
    assert asked.known_value(state) == asked.value(state) == value
    assert asked.nodes == nodes
