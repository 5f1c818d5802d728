"""The driver moves bots and stand-ins, flags players and takes over tables of dead processes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.external_engine import EngineFault
from sommet.server.auth.signing import Signer
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.external_engines import ExternalEngines
from sommet.server.engines.jobs import EngineJob, Priority
from sommet.server.live.room import Room
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.structured_log import StructuredLog, error_location
from sommet.server.runtime.supervisor import Supervisor
from sommet.server.runtime.system import System
from sommet.server.store import StoreError
from sommet.server.store.leases import HEARTBEAT_INTERVAL_S, AdoptedGame, Leases
from sommet.tables.clock import counts_seconds
from sommet.tables.command_handlers import bot_move_event, engine_failed_event
from sommet.tables.refusals import Refusal
from sommet.tables.table_state import TableState
from sommet.wire import events
from sommet.wire.server_messages import Thinking

__all__ = ["Driver"]

POLL_INTERVAL_S = 0.25
"""Time between two queries for tables where something is due."""
MAX_RETRY_DELAY_S = 60.0
"""Maximum delay before a table that failed is tried again."""
WAKE_DELAY_S = 0.02
"""Delay after a wake-up, so that one query finds everything that becomes due meanwhile."""


class Driver:
    """Exactly one process drives a table; if two believe they do, only one can append to the
    log."""

    def __init__(
        self,
        leases: Leases,
        rooms: Rooms,
        engines: EnginePool,
        external_engines: ExternalEngines,
        signer: Signer,
        supervisor: Supervisor,
        logger: StructuredLog,
        system: System,
    ) -> None:
        self._leases = leases
        self._rooms = rooms
        self._engines = engines
        self._external_engines = external_engines
        self._signer = signer
        self._supervisor = supervisor
        self._logger = logger
        self._system = system
        self._wake_event = asyncio.Event()
        self._busy: set[str] = set()
        self._failed: dict[str, int] = {}
        """Number of consecutive failures, by table."""

    def wake(self) -> None:
        """Look for due tables now."""
        self._wake_event.set()

    async def drive(self) -> None:
        """Send heartbeats, adopt orphaned tables and handle what is due, forever."""
        beaten = 0.0
        while True:
            now = self._system.now()
            try:
                if now - beaten >= HEARTBEAT_INTERVAL_S:
                    await self._leases.heartbeat(now)
                    beaten = now
                    for adopted in await self._leases.adopt(now):
                        self._start(adopted.game, self._take_over(adopted))
                for id in await self._leases.due(now):
                    if id not in self._busy:
                        self._start(id, self._drive_table(id))
            except StoreError:  # the store reports it
                await asyncio.sleep(POLL_INTERVAL_S)
            self._wake_event.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL_S):
                    await self._wake_event.wait()
                    await asyncio.sleep(WAKE_DELAY_S)

    def _start(self, id: str, work: Coroutine[Any, Any, None]) -> None:
        """Start work for one table. Nothing else starts for it until that is done, and an error
        affects no other table."""
        self._busy.add(id)
        self._supervisor.spawn(self._run(id, work))

    async def _run(self, id: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
            self._failed.pop(id, None)
        except StoreError:  # the store reports it
            await asyncio.sleep(POLL_INTERVAL_S)
        except Refusal as refusal:
            self._logger.warning("not_driven", table=id, code=refusal.code)
        except Exception as error:
            times = self._failed[id] = self._failed.get(id, 0) + 1
            kind, where = type(error).__name__, error_location(error)
            self._logger.error("not_driven", table=id, error=kind, where=where)
            await asyncio.sleep(min(POLL_INTERVAL_S * 2**times, MAX_RETRY_DELAY_S))
        finally:
            self._busy.discard(id)

    async def _take_over(self, adopted: AdoptedGame) -> None:
        """Give back the time that passed while no process drove the table."""
        self._logger.info("taken_over", table=adopted.game)
        while True:
            try:
                await self._give_back(adopted)
                return
            except StoreError:  # retry: otherwise the players lose that time
                await asyncio.sleep(POLL_INTERVAL_S)

    async def _give_back(self, adopted: AdoptedGame) -> None:
        room = await self._rooms.get_current(adopted.game)
        state = room.state
        if (
            adopted.silent_since
            and state.turn is not None
            and counts_seconds(state.opened.setup.clock)
        ):
            lost = self._system.now() - max(adopted.silent_since, state.since)
            if lost > 0:
                await room.append_if_current(state.position, events.HandedOver(round(lost, 3)))

    async def _drive_table(self, id: str) -> None:
        room = await self._rooms.get_current(id)
        await room.deal_if_due()
        while room.state.is_server_turn:
            await self._move(room, room.state)
        state = room.state
        if await room.has_flag_fallen() and state.turn is not None:
            await room.append_if_current(state.position, events.Flagged(state.turn))
        elif (
            state.first_move_deadline is not None
            and state.first_move_deadline <= self._system.now()
        ):
            await room.append_if_current(state.position, events.Closed("unmoved"))

    async def _move(self, room: Room, state: TableState) -> None:
        record = state.running
        assert record is not None
        seat = state.seats[record.turn]
        if record.turn in record.out or seat is None:
            move = record.stand_in()
        else:
            try:
                move = await self._choose_move(room, record.view(record.turn), seat.level)
            except EngineFault as fault:  # an external engine: it leaves the game
                self._logger.warning(
                    "engine_fault", table=room.id, player=seat.level, code=fault.code
                )
                await room.append_if_current(
                    state.position, engine_failed_event(state, fault.ending)
                )
                return
        event = bot_move_event(state, move, self._system.now())
        await room.append_if_current(state.position, event, move)

    async def _choose_move(self, room: Room, view: View[Any], level: str) -> Move:
        """A bot's move, checked. It sees only its own view."""
        bot, owner = f"{room.id} {view.turn}", room.state.opened.by
        if level in self._external_engines:
            room.audience.broadcast(Thinking(view.turn, self._external_engines.waiting(level)))
            return await self._external_engines.ask(level, view, owner)
        priority = Priority.ATTENDED if await room.presence.has_people() else Priority.UNATTENDED
        # The seed must be secret, or its moves would reveal what it sees; and independent of the
        # deal, which determines what it must not see.
        seed = int.from_bytes(self._signer.digest("bot", bot).encode(), "big")
        # After an undo, another player thinks: it knows nothing of the moves that were undone.
        job = EngineJob(view, level, seed, of=f"{bot} {room.state.undone}")
        seconds = self._engines.estimate_seconds(job, priority, owner)
        room.audience.broadcast(Thinking(view.turn, self._engines.waiting, round(seconds, 1)))
        result = await self._engines.ask(job, priority, owner)
        return view.move(result.moves[0].move)
