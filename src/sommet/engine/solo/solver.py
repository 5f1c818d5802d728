"""A solver for solo games: beam search, keeping the positions with the least work left.

The positions after one step form a layer, those after two steps the next, and so on; each layer is
cut to the beam width. If no layer had to be cut and nothing won, the game is proven to be lost.
Otherwise a wider beam may find a win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.engine.solo", "fast", "numpy"):
    raise fault

import numpy as np

from sommet.core.errors import GameOver, OptionError
from sommet.core.move import Move, Path
from sommet.core.view import View
from sommet.engine.players import Stop
from sommet.machine.exports import INT, LIKE, Array, export
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    ENDED,
    MAX_STEPS,
    RUNNING,
    State,
    canonical_key,
    is_turn_start,
    kernel_for,
    load,
    outcome,
    play,
    remaining_cost,
    steps,
    store,
)

__all__ = ["WIDTHS", "Solution", "SolveStatus", "solve"]


_STATES, _KEYS = Array(np.uint64, 2), Array(np.uint64)
_PARENTS, _STEPS, _COSTS = Array(np.int32), Array(np.int16), Array(np.int32)


@export(
    *("expand_layer", LIKE, _STATES, INT, _STATES, _PARENTS, _STEPS, _KEYS, _COSTS),
    returns=(INT, INT),
)
@njit
def expand_layer(
    like: State, layer: Any, count: int, after: Any, parents: Any, made: Any, keys: Any, loads: Any
) -> Any:
    """Expand the first `count` states of a layer into the arrays `after` (states), `parents`,
    `made` (steps), `keys` and `loads` (the work left to do).

    Returns the number of new states and the index of a winning one, or -1. Lost states are left
    out.
    """
    room = np.empty(MAX_STEPS, np.int16)
    found = 0
    for place in range(count):
        state = load(like, layer, place)
        for number in range(steps(state, room)):
            then = play(state, room[number])
            end = outcome(then) if is_turn_start(then) else RUNNING
            won = (end & (ENDED - 1)) != 0
            if end == RUNNING or won:
                store(then, after, found)
                parents[found] = place
                made[found] = room[number]
                keys[found] = canonical_key(then)
                loads[found] = remaining_cost(then)
                found += 1
                if won:
                    return found, found - 1
    return found, -1


WIDTHS = (1, 8, 64, 512, 4096, 32768)


class SolveStatus(Enum):
    """What is known about a solo game."""

    WON = "won"
    """A win was found."""
    LOST = "lost"
    """There is no win."""
    OPEN = "open"
    """Undecided so far."""


@dataclass(frozen=True)
class Solution:
    """The status, the winning moves if there are any, the beam width and the total number of
    positions searched."""

    status: SolveStatus
    moves: tuple[Move, ...] = ()
    width: int = 0
    positions: int = 0


def solve(
    view: View[Any], *, widths: tuple[int, ...] = WIDTHS, stop: Stop | None = None
) -> Iterator[Solution]:
    """Search with growing widths; yields a Solution after each, the last of which is final. The
    view and the widths decide the result, unless `stop` ends the search early."""
    if len(view.game.sides) != 1:
        raise OptionError(
            "not_alone", "{game} can't be played solo with these options.", game=view.game
        )
    if view.over:
        raise GameOver
    root = kernel_for(view.game).encode(view.table, view.secrets)
    seen = 0
    for width in widths:
        won, cut, positions, steps = _search(root, width, stop)
        seen += positions
        if won:
            yield Solution(SolveStatus.WON, _moves(view, root, steps), width, seen)
            return
        if stop and stop():
            yield Solution(SolveStatus.OPEN, (), width, seen)
            return
        yield Solution(SolveStatus.OPEN if cut else SolveStatus.LOST, (), width, seen)
        if not cut:
            return


def _search(root: State, width: int, stop: Stop | None) -> tuple[bool, bool, int, list[int]]:
    """Whether a win was found, whether a layer was cut, the number of positions, and the winning
    steps."""
    layer = np.empty((len(root), 1), np.uint64)
    store(root, layer, 0)
    history: list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]] = []
    count, cut, seen = 1, False, 0
    while count and not (stop and stop()):
        room = count * MAX_STEPS
        after = np.empty((len(root), room), np.uint64)
        parents, made = np.empty(room, np.int32), np.empty(room, np.int16)
        keys, loads = np.empty(room, np.uint64), np.empty(room, np.int32)
        found, won = expand_layer(root, layer, count, after, parents, made, keys, loads)
        seen += found
        if won >= 0:
            return True, cut, seen, _backtrack(history, int(parents[won]), int(made[won]))
        _, different = np.unique(keys[:found], return_index=True)
        # Ties are broken by key: arbitrary but deterministic.
        order = np.lexsort((keys[different], loads[different]))
        kept = different[order[:width]]
        cut = cut or len(different) > width
        history.append((parents[kept], made[kept]))
        layer, count = np.ascontiguousarray(after[:, kept]), len(kept)
    return False, cut or count > 0, seen, []


def _backtrack(
    history: list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]], parent: int, step: int
) -> list[int]:
    """The steps from the start to a state of the last layer."""
    steps = [step]
    for parents, made in reversed(history):
        steps.append(int(made[parent]))
        parent = int(parents[parent])
    return steps[::-1]


def _moves(view: View[Any], root: State, steps: list[int]) -> tuple[Move, ...]:
    """Kernel steps as moves, by the rules."""
    spell, table, state = kernel_for(view.game).spell, view.table, root
    moves: list[Move] = []
    path: Path = ()
    for step in steps:
        text = spell(state, step)
        path = (*path, text) if text else path
        state = play(state, step)
        if is_turn_start(state):
            move = Move(table.canonical(path))
            moves.append(move)
            table, path = table.after(move.steps), ()
    return tuple(moves)
