"""The kernel of Trièdre: the rules of `rules.py` on sets of cells.

A set of cells is the lower 35 bits of a word, in board order. A state has six words:

    light, dark  the cubes of each colour
    open         the free cells that can take a cube
    pending      the cells that must be filled within this turn
    barred       pending cells that would break the canonical order
    info         bit 0       the seat to move
                 bits 1–2    the phase: COLOUR, CELL, FORCED_COLOUR, FORCED_CELL
                 bit 3       the colour in hand: 0 light, 1 dark
                 bit 4       chain on
                 bits 8–23   the stocks, four bits each: light's light and dark cubes, dark's
                             light and dark cubes

A step is the number of a cell, or LIGHT or DARK for a colour.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, NamedTuple

from sommet.games.triedre.board import ABOVE, BELOW, CELLS, FACES, FREE, INDEX, is_supported
from sommet.games.triedre.rules import (
    COLOURS,
    MAJORITY,
    Triedre,
    TriedreReason,
    TriedreTable,
)
from sommet.machine.arrays import INT8, UINT64
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

LIGHT, DARK = 35, 36
STEPS = 37
MAX_GAME_STEPS = 2 * len(CELLS)
OBSERVATION_SIZE = 42
FIGURES = tuple(FACES)
REASONS = (TriedreReason.FACES,)

COLOUR, CELL, FORCED_COLOUR, FORCED_CELL = u64(0), u64(1), u64(2), u64(3)
SEAT, PHASES, IN_HAND, CHAIN = u64(0x1), u64(0x6), u64(0x8), u64(0x10)
STOCKS = u64(0xFFFF00)


def _mask(cells: tuple[str, ...]) -> int:
    return sum(1 << INDEX[cell] for cell in cells)


FULL = u64(_mask(CELLS))
FACE_X, FACE_Y, FACE_Z = (u64(_mask(cells)) for cells in FACES.values())
BELOW_MASK = lookup_table([_mask(BELOW[cell]) for cell in CELLS], UINT64)
OVER = lookup_table(
    [([INDEX[over] for over in ABOVE[cell]] + [-1] * 3)[:3] for cell in CELLS], INT8
)
"""The cells that rest on each cell, padded with -1."""

SYMMETRIES = 6
PLACES = lookup_table(
    [
        [INDEX["".join(cell[axis] for axis in axes)] for cell in CELLS] + [LIGHT, DARK]
        for axes in permutations(range(3))
    ],
    UINT64,
)
"""The image of each step under each permutation of the faces; the first is the identity."""


class TriedreState(NamedTuple):
    """The bit layout is described at the top of the file."""

    light: Word
    dark: Word
    open: Word
    pending: Word
    barred: Word
    info: Word


@inlined
def stock(info: Word, seat: Word) -> Word:
    """A player's stock: light cubes in the lower four bits, dark cubes in the upper."""
    return (info >> (u64(8) + (seat << u64(3)))) & u64(0xFF)


@inlined
def step_mask(state: TriedreState) -> Word:
    """The possible steps as a bit set."""
    info = state.info
    phase = (info & PHASES) >> u64(1)
    if phase == CELL:
        return state.open  # T2
    if phase == FORCED_CELL:
        return state.pending  # T3
    owner = info & SEAT if phase == COLOUR else (info & SEAT) ^ SEAT
    held = stock(info, owner)
    light = u64(1) << u64(LIGHT) if held & u64(0xF) else u64(0)
    return light | (u64(1) << u64(DARK)) if held >> u64(4) else light


@inlined
def steps(state: TriedreState, into: Any) -> int:
    return write_bits(step_mask(state), into)


@inlined
def canonical_steps(state: TriedreState, into: Any) -> int:
    forced = (state.info & PHASES) >> u64(1) >= FORCED_COLOUR
    if forced and not state.pending & ~state.barred:
        return 0
    return write_bits(step_mask(state) & ~state.barred, into)


@inlined
def random_step(state: TriedreState, chance: Word) -> tuple[int, Word]:
    chance = next_random(chance)
    return signed(random_bit(step_mask(state), chance)), chance


@inlined
def play(state: TriedreState, step: int) -> TriedreState:
    light, dark, opened, pending, barred, info = state
    phase = (info & PHASES) >> u64(1)
    if not phase & u64(1):  # COLOUR or FORCED_COLOUR
        in_hand = IN_HAND if step == DARK else u64(0)
        info = (info & ~(PHASES | IN_HAND)) | in_hand | ((phase + u64(1)) << u64(1))
        return TriedreState(light, dark, opened, pending, barred, info)
    seat = info & SEAT
    cell = u64(1) << u64(step)
    if phase == FORCED_CELL:
        barred |= pending & (cell - u64(1))
    pending &= ~cell
    opened ^= cell
    owner = seat if phase == CELL else seat ^ SEAT  # T3: from the opponent's stock
    if info & IN_HAND:
        dark |= cell
        info -= u64(1) << (u64(12) + (owner << u64(3)))
    else:
        light |= cell
        info -= u64(1) << (u64(8) + (owner << u64(3)))
    for index in range(3):
        over = OVER[step, index]
        if over >= 0:
            below = BELOW_MASK[over]
            if below & ~(light | dark) == u64(0):
                new = u64(1) << u64(over)
                opened |= new
                one_colour = below & ~light == u64(0) or below & ~dark == u64(0)
                if one_colour and (phase == CELL or info & CHAIN):  # T3, T3b
                    pending |= new
    info &= ~(PHASES | IN_HAND)
    opponent_stock = stock(info, seat ^ SEAT)
    if pending and opponent_stock:
        info |= FORCED_COLOUR << u64(1)
        return TriedreState(light, dark, opened, pending, barred, info)
    if opponent_stock:  # T4
        info ^= SEAT
    return TriedreState(light, dark, opened, u64(0), u64(0), info)


@inlined
def outcome(state: TriedreState) -> int:
    if state.light | state.dark != FULL:
        return RUNNING
    faces = 0
    for face in (FACE_X, FACE_Y, FACE_Z):
        if count(state.light & face) >= u64(MAJORITY):
            faces += 1
    return ENDED | (1 if faces >= 2 else 2)  # T5


@inlined
def turn(state: TriedreState) -> int:
    return signed(state.info & SEAT)


@inlined
def is_turn_start(state: TriedreState) -> bool:
    return not state.info & PHASES


@inlined
def key(state: TriedreState) -> Word:
    return mix_bits(
        mix_bits(
            mix_bits(mix_bits(state.light) ^ state.dark) ^ state.pending ^ state.info << u64(36)
        )
        ^ state.barred
    )


@inlined
def apply_symmetry(state: TriedreState, which: int) -> TriedreState:
    """The state at the start of a turn under one of the SYMMETRIES: a permutation of the faces."""
    places = PLACES[which]
    light, dark = permute_bits(state.light, places), permute_bits(state.dark, places)
    opened = permute_bits(state.open, places)
    return TriedreState(light, dark, opened, u64(0), u64(0), state.info)


@inlined
def canonical_key(state: TriedreState) -> Word:
    smallest = key(state)
    for which in range(1, SYMMETRIES):
        smallest = min(smallest, key(apply_symmetry(state, which)))
    return smallest


@inlined
def with_secrets(state: TriedreState, secrets: Word) -> TriedreState:
    return state


@inlined
def observe(state: TriedreState, seat: int, into: Any) -> None:
    """35 cells in board order (0 free, 1 a cube of the own colour, 2 of the opponent's, 3 to be
    filled now), the own stock (own colour, other colour), the opponent's stock (likewise), the
    phase, the colour in hand (0 own or none, 1 other), the seat to act (0 the seat itself, 1 the
    opponent)."""
    dark = u64(seat)
    own, other = (state.dark, state.light) if dark else (state.light, state.dark)
    for index in range(35):
        cell = u64(index)
        into[index] = (
            ((own >> cell) & u64(1))
            + ((other >> cell) & u64(1)) * u64(2)
            + ((state.pending >> cell) & u64(1)) * u64(3)
        )
    mine, theirs = stock(state.info, dark), stock(state.info, dark ^ SEAT)
    own_shift, other_shift = dark << u64(2), (dark ^ SEAT) << u64(2)
    into[35] = (mine >> own_shift) & u64(0xF)
    into[36] = (mine >> other_shift) & u64(0xF)
    into[37] = (theirs >> own_shift) & u64(0xF)
    into[38] = (theirs >> other_shift) & u64(0xF)
    into[39] = (state.info & PHASES) >> u64(1)
    in_hand = (state.info & PHASES) >> u64(1) & u64(1)  # CELL or FORCED_CELL
    into[40] = (((state.info & IN_HAND) >> u64(3)) ^ dark) & in_hand
    into[41] = (state.info & SEAT) ^ dark


@inlined
def figures(state: TriedreState, into: Any) -> None:
    for number, face in enumerate((FACE_X, FACE_Y, FACE_Z)):
        into[number, 0] = count(state.light & face)
        into[number, 1] = count(state.dark & face)


# --- conversion between rules and kernel ---------------------------------------------------------


def encode(
    table: TriedreTable, secrets: tuple[str, ...] = (), out: frozenset[int] = frozenset()
) -> TriedreState:
    """The state of a table at the start of a turn."""
    light, dark = (_mask(tuple(c for c in CELLS if table.cube(c) == cube)) for cube in COLOURS)
    opened = _mask(
        tuple(c for c in CELLS if table.cube(c) == FREE and is_supported(table.cubes, c))
    )
    info = table.turn | (table.game.chain == "on") << 4
    for place, held in enumerate(number for stock in table.stocks for number in stock):
        info |= held << (8 + 4 * place)
    return TriedreState(u64(light), u64(dark), u64(opened), u64(0), u64(0), u64(info))


def decode(game: Triedre, state: TriedreState) -> TriedreTable:
    """The table of a state; within a turn, the current table."""
    cubes = "".join(
        "L" if int(state.light) >> number & 1 else "D" if int(state.dark) >> number & 1 else FREE
        for number in range(len(CELLS))
    )
    a, b, c, d = (int(state.info) >> shift & 0xF for shift in (8, 12, 16, 20))
    return TriedreTable(game, cubes, int(state.info & SEAT), ((a, b), (c, d)))


def spell(state: TriedreState, step: int) -> str:
    """The text of a step in this state."""
    if step >= LIGHT:
        forced = (state.info & PHASES) >> u64(1) == FORCED_COLOUR
        return ("+" if forced else "") + COLOURS[step - LIGHT]
    return CELLS[step]


def pack_secrets(secrets: tuple[str, ...]) -> Word:
    """Trièdre has no secrets."""
    return u64(0)
