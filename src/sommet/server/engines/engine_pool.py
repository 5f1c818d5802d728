"""A pool of engine processes: a fair queue of jobs, and replacement of crashed processes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

from cachetools import LRUCache

from sommet.core.errors import OptionError, SommetError
from sommet.server.engines.engine_process import EngineProcess
from sommet.server.engines.fair_queue import FairQueue, Priority
from sommet.server.engines.jobs import (
    LEVEL_TIME_LIMITS_S,
    CompilingNotice,
    EngineJob,
    JobResult,
    PlayerKey,
)
from sommet.server.engines.player_cache import MAX_PLAYERS
from sommet.server.refusals import Refusal
from sommet.server.runtime.structured_log import StructuredLog

__all__ = ["REQUEST_TIME_LIMIT_S", "EnginePool"]

REQUEST_TIME_LIMIT_S = 0.5
"""Seconds that a hint or an analysis may think about a position."""
MIN_BOT_SECONDS = 0.2
"""Thinking time that a bot always gets, however many jobs wait."""
DEFAULT_ESTIMATE_S = 0.02
"""Estimated duration of a job while nothing is known about its level."""
MAX_WAIT_S = 15.0
"""A hint or an analysis that would wait longer is refused."""
MAX_ATTEMPTS = 3
"""How often a bot's job is tried: it may not be the reason why the engine died."""


@dataclass(eq=False)
class EngineSlot:
    """A slot for an engine process, which is started on demand and replaced when it dies."""

    engine: EngineProcess | None = None
    players: LRUCache[PlayerKey, None] = field(default_factory=lambda: LRUCache(MAX_PLAYERS))
    """The players that the process has in its cache, as far as is known here."""
    priority: Priority | None = None
    """Priority of the current job; None while the slot is free."""
    until: float = 0.0
    """When the slot will probably be free (event loop time)."""
    stopped_early: bool = False

    def remember(self, player_key: PlayerKey | None) -> None:
        if player_key:
            self.players[player_key] = None


class EnginePool:
    """Bots come before hints and analyses, and bots at a table where a person waits come first. The
    more bots wait, the less time each gets. `memory` is the limit of each process, in MiB."""

    def __init__(self, logger: StructuredLog, processes: int = 1, memory: int = 2048) -> None:
        self._logger = logger
        self._memory = memory
        self._slots = [EngineSlot() for _ in range(processes)]
        self._queue: FairQueue[EngineSlot] = FairQueue()
        self._average_seconds: dict[str, float] = {}
        """Moving average of job durations, by level."""
        self._running: set[asyncio.Task[JobResult]] = set()
        self._compiling_logged: set[str] = set()
        self.replaced = 0

    @property
    def waiting(self) -> int:
        """Number of waiting jobs."""
        return len(self._queue)

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the running engines."""
        return tuple(slot.engine.pid for slot in self._slots if slot.engine)

    def estimate_seconds(self, job: EngineJob, priority: Priority, owner: str) -> float:
        """Estimated seconds until a job submitted now would be done."""
        now = asyncio.get_running_loop().time()
        going = sum(
            max(0.0, slot.until - now)
            for slot in self._slots
            if slot.priority is not None and slot.priority <= priority
        )
        free = any(slot.priority is None for slot in self._slots)
        before = 0.0 if free else (going + self._queue.ahead(priority, owner)) / len(self._slots)
        return before + self._expected(job, priority)

    async def ask(
        self, job: EngineJob, priority: Priority = Priority.ON_REQUEST, owner: str = ""
    ) -> JobResult:
        """Run a job on the next free engine, preferring one that has the player in its cache.

        `owner` is the person the job is for; nobody waits for more than one job of each other
        owner. A bot always gets an answer, if necessary from a lower level; a hint or an analysis
        may be refused.
        """
        asked = priority is Priority.ON_REQUEST
        if asked:
            seconds = min(job.seconds or REQUEST_TIME_LIMIT_S, REQUEST_TIME_LIMIT_S)
            job = replace(job, seconds=seconds)
            self._refuse_if_busy(job, owner)
        for _ in range(1 if asked else MAX_ATTEMPTS):
            try:
                return await self._ask(job, priority, owner)
            except OptionError:  # a level whose dependencies are not installed
                break
            except SommetError:
                raise
            except (EOFError, OSError) as error:  # it died or took too long, and is replaced
                self._logger.warning("no_engine", error=type(error).__name__, player=job.level)
            except Exception as error:
                self._logger.error("no_answer", error=type(error).__name__, player=job.level)
        else:
            if asked:
                raise Refusal("no_answer", "The engine could not finish. Try again.", status=503)
        # The engine can't finish the job: any move is better than none.
        return await self._ask(replace(job, level="gentle"), priority, owner)

    def _refuse_if_busy(self, job: EngineJob, owner: str) -> None:
        seconds = self.estimate_seconds(job, Priority.ON_REQUEST, owner)
        if seconds > MAX_WAIT_S:
            raise Refusal(
                "engines_busy",
                "The engines are busy. Try again in {seconds} seconds.",
                status=503,
                seconds=round(seconds),
            )

    async def _ask(self, job: EngineJob, priority: Priority, owner: str) -> JobResult:
        slot = await self._acquire_slot(job, priority, owner)
        # The caller may be cancelled, but the engine is busy until it has answered.
        task = asyncio.create_task(self._solve(slot, job))
        self._running.add(task)
        task.add_done_callback(self._on_job_done)
        return await asyncio.shield(task)

    def _on_job_done(self, task: asyncio.Task[JobResult]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may be gone: mark the error as retrieved

    async def _acquire_slot(self, job: EngineJob, priority: Priority, owner: str) -> EngineSlot:
        """Wait for a free slot."""
        free = [slot for slot in self._slots if slot.priority is None]
        if free:
            player_key = job.player_key
            slot = min(free, key=lambda slot: (player_key not in slot.players, len(slot.players)))
        else:
            waiting = self._queue.join(priority, owner, self._expected(job, priority))
            if priority < Priority.ON_REQUEST:
                self._hurry()
            try:
                slot = await waiting.call
            except asyncio.CancelledError:
                if waiting.call.done() and not waiting.call.cancelled():
                    self._release_slot(waiting.call.result())
                raise
        slot.priority, slot.stopped_early = priority, False
        slot.until = asyncio.get_running_loop().time() + self._expected(job, priority)
        return slot

    def _hurry(self) -> None:
        """A bot is waiting: stop one hint or analysis early."""
        for slot in self._slots:
            if slot.priority is Priority.ON_REQUEST and slot.engine and not slot.stopped_early:
                slot.stopped_early = True
                slot.engine.stop_early()
                return

    async def _solve(self, slot: EngineSlot, job: EngineJob) -> JobResult:
        assert slot.priority is not None
        job = replace(job, seconds=self._seconds(job, slot.priority))
        try:
            if slot.engine is not None and not slot.engine.alive:
                self._replace(slot)
            if slot.engine is None:
                slot.engine = await asyncio.to_thread(EngineProcess, self._memory)
            slot.remember(job.player_key)
            result = await asyncio.to_thread(slot.engine.ask, job, self._on_compiling)
        except SommetError:
            raise
        except Exception:  # it died, took too long or is in an unknown state
            self._replace(slot)
            raise
        else:
            self._record_duration(job.level, slot.engine.last_job_s)
            return result
        finally:
            self._release_slot(slot)

    def _on_compiling(self, message: CompilingNotice) -> None:
        """Log once that a game is being compiled: its bots answer late until that is done."""
        if message.game not in self._compiling_logged:
            self._compiling_logged.add(message.game)
            self._logger.info("compiling", game=message.game)

    def _replace(self, slot: EngineSlot) -> None:
        """Kill the process; the next job in this slot starts a new one."""
        self.replaced += 1
        if slot.engine is not None:
            slot.engine.end()
        slot.engine = None
        slot.players.clear()

    def _release_slot(self, slot: EngineSlot) -> None:
        if not self._queue.hand_out(slot):  # otherwise the next job already has it
            slot.priority = None

    # --- time --------------------------------------------------------------------------------

    def _seconds(self, job: EngineJob, priority: Priority) -> float | None:
        """The time limit of a job, given how many bots wait."""
        usual = job.seconds or LEVEL_TIME_LIMITS_S.get(job.level)
        if usual is None or priority is Priority.ON_REQUEST:
            return job.seconds
        bots = sum(1 for each in self._queue if each.priority < Priority.ON_REQUEST)
        return max(MIN_BOT_SECONDS, usual / (1 + bots / len(self._slots)))

    def _expected(self, job: EngineJob, priority: Priority) -> float:
        """Estimated duration: the recent average, but no more than the time limit."""
        usual = self._average_seconds.get(
            job.level, LEVEL_TIME_LIMITS_S.get(job.level, DEFAULT_ESTIMATE_S)
        )
        most = self._seconds(job, priority)
        return usual if most is None else min(usual, most)

    def _record_duration(self, level: str, last_job_s: float) -> None:
        before = self._average_seconds.get(level, last_job_s)
        self._average_seconds[level] = before + (last_job_s - before) / 8

    def close(self) -> None:
        for waiting in self._queue:
            waiting.call.cancel()
        for slot in self._slots:
            if slot.engine is not None:
                slot.engine.end()
                slot.engine = None
