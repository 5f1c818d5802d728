"""What the engines are asked, for whom and how urgently: bots, hints, analyses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.server.app.container import Container
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.jobs import EngineJob, EvaluatedMove, JobResult, Priority
from sommet.server.runtime.system import System
from sommet.server.store.people import Person
from sommet.wire.setup import Bot, Me, Setup
from tests.server.bots.test_driver import until
from tests.server.local_server import Guest, new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA = Person("a", "Ada")
ME, BOT = {"kind": "me"}, {"kind": "bot", "level": "random"}
EngineRequest = tuple[EngineJob, Priority, str]


@pytest.fixture
def engine_requests(monkeypatch: pytest.MonkeyPatch) -> list[EngineRequest]:
    """Records every request to the engines. They answer each with the first legal move."""
    recorded: list[EngineRequest] = []

    async def ask(engines: EnginePool, job: EngineJob, priority: Priority, owner: str) -> JobResult:
        recorded.append((job, priority, owner))
        move = str(job.view.moves()[0])
        return JobResult((EvaluatedMove(move, line=(move,)),))

    monkeypatch.setattr(EnginePool, "ask", ask)
    return recorded


@pytest.mark.parametrize("name", sommet.names())
async def test_a_hint_asks_the_strongest_level_about_the_seats_view(
    ada: Guest, engine_requests: list[EngineRequest], name: str
) -> None:
    seats = sommet.game(name).seats
    table = await ada.create_table(name, chairs=[ME, *[BOT] * (seats - 1)], first=0)
    async with ada.at(table) as live:
        await live.until("welcome")
        assert (await live.send_command("hint"))["kind"] == "hint_given"
    (job, priority, owner), *_ = engine_requests
    assert job.level == sommet.levels(name)[-1]
    assert job.view.viewer == 0
    assert priority is Priority.ON_REQUEST
    assert owner, "so that busy clients only delay themselves"


async def test_an_analysis_asks_the_strongest_level_by_default(
    ada: Guest, engine_requests: list[EngineRequest]
) -> None:
    for level, expected in (("", "perfect"), ("gentle", "gentle")):
        body = {"game": "pylos", **({"level": level} if level else {})}
        assert (await ada.request("POST", "/api/analysis", json=body))["moves"]
        job, priority, _ = engine_requests.pop()
        assert (job.level, job.of, priority) == (expected, "", Priority.ON_REQUEST)


async def test_the_analysis_of_a_game_includes_the_move_that_was_played(
    ada: Guest, engine_requests: list[EngineRequest]
) -> None:
    table = await ada.create_table("pylos", chairs=[ME, ME], first=0)
    for number, move in enumerate(("1b2", "1c3")):
        position = (await ada.request("GET", f"/api/tables/{table}"))["frame"]["position"]
        await ada.send_command(table, "play", seat=number, move=move, position=position)
    await ada.send_command(table, "resign", seat=0)
    for query, played in (("?move=0", "1b2"), ("?move=1", "1c3"), ("", "1c3"), ("?move=2", "")):
        answer = await ada.browser.get(f"/api/tables/{table}/analysis{query}")
        if answer.is_success:
            assert engine_requests.pop()[0].also == played
        else:
            assert (query, answer.json()["code"]) == ("?move=2", "game_over")


class FixedSystem(System):
    """Ids and seeds chosen by the test."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seed = seed
        self._ids = iter(("process", "table"))

    def new_id(self) -> str:
        return next(self._ids)

    def new_seed(self) -> str:
        return self._seed


async def bot_seed(
    folder: Path, secret: str, seed: str, engine_requests: list[EngineRequest]
) -> int:
    """The seed of a bot, given the server's secret and the seed of the deal."""
    folder.mkdir()
    (folder / "secret").write_text(secret)
    engine_requests.clear()
    async with open_container(settings(folder), FixedSystem(seed)) as container:
        await table_with_bot(container)
        await until(lambda: engine_requests)
    job, priority, owner = engine_requests[0]
    assert (priority, owner) == (Priority.UNATTENDED, ADA.id)
    return job.seed


async def table_with_bot(container: Container) -> Any:
    return await new_table(container, ADA, Setup("kabaleo", {"players": 2}, (Me(), Bot()), first=1))


async def test_a_bots_seed_depends_on_the_servers_secret_and_not_on_the_deal(
    tmp_path: Path, engine_requests: list[EngineRequest]
) -> None:
    one = await bot_seed(tmp_path / "1", "ab" * 32, "0" * 32, engine_requests)
    other_deal = await bot_seed(tmp_path / "2", "ab" * 32, "1" * 32, engine_requests)
    other_secret = await bot_seed(tmp_path / "3", "cd" * 32, "0" * 32, engine_requests)
    assert one == other_deal
    assert one != other_secret
    assert one.bit_length() > 128, "it cannot be guessed"
