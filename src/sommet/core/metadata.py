"""What a game's folder says about it in `metadata.toml`: for whom, how long, whose name it bears.

    picture = "- | POSITION"   # a moment to show: options, position and perhaps a move
    ages = 8                   # from how many years on
    minutes = [10, 20]         # how long a game takes
    publisher = "Somebody"     # whose trade name the game's name is

Everything may be left out, and so may the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from sommet.core import registry
from sommet.core.game import Game

__all__ = ["About", "about", "span", "trade_names"]


@dataclass(frozen=True)
class About:
    """Facts about a game; what nobody has said is empty, zero or None."""

    picture: str = ""
    """A moment to show, told as a diagram of the rules is: `OPTIONS | POSITION | MOVE`."""
    ages: int = 0
    """From how many years on; 0 when nobody says."""
    minutes: tuple[int, int] | None = None
    """How long a game takes, from and to."""
    publisher: str = ""
    """Whose trade name the game's name is; empty when it is nobody's."""

    @property
    def span(self) -> str:
        """The minutes as people write them: `15`, `10–20`; empty when nobody says."""
        return "–".join(map(str, dict.fromkeys(self.minutes or ())))


def about(game_id: str) -> About:
    """What is known about a game."""
    return _read(registry.kind(game_id))


def span(numbers: Iterable[int]) -> str:
    """Numbers as people write them: `2`, `1–5`, `2, 4`."""
    found = sorted({*numbers})
    if len(found) > 1 and found == [*range(found[0], found[-1] + 1)]:
        return f"{found[0]}–{found[-1]}"
    return ", ".join(map(str, found))


def trade_names() -> tuple[str, ...]:
    """The names of games that belong to a publisher."""
    return tuple(registry.kind(id).name for id in registry.names() if about(id).publisher)


@cache
def _read(kind: type[Game[Any]]) -> About:
    file = registry.folder(kind.id) / "metadata.toml"
    if not file.is_file():
        return About()
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    unknown = {*told} - {field.name for field in fields(About)}
    if unknown:
        raise ValueError(f"{file} has unknown fields: {', '.join(sorted(unknown))}")
    if "minutes" in told:
        least, most = told["minutes"]
        told["minutes"] = (least, most)
    return About(**told)
