"""What the alpha-beta asks of a game, callable on any state whose game has a `solver_adapter.py`.

Values are those of the player to move: LOSS, DRAW, WIN, or a guess between them. A state is asked
at the start of a turn. As in `sommet.machine.kernel_interface`, compiled code finds the functions by
the type of the state; from Python they are looked up.

    settled(state)          the value where it is plain to see without looking ahead, else OPEN
    worth_keeping(state)    whether it is worth while to remember the value of a state
    identity(state)         a word that tells apart all states that must be told apart, and a
                            degree: what is left to know when states with one word are compared.
                            The word may be the same for states that a symmetry makes one, and it
                            leaves out what may be forgotten
    known(facts, degree)    the least and the most that a state of this degree can be worth
    learnt(facts, degree, least, most)
                            the facts with this one more. Facts are FACT_BITS bits of a word, in the
                            game's own shape; none at all is the game's NOTHING
    trait(state, after)     which kind of move led from one state to the next, below TRAITS: the
                            solver learns which kinds are good
    promise(state, after)   how good a move looks to the one who made it

These stand in the game's `solver_adapter.py` when it is searched to the end. A game that
is only searched to a fixed depth, with a network that evaluates the leaves, needs none of them: then
`network_evaluation.py` answers, and two more questions with it, in which `guide` is what the
evaluation needs and `left` how many turns may follow.

    identity(state, left, guide)
    judged(state, after, guide)
                            the least and the most that a move can be worth to the one who made it,
                            and how good it looks, which is its worth when no turn is left
    expected(facts)         a value to expect before it is looked at anew, or OPEN
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
    "ENDLESS",
    "FACT_BITS",
    "LOSS",
    "OPEN",
    "WIN",
    "at",
    "bucket",
    "choices",
    "compile_with",
    "connect",
    "exchanged",
    "expected",
    "features",
    "identity",
    "judged",
    "known",
    "learnt",
    "nothing",
    "place",
    "promise",
    "settled",
    "stratum",
    "stretch",
    "trait",
    "traits",
    "worth_keeping",
]

LOSS, DRAW, WIN = -1_000_000, 0, 1_000_000
"""Certain values; a guess lies between them."""
OPEN = 2_000_000
"""No value yet."""

# --- the index ---

_solvings: dict[type, ModuleType] = {}


def connect(solving: ModuleType) -> ModuleType:
    """Make the functions of this file work on the states of a game."""
    _solvings[solving.STATE] = solving
    return solving


def place(state: State, shelves: Any) -> int:
    """The number of a position in which the game goes on."""
    return int(_solvings[type(state)].place(state, shelves))


def at(like: State, number: int, shelves: Any) -> State:
    """The position with a number; `like` tells the options."""
    return _solvings[type(like)].at(like, number, shelves)


def stratum(state: State) -> int:
    """A small number that tells what turns can lead to the position; see `leads`."""
    return int(_solvings[type(state)].stratum(state))


def stretch(like: State, number: int, shelves: Any) -> tuple[int, int]:
    """The stratum of the position with a number, and a number up to which, itself left out, all
    have that stratum."""
    kind, end = _solvings[type(like)].stretch(like, number, shelves)
    return int(kind), int(end)


def choices(state: State) -> Word:
    """The steps that keep a turn in its canonical order, as a set of bits."""
    found: Word = _solvings[type(state)].choices(state)
    return found


def exchanged(state: State) -> State:
    """The same position with the other player to move."""
    return _solvings[type(state)].exchanged(state)


def features(state: State, into: Any) -> None:
    """Write which rows of the network's first layer a position adds up."""
    _solvings[type(state)].features(state, into)


def bucket(state: State) -> int:
    """Which of the network's upper layers judges a position."""
    return int(_solvings[type(state)].bucket(state))


# --- the search ---

FACT_BITS = 52
ENDLESS = 1 << 20
"""Turns left where a search goes to the end of the game."""


def settled(state: State) -> int:
    return int(_own(state).settled(state))


def worth_keeping(state: State) -> bool:
    return bool(_own(state).worth_keeping(state))


def identity(state: State, left: int = ENDLESS, guide: Any = ()) -> tuple[Word, Word]:
    own = _own(state)
    word, degree = (
        own.identity(state, left, guide) if own is _network_evaluation() else own.identity(state)
    )
    return u64(word), u64(degree)


def trait(state: State, after: State) -> int:
    return int(_own(state).trait(state, after))


def promise(state: State, after: State) -> int:
    return int(_own(state).promise(state, after))


def judged(state: State, after: State, guide: Any) -> tuple[int, int, int]:
    if _own(state) is not _network_evaluation():
        return LOSS, WIN, promise(state, after)
    least, most, hope = _network_evaluation().judged(state, after, guide)
    return int(least), int(most), int(hope)


def known(state: State, facts: Word, degree: Word) -> tuple[int, int]:
    """`state` only tells the game."""
    least, most = _own(state).known(facts, degree)
    return int(least), int(most)


def learnt(state: State, facts: Word, degree: Word, least: int, most: int) -> Word:
    """`state` only tells the game."""
    return u64(_own(state).learnt(facts, degree, least, most))


def expected(state: State, facts: Word) -> int:
    """`state` only tells the game."""
    return (
        int(_network_evaluation().expected(facts)) if _own(state) is _network_evaluation() else OPEN
    )


def nothing(state: State) -> Word:
    """`state` only tells the game."""
    return u64(_own(state).NOTHING)


def traits(state: State) -> int:
    """How many kinds of moves there are."""
    return int(_own(state).TRAITS)


def _own(state: State) -> ModuleType:
    return _knowing(kernel_of(state).__name__)


def _knowing(kernel: str) -> ModuleType:
    """Who answers for the states of a kernel: the game's `solver_adapter.py`, or the guide."""
    solving = import_module(kernel.removesuffix(".kernel") + ".solver_adapter")
    return solving if hasattr(solving, "identity") else _network_evaluation()


def _network_evaluation() -> ModuleType:
    return import_module("sommet.engine.solve.network_evaluation")


# --- in compiled code ---


def _index_own(state: Any, name: str) -> Any:
    """The game's function of that name for a type of state, or None for other types."""
    return getattr(_solvings.get(getattr(state, "instance_class", Any)), name, None)


def _compile_index_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    def of_state(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any) -> Any:
            own = _index_own(state, function.__name__)
            return own and (lambda state: own(state))

    def of_state_and_one(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any, argument: Any) -> Any:
            own = _index_own(state, function.__name__)
            return own and (lambda state, argument: own(state, argument))

    for ask in (stratum, choices, exchanged, bucket):
        of_state(ask)
    for tell in (place, features):
        of_state_and_one(tell)

    def of_number(function: Any) -> None:
        @overload(function, strict=False)
        def choose(like: Any, number: Any, shelves: Any) -> Any:
            own = _index_own(like, function.__name__)
            return own and (lambda like, number, shelves: own(like, number, shelves))

    for find in (at, stretch):
        of_number(find)


def _compiled(state: Any) -> ModuleType | None:
    """Who answers for a type of state, or None for other types."""
    kind = getattr(state, "instance_class", None)
    module = getattr(kind, "__module__", "")
    return _knowing(module) if module.endswith(".kernel") else None


def _compile_search_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    def of_state(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any) -> Any:
            own = getattr(_compiled(state), function.__name__, None)
            return own and (lambda state: own(state))

    for function in (settled, worth_keeping):
        of_state(function)

    @overload(trait, strict=False)
    def choose_trait(state: Any, after: Any) -> Any:
        own = getattr(_compiled(state), "trait", None)
        return own and (lambda state, after: own(state, after))

    @overload(identity, strict=False)
    def choose_identity(state: Any, left: Any, guide: Any) -> Any:
        answering = _compiled(state)
        if answering is _network_evaluation():
            guided = _network_evaluation().identity
            return lambda state, left, guide: guided(state, left, guide)
        own = getattr(answering, "identity", None)
        return own and (lambda state, left, guide: own(state))

    @overload(judged, strict=False)
    def choose_judged(state: Any, after: Any, guide: Any) -> Any:
        answering = _compiled(state)
        if answering is _network_evaluation():
            guided = _network_evaluation().judged
            return lambda state, after, guide: guided(state, after, guide)
        own = getattr(answering, "promise", None)
        return own and (lambda state, after, guide: (LOSS, WIN, own(state, after)))

    @overload(known, strict=False)
    def choose_known(state: Any, facts: Any, degree: Any) -> Any:
        own = getattr(_compiled(state), "known", None)
        return own and (lambda state, facts, degree: own(facts, degree))

    @overload(learnt, strict=False)
    def choose_learnt(state: Any, facts: Any, degree: Any, least: Any, most: Any) -> Any:
        own = getattr(_compiled(state), "learnt", None)
        return own and (lambda state, facts, degree, least, most: own(facts, degree, least, most))

    @overload(expected, strict=False)
    def choose_expected(state: Any, facts: Any) -> Any:
        if _compiled(state) is _network_evaluation():
            own = _network_evaluation().expected
            return lambda state, facts: own(facts)
        return lambda state, facts: OPEN

    @overload(nothing, strict=False)
    def choose_nothing(state: Any) -> Any:
        none = getattr(_compiled(state), "NOTHING", None)
        return None if none is None else (lambda state: none)


def compile_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    """Let compiled code call the functions of this file, through the `overload` of a target."""
    overload = overload_with(overload)
    _compile_index_with(overload)
    _compile_search_with(overload)


if JIT:
    compile_with(numba_overload)
