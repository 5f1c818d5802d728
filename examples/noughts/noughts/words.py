"""The words of Noughts in English; `locale` has the translations."""

from __future__ import annotations

from sommet.gamekit import Words

__all__ = ["WORDS"]

WORDS: Words = {
    "reasons": {
        "row": "Three in a row.",
        "full": "The board is full.",
    },
    "figures": {
        "rows": "rows of three",
    },
    "things": {
        "field.board": "board",
        "field.turn": "turn",
    },
    "help": {
        "move": "Type a cell, such as b2.",
    },
}
