"""What the alpha-beta is told of a game that has an index and a network: an answer to each of its
questions (`search_interface.py`) for any such game.

A score is WIN or LOSS only where that is certain: the end of the game, or a bucket in which the
network is exact, was reached on every path that matters. An exact draw is DRAW; everything else is
what the network expects, and never DRAW.

    identity    the number of the position; the degree is how many turns are looked ahead
    facts       bits 0–5    turns that were looked ahead; FOREVER where more would change nothing
                bits 6–26   the least and
                bits 27–47  the most that was found then
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sommet.engine.solve.adapter_interface import DRAW, LOSS, OPEN, WIN, at, bucket, place
from sommet.engine.solve.distilled_network import Network, exact_value, outputs, verdict
from sommet.machine.bits import Word, signed, u64
from sommet.machine.jit import inlined, njit
from sommet.machine.kernel_interface import RUNNING, State, outcome, turn

__all__ = ["Guide", "distant", "glance"]

TRAITS = 1
FOREVER = 63
DEPTH, SCORE, BIAS = u64(0x3F), u64(0x1FFFFF), 1 << 20
LEAST_SHIFT, MOST_SHIFT = u64(6), u64(27)


class Guide(NamedTuple):
    """What judging a position takes; `index` is that of the network's exceptions, `room` is scratch
    for one thread (`network.rooms`)."""

    network: Network
    index: Any
    shelves: Any
    room: Any


@njit
def glance(state: State, guide: Guide) -> tuple[int, int]:
    """The value of a position where the network is exact, else OPEN; and what it expects."""
    number = place(state, guide.shelves)
    out = outputs(at(state, number, guide.shelves), guide.network, guide.room)
    true = exact_value(number, bucket(state), verdict(out), guide.network, guide.index)
    if true <= 1:
        return true * WIN, true * WIN
    expected = int((out[0] - out[2]) / np.float32(8.0))
    return OPEN, expected if expected else 1


@njit
def distant(state: State, guide: Guide) -> float:
    """How far the network thinks the end is; only to compare one position with another."""
    number = place(state, guide.shelves)
    return float(outputs(at(state, number, guide.shelves), guide.network, guide.room)[3])


# --- the questions of the search -----------------------------------------------------------------


@inlined
def settled(state: State) -> int:
    result = outcome(state)
    if result == RUNNING:
        return OPEN
    winners = result & 0xFF
    if winners == 3:
        return DRAW
    return WIN if winners >> turn(state) & 1 else LOSS


@inlined
def worth_keeping(state: State) -> bool:
    return True


@inlined
def identity(state: State, left: int, guide: Guide) -> tuple[Word, Word]:
    return u64(place(state, guide.shelves) + 1), u64(min(left, FOREVER))


@inlined
def packed(depth: Word, least: int, most: int) -> Word:
    return depth | u64(least + BIAS) << LEAST_SHIFT | u64(most + BIAS) << MOST_SHIFT


@inlined
def least_of(facts: Word) -> int:
    return signed((facts >> LEAST_SHIFT) & SCORE) - BIAS


@inlined
def most_of(facts: Word) -> int:
    return signed((facts >> MOST_SHIFT) & SCORE) - BIAS


NOTHING = u64(LOSS + BIAS) << LEAST_SHIFT | u64(WIN + BIAS) << MOST_SHIFT


@inlined
def known(facts: Word, degree: Word) -> tuple[int, int]:
    least, most = least_of(facts), most_of(facts)
    if facts & DEPTH >= degree or least == WIN or most == LOSS:
        return least, most
    return LOSS, WIN


@inlined
def learnt(facts: Word, degree: Word, least: int, most: int) -> Word:
    """What a deeper look found stays; looks of one depth add up."""
    if least == WIN or most == LOSS:
        degree = u64(FOREVER)
    if facts & DEPTH > degree:
        return facts
    if facts & DEPTH == degree and least_of(facts) <= most and least <= most_of(facts):
        least, most = max(least, least_of(facts)), min(most, most_of(facts))
    return packed(degree, least, most)


@inlined
def expected(facts: Word) -> int:
    if least_of(facts) > LOSS:
        return least_of(facts)
    return most_of(facts) if most_of(facts) < WIN else OPEN


@inlined
def trait(state: State, after: State) -> int:
    return 0


@inlined
def judged(state: State, after: State, guide: Guide) -> tuple[int, int, int]:
    value, hope = glance(after, guide)
    if turn(state) != turn(after):
        hope = -hope
    if value == OPEN:
        return LOSS, WIN, hope
    return hope, hope, hope
