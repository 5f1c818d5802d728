"""Who asks the engines, for whom and how urgently: bots, hints, analyses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.server.app.container import Container
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.fair_queue import Priority
from sommet.server.engines.jobs import EngineJob, JobResult
from sommet.server.runtime.system import System
from sommet.server.store.people import Person
from sommet.server.tables.setup import Bot, Me, Setup
from tests.server.bots.test_driver import until
from tests.server.local_server import Guest, new_table, open_container, running_server, settings

pytestmark = pytest.mark.anyio

ADA = Person("a", "Ada")
ME, BOT = {"kind": "me"}, {"kind": "bot", "level": "random"}
Asked = tuple[EngineJob, Priority, str]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What the engines are asked. The first move is their answer to everything."""
    heard: list[Asked] = []

    async def ask(engines: EnginePool, job: EngineJob, priority: Priority, owner: str) -> JobResult:
        heard.append((job, priority, owner))
        move = str(job.view.moves()[0])
        return JobResult(((move, 0.5, (move,), False, None),))

    monkeypatch.setattr(EnginePool, "ask", ask)
    return heard


@pytest.fixture
async def ada(tmp_path: Path) -> AsyncIterator[Guest]:
    async with running_server(settings(tmp_path)) as (url, _):
        guest = await Guest.create(url, "Ada")
        yield guest
        await guest.close()


@pytest.mark.parametrize("name", sommet.names())
async def test_a_hint_asks_the_strongest_level_for_what_its_seat_sees(
    ada: Guest, asked: list[Asked], name: str
) -> None:
    seats = sommet.game(name).seats
    table = await ada.create_table(name, chairs=[ME, *[BOT] * (seats - 1)], first=0)
    async with ada.at(table) as live:
        await live.until("welcome")
        assert (await live.send_command("hint"))["kind"] == "hint_given"
    (job, priority, owner), *_ = asked
    assert job.level == sommet.levels(name)[-1]
    assert job.view.viewer == 0
    assert priority is Priority.ON_REQUEST
    assert owner, "so that one who asks much waits for themselves"


async def test_an_analysis_asks_the_strongest_level_unless_another_is_named(
    ada: Guest, asked: list[Asked]
) -> None:
    for level, meant in (("", "perfect"), ("gentle", "gentle")):
        body = {"game": "pylos", **({"level": level} if level else {})}
        assert (await ada.request("POST", "/api/analysis", json=body))["moves"]
        job, priority, _ = asked.pop()
        assert (job.level, job.of, priority) == (meant, "", Priority.ON_REQUEST)


async def test_the_analysis_of_a_game_weighs_the_move_that_was_played(
    ada: Guest, asked: list[Asked]
) -> None:
    table = await ada.create_table("pylos", chairs=[ME, ME], first=0)
    for number, move in enumerate(("1b2", "1c3")):
        position = (await ada.request("GET", f"/api/tables/{table}"))["frame"]["position"]
        await ada.send_command(table, "play", seat=number, move=move, position=position)
    await ada.send_command(table, "resign", seat=0)
    for query, played in (("?move=0", "1b2"), ("?move=1", "1c3"), ("", "1c3"), ("?move=2", "")):
        answer = await ada.browser.get(f"/api/tables/{table}/analysis{query}")
        if answer.is_success:
            assert asked.pop()[0].also == played
        else:
            assert (query, answer.json()["code"]) == ("?move=2", "game_over")


class Told(System):
    """A fate that says what it was told: one id, one seed."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seed = seed
        self._ids = iter(("process", "table"))

    def new_id(self) -> str:
        return next(self._ids)

    def new_seed(self) -> str:
        return self._seed


async def chance(folder: Path, secret: str, seed: str, asked: list[Asked]) -> int:
    """The seed of a bot at a table, with the secret of the house and the seed of the deal."""
    folder.mkdir()
    (folder / "secret").write_text(secret)
    asked.clear()
    async with open_container(settings(folder), Told(seed)) as container:
        await seated(container)
        await until(lambda: asked)
    job, priority, owner = asked[0]
    assert (priority, owner) == (Priority.UNATTENDED, ADA.id)
    return job.seed


async def seated(container: Container) -> Any:
    return await new_table(container, ADA, Setup("kabaleo", {"players": 2}, (Me(), Bot()), first=1))


async def test_the_chance_of_bots_hangs_on_the_secret_of_the_house_and_not_on_the_deal(
    tmp_path: Path, asked: list[Asked]
) -> None:
    one = await chance(tmp_path / "1", "ab" * 32, "0" * 32, asked)
    other_deal = await chance(tmp_path / "2", "ab" * 32, "1" * 32, asked)
    other_house = await chance(tmp_path / "3", "cd" * 32, "0" * 32, asked)
    assert one == other_deal
    assert one != other_house
    assert one.bit_length() > 128, "nobody finds it by trying"
