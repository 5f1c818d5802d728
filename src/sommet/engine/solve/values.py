"""What a position is worth to the player to move, as a number that can be searched for."""

__all__ = ["DRAW", "LOSS", "OPEN", "WIN"]

LOSS, DRAW, WIN = -1_000_000, 0, 1_000_000
"""Certain values; a guess lies between them."""
OPEN = 2_000_000
"""No value yet."""
