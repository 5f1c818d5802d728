"""The solver adapter of Pylos: an index of all positions.

Every position has an index, and every index is a position. Positions are ordered by

    the number of balls         fewer balls come first
    the occupied cells          up to the eight symmetries of the square: the smallest of the eight
                                images, as a number
    the mover's balls           their number, then their rank among all combinations of that many
                                occupied cells (combinatorial number system, cells by bit)

Colours are swapped so that the mover always has the same one. A position whose occupied cells are
symmetric has several indices; any of them is valid.

The lookup tables are built once and passed to every function as `IndexTables`; on a GPU they are
device arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, chain
from math import comb
from typing import Any, NamedTuple, TypeAlias

from sommet.games.pylos.board import BELOW, CELLS, LEVELS, LINES, SQUARES
from sommet.games.pylos.kernel import (
    BIT,
    PLACES,
    SYMMETRIES,
    PylosState,
    step_mask,
)
from sommet.games.pylos.rules import BALLS, Pylos
from sommet.machine import exports
from sommet.machine.arrays import INT64, UINT8, UINT32, UINT64, Buffer, array_of, zeros
from sommet.machine.bits import Word, count, signed, u64
from sommet.machine.jit import inlined, lookup_table

METHOD = "retrograde"
INDEX_VERSION = 1
"""Increased when the index changes, so that older tables are refused."""

EXPECTED_DISTANCE = 70
"""Approximate maximum distance of a position from the end, for progress reports."""

FULL = len(CELLS)
SLICES = 256
SLOTS_SHIFT = 45  # 2¹⁹ slots, of which an eighth is in use
SLOTS = 1 << (64 - SLOTS_SHIFT)
SPREAD = u64(0x9E3779B97F4A7C15)
BYTE, TEN = u64(0xFF), u64(0x3FF)

Array: TypeAlias = Buffer


PATTERNS = (
    *((cell, *BELOW[cell]) for cell in CELLS if cell[0] in "23"),
    *SQUARES[-1:],
    *LINES,
)
"""Groups of cells that are features of the network: supports of a cell, squares and lines."""

PATTERN_BITS = lookup_table(
    [[BIT[cell] for cell in pattern] + [64] * (5 - len(pattern)) for pattern in PATTERNS], UINT64
)
ACTIVE = len(PATTERNS) + 1
ROWS = sum(3 ** len(pattern) for pattern in PATTERNS) + SLICES
BUCKETS = FULL


class IndexTables(NamedTuple):
    """Lookup tables of the index.

    slots    (2¹⁹,) a stable set of cells << 32 | symmetry << 24 | number of its class; 0 is free
    sets     (classes,) the smallest image of the sets of each class, by size and then by value
    images   (8, 4, 256) the image of each byte of a set under each symmetry
    packed   (256, 256) the bits of a byte that another one selects, moved together
    spread   (256, 256) the way back
    ranks    (32, 1024) what ten bits add to a rank, by the number of bits set below them: 0, then
             0 to 10, then 0 to 19
    chosen   (32, 32) binomial coefficients
    slice_offsets
             (31, 17) where the positions with each number of the mover's balls begin in a class
    first    (31,) the index of the first position with that many balls; the last is the total
    classes  (31,) the first class with that many balls
    """

    slots: Array
    sets: Array
    images: Array
    packed: Array
    spread: Array
    ranks: Array
    chosen: Array
    slice_offsets: Array
    first: Array
    classes: Array


INDEX_TABLES = exports.Group(
    IndexTables,
    (
        *(exports.Array(UINT64), exports.Array(UINT64), exports.Array(UINT64, 3)),
        *(exports.Array(UINT8, 2), exports.Array(UINT8, 2), exports.Array(UINT32, 2)),
        *(exports.Array(INT64, 2), exports.Array(INT64, 2)),
        *(exports.Array(INT64), exports.Array(INT64)),
    ),
)


# --- compiled, for CPU and GPU ---------------------------------------------------------------


@inlined
def symmetry_image(cells: Word, images: Any) -> Word:
    """The image of a set of cells under a symmetry."""
    found: Word = images[0, cells & BYTE] | images[1, (cells >> u64(8)) & BYTE]
    found |= images[2, (cells >> u64(16)) & BYTE] | images[3, (cells >> u64(24)) & BYTE]
    return found


@inlined
def gather_bits(cells: Word, among: Word, packed: Any) -> Word:
    """Which ones of the cells in `among` these are, by bit number."""
    found, shift = u64(0), u64(0)
    for _ in range(4):
        found |= u64(packed[among & BYTE, cells & BYTE]) << shift
        shift += count(among & BYTE)
        among >>= u64(8)
        cells >>= u64(8)
    return found


@inlined
def scatter_bits(chosen: Word, among: Word, spread: Any) -> Word:
    """The cells that `gather_bits` made this of."""
    found, shift = u64(0), u64(0)
    for _ in range(4):
        found |= u64(spread[among & BYTE, chosen & BYTE]) << shift
        chosen >>= count(among & BYTE)
        among >>= u64(8)
        shift += u64(8)
    return found


@inlined
def index_of(state: PylosState, index_tables: IndexTables) -> int:
    """The index of a position in which the game isn't over."""
    cells = state.mover | state.other
    slot = (cells * SPREAD) >> u64(SLOTS_SHIFT)
    entry = index_tables.slots[slot]
    while entry >> u64(32) != cells:
        slot = (slot + u64(1)) & u64(SLOTS - 1)
        entry = index_tables.slots[slot]
    kind = signed(entry & u64(0xFFFFFF))
    own = symmetry_image(state.mover, index_tables.images[(entry >> u64(24)) & BYTE])
    own = gather_bits(own, index_tables.sets[kind], index_tables.packed)
    low, middle, high = own & TEN, (own >> u64(10)) & TEN, own >> u64(20)
    below = count(low)
    rank = signed(index_tables.ranks[0, low]) + signed(index_tables.ranks[u64(1) + below, middle])
    rank += signed(index_tables.ranks[u64(12) + below + count(middle), high])
    balls = count(cells)
    width = index_tables.slice_offsets[balls, 16]
    index: int = index_tables.first[balls] + (kind - index_tables.classes[balls]) * width
    index += index_tables.slice_offsets[balls, count(own)] + rank
    return index


@inlined
def state_at(like: PylosState, index: int, index_tables: IndexTables) -> PylosState:
    """The position with an index; its options are those of `like`."""
    balls = 0
    while index >= index_tables.first[balls + 1]:
        balls += 1
    rest = index - index_tables.first[balls]
    width = index_tables.slice_offsets[balls, 16]
    kind = rest // width
    rest -= kind * width
    own_balls = 15
    while rest < index_tables.slice_offsets[balls, own_balls]:
        own_balls -= 1
    rest -= index_tables.slice_offsets[balls, own_balls]
    chosen, cell = u64(0), balls - 1
    while own_balls > 0:
        ways = index_tables.chosen[cell, own_balls]
        if rest >= ways:
            rest -= ways
            own_balls -= 1
            chosen |= u64(1) << u64(cell)
        cell -= 1
    cells = index_tables.sets[kind + index_tables.classes[balls]]
    mover = scatter_bits(chosen, cells, index_tables.spread)
    return PylosState(mover, cells ^ mover, u64(0), like.info)


@inlined
def slice_range(like: PylosState, index: int, index_tables: IndexTables) -> tuple[int, int]:
    """The slice of the position with an index, and the first index after it with another slice or
    other occupied cells."""
    balls = 0
    while index >= index_tables.first[balls + 1]:
        balls += 1
    rest = index - index_tables.first[balls]
    rest %= index_tables.slice_offsets[balls, 16]
    own = 15
    while rest < index_tables.slice_offsets[balls, own]:
        own -= 1
    end: int = index - rest + index_tables.slice_offsets[balls, own + 1]
    return own * 16 + balls - own, end


@inlined
def slice_of(state: PylosState) -> int:
    """The slice of all positions with the same number of balls of each colour; less than SLICES."""
    return signed(count(state.mover) * u64(16) + count(state.other))


@inlined
def canonical_mask(state: PylosState) -> Word:
    """The legal steps that keep the turn in canonical order, as a bit set."""
    return step_mask(state) & ~state.barred


@inlined
def swap_sides(state: PylosState) -> PylosState:
    """The same balls with the other player to move."""
    return PylosState(state.other, state.mover, u64(0), state.info)


@inlined
def features(state: PylosState, into: Any) -> None:
    """Write the ACTIVE rows: one for each of the PATTERNS, and one for the slice."""
    base = 0
    for pattern in range(ACTIVE - 1):
        code, ways = 0, 1
        for corner in range(5):
            bit = PATTERN_BITS[pattern, corner]
            if bit < 64:
                own, other = (state.mover >> bit) & u64(1), (state.other >> bit) & u64(1)
                code = code * 3 + signed(own + other + other)
                ways *= 3
        into[pattern] = base + code
        base += ways
    into[ACTIVE - 1] = base + slice_of(state)


@inlined
def bucket(state: PylosState) -> int:
    """The bucket of a position, less than BUCKETS: its number of balls."""
    return signed(count(state.mover | state.other))


# --- in plain Python ---------------------------------------------------------------------------


def ends_won(game: Pylos) -> bool:
    """Whether the player who would move next has won when the game is over (P5), or has lost
    (P5', P6). It is the same for every end, so the parity of a distance says who wins."""
    return game.empty_reserve == "loses"


def relevant_options(game: Pylos) -> dict[str, str | int]:
    """The options that affect values: `takeback` doesn't without P3."""
    settings = dict(game.settings)
    if game.variant == "children":
        settings["takeback"] = "1-2"
    return settings


def slice_successors(game: Pylos) -> list[list[bool]]:
    """For each slice, whether a turn can lead from it to each slice."""
    found = [[False] * SLICES for _ in range(SLICES)]
    least = 0 if game.variant == "children" else -2
    for own in range(16):
        for other in range(16):
            for change in range(least, 2):
                if 0 <= own + change <= BALLS:
                    found[own * 16 + other][other * 16 + own + change] = True
    return found


def index_tables(game: Pylos) -> IndexTables:
    """The lookup tables of a game; building them takes a second or two, and they are cached."""
    return _index_tables(BALLS - 1 if game.empty_reserve == "loses" else BALLS)


def positions(game: Pylos) -> int:
    """The number of positions."""
    total: int = index_tables(game).first[-1]
    return total


def index_ranges(game: Pylos) -> tuple[tuple[int, int], ...]:
    """The ranges of indices in the order in which a pass visits them: positions with few balls come
    last, since their values follow from the others."""
    first = index_tables(game).first
    return tuple(
        (first[balls], first[balls + 1])
        for balls in reversed(range(FULL))
        if first[balls] < first[balls + 1]
    )


def _standing() -> list[int]:
    """Every set of cells that can stand."""
    found = [0]
    for level in range(1, len(LEVELS) + 1):
        cells = [cell for cell in CELLS if int(cell[0]) == level]
        bits = {cell: 1 << BIT[cell] for cell in cells}
        under = {cell: sum(1 << BIT[below] for below in BELOW[cell]) for cell in cells}
        grown = []
        for lower in found:
            free = [bits[cell] for cell in cells if lower & under[cell] == under[cell]]
            grown += _subsets(lower, free)
        found = grown
    return found


def _subsets(lower: int, bits: Sequence[int]) -> list[int]:
    """A set of cells with every choice of these cells added."""
    found = [lower]
    for bit in bits:
        found += [cells | bit for cells in found]
    return found


def _byte_images() -> list[list[list[int]]]:
    """See `IndexTables.images`."""
    cells = {*BIT.values()}
    return [
        [
            _unions([1 << int(places[bit]) if bit in cells else 0 for bit in range(low, low + 8)])
            for low in range(0, 32, 8)
        ]
        for places in PLACES
    ]


def _unions(masks: Sequence[int]) -> list[int]:
    """The union of every choice of these masks, by the choice as a number."""
    found = [0]
    for mask in masks:
        found += [union | mask for union in found]
    return found


def _byte_packing() -> tuple[list[list[int]], list[list[int]]]:
    """See `IndexTables.packed` and `IndexTables.spread`."""
    packed, spread = [], []
    for among in range(256):
        places = [bit for bit in range(8) if among >> bit & 1]
        targets = {bit: 1 << target for target, bit in enumerate(places)}
        packed.append(_unions([targets.get(bit, 0) for bit in range(8)]))
        unions = _unions([1 << bit for bit in places])
        spread.append([unions[chosen % len(unions)] for chosen in range(256)])
    return packed, spread


def _ranks() -> list[list[int]]:
    """See `IndexTables.ranks`."""
    rows = []
    for row in range(32):
        part, below = (0, 0) if row == 0 else (10, row - 1) if row < 12 else (20, row - 12)
        ranks = [0]
        for bit in range(10):
            ways = [comb(part + bit, number) for number in range(32)]
            ranks += [
                rank + ways[below + chosen.bit_count() + 1] for chosen, rank in enumerate(ranks)
            ]
        rows.append(ranks)
    return rows


@cache
def _index_tables(most: int) -> IndexTables:
    """The lookup tables when each player has at most `most` balls on the board."""
    standing, images = _standing(), _byte_images()
    turned = [*zip(*(symmetry_images(standing, parts) for parts in images), strict=True)]
    smallest = [*map(min, turned)]
    sets = sorted({*smallest}, key=lambda cells: (cells.bit_count(), cells))
    class_of = {cells: kind for kind, cells in enumerate(sets)}
    slots = zeros(UINT64, SLOTS)
    for cells, least, row in zip(standing, smallest, turned, strict=True):
        slot = cells * int(SPREAD) % (1 << 64) >> SLOTS_SHIFT
        while slots[slot]:
            slot = (slot + 1) % SLOTS
        slots[slot] = cells << 32 | row.index(least) << 24 | class_of[least]
    slice_offsets = [
        [*accumulate((_ways(balls, own, most) for own in range(16)), initial=0)]
        for balls in range(FULL)
    ]
    slice_offsets.append([0] * 17)  # a full board is a game that is over
    per_size = [0] * (FULL + 1)
    for cells in sets:
        per_size[cells.bit_count()] += 1
    classes = [*accumulate(per_size[:-1], initial=0)]
    sizes = [number * offsets[16] for number, offsets in zip(per_size, slice_offsets, strict=True)]
    first = [*accumulate(sizes[:-1], initial=0)]
    chosen = [[comb(n, k) for k in range(32)] for n in range(32)]
    packed, spread = _byte_packing()
    flat = chain.from_iterable
    return IndexTables(
        slots,
        array_of(UINT64, sets),
        array_of(UINT64, flat(flat(images)), SYMMETRIES, 4, 256),
        array_of(UINT8, flat(packed), 256, 256),
        array_of(UINT8, flat(spread), 256, 256),
        array_of(UINT32, flat(_ranks()), 32, 1024),
        array_of(INT64, flat(chosen), 32, 32),
        array_of(INT64, flat(slice_offsets), FULL + 1, 17),
        array_of(INT64, first),
        array_of(INT64, classes),
    )


def _ways(balls: int, own: int, most: int) -> int:
    """In how many ways that many balls can be the mover's."""
    return comb(balls, own) if own <= most and 0 <= balls - own <= most else 0


def symmetry_images(sets: Sequence[int], images: Sequence[Sequence[int]]) -> list[int]:
    """`symmetry_image` of several sets."""
    one, two, three, four = images
    return [
        one[cells & 255] | two[cells >> 8 & 255] | three[cells >> 16 & 255] | four[cells >> 24]
        for cells in sets
    ]
