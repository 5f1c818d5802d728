"""The functions that a game's `solver_adapter.py` provides, callable on any state.

As in `sommet.machine.kernel_interface`, compiled code finds the game's function by the type of the
state, so the solvers are written once, run at full speed and are cached on disk.

**Index**, for games solved by retrograde analysis: every position has an index from 0 to
`positions(game) - 1`. `index_tables` are the lookup tables that `index_tables(game)` returns.

    index_of(state, index_tables)
    state_at(like, index, index_tables)
    slice_of(state), slice_range(like, index, index_tables)
                            positions are grouped in slices; a turn leads only from some slices to
                            some others (`slice_successors(game)`)
    canonical_mask(state), swap_sides(state)
    features(state, into), bucket(state)
                            the input of the game's network; see `distilled_network.py`

**Search**, for alpha-beta. States are at the start of a turn. Values are for the player to move:
LOSS, DRAW, WIN, or an estimate between them.

    static_value(state)     the value if it is certain without search, else OPEN
    is_storable(state)      whether the state's value is worth storing in the transposition table
    identity(state)         a word and a degree. States with different values have different words
                            or different degrees; symmetric states may share a word, and irrelevant
                            details are left out
    known_bounds(facts, degree)
                            the lower and the upper bound of a state with this degree
    update_facts(facts, degree, lower, upper)
                            the facts with these bounds added. Facts are FACT_BITS bits in a format
                            of the game's own; NO_FACTS says nothing
    move_kind(state, after) the kind of the move between two states, less than MOVE_KINDS: the
                            search learns which kinds cause cutoffs
    move_score(state, after)
                            how good the move looks for the player who made it

A game that is searched to a fixed depth, with a network that evaluates the leaves, needs none of
the search functions: `network_evaluation.py` provides them, and these:

    identity(state, turns_left, evaluator)
    evaluate_move(state, after, evaluator)
                            a lower bound, an upper bound and an estimate of a move for the player
                            who made it; the estimate is its value when no turn is left
    expected_value(facts)   an estimate from an earlier search, or OPEN
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from numba.extending import overload as numba_overload

from sommet.machine.bits import Word, u64
from sommet.machine.jit import JIT, overload_with
from sommet.machine.kernel_interface import State, kernel_of

__all__ = [
    "DRAW",
    "FACT_BITS",
    "LOSS",
    "OPEN",
    "UNLIMITED_TURNS",
    "WIN",
    "bucket",
    "canonical_mask",
    "compile_with",
    "connect",
    "count_move_kinds",
    "evaluate_move",
    "expected_value",
    "features",
    "identity",
    "index_of",
    "is_storable",
    "known_bounds",
    "move_kind",
    "move_score",
    "no_facts",
    "slice_of",
    "slice_range",
    "state_at",
    "static_value",
    "swap_sides",
    "update_facts",
]

LOSS, DRAW, WIN = -1_000_000, 0, 1_000_000
"""Proven values; estimates are between LOSS and WIN."""
OPEN = 2_000_000
"""The value isn't known yet."""
FACT_BITS = 52
UNLIMITED_TURNS = 1 << 20
"""`turns_left` of a search to the end of the game."""


# --- index ---------------------------------------------------------------------------------------

_adapters: dict[type, ModuleType] = {}


def connect(adapter: ModuleType) -> ModuleType:
    """Make the index functions work on the states of a game; returns the adapter."""
    _adapters[adapter.STATE] = adapter
    return adapter


def index_of(state: State, index_tables: Any) -> int:
    """The index of a position in which the game isn't over."""
    return int(_adapters[type(state)].index_of(state, index_tables))


def state_at(like: State, index: int, index_tables: Any) -> State:
    """The position with an index; its options are those of `like`."""
    return _adapters[type(like)].state_at(like, index, index_tables)


def slice_of(state: State) -> int:
    """The slice of a position, less than the adapter's SLICES."""
    return int(_adapters[type(state)].slice_of(state))


def slice_range(like: State, index: int, index_tables: Any) -> tuple[int, int]:
    """The slice of the position with an index, and an exclusive end: all positions from the index
    up to it are in that slice."""
    found, end = _adapters[type(like)].slice_range(like, index, index_tables)
    return int(found), int(end)


def canonical_mask(state: State) -> Word:
    """The legal steps that keep the turn in canonical order, as a bit set."""
    found: Word = _adapters[type(state)].canonical_mask(state)
    return found


def swap_sides(state: State) -> State:
    """The same position with the other player to move."""
    return _adapters[type(state)].swap_sides(state)


def features(state: State, into: Any) -> None:
    """Write the rows of the network's first layer that are active in a position."""
    _adapters[type(state)].features(state, into)


def bucket(state: State) -> int:
    """The bucket of a position: each has upper layers of its own in the network."""
    return int(_adapters[type(state)].bucket(state))


# --- search --------------------------------------------------------------------------------------


def static_value(state: State) -> int:
    return int(_search_adapter(state).static_value(state))


def is_storable(state: State) -> bool:
    return bool(_search_adapter(state).is_storable(state))


def identity(
    state: State, turns_left: int = UNLIMITED_TURNS, evaluator: Any = ()
) -> tuple[Word, Word]:
    adapter = _search_adapter(state)
    if adapter is _network_evaluation():
        word, degree = adapter.identity(state, turns_left, evaluator)
    else:
        word, degree = adapter.identity(state)
    return u64(word), u64(degree)


def move_kind(state: State, after: State) -> int:
    return int(_search_adapter(state).move_kind(state, after))


def move_score(state: State, after: State) -> int:
    return int(_search_adapter(state).move_score(state, after))


def evaluate_move(state: State, after: State, evaluator: Any) -> tuple[int, int, int]:
    adapter = _search_adapter(state)
    if adapter is not _network_evaluation():
        return LOSS, WIN, move_score(state, after)
    lower, upper, estimate = adapter.evaluate_move(state, after, evaluator)
    return int(lower), int(upper), int(estimate)


# In these, `state` only selects the game.


def known_bounds(state: State, facts: Word, degree: Word) -> tuple[int, int]:
    lower, upper = _search_adapter(state).known_bounds(facts, degree)
    return int(lower), int(upper)


def update_facts(state: State, facts: Word, degree: Word, lower: int, upper: int) -> Word:
    return u64(_search_adapter(state).update_facts(facts, degree, lower, upper))


def expected_value(state: State, facts: Word) -> int:
    adapter = _search_adapter(state)
    return int(adapter.expected_value(facts)) if adapter is _network_evaluation() else OPEN


def no_facts(state: State) -> Word:
    return u64(_search_adapter(state).NO_FACTS)


def count_move_kinds(state: State) -> int:
    return int(_search_adapter(state).MOVE_KINDS)


def _search_adapter(state: State) -> ModuleType:
    return _search_adapter_of(kernel_of(state).__name__)


def _search_adapter_of(kernel: str) -> ModuleType:
    """The module with the search functions for a kernel's states."""
    adapter = import_module(kernel.removesuffix(".kernel") + ".solver_adapter")
    return adapter if hasattr(adapter, "identity") else _network_evaluation()


def _network_evaluation() -> ModuleType:
    """Imported late, because it imports this module."""
    return import_module("sommet.engine.solve.network_evaluation")


# --- in compiled code ----------------------------------------------------------------------------

_OF_STATE: tuple[Callable[..., Any], ...] = (slice_of, canonical_mask, swap_sides, bucket)
_OF_STATE_AND_ARGUMENT: tuple[Callable[..., Any], ...] = (index_of, features)
_OF_INDEX: tuple[Callable[..., Any], ...] = (state_at, slice_range)


def compile_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    """Make these functions callable from compiled code, through the `overload` of a target."""
    overload = overload_with(overload)
    _compile_index_with(overload)
    _compile_search_with(overload)


def _index_function(state: Any, name: str) -> Any:
    """The game's function for a type of state, or None for other types."""
    return getattr(_adapters.get(getattr(state, "instance_class", Any)), name, None)


def _compile_index_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    def of_state(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any) -> Any:
            own = _index_function(state, function.__name__)
            return own and (lambda state: own(state))

    def of_state_and_argument(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any, argument: Any) -> Any:
            own = _index_function(state, function.__name__)
            return own and (lambda state, argument: own(state, argument))

    def of_index(function: Any) -> None:
        @overload(function, strict=False)
        def choose(like: Any, index: Any, index_tables: Any) -> Any:
            own = _index_function(like, function.__name__)
            return own and (lambda like, index, index_tables: own(like, index, index_tables))

    for function in _OF_STATE:
        of_state(function)
    for function in _OF_STATE_AND_ARGUMENT:
        of_state_and_argument(function)
    for function in _OF_INDEX:
        of_index(function)


def _search_module(state: Any) -> ModuleType | None:
    """The module with the search functions for a type of state, or None for other types."""
    kind = getattr(state, "instance_class", None)
    module = getattr(kind, "__module__", "")
    return _search_adapter_of(module) if module.endswith(".kernel") else None


def _compile_search_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    def of_state(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any) -> Any:
            own = getattr(_search_module(state), function.__name__, None)
            return own and (lambda state: own(state))

    for function in (static_value, is_storable):
        of_state(function)

    @overload(move_kind, strict=False)
    def choose_move_kind(state: Any, after: Any) -> Any:
        own = getattr(_search_module(state), "move_kind", None)
        return own and (lambda state, after: own(state, after))

    @overload(identity, strict=False)
    def choose_identity(state: Any, turns_left: Any, evaluator: Any) -> Any:
        module = _search_module(state)
        own = getattr(module, "identity", None)
        if module is _network_evaluation():
            return own and (lambda state, turns_left, evaluator: own(state, turns_left, evaluator))
        return own and (lambda state, turns_left, evaluator: own(state))

    @overload(evaluate_move, strict=False)
    def choose_evaluate_move(state: Any, after: Any, evaluator: Any) -> Any:
        module = _search_module(state)
        if module is _network_evaluation():
            evaluate = module.evaluate_move
            return lambda state, after, evaluator: evaluate(state, after, evaluator)
        own = getattr(module, "move_score", None)
        return own and (lambda state, after, evaluator: (LOSS, WIN, own(state, after)))

    @overload(known_bounds, strict=False)
    def choose_known_bounds(state: Any, facts: Any, degree: Any) -> Any:
        own = getattr(_search_module(state), "known_bounds", None)
        return own and (lambda state, facts, degree: own(facts, degree))

    @overload(update_facts, strict=False)
    def choose_update_facts(state: Any, facts: Any, degree: Any, lower: Any, upper: Any) -> Any:
        own = getattr(_search_module(state), "update_facts", None)
        return own and (lambda state, facts, degree, lower, upper: own(facts, degree, lower, upper))

    @overload(expected_value, strict=False)
    def choose_expected_value(state: Any, facts: Any) -> Any:
        module = _search_module(state)
        if module is _network_evaluation():
            own = module.expected_value
            return lambda state, facts: own(facts)
        return lambda state, facts: OPEN

    @overload(no_facts, strict=False)
    def choose_no_facts(state: Any) -> Any:
        none = getattr(_search_module(state), "NO_FACTS", None)
        return None if none is None else (lambda state: none)


if JIT:
    compile_with(numba_overload)
