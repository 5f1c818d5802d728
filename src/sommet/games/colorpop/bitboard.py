"""Bitboards of Color Pop: sets of cells, and how tokens slide.

A set of cells is two words: slides a–e in the left one, f–j in the right one, with eleven bits for
each slide: ten cells from the bottom up and a gap that separates it from the next slide.
Neighbours are a shift by 1 or 11 away. The number of a cell is ten times the slide plus the height,
from 0.
"""

from __future__ import annotations

from typing import TypeAlias

from sommet.machine.bits import Word, count, lowest, signed, u64
from sommet.machine.jit import inlined

__all__ = [
    "ONE",
    "Planes",
    "blocks",
    "cell",
    "earlier",
    "first",
    "first_number",
    "flood_fill",
    "later",
    "like_earlier",
    "matching",
    "neighbours",
    "without",
]

ONE, SLIDE = u64(1), u64(11)
HALF = u64(44)
"""The shift from the last slide of the left word to the first slide of the right one."""
WIDTH = u64(55)
"""The bits of the five slides of a word."""
BOTTOM = u64(sum(1 << 11 * slide for slide in range(5)))
"""The lowest cell of each slide of a word."""
BOARD = (ONE << WIDTH) - ONE
"""All bits of the five slides of a word."""
GAPS = BOTTOM << u64(10)
"""The gap after each slide of a word."""

Planes: TypeAlias = tuple[Word, Word, Word, Word, Word, Word]
"""Left and right word of each of the three bits of a token."""


@inlined
def matching(plane_0: Word, plane_1: Word, plane_2: Word, token: int) -> Word:
    """The cells of one word that hold this token, 1 to 6."""
    found = plane_0 if token & 1 else ~plane_0
    found &= plane_1 if token & 2 else ~plane_1
    return found & (plane_2 if token & 4 else ~plane_2)


@inlined
def neighbours(left: Word, right: Word) -> tuple[Word, Word]:
    """The neighbours of these cells: up, down, left and right (and some bits off the board)."""
    beside_left = (left << ONE) | (left >> ONE) | (left << SLIDE) | (left >> SLIDE)
    beside_right = (right << ONE) | (right >> ONE) | (right << SLIDE) | (right >> SLIDE)
    return beside_left | (right << HALF), beside_right | (left >> HALF)


@inlined
def earlier(left: Word, right: Word, shift: Word) -> tuple[Word, Word]:
    """For each cell, the bit `shift` places before it: 1 is below, 11 in the slide to the left (and
    some bits off the board)."""
    return left << shift, (right << shift) | (left >> (WIDTH - shift))


@inlined
def later(left: Word, right: Word, shift: Word) -> tuple[Word, Word]:
    """For each cell, the bit `shift` places after it: 1 is above, 11 in the slide to the right (and
    some bits off the board)."""
    return (left >> shift) | (right << (WIDTH - shift)), right >> shift


@inlined
def like_earlier(planes: Planes, shift: Word) -> tuple[Word, Word]:
    """The cells that hold the same as the cell `shift` places before (and some off the board)."""
    l0, r0, l1, r1, l2, r2 = planes
    left_0, right_0 = earlier(l0, r0, shift)
    left_1, right_1 = earlier(l1, r1, shift)
    left_2, right_2 = earlier(l2, r2, shift)
    return (
        ~((l0 ^ left_0) | (l1 ^ left_1) | (l2 ^ left_2)),
        ~((r0 ^ right_0) | (r1 ^ right_1) | (r2 ^ right_2)),
    )


@inlined
def spread(left: Word, right: Word, of_left: Word, of_right: Word) -> tuple[Word, Word]:
    """These cells, their neighbours within `of`, and some of the neighbours of those: along the
    slides first, then across."""
    left |= ((left << ONE) | (left >> ONE)) & of_left
    right |= ((right << ONE) | (right >> ONE)) & of_right
    return (
        left | ((left << SLIDE) | (left >> SLIDE) | (right << HALF)) & of_left,
        right | ((right << SLIDE) | (right >> SLIDE) | (left >> HALF)) & of_right,
    )


@inlined
def flood_fill(left: Word, right: Word, of_left: Word, of_right: Word) -> tuple[Word, Word]:
    """C3: everything within `of` that is connected to these cells (flood fill)."""
    while True:
        left, right = spread(left, right, of_left, of_right)
        more_left, more_right = spread(left, right, of_left, of_right)
        if more_left == left and more_right == right:
            return left, right
        left, right = more_left, more_right


@inlined
def blocks(left: Word, right: Word) -> int:
    """The number of connected blocks in a set minus the number of holes (Euler's formula: cells
    minus neighbouring pairs plus squares of four)."""
    up_left, up_right = left & (left >> ONE), right & (right >> ONE)
    pairs = count(up_left) + count(up_right)
    pairs += count(left & ((left >> SLIDE) | (right << HALF)))
    pairs += count(right & (right >> SLIDE))
    squares = count(up_left & ((up_left >> SLIDE) | (up_right << HALF)))
    squares += count(up_right & (up_right >> SLIDE))
    return signed(count(left) + count(right) + squares) - signed(pairs)


@inlined
def first(left: Word, right: Word) -> tuple[Word, Word]:
    """The first cell of a non-empty set."""
    if left:
        return left & (~left + ONE), u64(0)
    return left, right & (~right + ONE)


@inlined
def cell(number: int) -> tuple[Word, Word]:
    """The set of one cell."""
    slide = number // 10
    if slide < 5:
        return ONE << u64(number + slide), u64(0)
    return u64(0), ONE << u64(number + slide - 55)


@inlined
def first_number(left: Word, right: Word) -> int:
    """The number of the first cell of a non-empty set."""
    place = lowest(left) if left else lowest(right) + u64(55)
    return signed(place - place // SLIDE)


@inlined
def stays(gone: Word) -> Word:
    """The cells below the lowest bit of `gone` in each slide of a word, and the gaps; all cells of
    a slide without one."""
    # Subtracting the bottom of a slide sets the bits below its lowest one; the gap lends one.
    return (((gone | GAPS) - BOTTOM) & ~gone) | GAPS


@inlined
def drop(plane: Word, stay: Word) -> Word:
    """The plane with what doesn't stay moved down by one."""
    return (plane & stay) | ((plane >> ONE) & ~stay)


@inlined
def close_up(left: Word, right: Word, below_left: Word, below_right: Word) -> tuple[Word, Word]:
    """A plane with one slide removed: `below` has the cells before it."""
    later_left, later_right = later(left, right, SLIDE)
    return (
        (left & below_left) | (later_left & ~below_left & BOARD),
        (right & below_right) | (later_right & ~below_right),
    )


@inlined
def without(planes: Planes, left: Word, right: Word) -> Planes:
    """C5: the planes after a group is removed: tokens slide down, empty slides close up."""
    l0, r0, l1, r1, l2, r2 = planes
    empty_left, empty_right = (l0 | l1 | l2) & BOTTOM, (r0 | r1 | r2) & BOTTOM
    while left | right:  # in each slide the lowest token leaves, and those above it drop
        stay = stays(left)
        l0, l1, l2, left = drop(l0, stay), drop(l1, stay), drop(l2, stay), drop(left, stay)
        stay = stays(right)
        r0, r1, r2, right = drop(r0, stay), drop(r1, stay), drop(r2, stay), drop(right, stay)
    empty_left &= ~(l0 | l1 | l2)
    empty_right &= ~(r0 | r1 | r2)
    while empty_left | empty_right:
        left, right = first(empty_left, empty_right)
        below_left, below_right = left - ONE, right - ONE if right else u64(0)
        l0, r0 = close_up(l0, r0, below_left, below_right)
        l1, r1 = close_up(l1, r1, below_left, below_right)
        l2, r2 = close_up(l2, r2, below_left, below_right)
        empty_left, empty_right = later(empty_left ^ left, empty_right ^ right, SLIDE)
        empty_left &= BOTTOM
    return l0, r0, l1, r1, l2, r2
