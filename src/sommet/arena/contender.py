"""Participants of matches and tournaments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.engine import Player
from sommet.engine.external_engine import ENGINE_PREFIX, create_player

__all__ = ["Contender"]

TEXT = re.compile(
    r"(?P<level>\w+)"
    r"(?:@(?=.)(?:(?P<seconds>\d*\.?\d+)s|(?P<simulations>\d+))?(?:x(?P<cores>\d+))?)?"
)


@dataclass(frozen=True)
class Contender:
    """A player described by its level and its limits per move."""

    level: str
    seconds: float | None = None
    simulations: int | None = None
    cores: int = 1

    @classmethod
    def parse(
        cls, text: str, seconds: float | None = None, simulations: int | None = None
    ) -> Contender:
        """Parse a level with its own limits, `strong@0.5s` or `strong@2000` (simulations), or with
        the given defaults; `x4` at the end means four cores. Or `engine:` and a command line."""
        if text.startswith(ENGINE_PREFIX):
            return cls(text, seconds, simulations)
        found = TEXT.fullmatch(text)
        if not found:
            raise OptionError(
                "bad_contender",
                "{text!r} is not a player. Use a level such as strong, strong@0.5s, strong@2000 "
                "or strong@1sx4.",
                text=text,
            )
        level, own_seconds, own_simulations, own_cores = found.groups()
        cores = int(own_cores or 1)
        if own_seconds:
            return cls(level, float(own_seconds), None, cores)
        if own_simulations:
            return cls(level, None, int(own_simulations), cores)
        return cls(level, seconds, simulations, cores)

    def create_player(self, game: Game[Any], seed: int) -> Player:
        """Create the player."""
        return create_player(
            game,
            self.level,
            seed=seed,
            seconds=self.seconds,
            simulations=self.simulations,
            cores=self.cores,
        )

    def __str__(self) -> str:
        limit = "" if self.seconds is None else f"{self.seconds:g}s"
        if self.simulations is not None:
            limit = str(self.simulations)
        if self.cores > 1:
            limit += f"x{self.cores}"
        return f"{self.level}@{limit}" if limit else self.level
