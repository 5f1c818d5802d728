"""The functions of alpha-beta, callable on any state: those of a game's adapter, or these.

States are at the start of a turn. Values are for the player to move: LOSS, DRAW, WIN, or an
estimate between them. The identity of a state is a word and a degree. Facts are FACT_BITS bits in a
format of the game's own. A game has all of these functions or none; `move_score` isn't needed here.

The functions below serve any game with an index and a network, searched to a fixed depth. A value
is WIN or LOSS only if it is proven: every line that matters reached the end of the game or a bucket
in which the network is exact. An exact draw is DRAW; every other value is the network's estimate,
and never DRAW.

    identity    the index of the position; the degree is the search depth in turns
    facts       bits 0–5    search depth in turns; FINAL_DEPTH if a deeper search changes nothing
                bits 6–26   lower bound
                bits 27–47  upper bound
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sommet.engine.solve.adapter_interface import (
    ADAPTER,
    INDEX_TABLES,
    bucket,
    has_adapter,
    has_index,
    index_of,
    state_at,
)
from sommet.engine.solve.distilled_network import (
    NETWORK,
    SCRATCH,
    Network,
    exact_value,
    outputs,
    predicted_value,
)
from sommet.engine.solve.transposition_table import FACT_BITS
from sommet.machine.arrays import INT64
from sommet.machine.bits import Word, signed, u64
from sommet.machine.exports import FLOAT, INT, STATE, WORD, Array, Group, PerGame, export
from sommet.machine.jit import inlined, njit, np
from sommet.machine.kernel_interface import RUNNING, State, outcome, turn

__all__ = [
    "DRAW",
    "EVALUATOR",
    "FACT_BITS",
    "LOSS",
    "OPEN",
    "UNLIMITED_TURNS",
    "WIN",
    "Evaluator",
    "evaluate",
    "evaluate_move",
    "evaluate_position",
    "exact_identity",
    "expected_value",
    "identity",
    "is_storable",
    "known_bounds",
    "move_kind",
    "move_kinds",
    "move_score",
    "no_facts",
    "predict_distance",
    "static_value",
    "update_facts",
]

LOSS, DRAW, WIN = -1_000_000, 0, 1_000_000
"""Proven values; estimates are between LOSS and WIN."""
OPEN = 2_000_000
"""The value isn't known yet."""
UNLIMITED_TURNS = 1 << 20
"""`turns_left` of a search to the end of the game."""

FINAL_DEPTH = 63
DEPTH_MASK, SCORE_MASK, SCORE_BIAS = u64(0x3F), u64(0x1FFFFF), 1 << 20
LOWER_SHIFT, UPPER_SHIFT = u64(6), u64(27)
NO_FACTS = u64(LOSS + SCORE_BIAS) << LOWER_SHIFT | u64(WIN + SCORE_BIAS) << UPPER_SHIFT


class Evaluator(NamedTuple):
    """What evaluating a position needs, for one thread: `exception_index` and `scratch` come from
    `distilled_network`."""

    network: Network
    exception_index: Any
    index_tables: Any
    scratch: Any


_WITH_NETWORK = Group(Evaluator, (NETWORK, Array(INT64), INDEX_TABLES, SCRATCH))
EVALUATOR = PerGame(lambda state: _WITH_NETWORK if has_index(state) else Group(tuple, ()))


@njit
def evaluate_position(state: State, evaluator: Evaluator) -> tuple[int, int]:
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


evaluate = export("evaluate", STATE, EVALUATOR, returns=(INT, INT), serves=has_index)(
    evaluate_position
)
"""`evaluate_position`, for Python."""


@export("predict_distance", STATE, EVALUATOR, returns=(FLOAT,), serves=has_index)
@njit
def predict_distance(state: State, evaluator: Evaluator) -> float:
    """The network's estimate of the distance to the end; only good for comparing positions."""
    index = index_of(state, evaluator.index_tables)
    return float(
        outputs(
            state_at(state, index, evaluator.index_tables), evaluator.network, evaluator.scratch
        )[3]
    )


@inlined
def pack_facts(depth: Word, lower: int, upper: int) -> Word:
    return depth | u64(lower + SCORE_BIAS) << LOWER_SHIFT | u64(upper + SCORE_BIAS) << UPPER_SHIFT


@inlined
def lower_of(facts: Word) -> int:
    return signed((facts >> LOWER_SHIFT) & SCORE_MASK) - SCORE_BIAS


@inlined
def upper_of(facts: Word) -> int:
    return signed((facts >> UPPER_SHIFT) & SCORE_MASK) - SCORE_BIAS


def _integers(found: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int, found))


def _two_words(found: tuple[Word, Word]) -> tuple[Word, Word]:
    return u64(found[0]), u64(found[1])


# --- a game's own, or these ----------------------------------------------------------------------


@ADAPTER.optional(int)
def static_value(state: State) -> int:
    """The value if it is certain without search, else OPEN."""
    result = outcome(state)
    if result == RUNNING:
        return OPEN
    winners = result & 0xFF
    if winners == 3:
        return DRAW
    return WIN if winners >> turn(state) & 1 else LOSS


@ADAPTER.optional(bool)
def is_storable(state: State) -> bool:
    """Whether the state's value is worth storing in the transposition table."""
    return True


@ADAPTER.optional(_two_words)
def identity(
    state: State, turns_left: int = UNLIMITED_TURNS, evaluator: Any = ()
) -> tuple[Word, Word]:
    """A word and a degree. States with different values have different words or different degrees;
    symmetric states may share a word, and irrelevant details are left out."""
    return u64(index_of(state, evaluator.index_tables) + 1), u64(min(turns_left, FINAL_DEPTH))


@ADAPTER.optional(int)
def move_kind(state: State, after: State) -> int:
    """The kind of the move between two states, less than `move_kinds`: the search learns which
    kinds cause cutoffs."""
    return 0


@ADAPTER.optional(int)
def move_kinds(state: State) -> int:
    """The number of kinds of moves."""
    return 1


@ADAPTER.optional(_integers)
def evaluate_move(state: State, after: State, evaluator: Any) -> tuple[int, int, int]:
    """A lower bound, an upper bound and an estimate of a move for the player who made it; the
    estimate is its value when no turn is left."""
    value, estimate = evaluate_position(after, evaluator)
    if turn(state) != turn(after):
        estimate = -estimate
    if value == OPEN:
        return LOSS, WIN, estimate
    return estimate, estimate, estimate


@ADAPTER.required(int)
def move_score(state: State, after: State) -> int:
    """How good a move looks for the player who made it; only for games solved by proof."""
    raise NotImplementedError


# In these, `state` only selects the game.


@ADAPTER.optional(u64)
def no_facts(state: State) -> Word:
    """Facts that say nothing."""
    return NO_FACTS


@ADAPTER.optional(_integers)
def known_bounds(state: State, facts: Word, degree: Word) -> tuple[int, int]:
    """The lower and the upper bound of a state with this degree."""
    lower, upper = lower_of(facts), upper_of(facts)
    if facts & DEPTH_MASK >= degree or lower == WIN or upper == LOSS:
        return lower, upper
    return LOSS, WIN


@ADAPTER.optional(u64)
def update_facts(state: State, facts: Word, degree: Word, lower: int, upper: int) -> Word:
    """The facts with these bounds added. Results of a deeper search are kept; bounds of the same
    depth are intersected."""
    if lower == WIN or upper == LOSS:
        degree = u64(FINAL_DEPTH)
    if facts & DEPTH_MASK > degree:
        return facts
    if facts & DEPTH_MASK == degree and lower_of(facts) <= upper and lower <= upper_of(facts):
        lower, upper = max(lower, lower_of(facts)), min(upper, upper_of(facts))
    return pack_facts(degree, lower, upper)


@ADAPTER.optional(int)
def expected_value(state: State, facts: Word) -> int:
    """An estimate from an earlier search, or OPEN."""
    if lower_of(facts) > LOSS:
        return lower_of(facts)
    return upper_of(facts) if upper_of(facts) < WIN else OPEN


# --- called from Python --------------------------------------------------------------------------


def has_proofs(state: type) -> bool:
    """Whether the game with this type of state is solved by proof."""
    return has_adapter(state) and not has_index(state)


@export("identity", STATE, returns=(WORD, WORD), serves=has_proofs)
@njit
def exact_identity(state: State) -> tuple[Word, Word]:
    """`identity` of a state that is searched to the end of the game."""
    return identity(state, UNLIMITED_TURNS, ())


@ADAPTER.call_through
@export("move_score", STATE, STATE, returns=(INT,), serves=has_proofs)
@njit
def _move_score(state: State, after: State) -> int:
    return move_score(state, after)


@ADAPTER.call_through
@export("move_kinds", STATE, returns=(INT,), serves=has_adapter)
@njit
def _move_kinds(state: State) -> int:
    return move_kinds(state)
