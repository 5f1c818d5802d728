"""Noughts: a small placement game as its own package, with a kernel."""

from .rules import Noughts

__all__ = ["GAME", "Noughts"]

GAME = Noughts
