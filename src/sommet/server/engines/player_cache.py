"""The players of one engine, kept from one question to the next."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import sommet
from sommet.engine import Analysis, Player, Stop, Timed
from sommet.server.engines.jobs import EngineJob, JobResult, PlayerKey

__all__ = ["MAX_PLAYERS", "PlayerCache"]

MAX_PLAYERS = 8
"""How many players an engine keeps; a search tree has up to 24 MB, what a solver proved, 100."""


class PlayerCache:
    """The longest idle one is forgotten first. A player hears of a game by views of its seat alone,
    so that it can remember nothing that it may not know."""

    def __init__(self, most: int = MAX_PLAYERS) -> None:
        self._most = most
        self._kept: OrderedDict[PlayerKey, Player] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def player_for(self, job: EngineJob) -> Player:
        """The player that is asked, who may take as long as the problem says."""
        player_key = job.player_key
        player = self._kept.pop(player_key, None) if player_key else None
        if player is None:
            while (
                player_key and len(self._kept) >= self._most
            ):  # before the next one needs the room
                self._kept.popitem(last=False)
            limits: dict[str, Any] = {} if job.seconds is None else {"seconds": job.seconds}
            player = sommet.player(job.view.game, job.level, seed=job.seed, **limits)
        elif job.seconds is not None and isinstance(player, Timed):
            player.seconds = job.seconds
        if player_key:
            self._kept[player_key] = player
        return player

    def forget(self, job: EngineJob) -> None:
        """Nobody knows what a player that failed was about to do."""
        if job.player_key:
            self._kept.pop(job.player_key, None)


def thought(player: Player, job: EngineJob, stop: Stop | None = None) -> JobResult:
    """What a player answers."""
    if not job.lines:
        return JobResult(((str(player.choose(job.view, stop)), 0.5, (), False, None),))
    analysis: Analysis = player.analyse(job.view, stop)
    best, others = analysis.lines[: job.lines], analysis.lines[job.lines :]
    also = (line for line in others if str(line.move) == job.also)
    return JobResult(
        tuple(
            (str(line.move), line.value, tuple(map(str, line.moves)), line.proven, line.distance)
            for line in (*best, *also)
        )
    )
