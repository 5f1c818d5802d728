"""The driver: moves bots and stand-ins, lets flags fall, takes over from processes that died."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from sommet.server.driving.thinking import Question
from sommet.server.live.messages import Thinking
from sommet.server.live.room import Room
from sommet.server.store import StoreTrouble
from sommet.server.store.leases import BEAT, Adopted
from sommet.server.tables import events
from sommet.server.tables.deciding import house_moves
from sommet.server.tables.sitting import Sitting

if TYPE_CHECKING:
    from sommet.server.house import House

__all__ = ["Driver"]

LOOK = 0.25
"""Seconds between two looks at what is due."""
BREATH = 0.02
"""Seconds to wait when woken: what else is due by then is found by the same look."""


class Driver:
    """Exactly one process drives a table; if two believe they do, the log lets one of them win."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._woken = asyncio.Event()
        self._busy: set[str] = set()

    def wake(self) -> None:
        """Something may be due now."""
        self._woken.set()

    async def drive(self) -> None:
        beaten = 0.0
        while True:
            now = self.house.now()
            try:
                if now - beaten >= BEAT:
                    await self.house.leases.beat(now)
                    beaten = now
                    for adopted in await self.house.leases.adopt(now):
                        await self._take_over(adopted)
                for id in await self.house.leases.due(now):
                    if id not in self._busy:
                        self._busy.add(id)
                        self.house.soon(self._look(id))
            except StoreTrouble as trouble:
                self.house.notes.warning("not_driving", code=trouble.code)
                await asyncio.sleep(LOOK)
            self._woken.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._woken.wait()
                    await asyncio.sleep(BREATH)

    async def _take_over(self, adopted: Adopted) -> None:
        """Seconds that passed while nobody kept the clock are given back."""
        room = await self.house.rooms.fresh(adopted.game)
        sitting = room.sitting
        self.house.notes.info("taken_over", table=adopted.game)
        if adopted.silent_since and sitting.turn is not None and sitting.opened.setup.clock.live:
            lost = self.house.now() - max(adopted.silent_since, sitting.since)
            if lost > 0:
                await room.enter(sitting.position, events.HandedOver(round(lost, 3)))

    async def _look(self, id: str) -> None:
        try:
            room = await self.house.rooms.fresh(id)
            while room.sitting.driven:
                await self._move(room, room.sitting)
            falls = room.sitting.flag_falls
            if falls is not None and falls <= self.house.now() and room.sitting.turn is not None:
                await room.enter(room.sitting.position, events.Flagged(room.sitting.turn))
        except StoreTrouble as trouble:
            self.house.notes.warning("not_driven", table=id, code=trouble.code)
            await asyncio.sleep(LOOK)
        finally:
            self._busy.discard(id)

    async def _move(self, room: Room, sitting: Sitting) -> None:
        record = sitting.running
        assert record is not None
        seat = sitting.seats[record.turn]
        if record.turn in record.out or seat is None:
            move = str(record.stand_in())
        else:
            engines = self.house.engines
            room.tell(Thinking(record.turn, engines.waiting))
            seed = int.from_bytes(sha256(sitting.id.encode()).digest()[:6], "big")
            question = Question(record.view(record.turn), seat.level, seed)
            move = (await engines.ask(question)).moves[0][0]
        await room.enter(sitting.position, house_moves(sitting, move, self.house.now()))
