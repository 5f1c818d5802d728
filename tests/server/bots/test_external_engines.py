"""External engines at a table: they play, and their mistakes cost them only their own game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sommet.core.outcome import Ending
from sommet.engine import external_engine
from sommet.server.live.room import Room
from sommet.server.runtime.settings import ExternalEngineSettings
from sommet.server.store.people import Person
from sommet.tables.refusals import Refusal
from sommet.wire import commands
from sommet.wire.setup import Bot, Me, Setup
from tests.engine.fake_engines import NODE, fake_engine
from tests.server.local_server import Guest, new_table, open_container, running_server, settings

pytestmark = pytest.mark.anyio

ADA = Person("a", "Ada")


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.02)


async def play_to_the_end(room: Room) -> None:
    """Play Ada's moves until the game is over."""
    while room.state.stage == "running":
        await until(lambda: room.state.turn in (0, None))
        if record := room.state.running:
            move, position = str(record.position.moves()[-1]), room.state.position
            await room.execute(ADA, commands.Play(f"{position}", move=move, position=position))


async def test_an_engine_in_another_language_plays_a_person_to_the_end(tmp_path: Path) -> None:
    given = settings(tmp_path, external_engines=(ExternalEngineSettings("First move", NODE),))
    async with open_container(given) as container:
        setup = Setup("triedre", chairs=(Me(), Bot("engine:First move")))
        room = await new_table(container, ADA, setup)
        await play_to_the_end(room)
        record = room.state.record
        assert record is not None
        assert record.outcome is not None
        assert not isinstance(record.outcome.reason, Ending)
        for number, move in enumerate(record.moves):
            before = record.at(number)
            if before.turn == 1:
                assert move == before.position.moves()[0]
        assert container.metrics.registry.get_sample_value("sommet_errors_total") == 0


@pytest.mark.parametrize(
    ("answers", "ending"),
    [
        ("time.sleep(60)", Ending.TIME),
        ("raise SystemExit", Ending.ABANDONMENT),
        ("say(**choice, move='4a1')", Ending.ABANDONMENT),
        ("print('hm', flush=True)", Ending.ABANDONMENT),
    ],
)
async def test_an_engine_that_fails_leaves_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: str, ending: Ending
) -> None:
    monkeypatch.setattr(external_engine, "GRACE_S", 0.1 if ending is Ending.TIME else 60.0)
    given = settings(
        tmp_path,
        external_engines=(ExternalEngineSettings("broken", fake_engine(tmp_path, answers)),),
    )
    async with open_container(given) as container:
        setup = Setup("pylos", chairs=(Bot("engine:broken"), Me()))
        room = await new_table(container, ADA, setup)
        await until(lambda: room.state.stage == "over")
        record = room.state.record
        assert record is not None
        assert record.outcome is not None
        assert (record.outcome.winners, record.outcome.reason) == ((1,), ending)


async def test_with_more_than_two_sides_a_stand_in_plays_on(tmp_path: Path) -> None:
    given = settings(
        tmp_path,
        external_engines=(
            ExternalEngineSettings("dead", fake_engine(tmp_path, "raise SystemExit")),
        ),
    )
    async with open_container(given) as container:
        chairs = (Me(), Bot("engine:dead"), Bot("random"))
        room = await new_table(container, ADA, Setup("kabaleo", {"players": 3}, chairs))
        await play_to_the_end(room)
        record = room.state.record
        assert record is not None
        assert record.outcome is not None
        assert record.out == {1}
        assert not isinstance(record.outcome.reason, Ending), "the game was played to its end"


async def test_an_engine_that_was_killed_is_restarted(tmp_path: Path) -> None:
    folder = tmp_path / "frail"
    folder.mkdir()
    mark = folder / "answers"
    second = f"import pathlib; mark = pathlib.Path({str(mark)!r})\n"
    second += "if not mark.exists(): time.sleep(60)\n"
    second += "say(**choice, move=asked['possible'][0])"
    given = settings(
        tmp_path, external_engines=(ExternalEngineSettings("frail", fake_engine(folder, second)),)
    )
    async with open_container(given) as container:
        setup = Setup("pylos", chairs=(Bot("engine:frail"), Me()))
        room = await new_table(container, ADA, setup)
        pool = container.external_engines._pools["engine:frail"]
        await until(lambda: bool(pool.processes))
        mark.touch()
        pool.processes[0]._process.kill()
        await until(lambda: room.state.turn == 1)
        assert room.state.record is not None
        assert len(room.state.record.moves) == 1


async def test_guests_choose_among_the_engines_the_operator_configured(tmp_path: Path) -> None:
    given = settings(
        tmp_path,
        external_engines=(
            ExternalEngineSettings("Any", "true"),
            ExternalEngineSettings("Cubes", "true", ("triedre",)),
        ),
    )
    async with running_server(given) as (url, _):
        ada = await Guest.create(url, "Ada")
        cards: dict[str, Any] = {
            card["id"]: card for card in await ada.request("GET", "/api/games")
        }
        assert cards["triedre"]["levels"][-2:] == ["engine:Any", "engine:Cubes"]
        assert cards["pylos"]["levels"][-1] == "engine:Any"
        chairs = [{"kind": "me"}, {"kind": "bot", "level": "engine:Cubes"}]
        asked = {"json": {"game": "pylos", "chairs": chairs}}
        assert await ada.expect_refusal("POST", "/api/tables", **asked) == (422, "unknown_level")
        form = (await ada.browser.get("/new/pylos")).text
        assert "engine:Any" in form
        assert "engine:Cubes" not in form
        await ada.close()


async def test_without_configured_engines_none_can_be_chosen(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        setup = Setup("pylos", chairs=(Me(), Bot("engine:true")))
        with pytest.raises(Refusal, match="There is no level"):
            await new_table(container, ADA, setup)
