"""The engines: processes that think, replaced when they crash, and who may use them next."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from sommet.core.errors import OptionError, SommetError
from sommet.server.engines.engine_process import EngineProcess
from sommet.server.engines.fair_queue import FairQueue, Priority
from sommet.server.engines.jobs import SECONDS, CompilingNotice, EngineJob, JobResult, PlayerKey
from sommet.server.engines.player_cache import KEPT
from sommet.server.refusals import Refusal
from sommet.server.runtime.structured_log import StructuredLog

__all__ = ["ASKED", "EnginePool"]

ASKED = 0.5
"""Seconds that a hint or an analysis has for a position."""
SHORTEST = 0.2
"""Seconds that a bot has at least, however many wait."""
QUICK = 0.02
"""Seconds that a thought is expected to take before anything is known of its level."""
PATIENCE = 15.0
"""Seconds that a hint or an analysis waits at most; where it would be more, it is refused."""
TRIES = 3
"""How often a bot's problem is tried: the engine may not have died of it."""


@dataclass(eq=False)
class EngineSlot:
    """A place for an engine. It is started when it is needed, and the next one takes its place when
    it dies."""

    engine: EngineProcess | None = None
    keeps: OrderedDict[PlayerKey, None] = field(default_factory=OrderedDict)
    """The players that it has, as far as is known here."""
    rank: Priority | None = None
    """How urgent what it thinks about is; None while it is free."""
    until: float = 0.0
    """When it will probably be free."""
    hurried: bool = False

    def note(self, whose: PlayerKey | None) -> None:
        if whose:
            self.keeps[whose] = None
            self.keeps.move_to_end(whose)
            if len(self.keeps) > KEPT:
                self.keeps.popitem(last=False)


class EnginePool:
    """Bots come before hints and analyses, and where a person waits before where nobody is. The
    more bots wait, the shorter each thought. `memory` is how many MiB each process may use."""

    def __init__(self, logger: StructuredLog, processes: int = 1, memory: int = 2048) -> None:
        self._logger = logger
        self._memory = memory
        self._posts = [EngineSlot() for _ in range(processes)]
        self._queue: FairQueue[EngineSlot] = FairQueue()
        self._usual: dict[str, float] = {}
        """How long thoughts of each level took lately."""
        self._thinking: set[asyncio.Task[JobResult]] = set()
        self._compiled: set[str] = set()
        self.replaced = 0

    @property
    def waiting(self) -> int:
        """How many problems wait."""
        return len(self._queue)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes, for those who watch them."""
        return tuple(post.engine.pid for post in self._posts if post.engine)

    def foreseen(self, problem: EngineJob, rank: Priority, owner: str) -> float:
        """In how many seconds, more or less, a problem would be solved that came now."""
        now = asyncio.get_running_loop().time()
        going = sum(
            max(0.0, post.until - now)
            for post in self._posts
            if post.rank is not None and post.rank <= rank
        )
        free = any(post.rank is None for post in self._posts)
        before = 0.0 if free else (going + self._queue.ahead(rank, owner)) / len(self._posts)
        return before + self._expected(problem, rank)

    async def ask(
        self, problem: EngineJob, rank: Priority = Priority.ASKED, owner: str = ""
    ) -> JobResult:
        """The answer of the next engine that is free, of the one that has the player if it is.

        `owner` is for whose sake it is asked; nobody waits for more than one question of another. A
        bot is answered in any case, if need be at a lower level; a hint or an analysis may be
        refused.
        """
        asked = rank is Priority.ASKED
        if asked:
            problem = replace(problem, seconds=min(problem.seconds or ASKED, ASKED))
            self._refuse_if_full(problem, owner)
        for _ in range(1 if asked else TRIES):
            try:
                return await self._ask(problem, rank, owner)
            except OptionError:  # a level that needs parts which are not installed
                break
            except SommetError:
                raise
            except (EOFError, OSError) as error:  # it died or took too long, and is replaced
                self._logger.warning("no_engine", error=type(error).__name__, player=problem.level)
            except Exception as error:
                self._logger.error("no_thought", error=type(error).__name__, player=problem.level)
        else:
            if asked:
                raise Refusal("no_thought", "The engine could not finish. Try again.", status=503)
        # It cannot be had by thinking: any move is better than none.
        return await self._ask(replace(problem, level="gentle"), rank, owner)

    def _refuse_if_full(self, problem: EngineJob, owner: str) -> None:
        seconds = self.foreseen(problem, Priority.ASKED, owner)
        if seconds > PATIENCE:
            raise Refusal(
                "engines_busy",
                "The engines are busy. Try again in {seconds} seconds.",
                status=503,
                seconds=round(seconds),
            )

    async def _ask(self, problem: EngineJob, rank: Priority, owner: str) -> JobResult:
        post = await self._post(problem, rank, owner)
        # Who asked may go away; the engine is not free before it has answered.
        task = asyncio.create_task(self._solve(post, problem))
        self._thinking.add(task)
        task.add_done_callback(self._thought)
        return await asyncio.shield(task)

    def _thought(self, task: asyncio.Task[JobResult]) -> None:
        self._thinking.discard(task)
        if not task.cancelled():
            task.exception()  # who asked may have gone, and nobody else wants to know

    async def _post(self, problem: EngineJob, rank: Priority, owner: str) -> EngineSlot:
        """An engine for a problem, once there is a free one."""
        free = [post for post in self._posts if post.rank is None]
        if free:
            whose = problem.whose
            post = min(free, key=lambda post: (whose not in post.keeps, len(post.keeps)))
        else:
            waiting = self._queue.join(rank, owner, self._expected(problem, rank))
            if rank < Priority.ASKED:
                self._hurry()
            try:
                post = await waiting.call
            except asyncio.CancelledError:
                if waiting.call.done() and not waiting.call.cancelled():
                    self._free(waiting.call.result())
                raise
        post.rank, post.hurried = rank, False
        post.until = asyncio.get_running_loop().time() + self._expected(problem, rank)
        return post

    def _hurry(self) -> None:
        """A bot waits: what was only asked gets no more time."""
        for post in self._posts:
            if post.rank is Priority.ASKED and post.engine and not post.hurried:
                post.hurried = True
                post.engine.hurry()
                return

    async def _solve(self, post: EngineSlot, problem: EngineJob) -> JobResult:
        assert post.rank is not None
        problem = replace(problem, seconds=self._seconds(problem, post.rank))
        try:
            if post.engine is not None and not post.engine.alive:
                self._replace(post)
            if post.engine is None:
                post.engine = await asyncio.to_thread(EngineProcess, self._memory)
            post.note(problem.whose)
            thought = await asyncio.to_thread(post.engine.ask, problem, self._compiles)
        except SommetError:
            raise
        except Exception:  # it died or took too long, or nobody knows what state it is in
            self._replace(post)
            raise
        else:
            self._learn(problem.level, post.engine.took)
            return thought
        finally:
            self._free(post)

    def _compiles(self, message: CompilingNotice) -> None:
        """Log that a game is compiled, once: its bots answer late until that is done."""
        if message.game not in self._compiled:
            self._compiled.add(message.game)
            self._logger.info("compiling", game=message.game)

    def _replace(self, post: EngineSlot) -> None:
        """The next question to this post starts another process."""
        self.replaced += 1
        if post.engine is not None:
            post.engine.end()
        post.engine = None
        post.keeps.clear()

    def _free(self, post: EngineSlot) -> None:
        if not self._queue.give(post):  # else it is taken already, though they do not know yet
            post.rank = None

    # --- time --------------------------------------------------------------------------------

    def _seconds(self, problem: EngineJob, rank: Priority) -> float | None:
        """How long a problem may be thought about now."""
        usual = problem.seconds or SECONDS.get(problem.level)
        if usual is None or rank is Priority.ASKED:
            return problem.seconds
        bots = sum(1 for each in self._queue if each.rank < Priority.ASKED)
        return max(SHORTEST, usual / (1 + bots / len(self._posts)))

    def _expected(self, problem: EngineJob, rank: Priority) -> float:
        """How long it will probably take: what it took lately, and no longer than it may."""
        usual = self._usual.get(problem.level, SECONDS.get(problem.level, QUICK))
        most = self._seconds(problem, rank)
        return usual if most is None else min(usual, most)

    def _learn(self, level: str, took: float) -> None:
        before = self._usual.get(level, took)
        self._usual[level] = before + (took - before) / 8

    def close(self) -> None:
        for waiting in self._queue:
            waiting.call.cancel()
        for post in self._posts:
            if post.engine is not None:
                post.engine.end()
                post.engine = None
