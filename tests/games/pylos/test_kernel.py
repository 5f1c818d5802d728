"""The rules and the kernel of Pylos agree where random games rarely lead; symmetries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import sommet
from sommet import Game, Position, TextError
from sommet.core.move import Path
from sommet.core.registry import kind
from sommet.games.pylos import kernel
from sommet.games.pylos.board import CELLS, FREE, INDEX, LINES, SQUARES, is_supported, put
from sommet.games.pylos.rules import BALLS, PylosTable
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import State, canonical_key, outcome, play
from sommet.machine.perft import perft
from sommet.testing import every_option
from sommet.testing.kernels import PairedState, moves, steps_by_text
from tests.games.rare_situations import compare_rare_situations

GAMES = every_option(kind("pylos"))
POSITIONS = 60
"""Pyramids per combination of options."""


def random_pyramid(game: Game[Any], chance: random.Random) -> Position[Any]:
    """A random valid position, sometimes with more balls of one colour."""
    while True:
        balls, share = FREE * len(CELLS), chance.choice((0.05, 0.3, 0.5, 0.8, 0.95))
        for _ in range(chance.choice((chance.randrange(24), chance.randrange(24, 31)))):
            free = [
                cell for cell in CELLS if balls[INDEX[cell]] == FREE and is_supported(balls, cell)
            ]
            wish = "L" if chance.random() < share else "D"
            ball = wish if balls.count(wish) < BALLS else "LD"[wish == "L"]
            balls = put(balls, chance.choice(free), ball)
        levels = "/".join((balls[:16], balls[16:25], balls[25:29], balls[29:]))
        with suppress(TextError):  # a summit ball of the player to move, or no reserve left
            return game.parse(f"{levels} {chance.choice('LD')}")


def situations(table: PylosTable) -> Iterator[str]:
    """The rare situations that can arise in this turn."""
    for move in table.moves:
        path = move.steps
        before: Path = tuple(step for step in path if step[0] != "x")
        backs = path[len(before) :]
        put_on = before[-1].lstrip("-")
        if table.reserve(table.turn) == 0:
            yield "P5': a raise with no reserve"
            if backs:
                yield "P5': take-backs refill the reserve"
        if put_on == "4a1":
            yield "P6: the summit"
        if backs:
            now = table.during(before)
            square = any(
                put_on in shape and all(now.ball(cell) == table.colour for cell in shape)
                for shape in SQUARES
            )
            yield f"P3: a square on level {put_on[0]}" if square else f"P4: a line on {put_on[0]}"
            if len(backs) == 2 and backs[1] not in table.steps(before).next:
                yield "P3: the second ball was freed by the first"
            if f"x{put_on}" in backs:
                yield "P3: the ball just put is taken back"
        if not backs and table.steps(path).next:
            yield "takeback=0-2: the bare move declines"


MIN_OCCURRENCES = {
    "P5': a raise with no reserve": 20,
    "P5': take-backs refill the reserve": 5,
    "P6: the summit": 5,
    "P3: a square on level 1": 200,
    "P3: a square on level 2": 50,
    "P3: a square on level 3": 5,
    "P4: a line on 1": 50,
    "P4: a line on 2": 50,
    "P3: the second ball was freed by the first": 50,
    "P3: the ball just put is taken back": 200,
    "takeback=0-2: the bare move declines": 100,
    "end by reserve_empty": 20,
    "end by summit": 10,
}


def test_rules_and_kernel_agree_in_every_rare_situation() -> None:
    compare_rare_situations(
        GAMES,
        random_pyramid,
        situations,
        lambda end: f"end by {end[1]}",
        MIN_OCCURRENCES,
        POSITIONS,
    )


def test_a_turn_ends_with_done_if_there_is_no_second_ball_to_take_back() -> None:
    game = sommet.game("pylos", empty_reserve="may_raise")
    position = game.parse("DDDDLLL.LDLLDLLD/LD.LD.LLD/D.D./. L")
    pair = PairedState.of(position)
    pair.compare_turns()
    state = pair.state
    for step in (kernel.BIT["1d2"], kernel.BIT["1d2"]):
        state = play(state, step)
    assert steps_by_text(state) == {"": kernel.DONE}


# --- the eight symmetries of the square ----------------------------------------------------------


def test_there_are_eight_different_symmetries() -> None:
    assert kernel.SYMMETRIES == 8
    assert kernel.PLACES[0].tolist() == list(range(kernel.STEPS))
    assert len({tuple(places) for places in kernel.PLACES.tolist()}) == 8
    for places in kernel.PLACES.tolist():
        for square in (*SQUARES, *LINES):
            turned = {kernel.CELL[places[kernel.BIT[cell]]] for cell in square}
            assert turned in [{*shape} for shape in (*SQUARES, *LINES)]


def transformed(state: State, which: int) -> State:
    return kernel.PylosState(*map(u64, kernel.apply_symmetry(state, which)))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_symmetric_position_has_the_symmetric_moves(game: Game[Any]) -> None:
    chance = random.Random(5)
    for _ in range(4):
        position = random_pyramid(game, chance)
        state = PairedState.of(position).state
        for which in range(kernel.SYMMETRIES):
            turned = transformed(state, which)
            assert canonical_key(turned) == canonical_key(state)
            assert outcome(turned) == outcome(state)
            if not position.outcome:
                expected = {transformed(after, which) for _, after in moves(state)}
                assert {after for _, after in moves(turned)} == expected
                assert perft(turned, 2) == perft(state, 2)


def test_up_to_symmetry_there_are_three_first_moves() -> None:
    start = sommet.game("pylos").start(0)
    after = {move: PairedState.of(start.play(move)).state for move in start.moves()}
    assert len({int(canonical_key(state)) for state in after.values()}) == 3
