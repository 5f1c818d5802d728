"""Matches and tournaments between players, and how sure their results are. Needs the extra
`fast`."""

from __future__ import annotations

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.arena", "fast", "numpy"):
    raise fault

from sommet.arena.contender import Contender
from sommet.arena.executor import Crew
from sommet.arena.match import Match, Played
from sommet.arena.plackett_luce import Rating, Ratings
from sommet.arena.score import Score
from sommet.arena.sprt import Finding, Sprt
from sommet.arena.tournament import Standing, Tournament

__all__ = [
    "Contender",
    "Crew",
    "Finding",
    "Match",
    "Played",
    "Rating",
    "Ratings",
    "Score",
    "Sprt",
    "Standing",
    "Tournament",
]
