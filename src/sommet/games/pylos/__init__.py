"""Pylos: thirty balls, two players, one summit."""

from sommet.games.pylos.rules import Pylos

__all__ = ["GAME", "Pylos"]

GAME = Pylos
