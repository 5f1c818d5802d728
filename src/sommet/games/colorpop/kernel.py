"""The kernel of Color Pop: the rules of `rules.py` on the bitboards of `bitboard.py`.

A state has twelve words:

    left_0–2, right_0–2  three bits per cell: 0 empty, 1–5 a colour in palette order, 6 a joker
    taken_0–4            what each player has taken: five bits per colour, then three for jokers
    info                 bits 0–2    the seat to move
                         bits 3–5    the number of players
                         bits 6–7    the variant: classic, two_colours, teams, solo
                         bit 8       joker_groups on
                         bits 9–33   the secret colours, a set of five bits for each seat
                         bits 34–38  the seats that can no longer win

A step is the number of a cell: the first token of the group that has its colour, or the first joker
of jokers alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sommet.core.colours import JOKER
from sommet.games.colorpop.bitboard import (
    HALF,
    ONE,
    SLIDE,
    Planes,
    blocks,
    cell,
    earlier,
    first,
    first_number,
    flood_fill,
    later,
    like_earlier,
    matching,
    neighbours,
    without,
)
from sommet.games.colorpop.board import COLOURS, SIZE, groups, name
from sommet.games.colorpop.board import first as first_cell
from sommet.games.colorpop.rules import ColorPop, ColorPopReason, ColorPopTable
from sommet.machine.bits import Word, below, count, mix_bits, next_random, nth, signed, u64
from sommet.machine.jit import inlined
from sommet.machine.kernel_interface import ENDED, RUNNING

STEPS = SIZE * SIZE
MAX_GAME_STEPS = SIZE * SIZE // 2
OBSERVATION_SIZE = 141
FIGURES = ("left", "taken")
REASONS = (ColorPopReason.CLEARED, ColorPopReason.FEWEST_LEFT, ColorPopReason.STUCK)
VARIANTS = ("classic", "two_colours", "teams", "solo")

SEAT, SEATS = u64(0x7), u64(0x38)
TEAMS, SOLO, VARIANT, JOKER_GROUPS = u64(0x80), u64(0xC0), u64(0xC0), u64(0x100)
SECRETS = u64(((1 << 25) - 1) << 9)
IS_JOKER = 6
FIVE = u64(0x1F)
SPREAD, BYTES = u64(0x10204081), u64(0x0101010101)
TWO_BELOW, LEFT_BELOW, TWO_LEFT, LEFT_ABOVE = u64(2), u64(12), u64(22), u64(10)
"""Places from a cell back to others two steps away, for `like_earlier`."""


class ColorPopState(NamedTuple):
    """The bit layout is described at the top of the file."""

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


@inlined
def cells(state: ColorPopState, token: int) -> tuple[Word, Word]:
    """The cells that hold this token."""
    return (
        matching(state.left_0, state.left_1, state.left_2, token),
        matching(state.right_0, state.right_1, state.right_2, token),
    )


@inlined
def grouped(state: ColorPopState, token: int) -> tuple[Word, Word]:
    """C3, C4: the tokens of a colour that are next to one of their colour or a joker."""
    left, right = cells(state, token)
    joker_left, joker_right = cells(state, IS_JOKER)
    near_left, near_right = neighbours(left | joker_left, right | joker_right)
    return left & near_left, right & near_right


@inlined
def planes(state: ColorPopState) -> Planes:
    return (
        *(state.left_0, state.right_0, state.left_1),
        *(state.right_1, state.left_2, state.right_2),
    )


@inlined
def jokers(state: ColorPopState) -> tuple[Word, Word]:
    """The cells of jokers, the only tokens with the two upper bits."""
    return state.left_1 & state.left_2, state.right_1 & state.right_2


@inlined
def coloured(state: ColorPopState) -> tuple[Word, Word]:
    """The cells of tokens with a colour."""
    return (
        state.left_0 | (state.left_1 ^ state.left_2),
        state.right_0 | (state.right_1 ^ state.right_2),
    )


@inlined
def links(state: ColorPopState) -> tuple[Word, Word, Word, Word]:
    """C3: the tokens of a colour with one of their colour below, and those with one to the left."""
    left, right = coloured(state)
    down_left, down_right = like_earlier(planes(state), ONE)
    aside_left, aside_right = like_earlier(planes(state), SLIDE)
    return left & down_left, right & down_right, left & aside_left, right & aside_right


@inlined
def joker_groups(state: ColorPopState) -> tuple[Word, Word]:
    """C4b: the first joker of each group of jokers that can be taken on its own."""
    left, right = jokers(state)
    near_left, near_right = neighbours(left, right)
    rest_left, rest_right = left & near_left, right & near_right
    found_left = found_right = u64(0)
    if not state.info & JOKER_GROUPS:
        return found_left, found_right
    while rest_left | rest_right:
        first_left, first_right = first(rest_left, rest_right)
        one_left, one_right = flood_fill(first_left, first_right, left, right)
        rest_left &= ~one_left
        rest_right &= ~one_right
        near_left, near_right = neighbours(one_left, one_right)
        some_missing = False
        for token in range(1, IS_JOKER):
            of_left, of_right = cells(state, token)
            some_missing |= (of_left & near_left | of_right & near_right) == u64(0)
        found_left |= first_left if some_missing else u64(0)
        found_right |= first_right if some_missing else u64(0)
    return found_left, found_right


@inlined
def group(state: ColorPopState, left: Word, right: Word) -> tuple[int, Word, Word, Word, Word]:
    """C4a: the token on this cell, its group with the jokers, and the tokens like it in the
    group."""
    token = 1 if state.left_0 & left | state.right_0 & right else 0
    token += 2 if state.left_1 & left | state.right_1 & right else 0
    token += 4 if state.left_2 & left | state.right_2 & right else 0
    own_left, own_right = cells(state, token)
    joker_left, joker_right = jokers(state)
    left, right = flood_fill(left, right, own_left | joker_left, own_right | joker_right)
    return token, left, right, left & own_left, right & own_right


@inlined
def likely_starts(state: ColorPopState) -> tuple[Word, Word]:
    """The first token of each group's colour, and a few others: those of a group without one like
    it below, to the left, or to the left of the one above."""
    left, right = coloured(state)
    down_left, down_right, aside_left, aside_right = links(state)
    up_left, up_right = later(down_left, down_right, ONE)
    far_left, far_right = later(aside_left, aside_right, SLIDE)
    near_left, near_right = neighbours(*jokers(state))
    corner_left, corner_right = later(aside_left, aside_right, ONE)
    linked_left = up_left | far_left | left & near_left
    linked_right = up_right | far_right | right & near_right
    return (
        left & linked_left & ~(down_left | aside_left | up_left & corner_left),
        right & linked_right & ~(down_right | aside_right | up_right & corner_right),
    )


@inlined
def linked_by_jokers(state: ColorPopState) -> tuple[Word, Word, Word, Word]:
    """C4a: the tokens that a joker links to an earlier one of their colour, and those that several
    jokers may link."""
    joker_left, joker_right = jokers(state)
    below_left, below_right = earlier(joker_left, joker_right, ONE)
    above_left, above_right = later(joker_left, joker_right, ONE)
    before_left, before_right = earlier(joker_left, joker_right, SLIDE)
    after_left, after_right = later(joker_left, joker_right, SLIDE)
    left, right = like_earlier(planes(state), TWO_BELOW)
    linked_left = left & below_left
    linked_right = right & below_right
    left, right = like_earlier(planes(state), LEFT_BELOW)
    linked_left |= left & (below_left | before_left)
    linked_right |= right & (below_right | before_right)
    left, right = like_earlier(planes(state), TWO_LEFT)
    linked_left |= left & before_left
    linked_right |= right & before_right
    left, right = like_earlier(planes(state), LEFT_ABOVE)
    linked_left |= left & (above_left | before_left)
    linked_right |= right & (above_right | before_right)
    left, right = coloured(state)
    linked_left &= left
    linked_right &= right
    # several jokers: around a token that is linked, or next to each other
    some_left, some_right = neighbours(
        joker_left & (below_left | before_left | above_left | after_left),
        joker_right & (below_right | before_right | above_right | after_right),
    )
    some_left |= linked_left & (
        below_left & above_left
        | before_left & after_left
        | (below_left | above_left) & (before_left | after_left)
    )
    some_right |= linked_right & (
        below_right & above_right
        | before_right & after_right
        | (below_right | above_right) & (before_right | after_right)
    )
    return linked_left, linked_right, left & some_left, right & some_right


@inlined
def starts(state: ColorPopState) -> tuple[Word, Word]:
    """The steps, as a set of cells.

    A token without a link to an earlier one of its group may start it. One with links to several
    that aren't linked before it joins them; then only one of their starts remains. Few groups have
    such a token that `likely_starts` doesn't consider: only these are searched."""
    found_left, found_right = likely_starts(state)
    down_left, down_right, aside_left, aside_right = links(state)
    linked_left, linked_right, rest_left, rest_right = linked_by_jokers(state)
    rest_left |= linked_left & ~found_left
    rest_right |= linked_right & ~found_right
    # links down and to the left, and the token below has only one down
    bend_left, bend_right = earlier(down_left & ~aside_left, down_right & ~aside_right, ONE)
    rest_left |= down_left & aside_left & bend_left
    rest_right |= down_right & aside_right & bend_right
    found_left &= ~linked_left
    found_right &= ~linked_right
    while rest_left | rest_right:
        left, right = first(rest_left, rest_right)
        _, _, _, left, right = group(state, left, right)
        first_left, first_right = first(left, right)
        found_left = found_left & ~left | first_left
        found_right = found_right & ~right | first_right
        rest_left &= ~left
        rest_right &= ~right
    alone_left, alone_right = joker_groups(state)
    return found_left | alone_left, found_right | alone_right


@inlined
def steps(state: ColorPopState, into: Any) -> int:
    left, right = starts(state)
    found = 0
    while left | right:
        one_left, one_right = first(left, right)
        into[found] = first_number(left, right)
        left ^= one_left
        right ^= one_right
        found += 1
    return found


@inlined
def write_mask(state: ColorPopState, mask: Any, scratch: Any) -> None:
    left, right = starts(state)
    for slide in range(SIZE):
        cells = (left >> u64(11 * slide)) if slide < 5 else (right >> u64(11 * (slide - 5)))
        for height in range(SIZE):
            mask[SIZE * slide + height] = (cells >> u64(height)) & ONE


@inlined
def canonical_steps(state: ColorPopState, into: Any) -> int:
    return steps(state, into)


@inlined
def draw_group(
    state: ColorPopState, chance: Word
) -> tuple[bool, int, Word, Word, Word, Word, Word]:
    """Draw a likely start: whether it is a start, what `group` returns for it, and the generator's
    next state. Each group is equally likely, and none needs to be searched but the one drawn."""
    left, right = likely_starts(state)
    alone_left, alone_right = joker_groups(state)
    left |= alone_left
    right |= alone_right
    in_left = count(left)
    chance = next_random(chance)
    rank = below(in_left + count(right), chance)
    is_left = rank < in_left
    drawn = ONE << nth(left if is_left else right, rank if is_left else rank - in_left)
    at_left, at_right = drawn if is_left else u64(0), u64(0) if is_left else drawn
    token, left, right, own_left, own_right = group(state, at_left, at_right)
    first_left, first_right = first(own_left, own_right)
    is_start = first_left == at_left and first_right == at_right
    return is_start, token, left, right, own_left, own_right, chance


@inlined
def random_step(state: ColorPopState, chance: Word) -> tuple[int, Word]:
    while True:
        is_start, _, _, _, left, right, chance = draw_group(state, chance)
        if is_start:
            return first_number(left, right), chance


@inlined
def try_random_play(state: ColorPopState, chance: Word) -> tuple[bool, ColorPopState, Word]:
    is_start, token, left, right, own_left, own_right, chance = draw_group(state, chance)
    if is_start:
        state = take_cells(state, token, left, right, own_left, own_right)
    return is_start, state, chance


@inlined
def random_play(state: ColorPopState, chance: Word) -> tuple[ColorPopState, Word]:
    while True:
        played, state, chance = try_random_play(state, chance)
        if played:
            return state, chance


@inlined
def play(state: ColorPopState, step: int) -> ColorPopState:
    left, right = cell(step)
    token, left, right, own_left, own_right = group(state, left, right)
    return take_cells(state, token, left, right, own_left, own_right)


@inlined
def take_cells(
    state: ColorPopState, token: int, left: Word, right: Word, own_left: Word, own_right: Word
) -> ColorPopState:
    """The state after the seat to move has taken these cells: a group with its own tokens."""
    l0, r0, l1, r1, l2, r2, t0, t1, t2, t3, t4, info = state
    own = count(own_left) + count(own_right)
    jokers = count(left) + count(right) - own
    gain = (own << u64(5 * (token - 1))) + (jokers << u64(25))
    seat = info & SEAT  # C6
    t0 += gain if seat == u64(0) else u64(0)
    t1 += gain if seat == u64(1) else u64(0)
    t2 += gain if seat == u64(2) else u64(0)
    t3 += gain if seat == u64(3) else u64(0)
    t4 += gain if seat == u64(4) else u64(0)

    l0, r0, l1, r1, l2, r2 = without((l0, r0, l1, r1, l2, r2), left, right)  # C5
    seat = seat + ONE if seat + ONE < (info & SEATS) >> u64(3) else u64(0)
    return ColorPopState(l0, r0, l1, r1, l2, r2, t0, t1, t2, t3, t4, (info & ~SEAT) | seat)


@inlined
def taken_by(state: ColorPopState, seat: int) -> Word:
    """What a player has taken."""
    if seat < 2:
        return state.taken_0 if seat == 0 else state.taken_1
    if seat < 4:
        return state.taken_2 if seat == 2 else state.taken_3
    return state.taken_4


@inlined
def own_taken(taken: Word, colours: Word) -> int:
    """C8: how many of the tokens taken have one of these colours."""
    found = u64(0)
    for colour in range(5):
        if (colours >> u64(colour)) & ONE:
            found += (taken >> u64(5 * colour)) & u64(0x1F)
    return signed(found)


@inlined
def outcome(state: ColorPopState) -> int:
    info = state.info
    seats = signed((info & SEATS) >> u64(3))
    gone = u64(0)
    for token in range(1, IS_JOKER):
        left, right = cells(state, token)
        if not left | right:
            gone |= ONE << u64(token - 1)
    winners = 0
    if gone:
        for seat in range(seats):
            colours = side_colours(info, seat, seats)
            if colours & ~gone == u64(0) and not (info >> u64(34 + seat)) & ONE:
                winners |= 1 << seat
    if winners:  # C7, C9, C10, C11
        return ENDED | winners
    left, right = coloured(state)
    down_left, down_right, aside_left, aside_right = links(state)
    near_left, near_right = neighbours(*jokers(state))
    if down_left | down_right | aside_left | aside_right | left & near_left | right & near_right:
        return RUNNING
    # No need to check jokers alone: a token next to them would form a group with them.
    if info & VARIANT == SOLO:  # C9
        return ENDED | (2 << 9)
    best = 1 << 30
    for seat in range(seats):  # C8
        if not (info >> u64(34 + seat)) & ONE:
            points = (side_left(state, seat, seats) << 10) + side_taken(state, seat, seats)
            if points < best:
                best, winners = points, 0
            if points == best:
                winners |= 1 << seat
    return ENDED | winners | (1 << 9)


@inlined
def evaluate(state: ColorPopState, seat: int) -> int:
    """A hundred times the evaluation of `rules.py`: neighbouring pairs of the seat's own colours
    are good, lone tokens of them bad, and lone tokens of others good."""
    colours = side_colours(state.info, seat, signed((state.info & SEATS) >> u64(3)))
    found = 0
    for token in range(1, IS_JOKER):
        left, right = cells(state, token)
        near_left, near_right = grouped(state, token)
        lone = signed(count(left & ~near_left) + count(right & ~near_right))
        if (colours >> u64(token - 1)) & ONE:
            up = count(left & (left >> ONE)) + count(right & (right >> ONE))
            aside = count(left & (left >> SLIDE)) + count(right & (right >> SLIDE))
            aside += count(right & (left >> HALF))
            found += 20 * signed(up + aside) - 15 * lone
        else:
            found += 4 * lone
    return found


@inlined
def remaining_cost(state: ColorPopState) -> int:
    """C9: the blocks of the colours to clear, lone tokens twice."""
    found = 0
    for token in range(1, IS_JOKER):
        if (state.info >> u64(8 + token)) & ONE:
            left, right = cells(state, token)
            near_left, near_right = grouped(state, token)
            lone = count(left & ~near_left) + count(right & ~near_right)
            found += blocks(left, right) + signed(lone)
    return found


@inlined
def side_colours(info: Word, seat: int, seats: int) -> Word:
    """The secret colours of a seat, and of its partner if there are teams."""
    colours = (info >> u64(9 + 5 * seat)) & u64(0x1F)
    if info & VARIANT == TEAMS:
        colours |= (info >> u64(9 + 5 * ((seat + 2) % seats))) & u64(0x1F)
    return colours


@inlined
def side_left(state: ColorPopState, seat: int, seats: int) -> int:
    """C8: how many tokens of a side's colours are on the board."""
    colours = side_colours(state.info, seat, seats)
    found = u64(0)
    for token in range(1, IS_JOKER):
        if (colours >> u64(token - 1)) & ONE:
            left, right = cells(state, token)
            found += count(left) + count(right)
    return signed(found)


@inlined
def side_taken(state: ColorPopState, seat: int, seats: int) -> int:
    """C8, C11: how many tokens of a side's colours it has taken itself."""
    colours = side_colours(state.info, seat, seats)
    found = own_taken(taken_by(state, seat), colours)
    if state.info & VARIANT == TEAMS:
        found += own_taken(taken_by(state, (seat + 2) % 4), colours)
    return found


@inlined
def turn(state: ColorPopState) -> int:
    return signed(state.info & SEAT)


@inlined
def is_turn_start(state: ColorPopState) -> bool:
    return True


@inlined
def key(state: ColorPopState) -> Word:
    found = mix_bits(state.info)
    for word in state:
        found = mix_bits(found ^ word)
    return found


@inlined
def canonical_key(state: ColorPopState) -> Word:
    return key(state)


@inlined
def with_secrets(state: ColorPopState, secrets: Word) -> ColorPopState:
    l0, r0, l1, r1, l2, r2, t0, t1, t2, t3, t4, info = state
    info = (info & ~SECRETS) | secrets
    return ColorPopState(l0, r0, l1, r1, l2, r2, t0, t1, t2, t3, t4, info)


@inlined
def spread_bits(five: Word) -> Word:
    """Five bits as the lowest bits of five bytes."""
    return (five * SPREAD) & BYTES


@inlined
def observe(state: ColorPopState, seat: int, into: Any) -> None:
    """100 cells, slide by slide from the bottom up (0 empty, 1–5 a colour, 6 a joker), what the
    five seats have taken from the own one clockwise (6 each), the own secret colours (5 flags),
    the partner's (5 flags), the seat to act (0 the seat itself, then clockwise). The colours of
    others are not included."""
    for slide in range(SIZE):
        plane_0, plane_1, plane_2 = state.left_0, state.left_1, state.left_2
        if slide >= 5:
            plane_0, plane_1, plane_2 = state.right_0, state.right_1, state.right_2
        place = u64(11 * (slide if slide < 5 else slide - 5))
        for half in range(2):
            tokens = (
                spread_bits((plane_0 >> place) & FIVE)
                | (spread_bits((plane_1 >> place) & FIVE) << ONE)
                | (spread_bits((plane_2 >> place) & FIVE) << u64(2))
            )
            for height in range(5):
                into[10 * slide + 5 * half + height] = tokens >> u64(8 * height)
            place += u64(5)
    seats = signed((state.info & SEATS) >> u64(3))
    who = seat
    for other in range(5):
        taken = taken_by(state, who) if other < seats else u64(0)
        for token in range(6):
            into[100 + 6 * other + token] = (taken >> u64(5 * token)) & u64(0x1F)
        who = who + 1 if who + 1 < seats else 0
    own = (state.info >> u64(9 + 5 * seat)) & u64(0x1F)
    partner = side_colours(state.info, seat, seats) & ~own
    for colour in range(5):
        into[130 + colour] = (own >> u64(colour)) & ONE
        into[135 + colour] = (partner >> u64(colour)) & ONE
    ahead = turn(state) - seat
    into[140] = ahead if ahead >= 0 else ahead + seats


@inlined
def figures(state: ColorPopState, into: Any) -> None:
    seats = signed((state.info & SEATS) >> u64(3))
    for seat in range(seats):
        into[0, seat] = side_left(state, seat, seats)
        into[1, seat] = side_taken(state, seat, seats)


# --- conversion between rules and kernel ---------------------------------------------------------

TOKENS = COLOURS + JOKER
PLANES = [
    str.maketrans(
        {" ": "0"} | {token: str(code >> bit & 1) for code, token in enumerate(TOKENS, 1)}
    )
    for bit in range(3)
]
"""For each plane, the bit of every token."""


def pack_secrets(secrets: tuple[str, ...]) -> Word:
    """The secret colours as stored in `info`; an unknown hand is never cleared."""
    hands = [
        sum(1 << COLOURS.index(colour) for colour in hand if colour in COLOURS) for hand in secrets
    ]
    return u64(sum((hand or 0x1F) << 9 + 5 * seat for seat, hand in enumerate(hands)))


def encode(
    table: ColorPopTable, secrets: tuple[str, ...], out: frozenset[int] = frozenset()
) -> ColorPopState:
    """The state of a table at the start of a turn."""
    halves = [
        int("".join([slide.ljust(11) for slide in half]).translate(plane)[::-1] or "0", 2)
        for plane in PLANES
        for half in (table.slides[:5], table.slides[5:])
    ]
    taken = [
        sum(held.count(token) << 5 * index for index, token in enumerate(TOKENS))
        for held in (*table.taken, "", "", "", "")[:5]
    ]
    game = table.game
    info = table.turn | game.players << 3 | VARIANTS.index(str(game.variant)) << 6
    info |= (game.joker_groups == "on") << 8 | int(pack_secrets(secrets))
    info |= sum(1 << 34 + seat for side in game.sides if out.issuperset(side) for seat in side)
    return ColorPopState(*map(u64, (*halves, *taken, info)))


def decode(game: ColorPop, state: ColorPopState) -> ColorPopTable:
    """The table of a state."""
    slides = []
    for slide in range(SIZE):
        planes = state[0:6:2] if slide < 5 else state[1:6:2]
        codes = [
            sum(
                (int(plane) >> (11 * (slide % 5) + height) & 1) << bit
                for bit, plane in enumerate(planes)
            )
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
    planes = [int(state[bit]) | int(state[bit + 1]) << 55 for bit in (0, 2, 4)]
    at = 1 << step + step // 10
    code = sum(1 << bit for bit, plane in enumerate(planes) if plane & at)
    own = (1 << 110) - 1
    for bit, plane in enumerate(planes):
        own &= plane if code >> bit & 1 else ~plane
    (cells,) = groups(at, own | planes[1] & planes[2])
    return f"{TOKENS[code - 1]}{name(first_cell(cells))}"
