"""The players of one engine, kept from one question to the next."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import sommet
from sommet.engine import Analysis, Player, Stop, Timed
from sommet.server.engines.jobs import EngineJob, JobResult, PlayerKey

__all__ = ["KEPT", "PlayerCache"]

KEPT = 8
"""How many players an engine keeps; a search tree has up to 24 MB, what a solver proved, 100."""


class PlayerCache:
    """The longest idle one is forgotten first. A player hears of a game by views of its seat alone,
    so that it can remember nothing that it may not know."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[PlayerKey, Player] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def sit_down(self, problem: EngineJob) -> Player:
        """The player that is asked, who may take as long as the problem says."""
        whose = problem.whose
        player = self._kept.pop(whose, None) if whose else None
        if player is None:
            while whose and len(self._kept) >= self._most:  # before the next one needs the room
                self._kept.popitem(last=False)
            limits: dict[str, Any] = {} if problem.seconds is None else {"seconds": problem.seconds}
            player = sommet.player(problem.view.game, problem.level, seed=problem.seed, **limits)
        elif problem.seconds is not None and isinstance(player, Timed):
            player.seconds = problem.seconds
        if whose:
            self._kept[whose] = player
        return player

    def forget(self, problem: EngineJob) -> None:
        """Nobody knows what a player that failed was about to do."""
        if problem.whose:
            self._kept.pop(problem.whose, None)


def thought(player: Player, problem: EngineJob, stop: Stop | None = None) -> JobResult:
    """What a player answers."""
    if not problem.lines:
        return JobResult(((str(player.choose(problem.view, stop)), 0.5, (), False, None),))
    analysis: Analysis = player.analyse(problem.view, stop)
    best, others = analysis.lines[: problem.lines], analysis.lines[problem.lines :]
    also = (line for line in others if str(line.move) == problem.also)
    return JobResult(
        tuple(
            (str(line.move), line.value, tuple(map(str, line.moves)), line.proven, line.distance)
            for line in (*best, *also)
        )
    )
