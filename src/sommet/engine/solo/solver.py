"""A way to win a game for one: layer by layer, keeping the positions with least left to do.

All positions after one step make a layer, then those after two, and so on. Of each layer so many
are kept as it is wide. Where no layer had to be cut and nobody won, there is no way to win: that is
a proof. Otherwise a wider search may find one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.engine.solo", "fast", "numba", "numpy"):
    raise fault

import numpy as np

from sommet.core.errors import GameOver, OptionError
from sommet.core.move import Move, Path
from sommet.core.view import View
from sommet.engine.players import Stop
from sommet.engine.solo.beam_search import spread
from sommet.machine.kernel_interface import MOST_STEPS, State, is_turn_start, kernel_for, play, store

__all__ = ["WIDTHS", "Finding", "Solution", "solve"]

WIDTHS = (1, 8, 64, 512, 4096, 32768)


class Finding(Enum):
    """What is known of a game for one."""

    WON = "won"
    """There is a way to win."""
    LOST = "lost"
    """There is none."""
    OPEN = "open"
    """Nobody knows yet."""


@dataclass(frozen=True)
class Solution:
    """What was found: a way to win if there is one, how wide the search was and how many positions
    it has seen in all."""

    finding: Finding
    moves: tuple[Move, ...] = ()
    width: int = 0
    positions: int = 0


def solve(
    view: View[Any], *, widths: tuple[int, ...] = WIDTHS, stop: Stop | None = None
) -> Iterator[Solution]:
    """Search wider and wider, and tell after each width what is known; the last one is what was
    found. The view and the widths decide it, unless `stop` ends it before."""
    if len(view.game.sides) != 1:
        raise OptionError(
            "not_alone", "{game} can't be played solo with these options.", game=view.game
        )
    if view.over:
        raise GameOver
    root = kernel_for(view.game).encode(view.table, view.secrets)
    seen = 0
    for width in widths:
        won, cut, positions, steps = _searched(root, width, stop)
        seen += positions
        if won:
            yield Solution(Finding.WON, _moves(view, root, steps), width, seen)
            return
        if stop and stop():
            yield Solution(Finding.OPEN, (), width, seen)
            return
        yield Solution(Finding.OPEN if cut else Finding.LOST, (), width, seen)
        if not cut:
            return


def _searched(root: State, width: int, stop: Stop | None) -> tuple[bool, bool, int, list[int]]:
    """Whether a way to win was found, whether a layer was cut, how many positions there were, and
    the steps of the way."""
    layer = np.empty((len(root), 1), np.uint64)
    store(root, layer, 0)
    history: list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]] = []
    count, cut, seen = 1, False, 0
    while count and not (stop and stop()):
        room = count * MOST_STEPS
        after = np.empty((len(root), room), np.uint64)
        parents, made = np.empty(room, np.int32), np.empty(room, np.int16)
        keys, loads = np.empty(room, np.uint64), np.empty(room, np.int32)
        found, won = spread(root, layer, count, after, parents, made, keys, loads)
        seen += found
        if won >= 0:
            return True, cut, seen, _way(history, int(parents[won]), int(made[won]))
        _, different = np.unique(keys[:found], return_index=True)
        # Equal ones in no order that means anything, but always in the same.
        order = np.lexsort((keys[different], loads[different]))
        kept = different[order[:width]]
        cut = cut or len(different) > width
        history.append((parents[kept], made[kept]))
        layer, count = np.ascontiguousarray(after[:, kept]), len(kept)
    return False, cut or count > 0, seen, []


def _way(
    history: list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]], parent: int, step: int
) -> list[int]:
    """The steps from the start to one of the last layer."""
    steps = [step]
    for parents, made in reversed(history):
        steps.append(int(made[parent]))
        parent = int(parents[parent])
    return steps[::-1]


def _moves(view: View[Any], root: State, steps: list[int]) -> tuple[Move, ...]:
    """Steps of the kernel as moves, by the rules."""
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
