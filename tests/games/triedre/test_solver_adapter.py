"""Identities, static values and recorded facts in Trièdre's solver adapter."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba")

import sommet
from sommet.engine.solve import proof
from sommet.engine.solve.book import read_book, read_header
from sommet.engine.solve.search_interface import LOSS, OPEN, WIN, identity
from sommet.games.triedre import kernel, solver_adapter
from sommet.games.triedre.board import ABOVE, CELLS, FREE, INDEX
from sommet.machine.bits import Word, u64
from tests.engine.solve.minimax import minimax_by_kernel, random_position


def test_symmetric_positions_share_an_identity() -> None:
    for seed in range(20):
        state = kernel.encode(random_position(10 + seed % 12, seed).table)
        turned = (kernel.apply_symmetry(state, which) for which in range(kernel.SYMMETRIES))
        assert len({identity(kernel.TriedreState(*map(u64, other))) for other in turned}) == 1


def test_positions_with_swapped_colours_share_an_identity() -> None:
    for seed in range(20):
        state = kernel.encode(random_position(9 + seed % 12, seed).table)
        info = int(state.info)
        a, b, c, d = (info >> shift & 0xF for shift in (8, 12, 16, 20))
        swapped = (info & 0xFF ^ 1) | d << 8 | c << 12 | b << 16 | a << 20
        other = state._replace(light=state.dark, dark=state.light, info=u64(swapped))
        assert identity(other) == identity(state)


def test_a_colour_is_irrelevant_once_every_cell_above_has_its_three_cubes() -> None:
    """T3: whether a cell is forced is decided when its third cube is placed."""
    for seed in range(30):
        table = random_position(14 + seed % 8, seed).table
        state = kernel.encode(table)
        relevant_cubes = int(solver_adapter.relevant_cubes(state))
        for cell in CELLS:
            if table.cube(cell) == FREE:
                continue
            undecided = any(
                table.cube(under) == FREE
                for over in ABOVE[cell]
                for under in CELLS
                if over in ABOVE[under]
            )
            assert bool(relevant_cubes >> INDEX[cell] & 1) == undecided


def test_static_values_agree_with_minimax() -> None:
    """T5"""
    decided = 0
    for chain, seed in product(("on", "off"), range(40)):
        state = kernel.encode(random_position(27 + seed % 6, seed, chain=chain).table)
        value = solver_adapter.static_value(state)
        if value != OPEN:
            decided += 1
            assert (value == WIN) == minimax_by_kernel(state, int(kernel.turn(state)))
    assert decided > 5


def test_clamping_a_count_does_not_change_who_wins_the_face() -> None:
    """Whatever squares are still added, the face goes to the same colour."""
    for shown, own_left, other_left in product(range(16), range(0, 19, 3), range(0, 19, 3)):
        free = 15 - shown
        if own_left + other_left < free:
            continue
        for squares in range(shown + 1):
            clamped = solver_adapter.clamped(squares, shown, own_left, other_left)
            assert 0 <= clamped <= 8 + shown
            for more in range(max(0, free - other_left), min(free, own_left) + 1):
                assert (squares + more >= 8) == (clamped + more >= 8)


START = kernel.encode(sommet.game("triedre").start().table)


def degree(x: int, y: int, z: int) -> Word:
    return u64(x | y << 4 | z << 8)


def test_more_squares_are_never_worse() -> None:
    """Bounds of a degree follow from the recorded facts, and are no tighter."""
    chance = Random(7)
    for _ in range(200):
        needed = chance.randrange(6, 16)  # a rule in which more is never worse
        facts = solver_adapter.NO_FACTS
        for _ in range(8):
            squares = tuple(chance.randrange(9) for _ in range(3))
            value = WIN if sum(squares) >= needed else LOSS
            facts = u64(solver_adapter.update_facts(START, facts, degree(*squares), value, value))
            assert solver_adapter.known_bounds(START, facts, degree(*squares)) == (value, value)
        for squares in product(range(0, 9, 2), repeat=3):
            lower, upper = solver_adapter.known_bounds(START, facts, degree(*squares))
            if lower == upper:
                assert (lower == WIN) == (sum(squares) >= needed)


def test_move_kinds_are_in_range() -> None:
    for seed in range(10):
        position = random_position(8 + seed, seed)
        state = kernel.encode(position.table)
        for move in position.moves():
            after = kernel.encode(position.play(move).table)
            assert 0 <= solver_adapter.move_kind(state, after) < solver_adapter.MOVE_KINDS


# --- the shipped books ---------------------------------------------------------------------------


@pytest.mark.parametrize("chain", ["on", "off"])
def test_the_books_match_the_rules_and_give_the_only_winning_first_move(chain: str) -> None:
    game = sommet.game("triedre", chain=chain)
    path = proof.shipped_path(game)
    read_book(path, **proof.expected_header(game))
    moves = read_header(path)["moves"]
    legal = {str(move) for move in game.start().moves()}
    assert set(moves) - {""} == set(proof.first_moves(game)) <= legal
    assert [move for move, value in moves.items() if move and value == "win"] == ["L004"]
    assert moves[""] == "win"


@pytest.mark.parametrize("chain", ["on", "off"])
def test_the_book_has_a_reply_to_every_first_move_of_dark(chain: str, tmp_path: Path) -> None:
    game = sommet.game("triedre", chain=chain)
    asked: Any = proof.oracle(game, tmp_path)
    after = game.start().play("L004")
    for answer in after.moves():
        position = after.play(answer)
        move, source = asked.winning_move(position, seconds=0)
        assert move in position.moves()
        assert source == "book"
