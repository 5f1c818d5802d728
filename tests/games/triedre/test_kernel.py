"""The rules and the kernel of Trièdre agree where random games rarely lead; symmetries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import sommet
from sommet import Game, Position
from sommet.core.registry import kind
from sommet.games.triedre import kernel
from sommet.games.triedre.board import CELLS, FACES, FREE, INDEX, LEVELS, is_supported, put
from sommet.games.triedre.rules import TriedreTable
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import State, canonical_key, outcome
from sommet.machine.perft import perft
from sommet.testing import every_option
from sommet.testing.kernels import PairedState, moves
from tests.games.rare_situations import compare_rare_situations

GAMES = every_option(kind("triedre"))
POSITIONS = 400
"""Pyramids per combination of options."""


def random_pyramid(game: Game[Any], chance: random.Random) -> Position[Any]:
    """A random valid position, often with long runs of a colour, lopsided stocks, and a high
    pyramid around a hole in the base, where long chains start."""
    cubes, colour, loyalty = FREE * len(CELLS), "L", chance.choice((0.5, 0.8, 0.95))
    holes = chance.sample(CELLS[: LEVELS[0]], chance.randrange(3))
    for _ in range(len(CELLS) if holes else chance.randrange(len(CELLS) + 1)):
        free = [cell for cell in CELLS if cubes[INDEX[cell]] == FREE and is_supported(cubes, cell)]
        free = [cell for cell in free if cell not in holes]
        if not free:
            break
        if chance.random() > loyalty:
            colour = "LD"[colour == "L"]
        colour = colour if cubes.count(colour) < 18 else "LD"[colour == "L"]
        cubes = put(cubes, free[0] if holes else chance.choice(free), colour)
    light, dark = 18 - cubes.count("L"), 18 - cubes.count("D")
    own_light = random_in_range(max(0, light - 5), min(13, light), chance)
    own_dark = random_in_range(max(0, dark - 13), min(5, dark), chance)
    stocks = ((own_light, own_dark), (light - own_light, dark - own_dark))
    turn = chance.choice([seat for seat in (0, 1) if any(stocks[seat])])
    ends = [sum(LEVELS[:level]) for level in range(6)]
    levels = "/".join(cubes[first:last] for first, last in pairwise(ends))
    held = "/".join(f"{light}L{dark}D" for light, dark in stocks)
    return game.parse(f"{levels} {'LD'[turn]} {held}")


def random_in_range(least: int, most: int, chance: random.Random) -> int:
    """A number in a range, usually one of its ends."""
    return chance.choice((least, most, chance.randint(least, most)))


def situations(table: TriedreTable) -> Iterator[str]:
    """The rare situations that can arise in this turn."""
    left_over: dict[tuple[str, ...], set[frozenset[str]]] = {}
    for move in table.moves:
        path, after = move.steps, table.after(move.steps)
        forced = path[3::2]
        if forced:
            yield "T3: a forced cube"
        if len(table.during(path[:2])[1]) > 1:
            yield "T3a: several cells at once"
        if {*forced} - {*table.during(path[:2])[1]}:
            yield "T3b: a chained cube"
        if len(forced) > 4:
            yield "T3b: more than four forced cubes"
        if table.game.chain == "off" and any(
            after.forced_by(cell, after.cube(cell)) for cell in forced
        ):
            yield "chain=off: a forced cube forces none"
        if forced and not any(after.stocks[1 - table.turn]):
            left_over.setdefault(path[:2], set()).add(frozenset(forced))
        if after.turn == table.turn:
            yield "T4: the opponent is skipped"
    if any(len({len(cells) for cells in sets}) == 1 < len(sets) for sets in left_over.values()):
        yield "T3c: the stock ends, and different cells can be left over"


MIN_OCCURRENCES = {
    "T3: a forced cube": 500,
    "T3a: several cells at once": 100,
    "T3b: a chained cube": 50,
    "T3b: more than four forced cubes": 5,
    "chain=off: a forced cube forces none": 20,
    "T3c: the stock ends, and different cells can be left over": 3,
    "T4: the opponent is skipped": 100,
    "end for light": 1,
    "end for dark": 1,
}


def test_rules_and_kernel_agree_in_every_rare_situation() -> None:
    compare_rare_situations(
        GAMES,
        random_pyramid,
        situations,
        lambda end: f"end for {('light', 'dark')[end[0][0]]}",
        MIN_OCCURRENCES,
        POSITIONS,
    )


# --- the six orders of the faces -----------------------------------------------------------------


def transformed(state: State, which: int) -> State:
    return kernel.TriedreState(*map(u64, kernel.apply_symmetry(state, which)))


def test_there_are_six_different_orders_of_the_faces() -> None:
    assert kernel.SYMMETRIES == 6
    assert kernel.PLACES[0].tolist() == list(range(kernel.STEPS))
    assert len({tuple(places) for places in kernel.PLACES.tolist()}) == 6
    for places in kernel.PLACES.tolist():
        faces = [{CELLS[places[INDEX[cell]]] for cell in cells} for cells in FACES.values()]
        assert all({*cells} in faces for cells in FACES.values())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_symmetric_position_has_the_symmetric_moves(game: Game[Any]) -> None:
    chance = random.Random(5)
    for _ in range(20):
        state = PairedState.of(random_pyramid(game, chance)).state
        for which in range(kernel.SYMMETRIES):
            turned = transformed(state, which)
            assert canonical_key(turned) == canonical_key(state)
            assert outcome(turned) == outcome(state)
            assert perft(turned, 2) == perft(state, 2)
            if not outcome(state):
                expected = {transformed(after, which) for _, after in moves(state)}
                assert {after for _, after in moves(turned)} == expected


def test_up_to_symmetry_the_first_cube_has_four_cells() -> None:
    start = sommet.game("triedre").start(0)
    after = {move: PairedState.of(start.play(move)).state for move in start.moves()}
    # corner, next to a corner, middle of an edge, interior; each in two colours
    assert len({int(canonical_key(state)) for state in after.values()}) == 4 * 2
