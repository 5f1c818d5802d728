"""Trièdre: the corner of a cube, two colours, three faces."""

from sommet.games.triedre.rules import Triedre

__all__ = ["GAME", "Triedre"]

GAME = Triedre
