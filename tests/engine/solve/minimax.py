"""Plain minimax, as a reference for the solver."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np

import sommet
from sommet import Position
from sommet.engine.solve.search_interface import LOSS, WIN
from sommet.games.triedre.rules import TriedreTable
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    canonical_steps,
    outcome,
    play,
    turn,
)


@cache
def minimax_by_rules(table: TriedreTable) -> int:
    """The value of a position for the player to move, by the rules: WIN or LOSS."""
    if end := table.game.judge(table, ()):
        return WIN if table.turn in end.winners else LOSS
    for move in table.moves:
        after = table.after(move.steps)
        if minimax_by_rules(after) == (WIN if after.turn == table.turn else LOSS):
            return WIN
    return LOSS


@njit
def minimax_by_kernel(state: State, seat: int) -> bool:
    """Whether a seat wins, by the kernel's steps and ends alone."""
    if outcome(state) != RUNNING:
        return (outcome(state) >> seat) & 1 == 1
    room = np.empty(MAX_STEPS, np.int16)
    found = canonical_steps(state, room)
    if found == 0:  # not canonical: the same turn is counted in another order
        return turn(state) != seat
    own = turn(state) == seat
    for index in range(found):
        if minimax_by_kernel(play(state, room[index]), seat) == own:
            return own
    return not own


def random_position(cubes: int, seed: int, **options: Any) -> Position[Any]:
    """A position of Trièdre with this number of cubes from a random game."""
    game = sommet.game("triedre", **options)
    for attempt in range(1000):
        chance, position = Random(f"{cubes} {seed} {attempt}"), game.start()
        while (standing := sum(cube != "." for cube in position.table.cubes)) < cubes:
            position = position.play(chance.choice(position.moves()))
        if standing == cubes and not position.outcome:
            return position
    raise AssertionError("no such position was met")
