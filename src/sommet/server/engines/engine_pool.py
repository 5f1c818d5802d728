"""The engines: processes that think, replaced when they crash, and who may use them next."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace

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

__all__ = ["ASKED", "EnginePool"]

ASKED = 0.5
"""Seconds that a hint or an analysis has for a position."""
MIN_BOT_SECONDS = 0.2
"""Seconds that a bot has at least, however many wait."""
DEFAULT_ESTIMATE_S = 0.02
"""Seconds that a thought is expected to take before anything is known of its level."""
MAX_WAIT_S = 15.0
"""Seconds that a hint or an analysis waits at most; where it would be more, it is refused."""
MAX_ATTEMPTS = 3
"""How often a bot's problem is tried: the engine may not have died of it."""


@dataclass(eq=False)
class EngineSlot:
    """A place for an engine. It is started when it is needed, and the next one takes its place when
    it dies."""

    engine: EngineProcess | None = None
    players: OrderedDict[PlayerKey, None] = field(default_factory=OrderedDict)
    """The players that it has, as far as is known here."""
    rank: Priority | None = None
    """How urgent what it thinks about is; None while it is free."""
    until: float = 0.0
    """When it will probably be free."""
    stopped_early: bool = False

    def note(self, player_key: PlayerKey | None) -> None:
        if player_key:
            self.players[player_key] = None
            self.players.move_to_end(player_key)
            if len(self.players) > MAX_PLAYERS:
                self.players.popitem(last=False)


class EnginePool:
    """Bots come before hints and analyses, and where a person waits before where nobody is. The
    more bots wait, the shorter each thought. `memory` is how many MiB each process may use."""

    def __init__(self, logger: StructuredLog, processes: int = 1, memory: int = 2048) -> None:
        self._logger = logger
        self._memory = memory
        self._slots = [EngineSlot() for _ in range(processes)]
        self._queue: FairQueue[EngineSlot] = FairQueue()
        self._average_seconds: dict[str, float] = {}
        """How long thoughts of each level took lately."""
        self._running: set[asyncio.Task[JobResult]] = set()
        self._compiling_logged: set[str] = set()
        self.replaced = 0

    @property
    def waiting(self) -> int:
        """How many problems wait."""
        return len(self._queue)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes, for those who watch them."""
        return tuple(slot.engine.pid for slot in self._slots if slot.engine)

    def estimate_seconds(self, job: EngineJob, rank: Priority, owner: str) -> float:
        """In how many seconds, more or less, a problem would be solved that came now."""
        now = asyncio.get_running_loop().time()
        going = sum(
            max(0.0, slot.until - now)
            for slot in self._slots
            if slot.rank is not None and slot.rank <= rank
        )
        free = any(slot.rank is None for slot in self._slots)
        before = 0.0 if free else (going + self._queue.ahead(rank, owner)) / len(self._slots)
        return before + self._expected(job, rank)

    async def ask(
        self, job: EngineJob, rank: Priority = Priority.ASKED, owner: str = ""
    ) -> JobResult:
        """The answer of the next engine that is free, of the one that has the player if it is.

        `owner` is for whose sake it is asked; nobody waits for more than one question of another. A
        bot is answered in any case, if need be at a lower level; a hint or an analysis may be
        refused.
        """
        asked = rank is Priority.ASKED
        if asked:
            job = replace(job, seconds=min(job.seconds or ASKED, ASKED))
            self._refuse_if_busy(job, owner)
        for _ in range(1 if asked else MAX_ATTEMPTS):
            try:
                return await self._ask(job, rank, owner)
            except OptionError:  # a level that needs parts which are not installed
                break
            except SommetError:
                raise
            except (EOFError, OSError) as error:  # it died or took too long, and is replaced
                self._logger.warning("no_engine", error=type(error).__name__, player=job.level)
            except Exception as error:
                self._logger.error("no_thought", error=type(error).__name__, player=job.level)
        else:
            if asked:
                raise Refusal("no_thought", "The engine could not finish. Try again.", status=503)
        # It cannot be had by thinking: any move is better than none.
        return await self._ask(replace(job, level="gentle"), rank, owner)

    def _refuse_if_busy(self, job: EngineJob, owner: str) -> None:
        seconds = self.estimate_seconds(job, Priority.ASKED, owner)
        if seconds > MAX_WAIT_S:
            raise Refusal(
                "engines_busy",
                "The engines are busy. Try again in {seconds} seconds.",
                status=503,
                seconds=round(seconds),
            )

    async def _ask(self, job: EngineJob, rank: Priority, owner: str) -> JobResult:
        slot = await self._acquire_slot(job, rank, owner)
        # Who asked may go away; the engine is not free before it has answered.
        task = asyncio.create_task(self._solve(slot, job))
        self._running.add(task)
        task.add_done_callback(self._on_job_done)
        return await asyncio.shield(task)

    def _on_job_done(self, task: asyncio.Task[JobResult]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # who asked may have gone, and nobody else wants to know

    async def _acquire_slot(self, job: EngineJob, rank: Priority, owner: str) -> EngineSlot:
        """An engine for a problem, once there is a free one."""
        free = [slot for slot in self._slots if slot.rank is None]
        if free:
            player_key = job.player_key
            slot = min(free, key=lambda slot: (player_key not in slot.players, len(slot.players)))
        else:
            waiting = self._queue.join(rank, owner, self._expected(job, rank))
            if rank < Priority.ASKED:
                self._hurry()
            try:
                slot = await waiting.call
            except asyncio.CancelledError:
                if waiting.call.done() and not waiting.call.cancelled():
                    self._release_slot(waiting.call.result())
                raise
        slot.rank, slot.stopped_early = rank, False
        slot.until = asyncio.get_running_loop().time() + self._expected(job, rank)
        return slot

    def _hurry(self) -> None:
        """A bot waits: what was only asked gets no more time."""
        for slot in self._slots:
            if slot.rank is Priority.ASKED and slot.engine and not slot.stopped_early:
                slot.stopped_early = True
                slot.engine.stop_early()
                return

    async def _solve(self, slot: EngineSlot, job: EngineJob) -> JobResult:
        assert slot.rank is not None
        job = replace(job, seconds=self._seconds(job, slot.rank))
        try:
            if slot.engine is not None and not slot.engine.alive:
                self._replace(slot)
            if slot.engine is None:
                slot.engine = await asyncio.to_thread(EngineProcess, self._memory)
            slot.note(job.player_key)
            result = await asyncio.to_thread(slot.engine.ask, job, self._on_compiling)
        except SommetError:
            raise
        except Exception:  # it died or took too long, or nobody knows what state it is in
            self._replace(slot)
            raise
        else:
            self._record_duration(job.level, slot.engine.last_job_s)
            return result
        finally:
            self._release_slot(slot)

    def _on_compiling(self, message: CompilingNotice) -> None:
        """Log that a game is compiled, once: its bots answer late until that is done."""
        if message.game not in self._compiling_logged:
            self._compiling_logged.add(message.game)
            self._logger.info("compiling", game=message.game)

    def _replace(self, slot: EngineSlot) -> None:
        """The next question to this post starts another process."""
        self.replaced += 1
        if slot.engine is not None:
            slot.engine.end()
        slot.engine = None
        slot.players.clear()

    def _release_slot(self, slot: EngineSlot) -> None:
        if not self._queue.give(slot):  # else it is taken already, though they do not know yet
            slot.rank = None

    # --- time --------------------------------------------------------------------------------

    def _seconds(self, job: EngineJob, rank: Priority) -> float | None:
        """How long a problem may be thought about now."""
        usual = job.seconds or LEVEL_TIME_LIMITS_S.get(job.level)
        if usual is None or rank is Priority.ASKED:
            return job.seconds
        bots = sum(1 for each in self._queue if each.rank < Priority.ASKED)
        return max(MIN_BOT_SECONDS, usual / (1 + bots / len(self._slots)))

    def _expected(self, job: EngineJob, rank: Priority) -> float:
        """How long it will probably take: what it took lately, and no longer than it may."""
        usual = self._average_seconds.get(
            job.level, LEVEL_TIME_LIMITS_S.get(job.level, DEFAULT_ESTIMATE_S)
        )
        most = self._seconds(job, rank)
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
