"""The driver: moves bots and stand-ins, lets flags fall, takes over from processes that died."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from sommet.core.view import View
from sommet.engine.external_engine import EngineFault
from sommet.server.auth.signing import Signer
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.external_engines import ExternalEngines
from sommet.server.engines.fair_queue import Priority
from sommet.server.engines.jobs import EngineJob
from sommet.server.live.messages import Thinking
from sommet.server.live.room import Room
from sommet.server.live.rooms import Rooms
from sommet.server.refusals import Refusal
from sommet.server.runtime.structured_log import StructuredLog, error_location
from sommet.server.runtime.supervisor import Supervisor
from sommet.server.runtime.system import System
from sommet.server.store import StoreError
from sommet.server.store.leases import HEARTBEAT_INTERVAL_S, AdoptedGame, Leases
from sommet.server.tables import events
from sommet.server.tables.command_handlers import bot_move_event, engine_failed_event
from sommet.server.tables.table_state import TableState

__all__ = ["Driver"]

POLL_INTERVAL_S = 0.25
"""Seconds between two looks at what is due."""
MAX_RETRY_DELAY_S = 60.0
"""Seconds at most before a game is looked at again with which something went wrong."""
WAKE_DELAY_S = 0.02
"""Seconds to wait when woken: what else is due by then is found by the same look."""


class Driver:
    """Exactly one process drives a table; if two believe they do, the log lets one of them win."""

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
        """How often in a row something went wrong with a game."""

    def wake(self) -> None:
        """Something may be due now."""
        self._wake_event.set()

    async def drive(self) -> None:
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
            except StoreError as trouble:
                self._logger.warning("not_driving", code=trouble.code)
                await asyncio.sleep(POLL_INTERVAL_S)
            self._wake_event.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL_S):
                    await self._wake_event.wait()
                    await asyncio.sleep(WAKE_DELAY_S)

    def _start(self, id: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something for one game. Until it is done nothing else is, and what goes wrong with it
        concerns no other."""
        self._busy.add(id)
        self._supervisor.spawn(self._run(id, work))

    async def _run(self, id: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
            self._failed.pop(id, None)
        except StoreError as trouble:
            self._logger.warning("not_driven", table=id, code=trouble.code)
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
        """Seconds that passed while nobody kept the clock are given back."""
        self._logger.info("taken_over", table=adopted.game)
        while True:
            try:
                await self._give_back(adopted)
                return
            except StoreError as trouble:  # the seconds would be lost
                self._logger.warning("not_driven", table=adopted.game, code=trouble.code)
                await asyncio.sleep(POLL_INTERVAL_S)

    async def _give_back(self, adopted: AdoptedGame) -> None:
        room = await self._rooms.get_current(adopted.game)
        state = room.state
        if adopted.silent_since and state.turn is not None and state.opened.setup.clock.live:
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
            move = str(record.stand_in())
        else:
            try:
                move = await self._choose_move(room, record.view(record.turn), seat.level)
            except EngineFault as fault:  # an engine of others: it leaves the game
                self._logger.warning(
                    "engine_fault", table=room.id, player=seat.level, code=fault.code
                )
                await room.append_if_current(
                    state.position, engine_failed_event(state, fault.ending)
                )
                return
        await room.append_if_current(
            state.position, bot_move_event(state, move, self._system.now())
        )

    async def _choose_move(self, room: Room, view: View[Any], level: str) -> str:
        """The move of a bot, which sees no more than its view."""
        if level in self._external_engines:
            room.tell(Thinking(view.turn, self._external_engines.waiting(level)))
            return await self._external_engines.ask(level, view)
        bot, owner = f"{room.id} {view.turn}", room.state.opened.by
        rank = Priority.ATTENDED if await _is_attended(room) else Priority.UNATTENDED
        # Its chance must come from what nobody outside knows, else its moves tell what it sees; and
        # not from the deal, which decides what it may not see.
        seed = int.from_bytes(self._signer.digest("bot", bot).encode(), "big")
        job = EngineJob(view, level, seed, of=bot)
        seconds = self._engines.estimate_seconds(job, rank, owner)
        room.tell(Thinking(view.turn, self._engines.waiting, round(seconds, 1)))
        return (await self._engines.ask(job, rank, owner)).moves[0][0]


async def _is_attended(room: Room) -> bool:
    """Whether one of the people who play is at the table."""
    if not room.present:  # nobody has looked yet
        await room.refresh_presence()
    return any(
        here and seat is not None and seat.person
        for seat, here in zip(room.state.seats, room.present, strict=True)
    )
