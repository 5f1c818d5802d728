"""The players of one engine process, cached between jobs."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from cachetools import LRUCache

import sommet
from sommet.engine import Analysis, Analyst, Stop, Timed
from sommet.server.engines.jobs import EngineJob, EvaluatedMove, JobResult, PlayerKey

__all__ = ["MAX_PLAYERS", "PlayerCache"]

MAX_PLAYERS = 8
"""Cache size: a search tree takes up to 24 MB, a solver's proofs 100 MB."""


class PlayerCache:
    """Drops the least recently used player first. A player only ever receives views of its own
    seat, so it can't remember anything that it must not know."""

    def __init__(self, max_players: int = MAX_PLAYERS) -> None:
        self._players: LRUCache[PlayerKey, Analyst] = LRUCache(max_players)

    def __len__(self) -> int:
        return len(self._players)

    def player_for(self, job: EngineJob) -> Analyst:
        """The job's player, from the cache or new, with the job's time limit."""
        player_key = job.player_key
        player = self._players.get(player_key) if player_key else None
        if player is None:
            # Free memory before creating the next player.
            if player_key and len(self._players) == self._players.maxsize:
                self._players.popitem()
            limits: dict[str, Any] = {} if job.seconds is None else {"seconds": job.seconds}
            player = sommet.player(job.view.game, job.level, seed=job.seed, **limits)
            if player_key:
                self._players[player_key] = player
        elif job.seconds is not None and isinstance(player, Timed):
            player.seconds = job.seconds
        return player

    def forget(self, job: EngineJob) -> None:
        """Drop the job's player: after a failure its state is unknown."""
        if job.player_key:
            self._players.pop(job.player_key, None)


def run_job(player: Analyst, job: EngineJob, stop: Stop | None = None) -> JobResult:
    """Run a job with its player."""
    began = perf_counter()
    if not job.lines:
        chosen = EvaluatedMove(str(player.choose(job.view, stop)))
        return JobResult((chosen,), perf_counter() - began)
    analysis: Analysis = player.analyse(job.view, stop)
    best, others = analysis.lines[: job.lines], analysis.lines[job.lines :]
    also = (line for line in others if str(line.move) == job.also)
    return JobResult(
        tuple(
            EvaluatedMove(
                str(line.move), line.value, tuple(map(str, line.moves)), line.proven, line.distance
            )
            for line in (*best, *also)
        ),
        perf_counter() - began,
    )
