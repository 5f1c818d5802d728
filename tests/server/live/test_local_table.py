"""A local table and a server's room send a client the same messages, byte for byte."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sommet
from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.players import Line
from sommet.server.app.container import Container
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.jobs import EngineJob, EvaluatedMove, JobResult
from sommet.server.live import websocket
from sommet.server.runtime.loop_lag import LoopLag
from sommet.tables.local_table import LocalTable
from sommet.tables.snapshot import Snapshot
from sommet.tables.table_state import TableState
from sommet.tables.updates import welcome
from sommet.wire.client_messages import VERSION
from sommet.wire.commands import PHRASES
from sommet.wire.setup import Setup
from tests.server.local_server import Guest, LiveConnection, open_container, serve, settings
from tests.server.noninterference import FixedSystem

pytestmark = pytest.mark.anyio

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("pylos", {"variant": "expert"}),
    ("triedre", {}),
    ("kabaleo", {"players": 3}),
    ("colorpop", {"players": 4, "variant": "teams"}),
    ("colorpop", {"players": 1}),
]
OWN_PACE = ("present", "thinking")
"""Messages that follow no command, so that their place among the others isn't fixed."""


class Both:
    """The same table on a server and in this process, with one client at each."""

    def __init__(
        self,
        container: Container,
        ada: Guest,
        system: FixedSystem,
        live: LiveConnection,
        local: LocalTable,
    ) -> None:
        self.container = container
        self.ada = ada
        self.system = system
        self.live = live
        self.local = local
        self.sent = 0
        self.kinds: set[str] = set()
        self.next_id = container.table_factory.next_id(local.state.id)

    async def compare(self, expected: list[bytes]) -> list[dict[str, Any]]:
        """Receive from the server what the local table has sent; only ids of rematches differ."""
        found = [msgspec.json.decode(text) for text in expected]
        for text, message in zip(expected, found, strict=True):
            if message["kind"] not in OWN_PACE:
                while (await self.live.next())["kind"] in OWN_PACE:
                    pass
                if self.local.state.next_table:
                    text = text.replace(self.local.state.next_table.encode(), self.next_id.encode())
                assert msgspec.json.decode(self.live.raw[-1]) == msgspec.json.decode(text)
                assert self.live.raw[-1] == text
                self.kinds.add(message["kind"])
        return found

    async def greet(self) -> None:
        """Compare the answer to the greeting, which the connection has sent."""
        text = msgspec.json.encode({"kind": "hello", "version": VERSION})
        await self.compare(self.local.receive(text))
        await self.compare([*self.local.run(first_move)])

    async def send(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a message to both; the answer, once everything that follows is the same, too."""
        self.sent += 1
        self.system.time += 0.01  # so little that no deadline passes
        message = {"kind": kind, "id": f"{kind}-{self.sent}", **more}
        await self.live.send(**message)
        answers = await self.compare(self.local.receive(msgspec.json.encode(message)))
        await self.compare([*self.local.run(first_move)])
        return answers[-1]

    async def play(self, chance: random.Random) -> None:
        state = self.local.state
        assert state.running
        path = [*chance.choice(state.running.position.moves()).steps]
        answer = await self.send("play", position=state.position, seat=state.turn, path=path)
        assert answer["kind"] == "ack"


def first_move(view: View[Any], level: str = "") -> Move:
    return view.moves()[0]


def hint(view: View[Any]) -> Line:
    return Line(first_move(view), 0.75, 1, ())


async def let_bots_move(container: Container, local: LocalTable, id: str) -> TableState:
    """Let bots begin at a local table and the server's, so that a client finds the same moves at
    both. Returns the server's state."""
    room = await container.rooms.get(id)
    while room.state.is_server_turn:
        await asyncio.sleep(0.01)
    assert all(local.run(first_move))
    return room.state


@asynccontextmanager
async def both(
    folder: Path, patch: pytest.MonkeyPatch, game: str, chairs: list[dict[str, Any]], **more: Any
) -> AsyncIterator[Both]:
    async def ask(_: EnginePool, job: EngineJob, *__: Any) -> JobResult:
        return JobResult((EvaluatedMove(str(first_move(job.view)), 0.75),))

    async def no_pings(*_: object) -> None:
        """Pings would measure the time that the test sets."""
        await asyncio.Event().wait()

    patch.setattr(EnginePool, "ask", ask)
    patch.setattr(websocket, "_ping", no_pings)
    patch.setattr(LoopLag, "sample", lambda _: None)  # the clock advances only between messages
    system = FixedSystem()
    async with open_container(settings(folder), system) as container, serve(container) as url:
        ada = await Guest.create(url, "Ada")
        id = await ada.create_table(game, chairs=chairs, **more)
        setup = msgspec.convert({"game": game, "chairs": chairs, **more}, Setup)
        local = LocalTable.open(
            setup, "Ada", id=id, seed=system.seed, hint=hint, now=lambda: system.time
        )
        await let_bots_move(container, local, id)
        async with aclosing(ada.browser), ada.at(id) as live:
            at = Both(container, ada, system, live, local)
            await at.greet()
            yield at


async def ask_everything(at: Both, chance: random.Random) -> None:
    """Queries and commands that lead to an answer or a refusal, but to no event."""
    state = at.local.state
    view = state.view(state.turn)
    assert view is not None
    move = chance.choice(view.moves())
    for count in range(len(move.steps) + 1):
        await at.send("sketch", path=[*move.steps[:count]])
    for solid in chance.sample(view.scene().solids, 3):
        await at.send("explain", at=solid.id, path=[])
    await at.send("moves")
    await at.send("hint")
    await at.send("sketch", path=["nonsense"])
    await at.send("play", position=state.position, move="nonsense", seat=state.turn)
    await at.send("play", position=state.position - 1, move=str(move), seat=state.turn)
    await at.send("play", position=state.position, move=str(move), seat=15)
    await at.send("view_as", seat=15)
    for kind in ("mute", "report"):
        await at.send(kind, seat=0)
    for kind in ("sit", "stand", "warn", "claim", "accept_draw", "accept_takeback", "rematch"):
        await at.send(kind)


@pytest.mark.parametrize(("game", "options"), GAMES)
async def test_people_at_one_screen_get_the_same_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, Any]
) -> None:
    chance = random.Random(3)
    seats = sommet.game(game, **options).seats
    setup = {"options": options, "clock": {"kind": "total", "seconds": 3600.0, "increment": 2.0}}
    async with both(tmp_path, monkeypatch, game, [{"kind": "me"}] * seats, **setup) as at:
        turns = 0
        while (turn := at.local.state.turn) is not None:
            other = (turn + 1) % seats
            await at.send("view_as", seat=None)
            await at.send("view_as", seat=turn)
            if turns in (0, 5):
                await ask_everything(at, chance)
            if turns == 3:
                await at.send("say", phrase=PHRASES[0], seat=turn)
                await at.send("say", text="  that was  close ")
                await at.send("offer_draw", seat=turn)
                await at.send("decline_draw", seat=other)
                await at.send("ask_takeback", seat=turn)
                await at.send("decline_takeback", seat=other)
            if turns == 4:
                await at.send("ask_takeback", seat=turn)
                await at.send("accept_takeback", seat=other)
            if turns == 7 and seats > 2:
                assert (await at.send("resign", seat=turn))["kind"] == "ack"
            else:
                await at.play(chance)
            turns += 1
        assert at.local.state.stage == "over"
        await at.send("moves")
        await at.send("play", position=at.local.state.position, move="1a1")
        await at.send("view_as", seat=None)
        assert at.kinds >= {"welcome", "happened", "you", "ack", "refused", "sketched", "listed"}


@pytest.mark.parametrize(("game", "options"), GAMES)
async def test_a_game_against_bots_has_the_same_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, Any]
) -> None:
    chance = random.Random(5)
    seats = sommet.game(game, **options).seats
    chairs: list[dict[str, Any]] = [{"kind": "bot", "level": "random"}] * (seats - 1)
    async with both(tmp_path, monkeypatch, game, [*chairs, {"kind": "me"}], options=options) as at:
        turns = 0
        while at.local.state.running:
            if turns == 0:
                await ask_everything(at, chance)
            if turns == 1:
                hint = await at.send("hint")
                assert hint["kind"] == "hint_given"
                await at.send("ask_takeback")
            if turns == 6:
                await at.send("resign")
            else:
                await at.play(chance)
            turns += 1
        assert (await at.send("rematch"))["kind"] == "ack"
        rematch = at.local.open_rematch(at.system.seed)
        second = await let_bots_move(at.container, rematch, at.next_id)
        first = rematch.state
        for viewer in (*range(seats), None):
            one, two = (welcome(Snapshot(state), viewer, 0.0, ()) for state in (first, second))
            same_card = msgspec.structs.replace(one.table, id=second.id)
            one = msgspec.structs.replace(one, table=same_card)
            assert msgspec.json.encode(one) == msgspec.json.encode(two)


@pytest.mark.parametrize(("game", "options"), GAMES)
async def test_a_returning_client_gets_the_whole_table_of_a_game_with_everything_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, Any]
) -> None:
    chance = random.Random(7)
    seats = sommet.game(game, **options).seats
    setup = {"options": options, "salting": True, "first": None}
    async with both(tmp_path, monkeypatch, game, [{"kind": "me"}] * seats, **setup) as at:
        if at.local.state.stage == "open":
            for seat in range(seats):
                await at.send("salt", salt=f"salt {seat}", seat=seat)
        for _ in range(3):
            await at.play(chance)
        await at.send("say", phrase=PHRASES[1])
        await at.send("offer_draw", seat=at.local.state.turn)
        async with at.ada.at(at.local.state.id) as at.live:
            await at.greet()
