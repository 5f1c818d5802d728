"""The kernel of Pylos: the rules of `rules.py` as mask arithmetic.

A set of cells is the lower 32 bits of a word. Where possible a level has four bits for each row, so
"rests on four" and "square" are a few shifts and ands:

    bits  0–15   level 1, four rows of four
    bits 16–26   level 2, rows at 16, 20 and 24, three columns each
    bit  19      the summit, in a gap of level 2
    bits 28–31   level 3, two rows of two

A state has four words:

    mover   the balls of the player to move
    other   the balls of the opponent
    barred  balls that can't be taken back in canonical order
    info    bit 0      the seat to move
            bits 1–2   the phase: START, RAISING, FIRST_BACK, SECOND_BACK
            bits 3–7   the cell that the ball in hand came from (RAISING)
            bits 8–9   the variant: 0 children, 1 standard, 2 expert
            bit 10     takeback 0-2
            bit 11     empty_reserve may_raise

A step is the bit number of a cell, or DONE when no more balls are taken back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sommet.games.pylos.board import CELLS, FREE, INDEX, LEVELS
from sommet.games.pylos.rules import BALLS, COLOURS, Pylos, PylosReason, PylosTable
from sommet.machine.arrays import UINT64
from sommet.machine.bits import (
    Word,
    count,
    mix_bits,
    next_random,
    permute_bits,
    random_bit,
    signed,
    u64,
    write_bits,
)
from sommet.machine.jit import inlined, lookup_table
from sommet.machine.kernel_interface import ENDED, RUNNING

DONE = 32
STEPS = 33
MAX_GAME_STEPS = 0
OBSERVATION_SIZE = 35
FIGURES = ("reserve",)
REASONS = (PylosReason.RESERVE_EMPTY, PylosReason.SUMMIT)

START, RAISING, FIRST_BACK, SECOND_BACK = u64(0), u64(1), u64(2), u64(3)

LEVEL_1, LEVEL_2 = u64(0x0000FFFF), u64(0x07770000)
LEVEL_3, SUMMIT = u64(0xF0000000), u64(0x00080000)
UPPER = LEVEL_2 | LEVEL_3 | SUMMIT

SEAT, PHASES, IN_HAND = u64(0x1), u64(0x6), u64(0xF8)
OPTIONS = u64(0xF00)
EXPERT, STANDARD, DECLINE, MAY_RAISE = u64(0x200), u64(0x100), u64(0x400), u64(0x800)
LAST_BALL = u64(BALLS)


def _bit(cell: str) -> int:
    level, column, row = int(cell[0]), "abcd".index(cell[1]), int(cell[2]) - 1
    return {1: 4 * row + column, 2: 16 + 4 * row + column, 3: 28 + 2 * row + column, 4: 19}[level]


BIT = {cell: _bit(cell) for cell in CELLS}
CELL = {number: cell for cell, number in BIT.items()}
CELL_BITS = lookup_table([*BIT.values()], UINT64)


def _step_image(step: int, which: int) -> int:
    """The image of a step under a symmetry of the square."""
    if step not in CELL:
        return step
    level, column, row = int(CELL[step][0]), "abcd".index(CELL[step][1]), int(CELL[step][2])
    if which & 1:
        column = LEVELS[level - 1] - 1 - column
    if which & 2:
        row = LEVELS[level - 1] + 1 - row
    if which & 4:
        column, row = row - 1, column + 1
    return BIT[f"{level}{'abcd'[column]}{row}"]


SYMMETRIES = 8
PLACES = lookup_table(
    [[_step_image(step, which) for step in range(STEPS)] for which in range(SYMMETRIES)], UINT64
)
"""The image of each step under each symmetry; the first is the identity."""


class PylosState(NamedTuple):
    """The bit layout is described at the top of the file."""

    mover: Word
    other: Word
    barred: Word
    info: Word


@inlined
def supported_cells(balls: Word) -> Word:
    """P2a, P2b: the cells of level 1 and those that rest on four balls."""
    second = balls & (balls >> u64(1)) & (balls >> u64(4)) & (balls >> u64(5)) & u64(0x777)
    level_2 = (balls >> u64(16)) & u64(0x777)
    third = level_2 & (level_2 >> u64(1)) & (level_2 >> u64(4)) & (level_2 >> u64(5)) & u64(0x33)
    summit = SUMMIT if balls & LEVEL_3 == LEVEL_3 else u64(0)
    return (
        LEVEL_1
        | (second << u64(16))
        | ((third & u64(0x3)) << u64(28))
        | ((third & u64(0x30)) << u64(26))
        | summit
    )


@inlined
def spread(corners: Word) -> Word:
    """The cells of the squares with these corners, on a level with four bits for each row."""
    return corners | (corners << u64(1)) | (corners << u64(4)) | (corners << u64(5))


@inlined
def supporting_cells(balls: Word) -> Word:
    """The cells that carry these balls."""
    third = ((balls >> u64(28)) & u64(0x3)) | ((balls >> u64(26)) & u64(0x30))
    below_summit = LEVEL_3 if balls & SUMMIT else u64(0)
    return spread((balls >> u64(16)) & u64(0x777)) | (spread(third) << u64(16)) | below_summit


@inlined
def levels_below(ball: Word) -> Word:
    """Every cell on a lower level than this ball."""
    if ball & LEVEL_2:
        return LEVEL_1
    return LEVEL_1 | LEVEL_2 if ball & LEVEL_3 else LEVEL_1 | LEVEL_2 | LEVEL_3


@inlined
def levels_above(ball: Word) -> Word:
    """Every cell on a higher level than this ball."""
    if ball & LEVEL_1:
        return UPPER
    return LEVEL_3 | SUMMIT if ball & LEVEL_2 else SUMMIT


@inlined
def liftable(mover: Word, balls: Word) -> Word:
    """P2c: the mover's balls that carry none and can be raised."""
    own = mover & ~supporting_cells(balls)
    targets = supported_cells(balls) & ~balls & UPPER
    found = u64(0)
    while targets:
        target = targets & (~targets + u64(1))
        targets ^= target
        found |= own & levels_below(target) & ~supporting_cells(target)
    return found


@inlined
def earns(own: Word, put: Word, info: Word) -> bool:
    """P3, P4: whether the ball just placed completes a square or line of the mover's colour."""
    if not info & (STANDARD | EXPERT):
        return False
    level_2 = (own >> u64(16)) & u64(0x777)
    shape_1 = spread(own & (own >> u64(1)) & (own >> u64(4)) & (own >> u64(5)) & u64(0x777))
    shape_2 = spread(
        level_2 & (level_2 >> u64(1)) & (level_2 >> u64(4)) & (level_2 >> u64(5)) & u64(0x33)
    )
    if info & EXPERT:
        row = own & (own >> u64(1)) & (own >> u64(2)) & (own >> u64(3)) & u64(0x1111)
        column = own & (own >> u64(4)) & (own >> u64(8)) & (own >> u64(12)) & u64(0xF)
        shape_1 |= row | (row << u64(1)) | (row << u64(2)) | (row << u64(3))
        shape_1 |= column | (column << u64(4)) | (column << u64(8)) | (column << u64(12))
        row = level_2 & (level_2 >> u64(1)) & (level_2 >> u64(2)) & u64(0x111)
        column = level_2 & (level_2 >> u64(4)) & (level_2 >> u64(8)) & u64(0x7)
        shape_2 |= row | (row << u64(1)) | (row << u64(2))
        shape_2 |= column | (column << u64(4)) | (column << u64(8))
    shape_3 = LEVEL_3 if own & LEVEL_3 == LEVEL_3 else u64(0)
    return bool((shape_1 & LEVEL_1 | shape_2 << u64(16) | shape_3) & put)


@inlined
def step_mask(state: PylosState) -> Word:
    """The possible steps as a bit set."""
    balls = state.mover | state.other
    phase = (state.info & PHASES) >> u64(1)
    if phase == START:
        has_reserve = count(state.mover) < LAST_BALL
        places = supported_cells(balls) & ~balls if has_reserve else u64(0)
        return places | liftable(state.mover, balls)
    if phase == RAISING:
        came_from = u64(1) << ((state.info & IN_HAND) >> u64(3))
        return supported_cells(balls) & ~balls & levels_above(came_from)
    free = state.mover & ~supporting_cells(balls)
    may_end = phase == SECOND_BACK or state.info & DECLINE != u64(0)
    return free | (u64(1) << u64(DONE)) if may_end else free


@inlined
def steps(state: PylosState, into: Any) -> int:
    return write_bits(step_mask(state), into)


@inlined
def canonical_steps(state: PylosState, into: Any) -> int:
    return write_bits(step_mask(state) & ~state.barred, into)


@inlined
def random_step(state: PylosState, chance: Word) -> tuple[int, Word]:
    chance = next_random(chance)
    return signed(random_bit(step_mask(state), chance)), chance


@inlined
def end_turn(mover: Word, other: Word, info: Word) -> PylosState:
    """The state after the end of the mover's turn."""
    return PylosState(other, mover, u64(0), (info & (OPTIONS | SEAT)) ^ SEAT)


@inlined
def play(state: PylosState, step: int) -> PylosState:
    info = state.info & (OPTIONS | SEAT)
    phase = (state.info & PHASES) >> u64(1)
    if step == DONE:
        return end_turn(state.mover, state.other, info)
    cell = u64(1) << u64(step)
    if phase == FIRST_BACK:
        skipped = state.mover & ~supporting_cells(state.mover | state.other) & (cell - u64(1))
        return PylosState(state.mover ^ cell, state.other, skipped, info | (SECOND_BACK << u64(1)))
    if phase == SECOND_BACK:
        return end_turn(state.mover ^ cell, state.other, info)
    if state.mover & cell:
        in_hand = info | (RAISING << u64(1)) | (u64(step) << u64(3))
        return PylosState(state.mover ^ cell, state.other, u64(0), in_hand)
    mover = state.mover | cell
    if earns(mover, cell, info):
        return PylosState(mover, state.other, u64(0), info | (FIRST_BACK << u64(1)))
    return end_turn(mover, state.other, info)


@inlined
def outcome(state: PylosState) -> int:
    seat = signed(state.info & SEAT)
    balls = state.mover | state.other
    if balls & SUMMIT:  # P6
        winner = 1 - seat if state.other & SUMMIT else seat
        return ENDED | (1 << winner) | (1 << 9)
    if state.info & MAY_RAISE:
        if count(state.mover) == LAST_BALL and not liftable(state.mover, balls):  # P5'
            return ENDED | (1 << (1 - seat))
    elif count(state.other) == LAST_BALL:  # P5
        return ENDED | (1 << seat)
    return RUNNING


@inlined
def turn(state: PylosState) -> int:
    return signed(state.info & SEAT)


@inlined
def is_turn_start(state: PylosState) -> bool:
    return not state.info & PHASES


@inlined
def key(state: PylosState) -> Word:
    return mix_bits(
        mix_bits(state.mover | state.other << u64(32)) ^ state.info ^ state.barred << u64(32)
    )


@inlined
def apply_symmetry(state: PylosState, which: int) -> PylosState:
    """The state at the start of a turn under one of the SYMMETRIES of the square."""
    places = PLACES[which]
    mover, other = permute_bits(state.mover, places), permute_bits(state.other, places)
    return PylosState(mover, other, u64(0), state.info)


@inlined
def canonical_key(state: PylosState) -> Word:
    smallest = key(state)
    for which in range(1, SYMMETRIES):
        smallest = min(smallest, key(apply_symmetry(state, which)))
    return smallest


@inlined
def with_secrets(state: PylosState, secrets: Word) -> PylosState:
    return state


@inlined
def reserve(state: PylosState, acts: bool) -> Word:
    """The number of balls in the reserve of the seat to act, or of the other, without a ball in
    hand."""
    if not acts:
        return LAST_BALL - count(state.other)
    in_hand = u64(1) if state.info & PHASES == RAISING << u64(1) else u64(0)
    return LAST_BALL - count(state.mover) - in_hand


@inlined
def observe(state: PylosState, seat: int, into: Any) -> None:
    """30 cells in board order (0 free, 1 own, 2 the opponent's), the own and the opponent's
    reserve, the phase, the cell that the ball in hand came from (its bit, 0 outside RAISING), the
    seat to act (0 the seat itself, 1 the opponent)."""
    acts = turn(state) == seat
    mine, theirs = (state.mover, state.other) if acts else (state.other, state.mover)
    for index in range(30):
        cell = CELL_BITS[index]
        own, other = (mine >> cell) & u64(1), (theirs >> cell) & u64(1)
        into[index] = own + other + other
    into[30] = reserve(state, acts)
    into[31] = reserve(state, not acts)
    into[32] = (state.info & PHASES) >> u64(1)
    into[33] = (state.info & IN_HAND) >> u64(3)
    into[34] = u64(0) if acts else u64(1)


@inlined
def figures(state: PylosState, into: Any) -> None:
    for seat in range(2):
        into[0, seat] = reserve(state, turn(state) == seat)


# --- conversion between rules and kernel ---------------------------------------------------------


def encode(
    table: PylosTable, secrets: tuple[str, ...] = (), out: frozenset[int] = frozenset()
) -> PylosState:
    """The state of a table at the start of a turn."""
    game = table.game
    masks = [sum(1 << BIT[cell] for cell in CELLS if table.ball(cell) == ball) for ball in COLOURS]
    info = table.turn | ("children", "standard", "expert").index(game.variant) << 8
    info |= (game.takeback == "0-2") << 10 | (game.empty_reserve == "may_raise") << 11
    mover, other = masks[table.turn], masks[1 - table.turn]
    return PylosState(u64(mover), u64(other), u64(0), u64(info))


def decode(game: Pylos, state: PylosState) -> PylosTable:
    """The table of a state; within a turn, the current table."""
    seat = int(state.info & SEAT)
    balls = [FREE] * len(CELLS)
    for cell in CELLS:
        for colour, mask in ((COLOURS[seat], state.mover), (COLOURS[1 - seat], state.other)):
            if int(mask) >> BIT[cell] & 1:
                balls[INDEX[cell]] = colour
    return PylosTable(game, "".join(balls), seat)


def spell(state: PylosState, step: int) -> str:
    """The text of a step in this state; empty for DONE."""
    if step == DONE:
        return ""
    phase = (state.info & PHASES) >> u64(1)
    return ("" if phase == START else "-" if phase == RAISING else "x") + CELL[step]


def pack_secrets(secrets: tuple[str, ...]) -> Word:
    """Pylos has no secrets."""
    return u64(0)
