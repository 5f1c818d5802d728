"""Matches between players."""

from __future__ import annotations

from sommet.arena.match import Contender, Match, Played
from sommet.arena.score import Score

__all__ = ["Contender", "Match", "Played", "Score"]
