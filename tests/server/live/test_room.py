"""When a room reads the log before it refuses a command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sommet.core.errors import SommetError
from sommet.server.app.container import Container
from sommet.server.live.room import Room
from sommet.server.store import Log
from sommet.server.store.people import Person
from sommet.wire import commands
from sommet.wire.setup import Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Callable[[Log], list[str]]:
    """Records the games that a log is read on for, instead of reading them."""

    def record(log: Log) -> list[str]:
        read: list[str] = []

        async def read_on(game: str, after: int) -> tuple[()]:
            read.append(game)
            return ()

        monkeypatch.setattr(log, "read_on", read_on)
        return read

    return record


async def running_table(container: Container) -> Room:
    room = await new_table(container, ADA, Setup("pylos", chairs=(Me(), Open()), first=0))
    await room.execute(BOB, commands.Sit("s"))
    return room


def refused_commands(position: int) -> dict[str, commands.Command]:
    return {
        "illegal": commands.Play("illegal", position=position, move="2a1"),
        "stale": commands.Play("stale", position=position - 1, move="1b2"),
        "newer": commands.Play("newer", position=position + 1, move="1b2"),
        "rematch": commands.Rematch("rematch"),
    }


async def test_a_single_process_refuses_without_reading_the_log(
    tmp_path: Path, reads: Callable[[Log], list[str]]
) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await running_table(container)
        read = reads(container.log)
        for command in refused_commands(room.state.position).values():
            with pytest.raises(SommetError):
                await room.execute(ADA, command)
        assert not read


async def test_one_of_several_processes_reads_the_log_only_if_that_can_change_the_answer(
    tmp_path: Path, reads: Callable[[Log], list[str]]
) -> None:
    async with open_container(settings(tmp_path, workers=2)) as container:
        room = await running_table(container)
        read_for = set()
        for name, command in refused_commands(room.state.position).items():
            read = reads(container.log)
            with pytest.raises(SommetError):
                await room.execute(ADA, command)
            if read:
                read_for.add(name)
        assert read_for == {"newer", "rematch"}


async def test_a_command_that_the_newest_state_allows_is_not_refused(
    database: str, tmp_path: Path
) -> None:
    """However far behind the process is that receives it."""
    given = settings(tmp_path, database, workers=2)
    async with open_container(given) as one:
        two = Container(given, one.store)  # it is never started, so nothing notifies it
        room = await new_table(one, ADA, Setup("pylos", chairs=(Me(), Open()), first=0))
        behind = await two.rooms.get(room.id)
        await room.execute(BOB, commands.Sit("s"))
        assert behind.state.stage == "open"
        assert await behind.execute(BOB, commands.Say("w", text="Hello")) == 3
        await room.catch_up()
        await room.execute(ADA, commands.Play("p", position=room.state.position, move="1b2"))
        position = room.state.position
        assert behind.state.position < position
        played = commands.Play("q", position=position, move="1c3")
        assert await behind.execute(BOB, played) == position + 1
        assert await room.execute(BOB, played) == position + 1, "and only once"
