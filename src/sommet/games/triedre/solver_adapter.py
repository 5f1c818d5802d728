"""The solver adapter of Trièdre: identities, dominance between positions, and move ordering.

**Irrelevant colours.** Whether a cell is forced is decided when its third carrying cube is placed
(T3) and never again (T3c), so a cube's colour matters only while a cell that rests on it lacks a
carrying cube. Of all other cubes, only the squares they show count.

**Identity.** Colours are swapped so that the mover is light, and the faces are permuted so that the
bit set of filled cells is smallest. The word is then exact:

    bits 0–34   the filled cells
    bits 35–50  the colours that still matter (at most 16 of them), 1 for the mover's
    bits 51–60  the stocks: the mover's cubes in the own colour and in the other, the opponent's in
                the mover's colour; the last number follows from the filled cells
    bit 61      chain on

**Degree.** The mover's squares on the three faces, four bits each. More squares are never worse:
they don't affect play, only the count at the end. All counts that make a face unreachable are
equal, and so are all that make it certain.

**Facts.** Four slots of 12 bits, each a degree at which the mover wins (the smallest ones) or,
where the slot's bit of bits 48–51 is set, loses (the largest ones).
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from sommet.games.triedre.kernel import (
    BELOW_MASK,
    CHAIN,
    FACE_X,
    FACE_Y,
    FACE_Z,
    FULL,
    PLACES,
    SEAT,
    SYMMETRIES,
    TriedreState,
    stock,
)
from sommet.games.triedre.rules import MAJORITY, Triedre
from sommet.machine.arrays import UINT64
from sommet.machine.bits import Word, count, extract_bits, lowest, signed, u64
from sommet.machine.jit import inlined, lookup_table

METHOD = "proof"
SHAPE = 1
"""Increased when the format of identities or facts changes, so that older books are refused."""

LOSS, WIN, OPEN = -1_000_000, 1_000_000, 2_000_000
"""As in `sommet.engine.solve.search_interface`, which games don't import."""


def relevant_options(game: Triedre) -> dict[str, str]:
    """The options that affect values."""
    return {"chain": game.chain}


_CHUNK = 7
_IN_CHUNK = u64((1 << _CHUNK) - 1)


def _per_chunk(image: Any) -> list[list[int]]:
    """For each chunk of seven cells, the union of the images of every set of them."""
    return [
        [
            sum_of({image(chunk * _CHUNK + bit) for bit in range(_CHUNK) if cells >> bit & 1})
            for cells in range(1 << _CHUNK)
        ]
        for chunk in range(5)
    ]


def sum_of(masks: set[int]) -> int:
    """The union of sets of cells."""
    union = 0
    for mask in masks:
        union |= mask
    return union


TURNED = lookup_table(
    [_per_chunk(lambda cell, places=places: 1 << int(places[cell])) for places in PLACES], UINT64
)
"""Where the cells of each chunk go under each symmetry."""
CARRYING = lookup_table(_per_chunk(lambda cell: int(BELOW_MASK[cell])), UINT64)
"""The cells that carry those of each chunk."""
SHIFTS = lookup_table([[4 * axis for axis in axes] for axes in permutations(range(3))], UINT64)
"""Under each symmetry, where in a degree the faces are that take the places of X, Y and Z."""


@inlined
def turned_cells(cells: Word, which: int) -> Word:
    turned: Word = (
        TURNED[which, 0, cells & _IN_CHUNK]
        | TURNED[which, 1, (cells >> u64(7)) & _IN_CHUNK]
        | TURNED[which, 2, (cells >> u64(14)) & _IN_CHUNK]
        | TURNED[which, 3, (cells >> u64(21)) & _IN_CHUNK]
        | TURNED[which, 4, cells >> u64(28)]
    )
    return turned


@inlined
def relevant_cubes(state: TriedreState) -> Word:
    """The cubes whose colour matters: they carry a cell that lacks another carrying cube."""
    filled = state.light | state.dark
    lacking = FULL & ~(filled | state.open)
    carrying: Word = (
        CARRYING[2, (lacking >> u64(14)) & _IN_CHUNK]
        | CARRYING[3, (lacking >> u64(21)) & _IN_CHUNK]
        | CARRYING[4, lacking >> u64(28)]
    )
    return filled & carrying


@inlined
def clamped(squares: int, shown: int, own_left: int, other_left: int) -> int:
    """The mover's squares on a face with `shown` squares, clamped so that all hopeless counts are
    equal, and so are all certain ones."""
    free = 15 - shown
    hopeless = MAJORITY - 1 - min(free, own_left)
    certain = shown - (MAJORITY - 1) + min(free, other_left)
    return max(min(max(squares, hopeless), certain), 0)


@inlined
def cubes_left(state: TriedreState) -> tuple[int, int]:
    """How many cubes of the mover's colour and of the other are left in both stocks."""
    seat = state.info & SEAT
    both = stock(state.info, u64(0)) + stock(state.info, u64(1))  # no nibble overflows: 13 + 5
    light = (stock(state.info, u64(0)) & u64(0xF)) + (stock(state.info, u64(1)) & u64(0xF))
    dark = (both - light) >> u64(4)
    if seat:
        return signed(dark), signed(light)
    return signed(light), signed(dark)


@inlined
def degree_of(state: TriedreState) -> Word:
    """The mover's squares on X, Y and Z, four bits each."""
    filled = state.light | state.dark
    own = state.dark if state.info & SEAT else state.light
    own_left, other_left = cubes_left(state)
    degree = u64(0)
    degree |= u64(
        clamped(signed(count(own & FACE_X)), signed(count(filled & FACE_X)), own_left, other_left)
    )
    degree |= u64(
        clamped(signed(count(own & FACE_Y)), signed(count(filled & FACE_Y)), own_left, other_left)
    ) << u64(4)
    degree |= u64(
        clamped(signed(count(own & FACE_Z)), signed(count(filled & FACE_Z)), own_left, other_left)
    ) << u64(8)
    return degree


@inlined
def turned_degree(degree: Word, which: int) -> Word:
    x: Word = (degree >> SHIFTS[which, 0]) & u64(0xF)
    y: Word = (degree >> SHIFTS[which, 1]) & u64(0xF)
    z: Word = (degree >> SHIFTS[which, 2]) & u64(0xF)
    return x | y << u64(4) | z << u64(8)


@inlined
def identity(state: TriedreState, turns_left: int, evaluator: Any) -> tuple[Word, Word]:
    """The word and the degree; see the top of the file."""
    filled = state.light | state.dark
    smallest, which, ties = filled, 0, 0
    for other in range(1, SYMMETRIES):
        cells = turned_cells(filled, other)
        if cells < smallest:
            smallest, which, ties = cells, other, 0
        elif cells == smallest:
            ties |= 1 << other
    live = relevant_cubes(state)
    seat = state.info & SEAT
    own = (state.dark if seat else state.light) & live
    colours, degree = turned_cells(own, which), degree_of(state)
    turned = turned_degree(degree, which)
    if ties:
        for other in range(which + 1, SYMMETRIES):
            if (ties >> other) & 1:
                cells, squares = turned_cells(own, other), turned_degree(degree, other)
                if cells < colours or (cells == colours and squares < turned):
                    which, colours, turned = other, cells, squares
    mine, theirs = stock(state.info, seat), stock(state.info, seat ^ SEAT)
    if seat:
        stocks = (mine >> u64(4)) | (mine & u64(0xF)) << u64(4) | (theirs >> u64(4)) << u64(7)
    else:
        stocks = (mine & u64(0xF)) | (mine >> u64(4)) << u64(4) | (theirs & u64(0xF)) << u64(7)
    word = (
        smallest | extract_bits(colours, turned_cells(live, which)) << u64(35) | stocks << u64(51)
    )
    return word | ((state.info & CHAIN) >> u64(4)) << u64(61), turned


# --- static values -------------------------------------------------------------------------------


@inlined
def within_reach(need: int, other_need: int, shared: int, cubes: int) -> bool:
    """Whether `cubes` cubes can add `need` squares on one face and `other_need` on another, when
    `shared` free cells show on both."""
    first, second = max(need, 0), max(other_need, 0)
    return first + second - min(shared, min(first, second)) <= cubes


@inlined
def can_win(
    x: int, y: int, z: int, free_x: int, free_y: int, free_z: int, free: Word, cubes: int
) -> bool:
    """Whether the squares that are needed on X, Y and Z can still be had on two of them."""
    if x <= free_x and y <= free_y:
        shared = signed(count(free & FACE_X & FACE_Y))
        if within_reach(x, y, shared, cubes):
            return True
    if x <= free_x and z <= free_z:
        shared = signed(count(free & FACE_X & FACE_Z))
        if within_reach(x, z, shared, cubes):
            return True
    if y <= free_y and z <= free_z:
        shared = signed(count(free & FACE_Y & FACE_Z))
        if within_reach(y, z, shared, cubes):
            return True
    return False


@inlined
def static_value(state: TriedreState) -> int:
    """T5, as soon as one of the players can no longer win two faces, whatever is placed where."""
    free = FULL & ~(state.light | state.dark)
    own, other = state.light, state.dark
    if state.info & SEAT:
        own, other = other, own
    own_left, other_left = cubes_left(state)
    free_x = signed(count(free & FACE_X))
    free_y = signed(count(free & FACE_Y))
    free_z = signed(count(free & FACE_Z))
    x = MAJORITY - signed(count(own & FACE_X))
    y = MAJORITY - signed(count(own & FACE_Y))
    z = MAJORITY - signed(count(own & FACE_Z))
    if not can_win(x, y, z, free_x, free_y, free_z, free, own_left):
        return LOSS
    # Of 15 squares 8 are one colour's: what the mover needs and what the other needs go together.
    x, y, z = free_x + 1 - x, free_y + 1 - y, free_z + 1 - z
    if not can_win(x, y, z, free_x, free_y, free_z, free, other_left):
        return WIN
    return OPEN


@inlined
def is_storable(state: TriedreState) -> bool:
    return signed(count(state.light | state.dark)) <= 29


# --- facts ---------------------------------------------------------------------------------------

SLOT = u64(0xFFF)
NO_FACTS = u64(0xFFFFFFFFFFFF)


@inlined
def no_facts(state: TriedreState) -> Word:
    return NO_FACTS


@inlined
def at_least(degree: Word, other: Word) -> bool:
    """Whether a degree is at least another on every face."""
    return (
        signed(degree & u64(0xF)) >= signed(other & u64(0xF))
        and signed(degree & u64(0xF0)) >= signed(other & u64(0xF0))
        and signed(degree & u64(0xF00)) >= signed(other & u64(0xF00))
    )


@inlined
def known_bounds(state: TriedreState, facts: Word, degree: Word) -> tuple[int, int]:
    for slot in range(4):
        proven = (facts >> u64(12 * slot)) & SLOT
        if proven == SLOT:
            continue
        if (facts >> u64(48 + slot)) & u64(1):
            if at_least(proven, degree):
                return LOSS, LOSS
        elif at_least(degree, proven):
            return WIN, WIN
    return LOSS, WIN


@inlined
def update_facts(state: TriedreState, facts: Word, degree: Word, lower: int, upper: int) -> Word:
    lost = u64(1) if upper == LOSS else u64(0)  # T5: there is no draw
    place, weakest = 0, -1
    for slot in range(4):
        proven = (facts >> u64(12 * slot)) & SLOT
        if proven == SLOT:
            weakness = 100
        else:
            sum_of_squares = signed(
                (proven & u64(0xF)) + ((proven >> u64(4)) & u64(0xF)) + (proven >> u64(8))
            )
            if (facts >> u64(48 + slot)) & u64(1):
                weakness = 24 - sum_of_squares
                if lost and at_least(degree, proven):
                    weakness = 200
            else:
                weakness = sum_of_squares
                if not lost and at_least(proven, degree):
                    weakness = 200
        if weakness == 200:  # the new fact implies this one
            facts |= SLOT << u64(12 * slot)
            facts &= ~(u64(1) << u64(48 + slot))
        if weakness > weakest:
            place, weakest = slot, weakness
    facts &= ~(SLOT << u64(12 * place)) & ~(u64(1) << u64(48 + place))
    return facts | degree << u64(12 * place) | lost << u64(48 + place)


@inlined
def expected_value(state: TriedreState, facts: Word) -> int:
    return OPEN  # facts are proven


# --- move ordering -------------------------------------------------------------------------------

MOVE_KINDS = 36 * 2 * 35


@inlined
def move_kinds(state: TriedreState) -> int:
    return MOVE_KINDS


@inlined
def move_kind(state: TriedreState, after: TriedreState) -> int:
    """From the number of cubes, the colour placed (own or other) and the lowest cell filled."""
    before = state.light | state.dark
    new = (after.light | after.dark) & ~before
    cell = lowest(new)
    dark = (after.dark >> cell) & u64(1)
    own = dark ^ (state.info & SEAT)
    return signed((count(before) * u64(2) + own) * u64(35) + cell)


@inlined
def move_score(state: TriedreState, after: TriedreState) -> int:
    """The lead in squares on all faces, the lead in cubes in stock, which forced cubes use up (T3),
    and few open cells for the opponent."""
    seat = state.info & SEAT
    own, other = after.light, after.dark
    if seat:
        own, other = other, own
    ahead = 0
    for face in (FACE_X, FACE_Y, FACE_Z):
        ahead += signed(count(own & face)) - signed(count(other & face))
    mine, theirs = stock(after.info, seat), stock(after.info, seat ^ SEAT)
    ahead += 2 * signed((mine & u64(0xF)) + (mine >> u64(4)))
    ahead -= 2 * signed((theirs & u64(0xF)) + (theirs >> u64(4)))
    return ahead * 1000000 - signed(count(after.open)) * 300000


@inlined
def evaluate_move(state: TriedreState, after: TriedreState, evaluator: Any) -> tuple[int, int, int]:
    return LOSS, WIN, move_score(state, after)
