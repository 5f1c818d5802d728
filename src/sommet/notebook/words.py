"""What the board of a notebook says, in English and by code."""

from __future__ import annotations

__all__ = ["NOTEBOOK"]

NOTEBOOK = {
    "start": "First position",
    "back": "Previous move",
    "on": "Next move",
    "end": "Last position",
    "moves": "Moves",
    "finish": "End turn",
    "analyse": "Analyse",
    "to_move": "{name}'s turn.",
    "won": "wins",
    "drawn": "draws",
    "lost": "loses",
}
