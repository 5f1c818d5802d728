"""Nothing that leaves the house before the reveal depends on a secret that its reader may not know.

The same scripted game is played in houses with a fixed clock and fixed ids, dealt from other seeds
such that the table is the same and the hidden part another one, which fits what is public. Whatever
a viewer can get must be the same, byte by byte; the commitment alone is masked.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import sommet
from sommet.core.deal import Deal
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.core.secrets import Secrets
from sommet.server.live import socket
from sommet.server.process.fate import Fate
from sommet.server.serving.house import House
from tests.server.patience import ALL
from tests.server.playing import Guest, Live, open_house, serving, settings

pytestmark = pytest.mark.anyio

SEED = "the same for all"
MOVES = 6
OTHERS = 4 if ALL else 1
"""How many other deals are tried for each viewer."""


class Fixed(Fate):
    """Time stands still until the test moves it, and ids count up."""

    def __init__(self, seed: str = SEED) -> None:
        self.seed = seed
        self.time = 1_800_000_000.0
        self._ids = itertools.count(1)

    def now(self) -> float:
        return self.time

    def new_id(self) -> str:
        return f"id{next(self._ids)}"

    def new_seed(self) -> str:
        return self.seed


class Notebook(logging.Handler):
    """Every line that the server logs, without the time."""

    def emit(self, record: logging.LogRecord) -> None:
        others = ("httpx", "httpcore", "alembic", "uvicorn")  # uvicorn tells troubles alone
        if record.levelno > logging.INFO or not record.name.startswith(others):
            noted = getattr(record, "noted", "")
            self.lines.append(f"{record.levelname} {record.getMessage()} {noted}")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []


@dataclass
class Heard:
    """All that can be got: by each viewer (the last two have no seat), and from the log."""

    messages: list[list[bytes]] = field(default_factory=list)
    streams: list[bytes] = field(default_factory=list)
    answers: list[list[bytes]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def script(game: Game[Any]) -> tuple[Record[Any], tuple[str, ...]]:
    """A start, and moves that end the game in no deal that is tried."""
    record = Record.new(game, SEED, first=0)
    start = record
    for _ in range(MOVES):
        record = record.play(record.position.moves()[0])
    return start, tuple(map(str, record.moves))


def deals(start: Record[Any], moves: tuple[str, ...], viewer: int | None) -> list[Secrets]:
    """Other deals that a viewer cannot tell from the real one."""
    found = []
    for world in start.view(viewer).worlds():
        record = replace(start, start=replace(start.start, secrets=world))
        if world == start.start.secrets:
            continue
        for move in moves:
            if record.outcome is None:
                record = record.play(move)
        if record.outcome is None:
            found.append(world)
    return found[:: max(1, len(found) // OTHERS)][:OTHERS]


async def play(
    folder: Path,
    start: Record[Any],
    moves: tuple[str, ...],
    world: Secrets,
    patch: pytest.MonkeyPatch,
) -> Heard:
    """Play the script where another seed deals the same table with these secrets, and write down
    all that comes out."""
    seed, new = f"a seed that deals {world}", Record.new

    def dealt(*arguments: Any, **more: Any) -> Record[Any]:
        record: Record[Any] = new(*arguments, **more)
        assert record.deal
        assert record.deal.seed == seed
        return replace(record, start=replace(start.start, secrets=world))

    async def silent(*_: object) -> None:
        """Pings come by the real clock, and their answers are counted."""

    heard, notebook = Heard(), Notebook()
    database = folder / f"{len(list(folder.iterdir()))}.db"
    root = logging.getLogger()
    root.addHandler(notebook)
    with patch.context() as patched:
        patched.setattr(Record, "new", dealt)
        patched.setattr(socket, "_ping", silent)
        patched.setattr(root, "level", logging.INFO)
        given, fate = settings(folder, str(database)), Fixed(seed)
        async with open_house(given, fate) as house, serving(house) as url:
            await _play(house, fate, url, start.game, moves, heard)
    root.removeHandler(notebook)
    heard.notes = notebook.lines
    return _masked(heard, Deal(seed).commitment.encode())


def _masked(heard: Heard, commitment: bytes) -> Heard:
    def mask(text: bytes) -> bytes:
        return text.replace(commitment, b"(the commitment)")

    return Heard(
        [[mask(text) for text in texts] for texts in heard.messages],
        [mask(text) for text in heard.streams],
        [[mask(text) for text in texts] for texts in heard.answers],
        heard.notes,
    )


async def _play(
    house: House, fate: Fixed, url: str, game: Game[Any], moves: tuple[str, ...], heard: Heard
) -> None:
    guests = [await Guest.called(url, f"Player {seat}") for seat in range(game.seats)]
    table = await guests[0].sets(game.id, options=game.settings, first=0, public=True)
    outsider, watcher = await Guest.called(url, "Outsider"), Guest(url)
    for guest in guests[1:]:
        command = {"kind": "sit", "id": "sit"}
        await guest.ask("POST", f"/api/tables/{table}/commands", json=command)
    viewers = (*guests, outsider, watcher)
    async with AsyncExitStack() as stack:
        lives: list[Live] = []
        for at, viewer in enumerate(viewers):
            # The last one is a program that gets whole frames; the others are told what changed.
            version = None if viewer is watcher else 2
            lives.append(await stack.enter_async_context(viewer.at(table, version=version)))
            await lives[at].until("welcome")
            here = [seat <= at for seat in range(game.seats)]
            for live in lives if at < game.seats else lives[at:]:
                await live.until("present", seats=here)
        streams = [await _streamed(stack, viewer, table) for viewer in viewers]
        for number, move in enumerate(moves):
            fate.time += 1.0
            await _move(lives, number, move)
        await _ask_everything(lives)
        for viewer in viewers:
            heard.answers.append(await _answers(viewer, table))
        last = b'"sequence":%d' % (await house.rooms.get(table)).sitting.sequence
        for chunks in streams:
            while last not in b"".join(chunks):
                await asyncio.sleep(0.01)
        heard.streams = [b"".join(chunks) for chunks in streams]
        heard.messages = [live.raw for live in lives]
    for viewer in viewers:
        await viewer.leaves()


async def _streamed(stack: AsyncExitStack, guest: Guest, table: str) -> list[bytes]:
    """What the event stream of a table brings, for as long as the test goes on."""
    coming = guest.browser.stream("GET", f"/api/tables/{table}/stream")
    answer: httpx.Response = await stack.enter_async_context(coming)
    chunks: list[bytes] = []

    async def read() -> None:
        async for chunk in answer.aiter_raw():
            chunks.append(chunk)

    reading = asyncio.create_task(read())
    stack.callback(reading.cancel)
    while b'"present"' not in b"".join(chunks):
        await asyncio.sleep(0.01)
    return chunks


async def _move(lives: list[Live], number: int, move: str) -> None:
    """The player to move plays; everyone hears of it before time goes on."""
    frames = [message["frame"] for message in lives[-1].heard if "frame" in message]
    turn, position = frames[-1]["turn"], frames[-1]["position"]
    ack = await lives[turn].play(move, position, id=f"move {number}")
    assert ack["kind"] == "ack", ack
    for live in lives:
        if not any(message.get("sequence") == ack["sequence"] for message in live.heard
                   if message["kind"] == "happened"):  # fmt: skip
            await live.until("happened", sequence=ack["sequence"])


async def _ask_everything(lives: list[Live]) -> None:
    """What can be asked, and what is refused."""
    for live in lives:
        for kind, more in (
            ("moves", {}),
            ("sketch", {"path": []}),
            ("hint", {}),
            ("lift", {"seat": 0}),
            ("mute", {"seat": 1}),
            ("report", {"seat": 1}),
            ("play", {"move": "nonsense", "position": 1}),
            ("offer_draw", {}),
            ("ask_takeback", {}),
            ("warn", {}),
            ("claim", {}),
            ("rematch", {}),
        ):
            await live.does(kind, id=kind, **more)


async def _answers(guest: Guest, table: str) -> list[bytes]:
    paths = ["", "/record", "/record.json", "/picture.svg", "/picture.svg?move=1", "/verification"]
    paths += ["/analysis", "/picture.svg?seat=1", "/record?seat=1", "?seat=1"]
    asked = [f"/api/tables/{table}{path}" for path in paths]
    asked += ["/", "/api/tables?stage=running", "/api/tables/mine", "/readyz", "/metrics"]
    pages = ["", "/frames/0", "/frames/3", "/frames/3?seat=1"]
    asked += [f"/tables/{table}{path}" for path in pages]
    answers = [await guest.browser.get(path) for path in asked]
    seen = msgspec.json.decode(answers[0].content)
    if seen["you"]["seats"]:  # what they play now is not analysed as a free position either
        card, view = seen["table"], seen["frame"]["board"]["view"]
        position = {"game": card["game"], "options": card["options"], "position": view}
        answer = await guest.browser.post("/api/analysis", json=position)
        assert answer.status_code == 403, answer.text
        answers.append(answer)
    return [b"%d %s" % (answer.status_code, answer.content) for answer in answers]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kabaleo", {"players": 2}),
        ("kabaleo", {"players": 3}),
        ("colorpop", {"players": 2}),
        ("colorpop", {"players": 4, "variant": "teams"}),
    ],
)
async def test_what_a_viewer_gets_does_not_depend_on_what_they_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any]
) -> None:
    game = sommet.game(name, **options)
    start, moves = script(game)
    real = await play(tmp_path, start, moves, start.start.secrets, monkeypatch)
    compared = 0
    for viewer in (*range(game.seats), None):
        # Who has no seat sees what the spectator sees, whether we know their name or not.
        places = range(game.seats, game.seats + 2) if viewer is None else (viewer,)
        for world in deals(start, moves, viewer):
            other = await play(tmp_path, start, moves, world, monkeypatch)
            for at in places:
                assert other.messages[at] == real.messages[at], f"{viewer} is told of {world}"
                assert other.streams[at] == real.streams[at], f"{viewer} is streamed {world}"
                assert other.answers[at] == real.answers[at], f"{viewer} can find out {world}"
                compared += sum(map(len, other.messages[at])) + len(other.streams[at])
            assert sorted(other.notes) == sorted(real.notes), f"the log tells {world}"
    assert compared > 100_000, "something was compared"
    kinds = {msgspec.json.decode(text)["kind"] for text in real.messages[0]}
    assert {"present", "happened", "welcome", "you", "refused", "listed"} <= kinds


async def test_one_s_own_secret_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above would notice a difference: whose secret changes sees it."""
    game = sommet.game("kabaleo", players=2)
    start, moves = script(game)
    mine = next(world for world in deals(start, moves, None) if world[0] != start.start.secrets[0])
    real = await play(tmp_path, start, moves, start.start.secrets, monkeypatch)
    other = await play(tmp_path, start, moves, mine, monkeypatch)
    assert other.messages[0] != real.messages[0]
    assert other.streams[0] != real.streams[0]
    assert other.answers[0] != real.answers[0]
    view = msgspec.json.decode(real.messages[0][1])["frame"]["board"]["view"]
    assert start.start.secrets[0] in view


async def test_partners_share_their_colours_and_nobody_else_s() -> None:
    """C11: the comparison above holds a partner's secret still, as it is theirs too."""
    start, moves = script(sommet.game("colorpop", players=4, variant="teams"))
    for viewer in range(4):
        partner = (viewer + 2) % 4
        for world in deals(start, moves, viewer):
            differs = {at for at in range(4) if world[at] != start.start.secrets[at]}
            assert differs
            assert differs.isdisjoint({viewer, partner})
