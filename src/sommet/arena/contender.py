"""Who takes part: a player by its level and its limits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.engine import Player
from sommet.engine.external_engine import ENGINE, seated

__all__ = ["Contender"]

TEXT = re.compile(
    r"(?P<level>\w+)"
    r"(?:@(?=.)(?:(?P<seconds>\d*\.?\d+)s|(?P<simulations>\d+))?(?:x(?P<cores>\d+))?)?"
)


@dataclass(frozen=True)
class Contender:
    """A player by its level and its limits for a move."""

    level: str
    seconds: float | None = None
    simulations: int | None = None
    cores: int = 1

    @classmethod
    def parse(
        cls, text: str, seconds: float | None = None, simulations: int | None = None
    ) -> Contender:
        """A level with limits of its own, `strong@0.5s` or `strong@2000` (simulations), or with
        those that are usual here, and with `x4` behind them on four cores; or `engine:` and the
        command line of an engine."""
        if text.startswith(ENGINE):
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

    def sit_down(self, game: Game[Any], seed: int) -> Player:
        """The player itself."""
        return seated(
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
