"""Describes a turn of Kabaleo as a message."""

from __future__ import annotations

from sommet.core.message import Message
from sommet.core.move import Path
from sommet.games.kabaleo.rules import KabaleoTable

__all__ = ["describe_move"]


def describe_move(table: KabaleoTable, path: Path) -> Message:
    colour, number = path
    upper = table.location(int(number))[-1]
    put: dict[str, str | int | Message] = {"piece": Message(f"a_piece.{colour}"), "number": number}
    if upper == colour:  # K8
        return Message("piece_cancels", put)
    if upper.islower():  # a bare case
        return Message("piece_put", put)
    return Message("piece_covers", {**put, "under": Message(f"a_piece.{upper}")})
