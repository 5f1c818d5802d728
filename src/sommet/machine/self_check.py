"""Check compiled kernels whenever more compiled code has been linked.

A game's folder may have a `perft.json`: a few states, each with its perft counts and the totals of
some random games. `make data` writes it.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, TypeAlias

from sommet.core.errors import SommetError
from sommet.machine.bits import u64
from sommet.machine.code_cache import clear_cache
from sommet.machine.jit import np, on_link, recompile_all
from sommet.machine.kernel_interface import MAX_STEPS, State, _steps, kernel_of
from sommet.machine.perft import _count_moves, perft
from sommet.machine.playout import _playouts, playouts

__all__ = ["PERFT_FILE", "PLAYOUTS_PER_STATE", "MiscompiledError", "check", "register_check"]

PERFT_FILE = "perft.json"
PLAYOUTS_PER_STATE = 8
"""Number of random games from each state."""

Check: TypeAlias = Callable[[State, dict[str, Any]], str]
"""Returns what is wrong with a state and its row of the file, or an empty string."""

_lock = RLock()
_busy: set[type] = set()
_function_checks: dict[Any, Check] = {}


class MiscompiledError(SommetError, RuntimeError):
    """A kernel is wrong even after recompiling: a bug in Sommet or Numba, or a hardware fault. None
    of its results were returned."""


def register_check(function: Any) -> Callable[[Check], Check]:
    """Decorate a check of one compiled function. It runs in addition to perft when that function is
    linked, since perft may have been linked before and be correct."""

    def decorate(check: Check) -> Check:
        _function_checks[function] = check
        return check

    return decorate


@register_check(_playouts.compiled)
def _check_playouts(state: State, row: dict[str, Any]) -> str:
    outcomes, lengths = playouts(state, PLAYOUTS_PER_STATE, play_out=_playouts.by_jit)
    found, right = [sum(outcomes), sum(lengths)], row["playouts"]
    return "" if found == right else f"random games come to {found} instead of {right}"


@register_check(_steps.compiled)
def _check_steps(state: State, row: dict[str, Any]) -> str:
    """The steps that Python sees are those of the kernel's own function."""

    def listed(steps: Callable[..., int]) -> list[int]:
        buffer = np.empty(MAX_STEPS, np.int16)
        return [int(step) for step in buffer[: steps(state, buffer)]]

    found, right = listed(_steps.by_jit), listed(kernel_of(state).steps)
    return "" if found == right else f"the steps are {found} instead of {right}"


def _check_perft(state: State, row: dict[str, Any]) -> str:
    for depth, right in enumerate(row["counts"], 1):
        found = perft(state, depth, _count_moves.by_jit)
        if found != right:
            return f"{found} instead of {right} sequences of {depth} moves"
    return ""


@cache
def _rows(kind: type) -> tuple[tuple[State, dict[str, Any]], ...]:
    """The states to check, each with its row of the file."""
    source = sys.modules[kind.__module__].__file__
    file = Path(source or "").with_name(PERFT_FILE)
    if not file.is_file():
        return ()
    rows: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    return tuple((kind(*map(u64, row["state"])), row) for row in rows)


def _difference(kind: type, function: Any) -> str:
    """The first error, in words, or an empty string."""
    wanted = [_check_perft, *([_function_checks[function]] if function in _function_checks else [])]
    for state, row in _rows(kind):
        for wanted_check in wanted:
            if found := wanted_check(state, row):
                return found
    return ""


def check(kind: type, function: Any = None) -> None:
    """Check newly linked code on the states in the game's `perft.json`, in some milliseconds.

    On an error, log it, delete the cache and recompile everything; raises MiscompiledError if that
    doesn't help.
    """
    with _lock:
        if kind in _busy:
            return
        _busy.add(kind)
        try:
            if found := _difference(kind, function):
                game = kind.__module__.split(".")[-2]
                logging.getLogger("sommet").error(
                    "The compiled rules of %s are wrong (%s). The cache is deleted and the code "
                    "compiled again.",
                    game,
                    found,
                )
                clear_cache()
                recompile_all()
                if found := _difference(kind, function):
                    raise MiscompiledError(
                        "miscompiled",
                        "The compiled rules of {game} are wrong: {found}. Please report this with "
                        "your versions of Python and Numba.",
                        game=game,
                        found=found,
                    )
        finally:
            _busy.discard(kind)


on_link(check)
