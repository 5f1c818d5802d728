"""The kernel of Kabaleo: the rules of `rules.py` on one long row of pyramids.

All locations form one row: the case of location 1, its pieces from the bottom up, the case of
location 2, and so on. The row has at most 24 cases and 36 pieces, so each of four words holds one
bit of every pyramid:

    cases      set where the pyramid is a case; one more bit marks the end of the row
    plane_0–2  the colour, 0 for the first of the palette

Placing a piece on a location shifts the rest of the row up by one; a pair that leaves shifts it
down. The other three words:

    stocks_01  players 1 and 2: 18 bits each, three for the number of pieces of each colour
    stocks_23  players 3 and 4
    info       bits 0–1    the seat to move
               bit 2       the phase: 0 choose a colour, 1 choose a location
               bits 3–5    the colour in hand
               bits 6–10   the location of the last move, from 1; 0 before the first
               bits 11–13  the number of players
               bit 14      edition later
               bits 15–26  the objectives, three bits each
               bits 27–30  the seats that can no longer win

A step is the number of a location, from 0, or COLOUR plus a colour.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sommet.core.colours import PALETTE
from sommet.games.kabaleo.rules import CASES, PIECES, Kabaleo, KabaleoReason, KabaleoTable
from sommet.machine.bits import (
    Word,
    below,
    count,
    lowest,
    mix_bits,
    next_random,
    nth,
    random_bit,
    signed,
    u64,
)
from sommet.machine.jit import inlined
from sommet.machine.kernel_interface import ENDED, RUNNING

COLOUR = 24
STEPS = 30
MAX_GAME_STEPS = 2 * len(PALETTE) * PIECES
OBSERVATION_SIZE = 89
FIGURES = ("locations", "piles", "highest")
REASONS = (KabaleoReason.MAJORITY,)
GUIDED_PLAYOUTS = True

SEAT, LOCATION_PHASE, IN_HAND, LAST = u64(0x3), u64(0x4), u64(0x38), u64(0x7C0)
LATER = u64(0x4000)
OBJECTIVES = u64(0xFFF << 15)
STOCK, EACH = u64(0x3FFFF), u64(0o111111)
ONE = u64(1)


class KabaleoState(NamedTuple):
    """The bit layout is described at the top of the file."""

    cases: Word
    plane_0: Word
    plane_1: Word
    plane_2: Word
    stocks_01: Word
    stocks_23: Word
    info: Word


@inlined
def players(state: KabaleoState) -> Word:
    return (state.info >> u64(11)) & u64(0x7)


@inlined
def locations(state: KabaleoState) -> Word:
    """K1: the number of locations, four for each colour in play."""
    return (players(state) + u64(2)) * u64(CASES)


@inlined
def stock(state: KabaleoState, seat: Word) -> Word:
    """A player's stock, three bits a colour."""
    pair = state.stocks_23 if seat & u64(2) else state.stocks_01
    return (pair >> ((seat & ONE) * u64(18))) & STOCK


@inlined
def stocked(state: KabaleoState) -> Word:
    """The lowest of the three bits of each colour that the player to move has in stock."""
    held = stock(state, state.info & SEAT)
    return (held | (held >> u64(1)) | (held >> u64(2))) & EACH


@inlined
def colour_at(state: KabaleoState, place: Word) -> Word:
    """The colour of the pyramid at a place of the row."""
    low = (state.plane_0 >> place) & ONE
    middle = (state.plane_1 >> place) & ONE
    return low | (middle << u64(1)) | (((state.plane_2 >> place) & ONE) << u64(2))


@inlined
def accepts(state: KabaleoState, location: Word, top: Word) -> bool:
    """K6, K7: whether the piece in hand may go on a location, whose top is at place `top`."""
    if state.info & LATER and location + ONE == (state.info & LAST) >> u64(6):
        return False
    bare = (state.cases >> top) & ONE != u64(0)
    return not bare or colour_at(state, top) != (state.info & IN_HAND) >> u64(3)


@inlined
def steps(state: KabaleoState, into: Any) -> int:
    found = 0
    if not state.info & LOCATION_PHASE:
        held = stocked(state)
        while held:
            into[found] = u64(COLOUR) + lowest(held) // u64(3)
            held &= held - ONE
            found += 1
        return found
    ends = state.cases & (state.cases - ONE)  # the case after each location
    location = u64(0)
    while ends:
        if accepts(state, location, lowest(ends) - ONE):
            into[found] = location
            found += 1
        ends &= ends - ONE
        location += ONE
    return found


@inlined
def canonical_steps(state: KabaleoState, into: Any) -> int:
    return steps(state, into)


@inlined
def random_step(state: KabaleoState, chance: Word) -> tuple[int, Word]:
    chance = next_random(chance)
    if not state.info & LOCATION_PHASE:
        return signed(u64(COLOUR) + random_bit(stocked(state), chance) // u64(3)), chance
    while True:  # at most five locations in sixteen are refused
        location = below(locations(state), chance)
        if accepts(state, location, nth(state.cases, location + ONE) - ONE):
            return signed(location), chance
        chance = next_random(chance)


@inlined
def insert_bit(plane: Word, lower: Word, bit: Word) -> Word:
    """The plane with a bit inserted above its `lower` part."""
    upper = plane & ~lower
    return (plane & lower) | (upper << ONE) | (bit * (lower + ONE))


@inlined
def remove_bit(plane: Word, lower: Word) -> Word:
    """The plane with the bit above its `lower` part removed."""
    return (plane & lower) | ((plane >> ONE) & ~lower)


@inlined
def play(state: KabaleoState, step: int) -> KabaleoState:
    cases, plane_0, plane_1, plane_2, stocks_01, stocks_23, info = state
    if step >= COLOUR:
        info |= LOCATION_PHASE | (u64(step - COLOUR) << u64(3))
        return KabaleoState(cases, plane_0, plane_1, plane_2, stocks_01, stocks_23, info)
    colour = (info & IN_HAND) >> u64(3)
    end = nth(cases, u64(step + 1))
    top = end - ONE
    if not (cases >> top) & ONE and colour_at(state, top) == colour:  # K8: a pair leaves
        lower = (ONE << top) - ONE
        cases = remove_bit(cases, lower)
        plane_0, plane_1 = remove_bit(plane_0, lower), remove_bit(plane_1, lower)
        plane_2 = remove_bit(plane_2, lower)
    else:
        lower = (ONE << end) - ONE
        cases = insert_bit(cases, lower, u64(0))
        plane_0 = insert_bit(plane_0, lower, colour & ONE)
        plane_1 = insert_bit(plane_1, lower, (colour >> u64(1)) & ONE)
        plane_2 = insert_bit(plane_2, lower, colour >> u64(2))
    seat = info & SEAT
    piece = ONE << ((seat & ONE) * u64(18) + colour * u64(3))
    if seat & u64(2):
        stocks_23 -= piece
    else:
        stocks_01 -= piece
    seat = seat + ONE if seat + ONE < players(state) else u64(0)  # K5
    info &= ~(SEAT | LOCATION_PHASE | IN_HAND | LAST)
    info |= seat | (u64(step + 1) << u64(6))
    return KabaleoState(cases, plane_0, plane_1, plane_2, stocks_01, stocks_23, info)


@inlined
def coloured(state: KabaleoState, colour: Word) -> Word:
    """The places of the row that hold a pyramid of a colour (and some bits beyond its end)."""
    found = state.plane_0 if colour & u64(1) else ~state.plane_0
    found &= state.plane_1 if colour & u64(2) else ~state.plane_1
    return found & (state.plane_2 if colour & u64(4) else ~state.plane_2)


@inlined
def tops(state: KabaleoState, colour: Word) -> Word:
    """The tops of the locations of a colour."""
    return (state.cases >> ONE) & coloured(state, colour)


@inlined
def score(state: KabaleoState, colour: Word) -> int:
    """K10: locations, piles and the highest pile of a colour, in one number."""
    shown = tops(state, colour)
    piles = shown & ~state.cases
    highest = 0
    rest = piles
    while rest:
        top = rest & (~rest + ONE)
        rest ^= top
        height = 0
        while not top & state.cases:
            top >>= ONE
            height += 1
        highest = max(highest, height)
    return (signed(count(shown)) << 16) | (signed(count(piles)) << 8) | highest


@inlined
def evaluate(state: KabaleoState, seat: int) -> int:
    """The locations of the seat's own colour."""
    return signed(count(tops(state, (state.info >> u64(15 + 3 * seat)) & u64(0x7))))


@inlined
def rated_colours(state: KabaleoState, seat: Word) -> Word:
    """The colours in play, three bits each: the seat's own, the others' clockwise, then those that
    nobody holds."""
    found, places, held = u64(0), u64(0), u64(0)
    for other in range(players(state)):
        owner = seat + u64(other)
        owner = owner - players(state) if owner >= players(state) else owner
        colour = (state.info >> (u64(15) + u64(3) * owner)) & u64(0x7)
        found |= colour << places
        places += u64(3)
        held |= ONE << colour
    for other in range(players(state) + u64(2)):
        if not (held >> u64(other)) & ONE:
            found |= u64(other) << places
            places += u64(3)
    return found


@inlined
def value_features(state: KabaleoState, seat: int, into: Any) -> int:
    """For each colour, in the order of `rated_colours`: its bare cases, its highest pile, whether
    it shows on the location that is closed now (K6), whether it is in hand, its piles by the colour
    below their top, and how many pieces of it each player has in stock."""
    own = u64(seat)
    colours = rated_colours(state, own)
    kinds = players(state) + u64(2)
    last = u64(0)
    if state.info & LATER and state.info & LAST:
        last = ONE << (nth(state.cases, (state.info & LAST) >> u64(6)) - ONE)
    found = 0
    for one in range(kinds):
        colour = (colours >> (u64(3) * u64(one))) & u64(0x7)
        shown = tops(state, colour)
        into[found] = count(shown & state.cases)
        into[found + 1] = score(state, colour) & 0xFF
        into[found + 2] = 1 if shown & last else 0
        in_hand = (state.info & IN_HAND) >> u64(3)
        into[found + 3] = 1 if state.info & LOCATION_PHASE and in_hand == colour else 0
        found += 4
        piles = shown & ~state.cases
        for other in range(kinds):
            if other != one:
                below_it = (colours >> (u64(3) * u64(other))) & u64(0x7)
                into[found] = count(piles & (coloured(state, below_it) << ONE))
                found += 1
        for other in range(players(state)):
            owner = own + u64(other)
            owner = owner - players(state) if owner >= players(state) else owner
            into[found] = (stock(state, owner) >> (u64(3) * colour)) & u64(0x7)
            found += 1
    return found


@inlined
def outcome(state: KabaleoState) -> int:
    if state.stocks_01 | state.stocks_23:  # K9
        return RUNNING
    best, winners = -1, 0
    for seat in range(players(state)):
        if not (state.info >> u64(27 + seat)) & ONE:
            points = score(state, (state.info >> u64(15 + 3 * seat)) & u64(0x7))
            if points > best:
                best, winners = points, 0
            if points == best:
                winners |= 1 << seat
    return ENDED | winners


@inlined
def turn(state: KabaleoState) -> int:
    return signed(state.info & SEAT)


@inlined
def is_turn_start(state: KabaleoState) -> bool:
    return not state.info & LOCATION_PHASE


@inlined
def key(state: KabaleoState) -> Word:
    found = mix_bits(state.cases)
    for word in (state.plane_0, state.plane_1, state.plane_2, state.stocks_01, state.stocks_23):
        found = mix_bits(found ^ word)
    return mix_bits(found ^ state.info)


@inlined
def canonical_key(state: KabaleoState) -> Word:
    """As `key`, but the same for any order of the locations, which does not matter (K3)."""
    last = (state.info & LAST) >> u64(6) if state.info & LATER else u64(0)
    found = u64(0)
    location = ONE
    rest = state.cases
    while rest & (rest - ONE):
        start = lowest(rest)
        rest &= rest - ONE
        pile = (ONE << (lowest(rest) - start)) - ONE
        hashed = mix_bits(pile + ONE if location == last else pile)
        for plane in (state.plane_0, state.plane_1, state.plane_2):
            hashed = mix_bits(hashed ^ ((plane >> start) & pile))
        found += hashed >> u64(5)  # 24 of them do not overflow
        location += ONE
    found = mix_bits(found ^ state.stocks_01)
    return mix_bits(mix_bits(found ^ state.stocks_23) ^ (state.info & ~LAST))


@inlined
def with_secrets(state: KabaleoState, secrets: Word) -> KabaleoState:
    cases, plane_0, plane_1, plane_2, stocks_01, stocks_23, info = state
    info = (info & ~OBJECTIVES) | secrets
    return KabaleoState(cases, plane_0, plane_1, plane_2, stocks_01, stocks_23, info)


@inlined
def observe(state: KabaleoState, seat: int, into: Any) -> None:
    """The row of pyramids, 60 places (0 none, 1–6 a piece, 7–12 a case), the four stocks from the
    own one clockwise (6 each), the own objective, the location of the last move (0 none), the
    phase, the colour in hand, the seat to act (0 the seat itself, then clockwise). The objectives
    of others are not included."""
    rest = state.cases
    while rest & (rest - ONE):
        rest &= rest - ONE
    length = lowest(rest)  # the bit that marks the end
    for index in range(60):
        place = u64(index)
        pyramid = colour_at(state, place) + ONE + ((state.cases >> place) & ONE) * u64(6)
        into[index] = pyramid if place < length else u64(0)
    own = u64(seat)
    for other in range(4):
        owner = own + u64(other)
        owner = owner - players(state) if owner >= players(state) else owner
        held = stock(state, owner) if u64(other) < players(state) else u64(0)
        for colour in range(6):
            into[60 + 6 * other + colour] = (held >> u64(3 * colour)) & u64(0x7)
    into[84] = (state.info >> (u64(15) + u64(3) * own)) & u64(0x7)
    into[85] = (state.info & LAST) >> u64(6)
    into[86] = (state.info & LOCATION_PHASE) >> u64(2)
    into[87] = (state.info & IN_HAND) >> u64(3)
    acting = state.info & SEAT
    into[88] = (acting if acting >= own else acting + players(state)) - own


@inlined
def figures(state: KabaleoState, into: Any) -> None:
    for seat in range(players(state)):
        points = score(state, (state.info >> u64(15 + 3 * seat)) & u64(0x7))
        into[0, seat] = points >> 16
        into[1, seat] = (points >> 8) & 0xFF
        into[2, seat] = points & 0xFF


# --- conversion between rules and kernel ---------------------------------------------------------


def pack_secrets(secrets: tuple[str, ...]) -> Word:
    """The objectives as stored in `info`; an unknown one counts as none."""
    colours = ((PALETTE + "??").index(objective) for objective in secrets)
    return u64(sum(colour << (15 + 3 * seat) for seat, colour in enumerate(colours)))


def encode(
    table: KabaleoTable, secrets: tuple[str, ...], out: frozenset[int] = frozenset()
) -> KabaleoState:
    """The state of a table at the start of a turn."""
    row = "".join(table.locations)
    cases = sum(pyramid.islower() << place for place, pyramid in enumerate(row)) | 1 << len(row)
    planes = (
        sum(
            (PALETTE.index(pyramid.upper()) >> bit & 1) << place
            for place, pyramid in enumerate(row)
        )
        for bit in range(3)
    )
    stocks = [
        sum(held.count(colour) << 3 * index for index, colour in enumerate(PALETTE))
        for held in (*table.stocks, "", "")
    ]
    info = table.turn | (table.last or 0) << 6 | table.game.players << 11
    info |= (table.game.edition == "later") << 14 | int(pack_secrets(secrets))
    info |= sum(1 << 27 + seat for seat in out)
    words = (cases, *planes, stocks[0] | stocks[1] << 18, stocks[2] | stocks[3] << 18, info)
    return KabaleoState(*map(u64, words))


def decode(game: Kabaleo, state: KabaleoState) -> KabaleoTable:
    """The table of a state; within a turn, the current table."""
    locations: list[str] = []
    for place in range(int(state.cases).bit_length() - 1):
        letter = PALETTE[int(colour_at(state, u64(place)))]
        if int(state.cases) >> place & 1:
            locations.append(letter.lower())
        else:
            locations[-1] += letter
    stocks = tuple(
        "".join(
            letter * (int(stock(state, u64(seat))) >> 3 * index & 7)
            for index, letter in enumerate(PALETTE)
        )
        for seat in range(game.players)
    )
    last = int(state.info & LAST) >> 6
    return KabaleoTable(game, tuple(locations), stocks, last or None, int(state.info & SEAT))


def value_network_name(game: Kabaleo) -> str:
    """The name of the value network, one for each number of players."""
    return f"players-{game.players}"


def spell(state: KabaleoState, step: int) -> str:
    """The text of a step in this state."""
    return PALETTE[step - COLOUR] if step >= COLOUR else str(step + 1)
