"""Describes a turn of Color Pop as a message."""

from __future__ import annotations

from collections import Counter

from sommet.core.colours import JOKER
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.games.colorpop.board import token
from sommet.games.colorpop.rules import ColorPopTable

__all__ = ["describe_move"]


def describe_move(table: ColorPopTable, path: Path) -> Message:
    [step] = path
    counts = Counter(token(table.slides, cell) for cell in table.cells(step))
    tokens, jokers = tokens_of(step[0], counts[step[0]]), counts[JOKER]
    if step[0] == JOKER or not jokers:
        return Message("tokens_popped", {"tokens": tokens})
    return Message("tokens_and_jokers", {"tokens": tokens, "jokers": tokens_of(JOKER, jokers)})


def tokens_of(colour: str, count: int) -> Message:
    return Message(f"tokens.{colour}", {"count": count})
