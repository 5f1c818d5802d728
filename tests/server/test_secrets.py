"""Nothing that leaves the house before the reveal depends on a secret that its reader may not know.

The same scripted game is played in houses with a fixed clock and fixed ids, with the hidden part
dealt in other ways that fit what is public. Whatever a viewer can get must be the same, byte by
byte. (The seed is the same too, and so is the commitment: only the hidden part differs.)
"""

from __future__ import annotations

import itertools
import logging
import os
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sommet
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.core.secrets import Secrets
from sommet.server.house import House
from tests.server.playing import Guest, Live, open_house, serving, settings

pytestmark = pytest.mark.anyio

SEED = "the same for all"
MOVES = 6
OTHERS = 4 if "SOMMET_DRILLS" in os.environ else 1
"""How many other deals are tried for each viewer."""


class FixedHouse(House):
    """Time stands still until the test moves it, and ids count up."""

    def __init__(self, *arguments: Any) -> None:
        self.time = 1_800_000_000.0
        self._ids = itertools.count(1)
        super().__init__(*arguments)

    def now(self) -> float:
        return self.time

    def fresh_id(self) -> str:
        return f"id{next(self._ids)}"

    def fresh_seed(self) -> str:
        return SEED


class Notebook(logging.Handler):
    """Every log line, without the time."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.getMessage()} {getattr(record, 'told', '')}")


@dataclass
class Heard:
    """All that can be got: by each viewer (the last one only watches), and from the log."""

    messages: list[list[bytes]] = field(default_factory=list)
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
    folder: Path, game: Game[Any], moves: tuple[str, ...], world: Secrets, patch: pytest.MonkeyPatch
) -> Heard:
    """Play the script where the secrets are dealt like this, and write down all that comes out."""
    new = Record.new

    def dealt(*arguments: Any, **more: Any) -> Record[Any]:
        record: Record[Any] = new(*arguments, **more)
        return replace(record, start=replace(record.start, secrets=world))

    patch.setattr(Record, "new", dealt)
    heard, notebook = Heard(), Notebook()
    logger = logging.getLogger("sommet")
    logger.addHandler(notebook)
    logger.setLevel(logging.DEBUG)
    database = folder / f"{len(list(folder.iterdir()))}.db"
    async with open_house(settings(folder, str(database)), FixedHouse) as house:
        assert isinstance(house, FixedHouse)
        async with serving(house) as url:
            await _play(house, url, game, moves, heard)
    logger.removeHandler(notebook)
    heard.notes = notebook.lines
    patch.undo()
    return heard


async def _play(
    house: FixedHouse, url: str, game: Game[Any], moves: tuple[str, ...], heard: Heard
) -> None:
    guests = [await Guest.called(url, f"Player {seat}") for seat in range(game.seats)]
    table = await guests[0].sets(game.id, options=game.settings, first=0, public=True)
    watcher = Guest(url)
    for guest in guests[1:]:
        answer = await guest.browser.post(
            f"/api/tables/{table}/commands", json={"kind": "sit", "id": "sit"}
        )
        assert answer.is_success
    async with AsyncExitStack() as stack:
        lives = [await stack.enter_async_context(each.at(table)) for each in (*guests, watcher)]
        for live in lives:
            await live.until("welcome")
        for number, move in enumerate(moves):
            house.time += 1.0
            await _move(lives, number, move)
        await _ask_everything(lives)
        for guest in (*guests, watcher):
            heard.answers.append(await _answers(guest, table))
        for live in lives:
            heard.messages.append([raw for raw in live.raw if b'"present"' not in raw])
    for guest in (*guests, watcher):
        await guest.leaves()


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
            ("play", {"move": "nonsense", "position": 1}),
            ("offer_draw", {}),
            ("ask_takeback", {}),
            ("rematch", {}),
        ):
            await live.does(kind, id=kind, **more)


async def _answers(guest: Guest, table: str) -> list[bytes]:
    paths = ["", "/record", "/record.json", "/picture.svg", "/picture.svg?move=1", "/verification"]
    paths += ["/analysis", "/picture.svg?seat=1", "/record?seat=1"]
    answers = [await guest.browser.get(f"/api/tables/{table}{path}") for path in paths]
    pages = ["", "/frames/1", "/frames/1?seat=1", "/secrets", "/secrets?seat=1"]
    others = ["/", "/api/tables?stage=running", *(f"/tables/{table}{path}" for path in pages)]
    answers += [await guest.browser.get(path) for path in others]
    return [b"%d %s" % (answer.status_code, answer.content) for answer in answers]


@pytest.mark.parametrize(
    ("name", "options"),
    [("kabaleo", {"players": 2}), ("kabaleo", {"players": 3}), ("colorpop", {"players": 2})],
)
async def test_what_a_viewer_gets_does_not_depend_on_what_they_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, int]
) -> None:
    game = sommet.game(name, **options)
    start, moves = script(game)
    real = await play(tmp_path, game, moves, start.start.secrets, monkeypatch)
    known = [*range(game.seats), None]
    told = 0
    for viewer in known:
        for world in deals(start, moves, viewer):
            other = await play(tmp_path, game, moves, world, monkeypatch)
            at = known.index(viewer)
            assert other.messages[at] == real.messages[at], f"{viewer} is told of {world}"
            assert other.answers[at] == real.answers[at], f"{viewer} can find out {world}"
            assert sorted(other.notes) == sorted(real.notes), f"the log tells {world}"
            told += sum(map(len, other.messages[at]))
    assert told > 10_000, "something was compared"


async def test_one_s_own_secret_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above would notice a difference: whose secret changes sees it."""
    game = sommet.game("kabaleo", players=2)
    start, moves = script(game)
    mine = next(world for world in deals(start, moves, None) if world[0] != start.start.secrets[0])
    real = await play(tmp_path, game, moves, start.start.secrets, monkeypatch)
    other = await play(tmp_path, game, moves, mine, monkeypatch)
    assert other.messages[0] != real.messages[0]
    view = msgspec.json.decode(real.messages[0][1])["frame"]["board"]["view"]
    assert start.start.secrets[0] in view
