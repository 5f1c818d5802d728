"""Measured Elo ratings of the levels, stored in each game's folder by the arena."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from sommet.core import registry

__all__ = ["ANCHOR", "FILE", "LevelRating", "ratings", "save_ratings"]

FILE = "ratings.json"
ANCHOR, ANCHOR_ELO = "gentle", 1000
"""The level that is fixed at this rating in every game; only differences are meaningful."""


@dataclass(frozen=True)
class LevelRating:
    """A level's Elo rating, half of its 95 % interval, and the number of games."""

    elo: int
    margin: int
    games: int


@lru_cache(32)
def ratings(game: str) -> Mapping[str, LevelRating]:
    """The ratings of a game's measured levels."""
    file = registry.folder(game).joinpath(FILE)
    if not file.is_file():
        return MappingProxyType({})
    stored = json.loads(file.read_text("utf-8"))
    return MappingProxyType({level: LevelRating(**rating) for level, rating in stored.items()})


def save_ratings(game: str, measured: Mapping[str, LevelRating]) -> Path:
    """Store ratings in the game's folder, shifted so that the anchor has its fixed rating."""
    shift = ANCHOR_ELO - measured[ANCHOR].elo
    lines = {
        level: {**asdict(rated), "elo": rated.elo + shift} for level, rated in measured.items()
    }
    file = Path(str(registry.folder(game).joinpath(FILE)))
    text = ",\n".join(f'  "{level}": {json.dumps(line)}' for level, line in lines.items())
    file.write_text(f"{{\n{text}\n}}\n", "utf-8")
    ratings.cache_clear()
    return file
