"""Descriptions of turns of Marbles."""

from __future__ import annotations

from sommet.core.message import Message
from sommet.core.move import Path

from .rules import MarblesTable

__all__ = ["describe_move"]


def describe_move(table: MarblesTable, path: Path) -> Message:
    first, *others = (Message(f"marble.{marble}") for marble in path)
    if not others:
        return Message("one_taken", {"marble": first})
    return Message("two_taken", {"first": first, "second": others[0]})
