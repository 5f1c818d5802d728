"""A pool of engine processes: a fair queue of jobs, and replacement of crashed processes."""

from __future__ import annotations

from dataclasses import replace

from sommet.core.errors import OptionError, SommetError
from sommet.server.engines.engine_process import EngineProcess
from sommet.server.engines.jobs import (
    LEVEL_TIME_LIMITS_S,
    CompilingNotice,
    EngineJob,
    JobResult,
    Priority,
)
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.worker_pool import Slot, WorkerPool
from sommet.server.runtime.worker_process import WorkerFailure
from sommet.tables.refusals import Refusal

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


class EnginePool(WorkerPool[EngineProcess]):
    """Bots come before hints and analyses, and bots at a table where a person waits come first. The
    more bots wait, the less time each gets. `memory` is the limit of each process, in MiB."""

    def __init__(self, logger: StructuredLog, processes: int = 1, memory: int = 2048) -> None:
        super().__init__(lambda: EngineProcess(memory), processes)
        self._logger = logger
        self._average_seconds: dict[str, float] = {}
        """Moving average of job durations, by level."""
        self._compiling_logged: set[str] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the running engines."""
        return tuple(engine.pid for engine in self.processes)

    def estimate_seconds(self, job: EngineJob, priority: Priority, owner: str) -> float:
        """Estimated seconds until a job submitted now would be done."""
        return self.queue.estimate_seconds(owner, priority) + self._expected(job, priority)

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
            except WorkerFailure as failure:  # the process is replaced
                self._logger.warning("no_engine", error=str(failure), player=job.level)
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
        def prefer(slot: Slot[EngineProcess]) -> tuple[bool, int]:
            players = slot.process.players if slot.process else ()
            return job.player_key not in players, len(players)

        async def think(engine: EngineProcess) -> JobResult:
            timed = replace(job, seconds=self._seconds(job, priority))
            result = await self.in_thread(engine.ask, timed, self._on_compiling)
            before = self._average_seconds.get(job.level, result.seconds)
            self._average_seconds[job.level] = before + (result.seconds - before) / 8
            return result

        if priority < Priority.ON_REQUEST and not self.queue.free:
            self._stop_a_request()
        turn = await self.queue.acquire(owner, priority, self._expected(job, priority), prefer)
        return await self.run(turn, think)

    def _stop_a_request(self) -> None:
        """A bot is waiting: stop one hint or analysis early."""
        for turn in self.queue.held:
            engine = turn.resource.process
            if turn.priority == Priority.ON_REQUEST and engine and not engine.stopping:
                engine.stop_early()
                return

    def _on_compiling(self, message: CompilingNotice) -> None:
        """Log once that a game is being compiled: its bots answer late until that is done."""
        if message.game not in self._compiling_logged:
            self._compiling_logged.add(message.game)
            self._logger.info("compiling", game=message.game)

    # --- time --------------------------------------------------------------------------------

    def _seconds(self, job: EngineJob, priority: Priority) -> float | None:
        """The time limit of a job, given how many bots wait."""
        usual = job.seconds or LEVEL_TIME_LIMITS_S.get(job.level)
        if usual is None or priority is Priority.ON_REQUEST:
            return job.seconds
        bots = sum(1 for each in self.queue if each.priority < Priority.ON_REQUEST)
        return max(MIN_BOT_SECONDS, usual / (1 + bots / len(self._slots)))

    def _expected(self, job: EngineJob, priority: Priority) -> float:
        """Estimated duration: the recent average, but no more than the time limit."""
        usual = self._average_seconds.get(
            job.level, LEVEL_TIME_LIMITS_S.get(job.level, DEFAULT_ESTIMATE_S)
        )
        most = self._seconds(job, priority)
        return usual if most is None else min(usual, most)
