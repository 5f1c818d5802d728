"""Kabaleo: pyramids on pyramids, and a colour that nobody must guess."""

from sommet.games.kabaleo.rules import Kabaleo

__all__ = ["GAME", "Kabaleo"]

GAME = Kabaleo
