"""A solver for solo games: beam search, keeping the positions with the least work left.

The positions after one step form a layer, those after two steps the next, and so on; each layer is
cut to the beam width while it grows. If no layer had to be cut and nothing won, the game is proven
to be lost. Otherwise a wider beam may find a win.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from sommet.core.errors import GameOver, OptionError
from sommet.core.move import Move, Path
from sommet.core.view import View
from sommet.engine.players import Stop
from sommet.engine.slices import Pace
from sommet.machine.arrays import INT16, INT32, INT64, UINT64, array_of, zeros
from sommet.machine.bits import Word, signed, u64
from sommet.machine.exports import INT, LIKE, Array, Group, export
from sommet.machine.jit import inlined, njit, np
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

__all__ = ["WIDTHS", "Layer", "Solution", "SolveStatus", "add_children", "solve", "sort_layer"]


class Layer(NamedTuple):
    """The best positions of a layer, as many as the beam is wide, each in a row of the arrays.

    Of symmetric positions only the first one found stays. Ties are broken by key: arbitrary but
    deterministic.
    """

    words: Any
    """uint64 (word, row): the states."""
    keys: Any
    """uint64 (row): their keys, equal for symmetric ones."""
    costs: Any
    """int32 (row): the work left to do."""
    parents: Any
    """int32 (row): their parents' places in the layer before."""
    steps: Any
    """int16 (row): the steps from there."""
    order: Any
    """int32 (place): the rows; a heap whose root is the worst while the layer grows, from the best
    to the worst once it is sorted."""
    seen: Any
    """uint64 (any): the keys of all positions so far, in a hash table; 0 is free. Its length is a
    power of two."""
    counts: Any
    """int64: the rows in use, the positions found, the different ones, and of a win the parent's
    place, or -1, and the step."""


ROWS, FOUND, DIFFERENT, WON_PARENT, WON_STEP = range(5)

LAYER = Group(
    Layer,
    (
        *(Array(UINT64, 2, "F"), Array(UINT64), Array(INT32), Array(INT32), Array(INT16)),
        *(Array(INT32), Array(UINT64), Array(INT64)),
    ),
)


def new_layer(words: int, width: int, parents: int) -> Layer:
    """An empty layer for the children of that many positions."""
    room = min(width, parents * MAX_STEPS)
    return Layer(
        words=zeros(UINT64, room, words),
        keys=zeros(UINT64, room),
        costs=zeros(INT32, room),
        parents=zeros(INT32, room),
        steps=zeros(INT16, room),
        order=zeros(INT32, room),
        seen=zeros(UINT64, 1 << (parents * MAX_STEPS).bit_length()),
        counts=array_of(INT64, (0, 0, 0, -1, 0)),
    )


@inlined
def is_worse(layer: Layer, row: int, other: int) -> bool:
    """Whether a row is worse than another."""
    if layer.costs[row] != layer.costs[other]:
        return bool(layer.costs[row] > layer.costs[other])
    return bool(layer.keys[row] > layer.keys[other])


@inlined
def sift_down(layer: Layer, end: int) -> None:
    """Restore the heap after its root has changed."""
    order, at = layer.order, 0
    while 2 * at + 1 < end:
        child = 2 * at + 1
        if child + 1 < end and is_worse(layer, order[child + 1], order[child]):
            child += 1
        if not is_worse(layer, order[child], order[at]):
            return
        order[at], order[child] = order[child], order[at]
        at = child


@inlined
def sift_up(layer: Layer, at: int) -> None:
    """Restore the heap after a row has been added at its end."""
    order = layer.order
    while at > 0 and is_worse(layer, order[at], order[(at - 1) // 2]):
        order[at], order[(at - 1) // 2] = order[(at - 1) // 2], order[at]
        at = (at - 1) // 2


@inlined
def is_new(seen: Any, key: Word) -> bool:
    """Whether a key hasn't been seen before; from now on it has."""
    found = key if key else u64(1)
    slot = found & u64(len(seen) - 1)
    while seen[slot]:
        if seen[slot] == found:
            return False
        slot = (slot + u64(1)) & u64(len(seen) - 1)
    seen[slot] = found
    return True


@inlined
def add_state(layer: Layer, state: State, cost: int, key: Word, parent: int, step: int) -> None:
    """Add a state to a layer, in place of the worst one if it is full and that is worse."""
    counts, row = layer.counts, layer.counts[ROWS]
    full = row == len(layer.keys)
    if full:
        row = signed(layer.order[0])
        if cost > layer.costs[row] or (cost == layer.costs[row] and key > layer.keys[row]):
            return
    store(state, layer.words, row)
    layer.keys[row] = key
    layer.costs[row] = cost
    layer.parents[row] = parent
    layer.steps[row] = step
    if full:
        sift_down(layer, counts[ROWS])
    else:
        layer.order[row] = row
        counts[ROWS] += 1
        sift_up(layer, row)


@export("add_children", LIKE, LAYER, INT, INT, LAYER)
@njit
def add_children(like: State, layer: Layer, begin: int, end: int, after: Layer) -> None:
    """Add the children of the positions at these places of a sorted layer to the next one, until
    one wins. Lost positions are left out."""
    room = np.empty(MAX_STEPS, np.int16)
    counts = after.counts
    for place in range(begin, end):
        state = load(like, layer.words, layer.order[place])
        for number in range(steps(state, room)):
            then = play(state, room[number])
            final = outcome(then) if is_turn_start(then) else RUNNING
            if final & (ENDED - 1):
                counts[FOUND] += 1
                counts[WON_PARENT] = place
                counts[WON_STEP] = room[number]
                return
            if final == RUNNING:
                counts[FOUND] += 1
                key = canonical_key(then)
                if is_new(after.seen, key):
                    counts[DIFFERENT] += 1
                    add_state(after, then, remaining_cost(then), key, place, room[number])


@export("sort_layer", LAYER)
@njit
def sort_layer(layer: Layer) -> None:
    """Order the rows of a layer from the best to the worst."""
    order = layer.order
    for end in range(layer.counts[ROWS] - 1, 0, -1):
        order[0], order[end] = order[end], order[0]
        sift_down(layer, end)


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
    positions found."""

    status: SolveStatus
    moves: tuple[Move, ...] = ()
    width: int = 0
    positions: int = 0


def solve(
    view: View[Any], *, widths: tuple[int, ...] = WIDTHS, stop: Stop | None = None
) -> Iterator[Solution]:
    """Search with growing widths; yields what is known after each slice of about five milliseconds.
    The last Solution is final. The view and the widths decide it, unless `stop` ends the search
    early."""
    if len(view.game.sides) != 1:
        raise OptionError(
            "not_alone", "{game} can't be played solo with these options.", game=view.game
        )
    if view.over:
        raise GameOver
    root = kernel_for(view.game).encode(view.table, view.secrets)
    seen = 0
    for width in widths:
        search = Search(root, width)
        for _ in search.run():
            yield Solution(SolveStatus.OPEN, (), width, seen + search.found)
            if stop and stop():
                return
        seen += search.found
        if search.won:
            yield Solution(SolveStatus.WON, _moves(view, root, search.won), width, seen)
            return
        yield Solution(SolveStatus.OPEN if search.cut else SolveStatus.LOST, (), width, seen)
        if not search.cut:
            return


class Search:
    """A search with one width."""

    def __init__(self, root: State, width: int) -> None:
        self._root, self._width = root, width
        self._history: list[tuple[list[int], list[int]]] = []
        """For each layer, by place, the parents' places in the layer before, and the steps."""
        self._pace = Pace()
        self.found = 0
        """The number of positions found."""
        self.cut = False
        """Whether a layer was cut."""
        self.won: list[int] = []
        """The winning steps."""

    def run(self) -> Generator[None, None, None]:
        """Search, in slices."""
        layer, count = self._first_layer(), 1
        while count:
            after = new_layer(len(self._root), self._width, count)
            yield from self._expand(layer, count, after)
            count, found, different, won_parent, won_step = after.counts
            self.found += found
            if won_parent >= 0:
                self.won = self._steps_to(won_parent, won_step)
                return
            self.cut = self.cut or different > self._width
            sort_layer(after)
            order = after.order[:count]
            self._history.append(
                ([after.parents[row] for row in order], [after.steps[row] for row in order])
            )
            layer = after

    def _first_layer(self) -> Layer:
        layer = new_layer(len(self._root), 1, 1)
        return layer._replace(words=array_of(UINT64, self._root, 1, len(self._root)))

    def _expand(self, layer: Layer, count: int, after: Layer) -> Generator[None, None, None]:
        """Find the layer after one with `count` positions, or a win."""
        done = 0

        def expand(size: int) -> None:
            nonlocal done
            add_children(self._root, layer, done, done + size, after)
            done += size

        while done < count and after.counts[WON_PARENT] < 0:
            self._pace.run(expand, count - done)
            yield

    def _steps_to(self, parent: int, step: int) -> list[int]:
        """The steps from the start to a position with this parent."""
        found = [step]
        for parents, made in reversed(self._history):
            found.append(made[parent])
            parent = parents[parent]
        return found[::-1]


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
