"""Matches and tournaments between players, with ratings and confidence intervals. Needs NumPy (the
extra `fast`)."""

from __future__ import annotations

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.arena", "fast", "numpy"):
    raise fault

from sommet.arena.executor import Executor
from sommet.arena.match import Contender, Entrant, Match, PlayedGame, Score
from sommet.arena.plackett_luce import Rating, Ratings
from sommet.arena.sprt import Sprt, SprtVerdict
from sommet.arena.tournament import Tournament, TournamentResult

__all__ = [
    "Contender",
    "Entrant",
    "Executor",
    "Match",
    "PlayedGame",
    "Rating",
    "Ratings",
    "Score",
    "Sprt",
    "SprtVerdict",
    "Tournament",
    "TournamentResult",
]
