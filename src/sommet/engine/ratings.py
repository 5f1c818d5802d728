"""How strong each level was measured to be: a file of each game's folder that the arena writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from sommet.core import registry

__all__ = ["ANCHOR", "FILE", "Rated", "ratings", "write"]

FILE = "ratings.json"
ANCHOR, MIDDLE = "gentle", 1000
"""The level that stands for this many Elo in every game: only distances mean something."""


@dataclass(frozen=True)
class Rated:
    """A level's rating in Elo, with the half of its 95 % interval, from so many games."""

    elo: int
    margin: int
    games: int


@lru_cache(32)
def ratings(game: str) -> Mapping[str, Rated]:
    """The ratings of a game's levels, as far as they were measured."""
    file = registry.folder(game).joinpath(FILE)
    if not file.is_file():
        return MappingProxyType({})
    kept = json.loads(file.read_text("utf-8"))
    return MappingProxyType({level: Rated(**rating) for level, rating in kept.items()})


def write(game: str, measured: Mapping[str, Rated]) -> Path:
    """Keep ratings in the game's folder, moved so that the anchor stands where it does."""
    moved = MIDDLE - measured[ANCHOR].elo
    lines = {
        level: {**asdict(rated), "elo": rated.elo + moved} for level, rated in measured.items()
    }
    file = Path(str(registry.folder(game).joinpath(FILE)))
    text = ",\n".join(f'  "{level}": {json.dumps(line)}' for level, line in lines.items())
    file.write_text(f"{{\n{text}\n}}\n", "utf-8")
    ratings.cache_clear()
    return file
