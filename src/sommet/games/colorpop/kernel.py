"""Color Pop for machines: the rules of `rules.py` on boards of bits.

A set of cells is two words: slides a–e in the left one, f–j in the right one, eleven bits a slide:
ten cells from the bottom up and a gap that keeps neighbours in different slides apart. Looking up,
down, left and right is a shift by 1 or 11. A state has twelve words:

    left_0–2, right_0–2  three bits a cell: 0 empty, 1–5 a colour in palette order, 6 a joker
    taken_0–4            what each player has taken: five bits a colour, then three for jokers
    info                 bits 0–2    the seat to move
                         bits 3–5    the number of players
                         bits 6–7    the variant: classic, two_colours, teams, solo
                         bit 8       joker_groups on
                         bits 9–33   the secret colours, a set of five bits for each seat
                         bits 34–38  the seats that can no longer win

A step is 100 times a colour (5 for jokers alone) plus the first cell of the group: ten times the
slide plus the height, from 0.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from sommet.core.palette import JOKER
from sommet.games.colorpop.board import COLOURS, NAMES, SIZE
from sommet.games.colorpop.rules import ColorPopReason, ColorPopRules, ColorPopTable
from sommet.machine.bits import Word, below, count, lowest, mixed, next_random, nth, u64
from sommet.machine.compiling import njit
from sommet.machine.protocol import ENDED, RUNNING, connect

STEPS = 600
REASONS = (ColorPopReason.CLEARED, ColorPopReason.FEWEST_LEFT, ColorPopReason.STUCK)
VARIANTS = ("classic", "two_colours", "teams", "solo")

SEAT, SEATS = u64(0x7), u64(0x38)
TEAMS, SOLO, VARIANT, JOKER_GROUPS = u64(0x80), u64(0xC0), u64(0xC0), u64(0x100)
SECRETS = u64(((1 << 25) - 1) << 9)
ONE, SLIDE = u64(1), u64(11)
HALF = u64(44)  # from a slide of one word to the neighbouring one of the other
BOTTOM = u64(sum(1 << 11 * slide for slide in range(5)))
IS_JOKER = 6


class ColorPopState(NamedTuple):
    """See the top of the file."""

    left_0: Word
    right_0: Word
    left_1: Word
    right_1: Word
    left_2: Word
    right_2: Word
    taken_0: Word
    taken_1: Word
    taken_2: Word
    taken_3: Word
    taken_4: Word
    info: Word


@njit
def matching(plane_0: Word, plane_1: Word, plane_2: Word, token: int) -> Word:
    """The cells of one word that hold this token, 1 to 6."""
    found = plane_0 if token & 1 else ~plane_0
    found &= plane_1 if token & 2 else ~plane_1
    return found & (plane_2 if token & 4 else ~plane_2)


@njit
def cells(state: ColorPopState, token: int) -> tuple[Word, Word]:
    """The cells that hold this token."""
    return (
        matching(state.left_0, state.left_1, state.left_2, token),
        matching(state.right_0, state.right_1, state.right_2, token),
    )


@njit
def around(left: Word, right: Word) -> tuple[Word, Word]:
    """The cells beside these, up, down, left and right (and some bits outside the board)."""
    beside_left = (left << ONE) | (left >> ONE) | (left << SLIDE) | (left >> SLIDE)
    beside_right = (right << ONE) | (right >> ONE) | (right << SLIDE) | (right >> SLIDE)
    return beside_left | (right << HALF), beside_right | (left >> HALF)


@njit
def flooded(left: Word, right: Word, of_left: Word, of_right: Word) -> tuple[Word, Word]:
    """C3: everything within `of` that is joined to these cells."""
    while True:
        more_left, more_right = around(left, right)
        more_left = left | more_left & of_left
        more_right = right | more_right & of_right
        if more_left == left and more_right == right:
            return left, right
        left, right = more_left, more_right


@njit
def grouped(state: ColorPopState, token: int) -> tuple[Word, Word]:
    """C3, C4: the tokens of a colour that have one of their own or a joker beside them."""
    left, right = cells(state, token)
    joker_left, joker_right = cells(state, IS_JOKER)
    near_left, near_right = around(left | joker_left, right | joker_right)
    return left & near_left, right & near_right


@njit
def joker_groups(state: ColorPopState) -> tuple[Word, Word]:
    """C4b: the jokers in groups that can be taken as jokers alone."""
    left, right = cells(state, IS_JOKER)
    near_left, near_right = around(left, right)
    rest_left, rest_right = left & near_left, right & near_right
    found_left = found_right = u64(0)
    if not state.info & JOKER_GROUPS:
        return found_left, found_right
    while rest_left | rest_right:
        one_left, one_right = first(rest_left, rest_right)
        one_left, one_right = flooded(one_left, one_right, left, right)
        rest_left &= ~one_left
        rest_right &= ~one_right
        near_left, near_right = around(one_left, one_right)
        for token in range(1, IS_JOKER):
            of_left, of_right = cells(state, token)
            if not (of_left & near_left | of_right & near_right):
                found_left |= one_left
                found_right |= one_right
                break
    return found_left, found_right


@njit
def first(left: Word, right: Word) -> tuple[Word, Word]:
    """The first cell of a set that is not empty."""
    if left:
        return left & (~left + ONE), u64(0)
    return u64(0), right & (~right + ONE)


@njit
def group(state: ColorPopState, token: int, left: Word, right: Word) -> tuple[Word, Word]:
    """C4a: the group of a colour, or of jokers alone, that holds these cells."""
    of_left, of_right = cells(state, IS_JOKER)
    if token != IS_JOKER:
        own_left, own_right = cells(state, token)
        of_left |= own_left
        of_right |= own_right
    return flooded(left, right, of_left, of_right)


@njit
def step_of(token: int, left: Word, right: Word) -> int:
    """The number of the step that takes this group."""
    place = lowest(left) if left else lowest(right) + u64(55)
    slide = place // SLIDE
    return (token - 1) * 100 + np.int64(slide * u64(10) + (place - slide * SLIDE))


@njit
def steps(state: ColorPopState, into: Any) -> int:
    found = 0
    for token in range(1, IS_JOKER + 1):
        left, right = grouped(state, token) if token < IS_JOKER else joker_groups(state)
        while left | right:
            one_left, one_right = first(left, right)
            one_left, one_right = group(state, token, one_left, one_right)
            into[found] = step_of(token, one_left, one_right)
            left &= ~one_left
            right &= ~one_right
            found += 1
    return found


@njit
def canonical_steps(state: ColorPopState, into: Any) -> int:
    return steps(state, into)


@njit
def random_step(state: ColorPopState, chance: Word) -> tuple[int, Word]:
    """A token is drawn, and its group is taken one time in as many as it has tokens of the colour:
    so every group is equally likely without looking at all of them."""
    tokens = u64(0)
    for token in range(1, IS_JOKER + 1):
        left, right = grouped(state, token) if token < IS_JOKER else joker_groups(state)
        tokens += count(left) + count(right)
    while True:
        chance = next_random(chance)
        rank = below(tokens, chance)
        token = 1
        left, right = grouped(state, token)
        size = count(left) + count(right)
        while rank >= size:
            rank -= size
            token += 1
            left, right = grouped(state, token) if token < IS_JOKER else joker_groups(state)
            size = count(left) + count(right)
        if rank < count(left):
            one_left, one_right = ONE << nth(left, rank), u64(0)
        else:
            one_left, one_right = u64(0), ONE << nth(right, rank - count(left))
        one_left, one_right = group(state, token, one_left, one_right)
        chance = next_random(chance)
        if below(count(one_left & left) + count(one_right & right), chance) == u64(0):
            return step_of(token, one_left, one_right), chance


@njit
def dropped(plane: Word, cell: Word, above: Word) -> Word:
    """The plane without this cell; what is above it in the slide comes down by one."""
    return (plane & ~(above | cell)) | ((plane & above) >> ONE)


@njit
def slid(plane_0: Word, plane_1: Word, plane_2: Word, gone: Word) -> tuple[Word, Word, Word]:
    """C5: the planes of one word once the tokens that are gone have left."""
    while gone:
        cell = gone & (~gone + ONE)
        slide = lowest(cell) // SLIDE
        above = (((ONE << SLIDE) - ONE) << (slide * SLIDE)) & ~((cell << ONE) - ONE)
        plane_0 = dropped(plane_0, cell, above)
        plane_1 = dropped(plane_1, cell, above)
        plane_2 = dropped(plane_2, cell, above)
        gone = dropped(gone, cell, above)
    return plane_0, plane_1, plane_2


@njit
def closed(left: Word, right: Word, lower: Word, in_left: bool) -> tuple[Word, Word]:
    """C5: two words without the slide above the `lower` part of the one it is in."""
    if in_left:
        from_right = (right & ((ONE << SLIDE) - ONE)) << HALF
        return (left & lower) | ((left >> SLIDE) & ~lower) | from_right, right >> SLIDE
    return left, (right & lower) | ((right >> SLIDE) & ~lower)


@njit
def play(state: ColorPopState, step: int) -> ColorPopState:
    l0, r0, l1, r1, l2, r2, t0, t1, t2, t3, t4, info = state
    token = step // 100 + 1
    slide = (step % 100) // SIZE
    height = step % SIZE
    in_left = slide < 5
    place = u64((slide if in_left else slide - 5) * 11 + height)
    left = ONE << place if in_left else u64(0)
    right = u64(0) if in_left else ONE << place
    left, right = group(state, token, left, right)

    joker_left, joker_right = cells(state, IS_JOKER)
    jokers = count(left & joker_left) + count(right & joker_right)
    gain = jokers << u64(25)
    if token != IS_JOKER:
        gain += (count(left) + count(right) - jokers) << u64(5 * (token - 1))
    seat = info & SEAT  # C6
    t0 += gain if seat == u64(0) else u64(0)
    t1 += gain if seat == u64(1) else u64(0)
    t2 += gain if seat == u64(2) else u64(0)
    t3 += gain if seat == u64(3) else u64(0)
    t4 += gain if seat == u64(4) else u64(0)

    had_left, had_right = (l0 | l1 | l2) & BOTTOM, (r0 | r1 | r2) & BOTTOM
    l0, l1, l2 = slid(l0, l1, l2, left)
    r0, r1, r2 = slid(r0, r1, r2, right)
    empty = had_right & ~(r0 | r1 | r2)
    while empty:
        lower = (empty & (~empty + ONE)) - ONE
        l0, r0 = closed(l0, r0, lower, False)
        l1, r1 = closed(l1, r1, lower, False)
        l2, r2 = closed(l2, r2, lower, False)
        empty = (empty & (empty - ONE)) >> SLIDE
    empty = had_left & ~(l0 | l1 | l2)
    while empty:
        lower = (empty & (~empty + ONE)) - ONE
        l0, r0 = closed(l0, r0, lower, True)
        l1, r1 = closed(l1, r1, lower, True)
        l2, r2 = closed(l2, r2, lower, True)
        empty = (empty & (empty - ONE)) >> SLIDE

    seat = seat + ONE if seat + ONE < (info & SEATS) >> u64(3) else u64(0)
    return ColorPopState(l0, r0, l1, r1, l2, r2, t0, t1, t2, t3, t4, (info & ~SEAT) | seat)


@njit
def taken_by(state: ColorPopState, seat: int) -> Word:
    """What a player has taken."""
    if seat < 2:
        return state.taken_0 if seat == 0 else state.taken_1
    if seat < 4:
        return state.taken_2 if seat == 2 else state.taken_3
    return state.taken_4


@njit
def own_taken(taken: Word, colours: Word) -> int:
    """C8: how many tokens of a set of colours are among those taken."""
    found = u64(0)
    for colour in range(5):
        if (colours >> u64(colour)) & ONE:
            found += (taken >> u64(5 * colour)) & u64(0x1F)
    return np.int64(found)


@njit
def outcome(state: ColorPopState) -> int:
    info = state.info
    seats = np.int64((info & SEATS) >> u64(3))
    teams = info & VARIANT == TEAMS
    gone = u64(0)
    for token in range(1, IS_JOKER):
        left, right = cells(state, token)
        if not left | right:
            gone |= ONE << u64(token - 1)
    winners = 0
    for seat in range(seats):
        colours = side_colours(info, seat, seats)
        if colours & ~gone == u64(0) and not (info >> u64(34 + seat)) & ONE:
            winners |= 1 << seat
    if winners:  # C7, C9, C10, C11
        return ENDED | winners
    for token in range(1, IS_JOKER):
        left, right = grouped(state, token)
        if left | right:
            return RUNNING
    left, right = joker_groups(state)
    if left | right:
        return RUNNING
    if info & VARIANT == SOLO:  # C9
        return ENDED | (2 << 9)
    best = 1 << 30
    for seat in range(seats):  # C8
        if not (info >> u64(34 + seat)) & ONE:
            colours = side_colours(info, seat, seats)
            points = own_taken(taken_by(state, seat), colours)
            if teams:
                points += own_taken(taken_by(state, (seat + 2) % 4), colours)
            for token in range(1, IS_JOKER):
                if (colours >> u64(token - 1)) & ONE:
                    left, right = cells(state, token)
                    points += np.int64(count(left) + count(right)) << 10
            if points < best:
                best, winners = points, 0
            if points == best:
                winners |= 1 << seat
    return ENDED | winners | (1 << 9)


@njit
def side_colours(info: Word, seat: int, seats: int) -> Word:
    """The secret colours of a seat, and of its partner where there are teams."""
    colours = (info >> u64(9 + 5 * seat)) & u64(0x1F)
    if info & VARIANT == TEAMS:
        colours |= (info >> u64(9 + 5 * ((seat + 2) % seats))) & u64(0x1F)
    return colours


@njit
def turn(state: ColorPopState) -> int:
    return np.int64(state.info & SEAT)


@njit
def fresh(state: ColorPopState) -> bool:
    return True


@njit
def key(state: ColorPopState) -> Word:
    found = mixed(state.info)
    for word in state:
        found = mixed(found ^ word)
    return found


@njit
def with_secrets(state: ColorPopState, secrets: Word) -> ColorPopState:
    l0, r0, l1, r1, l2, r2, t0, t1, t2, t3, t4, info = state
    info = (info & ~SECRETS) | secrets
    return ColorPopState(l0, r0, l1, r1, l2, r2, t0, t1, t2, t3, t4, info)


# --- between the rule book and the kernel --------------------------------------------------------

TOKENS = COLOURS + JOKER


def pack_secrets(secrets: tuple[str, ...]) -> Word:
    """The secret colours as they stand in `info`; a hand that is unknown is never cleared."""
    hands = [
        sum(1 << COLOURS.index(colour) for colour in hand if colour in COLOURS) for hand in secrets
    ]
    return u64(sum((hand or 0x1F) << 9 + 5 * seat for seat, hand in enumerate(hands)))


def encode(
    table: ColorPopTable, secrets: tuple[str, ...], out: frozenset[int] = frozenset()
) -> ColorPopState:
    """The state of a table at the start of a turn."""
    halves = []
    for bit in range(3):
        for half in (table.slides[:5], table.slides[5:]):
            halves.append(
                sum(
                    (TOKENS.index(token) + 1 >> bit & 1) << (11 * slide + height)
                    for slide, tokens in enumerate(half)
                    for height, token in enumerate(tokens)
                )
            )
    taken = [
        sum(held.count(token) << 5 * index for index, token in enumerate(TOKENS))
        for held in (*table.taken, "", "", "", "")[:5]
    ]
    game = table.game
    info = table.turn | game.players << 3 | VARIANTS.index(str(game.variant)) << 6
    info |= (game.joker_groups == "on") << 8 | int(pack_secrets(secrets))
    info |= sum(1 << 34 + seat for seat in out)
    return ColorPopState(*map(u64, (*halves, *taken, info)))


def decode(game: ColorPopRules, state: ColorPopState) -> ColorPopTable:
    """The table of a state."""
    slides = []
    for slide in range(SIZE):
        planes = state[0:6:2] if slide < 5 else state[1:6:2]
        codes = [
            sum((int(plane) >> (11 * (slide % 5) + height) & 1) << bit for bit, plane in enumerate(planes))
            for height in range(SIZE)
        ]
        slides.append("".join(TOKENS[code - 1] for code in codes if code))
    taken = tuple(
        "".join(
            token * (int(taken_by(state, seat)) >> 5 * index & 0x1F)
            for index, token in enumerate(TOKENS)
        )
        for seat in range(game.players)
    )
    full = tuple(slide for slide in slides if slide)
    return ColorPopTable(game, full, taken, int(state.info & SEAT))


def spell(state: ColorPopState, step: int) -> str:
    """The text of a step."""
    return f"{TOKENS[step // 100]}{NAMES[step % 100 // 10]}{step % 10 + 1}"


connect(ColorPopState, sys.modules[__name__])
