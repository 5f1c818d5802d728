"""Who takes part: a player by its level and its limits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.engine import Player
from sommet.engine.foreign import ENGINE, seated

__all__ = ["Contender"]

TEXT = re.compile(r"(?P<level>\w+)(?:@(?:(?P<seconds>\d*\.?\d+)s|(?P<simulations>\d+)))?")


@dataclass(frozen=True)
class Contender:
    """A player by its level and its limits for a move."""

    level: str
    seconds: float | None = None
    simulations: int | None = None

    @classmethod
    def parse(
        cls, text: str, seconds: float | None = None, simulations: int | None = None
    ) -> Contender:
        """A level with limits of its own, `strong@0.5s` or `strong@2000` (simulations), or with
        those that are usual here; or `engine:` and the command line of an engine."""
        if text.startswith(ENGINE):
            return cls(text, seconds, simulations)
        found = TEXT.fullmatch(text)
        if not found:
            raise OptionError(
                "bad_contender",
                "A player is a level, as in strong, strong@0.5s or strong@2000, not {text!r}.",
                text=text,
            )
        level, own_seconds, own_simulations = found.groups()
        if own_seconds:
            return cls(level, float(own_seconds))
        if own_simulations:
            return cls(level, None, int(own_simulations))
        return cls(level, seconds, simulations)

    def sit_down(self, game: Game[Any], seed: int) -> Player:
        """The player itself."""
        return seated(
            game, self.level, seed=seed, seconds=self.seconds, simulations=self.simulations
        )

    def __str__(self) -> str:
        if self.simulations is not None:
            return f"{self.level}@{self.simulations}"
        return self.level if self.seconds is None else f"{self.level}@{self.seconds:g}s"
