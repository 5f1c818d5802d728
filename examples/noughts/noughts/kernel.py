"""The kernel of Noughts: the rules of `rules.py` on sets of cells.

A set of cells is the lower nine bits of a word, in the order of CELLS. A state has two words: the
tokens of each colour. Whose turn it is follows from how many there are. A step is the number of a
cell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sommet.machine.bits import (
    Word,
    count,
    mix_bits,
    next_random,
    random_bit,
    signed,
    u64,
    write_bits,
)
from sommet.machine.jit import inlined
from sommet.machine.kernel_interface import ENDED, RUNNING

from .rules import CELLS, COLOURS, FREE, LINES, Noughts, NoughtsReason, NoughtsTable

STEPS = len(CELLS)
MAX_GAME_STEPS = len(CELLS)
OBSERVATION_SIZE = 10
FIGURES = ("rows",)
REASONS = (NoughtsReason.ROW, NoughtsReason.FULL)

FULL = u64((1 << len(CELLS)) - 1)
ROWS = np.array([sum(1 << CELLS.index(cell) for cell in line) for line in LINES], np.uint64)
"""Each line of three as a set of cells."""


class NoughtsState(NamedTuple):
    """See the top of the file."""

    light: Word
    dark: Word


@inlined
def rows(tokens: Word) -> int:
    """How many lines of three are in a set."""
    found = 0
    for row in ROWS:
        if tokens & row == row:
            found += 1
    return found


@inlined
def free(state: NoughtsState) -> Word:
    return FULL & ~(state.light | state.dark)  # N2


@inlined
def steps(state: NoughtsState, into: Any) -> int:
    return write_bits(free(state), into)


@inlined
def canonical_steps(state: NoughtsState, into: Any) -> int:
    return write_bits(free(state), into)


@inlined
def random_step(state: NoughtsState, chance: Word) -> tuple[int, Word]:
    chance = next_random(chance)
    return signed(random_bit(free(state), chance)), chance


@inlined
def turn(state: NoughtsState) -> int:
    return signed(count(state.light | state.dark) & u64(1))


@inlined
def play(state: NoughtsState, step: int) -> NoughtsState:
    cell = u64(1) << u64(step)
    if turn(state):
        return NoughtsState(state.light, state.dark | cell)
    return NoughtsState(state.light | cell, state.dark)


@inlined
def outcome(state: NoughtsState) -> int:
    if rows(state.light):
        return ENDED | 1  # N3
    if rows(state.dark):
        return ENDED | 2
    return RUNNING if free(state) else ENDED | 3 | 1 << 9  # N4: REASONS[1]


@inlined
def is_turn_start(state: NoughtsState) -> bool:
    return True  # a turn is one step


@inlined
def key(state: NoughtsState) -> Word:
    return mix_bits(state.light | state.dark << u64(9))


@inlined
def canonical_key(state: NoughtsState) -> Word:
    return key(state)


@inlined
def with_secrets(state: NoughtsState, secrets: Word) -> NoughtsState:
    return state


@inlined
def observe(state: NoughtsState, seat: int, into: Any) -> None:
    """Nine cells (0 free, 1 own, 2 the opponent's), then the player to act (0 the seat itself)."""
    own, other = (state.dark, state.light) if seat else (state.light, state.dark)
    for index in range(9):
        cell = u64(index)
        into[index] = ((own >> cell) & u64(1)) + ((other >> cell) & u64(1)) * u64(2)
    into[9] = turn(state) ^ seat


@inlined
def figures(state: NoughtsState, into: Any) -> None:
    into[0, 0] = rows(state.light)
    into[0, 1] = rows(state.dark)


# --- conversion between rules and kernel ---------------------------------------------------------


def encode(
    table: NoughtsTable, secrets: tuple[str, ...] = (), out: frozenset[int] = frozenset()
) -> NoughtsState:
    light, dark = (
        sum(1 << at for at, token in enumerate(table.tokens) if token == colour)
        for colour in COLOURS
    )
    return NoughtsState(u64(light), u64(dark))


def decode(game: Noughts, state: NoughtsState) -> NoughtsTable:
    tokens = "".join(
        "L" if int(state.light) >> at & 1 else "D" if int(state.dark) >> at & 1 else FREE
        for at in range(len(CELLS))
    )
    return NoughtsTable(game, tokens, turn(state))


def spell(state: NoughtsState, step: int) -> str:
    return CELLS[step]


def pack_secrets(secrets: tuple[str, ...]) -> Word:
    """There are no secrets."""
    return u64(0)
