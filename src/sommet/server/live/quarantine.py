"""Errors of unreadable game logs: a corrupt event must affect only its own game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sommet.server.runtime.structured_log import error_location
from sommet.tables.refusals import Refusal

__all__ = ["UnreadableGame", "wrap_log_errors"]


class UnreadableGame(Refusal):
    """A game's log can't be replayed. `why` and `where` are for the operator: the type and location
    of the error."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(
            "quarantined",
            "This game can no longer be read and was quarantined. The host has been notified.",
            status=410,
        )
        self.why = type(fault).__name__
        self.where = error_location(fault)


@contextmanager
def wrap_log_errors() -> Iterator[None]:
    """Turn any error into UnreadableGame. Use it for code whose only input is a game's log."""
    try:
        yield
    except Exception as fault:
        raise UnreadableGame(fault) from fault
