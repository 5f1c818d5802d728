"""What a solver asks of a game, callable on any state whose game has a `solving.py`.

Values are those of the player to move: LOSS, DRAW or WIN. A state is asked at the start of a turn.
As in `sommet.machine.protocol`, compiled code finds the game's own functions by the type of the
state; from Python they are looked up.

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
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from numba.extending import overload as numba_overload

from sommet.machine.bits import Word, u64
from sommet.machine.compiling import JIT
from sommet.machine.protocol import State, kernel_of

__all__ = [
    "DRAW",
    "FACT_BITS",
    "LOSS",
    "OPEN",
    "WIN",
    "compile_with",
    "identity",
    "known",
    "learnt",
    "nothing",
    "promise",
    "settled",
    "solving_for",
    "trait",
    "worth_keeping",
]

LOSS, DRAW, WIN = -1, 0, 1
OPEN = 2
"""No value yet."""
FACT_BITS = 52


def solving_for(kernel: ModuleType) -> ModuleType:
    """The `solving.py` that stands beside a kernel."""
    return import_module(kernel.__name__.removesuffix(".kernel") + ".solving")


def settled(state: State) -> int:
    return int(_own(state).settled(state))


def worth_keeping(state: State) -> bool:
    return bool(_own(state).worth_keeping(state))


def identity(state: State) -> tuple[Word, Word]:
    word, degree = _own(state).identity(state)
    return u64(word), u64(degree)


def trait(state: State, after: State) -> int:
    return int(_own(state).trait(state, after))


def promise(state: State, after: State) -> int:
    return int(_own(state).promise(state, after))


def known(state: State, facts: Word, degree: Word) -> tuple[int, int]:
    """`state` only tells the game."""
    least, most = _own(state).known(facts, degree)
    return int(least), int(most)


def learnt(state: State, facts: Word, degree: Word, least: int, most: int) -> Word:
    """`state` only tells the game."""
    return u64(_own(state).learnt(facts, degree, least, most))


def nothing(state: State) -> Word:
    """`state` only tells the game."""
    return u64(_own(state).NOTHING)


def _own(state: State) -> ModuleType:
    return solving_for(kernel_of(state))


# --- in compiled code ------------------------------------------------------------------------


_OF_STATE: tuple[Callable[..., Any], ...] = (settled, worth_keeping, identity)
_OF_TWO_STATES: tuple[Callable[..., Any], ...] = (trait, promise)


def _compiled(state: Any) -> ModuleType | None:
    """The solving of a type of state, or None for other types."""
    kind = getattr(state, "instance_class", None)
    module = getattr(kind, "__module__", "")
    return solving_for(import_module(module)) if module.endswith(".kernel") else None


def compile_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    """Let compiled code call the functions of this file, through the `overload` of a target."""

    def of_state(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any) -> Any:
            own = getattr(_compiled(state), function.__name__, None)
            return own and (lambda state: own(state))

    def of_two_states(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any, after: Any) -> Any:
            own = getattr(_compiled(state), function.__name__, None)
            return own and (lambda state, after: own(state, after))

    for function in _OF_STATE:
        of_state(function)
    for function in _OF_TWO_STATES:
        of_two_states(function)

    @overload(known, strict=False)
    def choose_known(state: Any, facts: Any, degree: Any) -> Any:
        own = getattr(_compiled(state), "known", None)
        return own and (lambda state, facts, degree: own(facts, degree))

    @overload(learnt, strict=False)
    def choose_learnt(state: Any, facts: Any, degree: Any, least: Any, most: Any) -> Any:
        own = getattr(_compiled(state), "learnt", None)
        return own and (lambda state, facts, degree, least, most: own(facts, degree, least, most))

    @overload(nothing, strict=False)
    def choose_nothing(state: Any) -> Any:
        none = getattr(_compiled(state), "NOTHING", None)
        return None if none is None else (lambda state: none)


if JIT:
    compile_with(numba_overload)
