"""A check that compiled rules still count right, whenever more compiled code has been linked.

A game's folder may hold a `perft.json`: a few states with the number of sequences of 1, 2, … moves
that begin there. `python -m sommet.testing data` writes it from the rules.
"""

from __future__ import annotations

import json
import logging
import sys
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

from sommet.core.errors import SommetError
from sommet.machine.bits import u64
from sommet.machine.code_cache import drop
from sommet.machine.compiling import compile_afresh, on_link
from sommet.machine.perft import perft
from sommet.machine.protocol import State

__all__ = ["FILE", "MiscompiledError", "check"]

FILE = "perft.json"

_lock = RLock()
_busy: set[type] = set()


class MiscompiledError(SommetError, RuntimeError):
    """Compiled rules count wrong although they were compiled afresh: a bug in Sommet, Numba or the
    machine. Nothing was returned from them."""


@cache
def _rows(kind: type) -> tuple[tuple[State, tuple[int, ...]], ...]:
    """The states to count from, each with its counts at depth 1, 2, …"""
    source = sys.modules[kind.__module__].__file__
    file = Path(source or "").with_name(FILE)
    if not file.is_file():
        return ()
    rows: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    return tuple((kind(*map(u64, row["state"])), tuple(row["counts"])) for row in rows)


def _difference(kind: type) -> str:
    """The first count that is wrong, in words; nothing when all are right."""
    for state, counts in _rows(kind):
        for depth, right in enumerate(counts, 1):
            found = perft(state, depth)
            if found != right:
                return f"{found} instead of {right} sequences of {depth} moves"
    return ""


def check(kind: type) -> None:
    """Count from the states in the game's `perft.json`, some milliseconds. When a count is wrong,
    delete the cache, log it, and compile everything afresh; MiscompiledError if it stays wrong."""
    with _lock:
        if kind in _busy:
            return
        _busy.add(kind)
        try:
            if found := _difference(kind):
                game = kind.__module__.split(".")[-2]
                logging.getLogger("sommet").error(
                    "Compiled code of %s counts wrong (%s). The cache is deleted and the code "
                    "compiled afresh.",
                    game,
                    found,
                )
                drop()
                compile_afresh()
                if found := _difference(kind):
                    raise MiscompiledError(
                        "miscompiled",
                        "The compiled rules of {game} count wrong: {found}. Please report this "
                        "with your versions of Python and Numba.",
                        game=game,
                        found=found,
                    )
        finally:
            _busy.discard(kind)


on_link(check)
