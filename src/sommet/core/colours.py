"""The letters of the colours that games share; `sommet.drawing.palette` defines how they look."""

from __future__ import annotations

__all__ = ["JOKER", "PALETTE", "sort_colours"]

PALETTE = "BOGPYV"
"""Blue, orange, green, pink, yellow, violet; a game with n colours uses the first n."""

JOKER = "*"


def sort_colours(letters: str) -> str:
    """The letters in palette order, jokers last."""
    return "".join(sorted(letters, key=(PALETTE + JOKER).index))
