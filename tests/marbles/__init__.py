"""Marbles: a toy game with every feature, to show that a new game needs only its folder."""

from .rules import Marbles

__all__ = ["GAME", "Marbles"]

GAME = Marbles
