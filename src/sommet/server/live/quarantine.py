"""A game whose log leads nowhere: one bad line must not stop more than its own game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sommet.server.refusals import Refusal
from sommet.server.runtime.structured_log import error_location

__all__ = ["UnreadableGame", "wrap_log_errors"]


class UnreadableGame(Refusal):
    """`why` and `where` are for the operator: the kind of the fault and its place."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(
            "set_aside",
            "This game can no longer be read and was set aside. The operator has been notified.",
            status=410,
        )
        self.why = type(fault).__name__
        self.where = error_location(fault)


@contextmanager
def wrap_log_errors() -> Iterator[None]:
    """What happens here follows from a game's log alone: whatever goes wrong is the log's."""
    try:
        yield
    except Exception as fault:
        raise UnreadableGame(fault) from fault
