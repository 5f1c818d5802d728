"""The search functions of `adapter_interface.py` for any game with an index and a network.

A value is WIN or LOSS only if it is proven: every line that matters reached the end of the game or
a bucket in which the network is exact. An exact draw is DRAW; every other value is the network's
estimate, and never DRAW.

    identity    the index of the position; the degree is the search depth in turns
    facts       bits 0–5    search depth in turns; FINAL_DEPTH if a deeper search changes nothing
                bits 6–26   lower bound
                bits 27–47  upper bound
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sommet.engine.solve.adapter_interface import DRAW, LOSS, OPEN, WIN, bucket, index_of, state_at
from sommet.engine.solve.distilled_network import Network, exact_value, outputs, predicted_value
from sommet.machine.bits import Word, signed, u64
from sommet.machine.jit import inlined, njit
from sommet.machine.kernel_interface import RUNNING, State, outcome, turn

__all__ = ["Evaluator", "evaluate", "predict_distance"]

MOVE_KINDS = 1
FINAL_DEPTH = 63
DEPTH_MASK, SCORE_MASK, SCORE_BIAS = u64(0x3F), u64(0x1FFFFF), 1 << 20
LOWER_SHIFT, UPPER_SHIFT = u64(6), u64(27)


class Evaluator(NamedTuple):
    """What evaluating a position needs, for one thread: `exception_index` and `scratch` come from
    `distilled_network`."""

    network: Network
    exception_index: Any
    index_tables: Any
    scratch: Any


@njit
def evaluate(state: State, evaluator: Evaluator) -> tuple[int, int]:
    """The value of a position where the network is exact, else OPEN; and an estimate."""
    index = index_of(state, evaluator.index_tables)
    out = outputs(
        state_at(state, index, evaluator.index_tables), evaluator.network, evaluator.scratch
    )
    exact = exact_value(
        index, bucket(state), predicted_value(out), evaluator.network, evaluator.exception_index
    )
    if exact <= 1:
        return exact * WIN, exact * WIN
    score = int((out[0] - out[2]) / np.float32(8.0))
    return OPEN, score if score else 1


@njit
def predict_distance(state: State, evaluator: Evaluator) -> float:
    """The network's estimate of the distance to the end; only good for comparing positions."""
    index = index_of(state, evaluator.index_tables)
    return float(
        outputs(
            state_at(state, index, evaluator.index_tables), evaluator.network, evaluator.scratch
        )[3]
    )


# --- search functions ----------------------------------------------------------------------------


@inlined
def static_value(state: State) -> int:
    result = outcome(state)
    if result == RUNNING:
        return OPEN
    winners = result & 0xFF
    if winners == 3:
        return DRAW
    return WIN if winners >> turn(state) & 1 else LOSS


@inlined
def is_storable(state: State) -> bool:
    return True


@inlined
def identity(state: State, turns_left: int, evaluator: Evaluator) -> tuple[Word, Word]:
    return u64(index_of(state, evaluator.index_tables) + 1), u64(min(turns_left, FINAL_DEPTH))


@inlined
def pack_facts(depth: Word, lower: int, upper: int) -> Word:
    return depth | u64(lower + SCORE_BIAS) << LOWER_SHIFT | u64(upper + SCORE_BIAS) << UPPER_SHIFT


@inlined
def lower_of(facts: Word) -> int:
    return signed((facts >> LOWER_SHIFT) & SCORE_MASK) - SCORE_BIAS


@inlined
def upper_of(facts: Word) -> int:
    return signed((facts >> UPPER_SHIFT) & SCORE_MASK) - SCORE_BIAS


NO_FACTS = u64(LOSS + SCORE_BIAS) << LOWER_SHIFT | u64(WIN + SCORE_BIAS) << UPPER_SHIFT


@inlined
def known_bounds(facts: Word, degree: Word) -> tuple[int, int]:
    lower, upper = lower_of(facts), upper_of(facts)
    if facts & DEPTH_MASK >= degree or lower == WIN or upper == LOSS:
        return lower, upper
    return LOSS, WIN


@inlined
def update_facts(facts: Word, degree: Word, lower: int, upper: int) -> Word:
    """Results of a deeper search are kept; bounds of the same depth are intersected."""
    if lower == WIN or upper == LOSS:
        degree = u64(FINAL_DEPTH)
    if facts & DEPTH_MASK > degree:
        return facts
    if facts & DEPTH_MASK == degree and lower_of(facts) <= upper and lower <= upper_of(facts):
        lower, upper = max(lower, lower_of(facts)), min(upper, upper_of(facts))
    return pack_facts(degree, lower, upper)


@inlined
def expected_value(facts: Word) -> int:
    if lower_of(facts) > LOSS:
        return lower_of(facts)
    return upper_of(facts) if upper_of(facts) < WIN else OPEN


@inlined
def move_kind(state: State, after: State) -> int:
    return 0


@inlined
def evaluate_move(state: State, after: State, evaluator: Evaluator) -> tuple[int, int, int]:
    value, estimate = evaluate(after, evaluator)
    if turn(state) != turn(after):
        estimate = -estimate
    if value == OPEN:
        return LOSS, WIN, estimate
    return estimate, estimate, estimate
