"""The lobby lists tables at which somebody is still waiting."""

from __future__ import annotations

from pathlib import Path

import pytest

from sommet.server.live import lobby
from sommet.server.live.lobby import ABANDONED_AFTER_S, Lobby
from sommet.server.runtime.system import System
from sommet.server.store.people import Person
from sommet.wire.clocks import Days
from sommet.wire.setup import Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


class AdjustableClock(System):
    """A clock that the test moves forward."""

    ahead = 0.0

    def now(self) -> float:
        return super().now() + self.ahead


async def test_open_tables_of_guests_long_gone_are_not_listed(tmp_path: Path) -> None:
    system = AdjustableClock()
    async with open_container(settings(tmp_path), system) as container:
        chairs = (Me(), Open())
        gone = await new_table(container, ADA, Setup("pylos", chairs=chairs, public=True))
        slow = await new_table(
            container, BOB, Setup("pylos", chairs=chairs, public=True, clock=Days(3))
        )

        async def listed() -> set[str]:
            lobby = Lobby(container.rooms, container.log, container.presence, system)
            return {card.table.id for card in await lobby.list_tables("open", None, 10)}

        assert await listed() == {gone.id, slow.id}
        system.ahead = ABANDONED_AFTER_S + 1
        assert await listed() == {slow.id}, "correspondence players may be away"
        await container.presence.record(gone.id, ADA.id, True, system.now())
        await container.leases.heartbeat(system.now())
        assert gone.id in await listed(), "somebody is present again"


@pytest.mark.parametrize(("lifetime", "tables"), [(60.0, 1), (0.0, 2)])
async def test_a_list_is_cached_until_it_expires(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lifetime: float, tables: int
) -> None:
    monkeypatch.setattr(lobby, "CACHE_LIFETIME_S", lifetime)
    setup = Setup("pylos", chairs=(Me(), Open()), public=True)
    async with open_container(settings(tmp_path)) as container:
        lists = Lobby(container.rooms, container.log, container.presence, System())
        for person in (ADA, BOB):
            await new_table(container, person, setup)
            listed = await lists.list_tables("open", None, 10)
        assert len(listed) == tables
