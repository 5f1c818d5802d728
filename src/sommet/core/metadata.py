"""What a game's folder says about the game in `metadata.toml`.

    picture = "- | POSITION"   # the moment to show: options, position and an optional move
    ages = 8                   # minimum age
    minutes = [10, 20]         # how long a game takes
    publisher = "Somebody"     # who owns the game's name as a trade name

Every field is optional, and so is the file. One with a mistake is ignored, with a warning.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from sommet.core import registry
from sommet.core.game import Game

__all__ = ["Metadata", "format_range", "game_metadata", "trade_names"]

LOG = logging.getLogger("sommet")


@dataclass(frozen=True)
class Metadata:
    """Facts about a game; a field that the file leaves out is empty, zero or None."""

    picture: str = ""
    """The moment to show, written like a diagram in the rules: `OPTIONS | POSITION | MOVE`."""
    ages: int = 0
    """Minimum age in years; 0 if unknown."""
    minutes: tuple[int, int] | None = None
    """How long a game takes: the shortest and the longest."""
    publisher: str = ""
    """Who owns the game's name as a trade name; empty if nobody does."""

    @property
    def minutes_text(self) -> str:
        """The minutes as people write them: `15`, `10–20`; empty if unknown."""
        return "–".join(map(str, dict.fromkeys(self.minutes or ())))


def game_metadata(game_id: str) -> Metadata:
    """The metadata of a game."""
    return _read_or_ignore(registry.kind(game_id))


def format_range(numbers: Iterable[int]) -> str:
    """Numbers as people write them: `2`, `1–5`, `2, 4`."""
    found = sorted({*numbers})
    if len(found) > 1 and found == [*range(found[0], found[-1] + 1)]:
        return f"{found[0]}–{found[-1]}"
    return ", ".join(map(str, found))


def trade_names() -> tuple[str, ...]:
    """The names of the games whose name belongs to a publisher."""
    return tuple(registry.kind(id).name for id in registry.names() if game_metadata(id).publisher)


@cache
def _read_or_ignore(kind: type[Game[Any]]) -> Metadata:
    try:
        return _read(kind)
    except (TypeError, ValueError) as error:
        LOG.warning("the game %s: ignored its metadata.toml: %s", kind.id, error)
        return Metadata()


def _read(kind: type[Game[Any]]) -> Metadata:
    file = registry.folder(kind.id) / "metadata.toml"
    if not file.is_file():
        return Metadata()
    values = tomllib.loads(file.read_text(encoding="utf-8"))
    unknown = {*values} - {field.name for field in fields(Metadata)}
    if unknown:
        raise ValueError(f"{file} has unknown fields: {', '.join(sorted(unknown))}")
    if "minutes" in values:
        shortest, longest = values["minutes"]
        values["minutes"] = (shortest, longest)
    return Metadata(**values)
