"""A database of the first edition opens, and its games play on.

`tests/data/first-edition` holds a database that the first edition's server (commit 17b1818) was
killed upon, and what it had said of every table there. `scripts/first_edition.py` made both, and
can make them again.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, select

from sommet.core.errors import TextError
from sommet.core.record import Record
from sommet.core.record_format import from_json
from sommet.core.seat_tags import Occupant, occupants_of
from sommet.engine import seat_levels
from sommet.server.app.container import Container
from sommet.server.auth.signing import Signer
from sommet.server.live.room import Room
from sommet.server.runtime.loop_lag import LoopLag
from sommet.server.runtime.settings import Settings
from sommet.server.runtime.system import System
from sommet.server.store import open_store
from sommet.server.store.people import Person
from sommet.server.store.schema import metadata
from sommet.server.tables import commands
from tests.server.local_server import Guest, Message, open_container, serve, settings
from tests.server.services import server_process

pytestmark = pytest.mark.anyio

DATA = Path(__file__).parents[2] / "data" / "first-edition"
TOLD: Message = json.loads(gzip.decompress((DATA / "expected.json.gz").read_bytes()))
TABLES: dict[str, Message] = TOLD["tables"]


def database_in(file: str | Path) -> sqlite3.Connection:
    """The old database, in a file of its own."""
    connection = sqlite3.connect(file)
    connection.executescript(gzip.decompress((DATA / "table.sql.gz").read_bytes()).decode())
    return connection


with closing(database_in(":memory:")) as kept:
    MOMENT = float(kept.execute("SELECT MAX(beat) FROM process").fetchone()[0])
    """When the old server was last alive."""
SILENCE = 10.0
"""Seconds until the new one is there."""


def stage(name: str) -> str:
    return str(TABLES[name]["viewers"]["spectator"]["seen"]["frame"]["stage"])


RUNNING = [name for name in TABLES if stage(name) == "running"]
RECORDS = [
    pytest.param(viewer, id=f"{name}, {seat}")
    for name, table in TABLES.items()
    for seat, viewer in table["viewers"].items()
    if "record" in viewer
]


class Then(System):
    """The time of a new server, opened a little after the old one went."""

    def __init__(self) -> None:
        self.before = MOMENT + SILENCE - time.monotonic()

    def now(self) -> float:
        return self.before + time.monotonic()


@pytest.fixture
def old(tmp_path: Path) -> Settings:
    """A copy of the old database."""
    (tmp_path / "secret").write_text(TOLD["secret"])
    database_in(tmp_path / "old.db").close()
    return settings(tmp_path, str(tmp_path / "old.db"))


@pytest.fixture(params=["sqlite", "postgresql"])
async def either(request: pytest.FixtureRequest, old: Settings) -> Settings:
    """The same of each kind in turn: in PostgreSQL with the same rows."""
    if request.param == "sqlite":
        return old
    database = request.getfixturevalue("postgres_database")
    there, here = await open_store(old.database), await open_store(database)
    async with there.connection() as reading, here.transaction() as writing:
        for table in metadata.sorted_tables:
            if rows := [dict(row) for row in (await reading.execute(select(table))).mappings()]:
                await writing.execute(insert(table), rows)
    await there.close()
    await here.close()
    return replace(old, database=database)


def person(url: str, name: str) -> Guest:
    """A person of the first edition, signed in again."""
    guest = Guest(url)
    cookies = TOLD["people"].get(name, {})
    guest.browser.cookies.update({key: sign("person", old) for key, old in cookies.items()})
    return guest


def sign(purpose: str, old: str) -> str:
    """Sign what the first edition signed in another way."""
    return Signer(bytes.fromhex(TOLD["secret"])).sign(purpose, old.rpartition(".")[0])


def holders(name: str) -> dict[int, str]:
    viewers = TABLES[name]["viewers"]
    return {int(seat): viewer["who"] for seat, viewer in viewers.items() if viewer["who"]}


@asynccontextmanager
async def people(url: str) -> AsyncIterator[dict[str, Guest]]:
    found = {name: person(url, name) for name in (*TOLD["people"], "")}
    try:
        yield found
    finally:
        for guest in found.values():
            await guest.close()


async def look(guest: Guest, table: str, seat: int | None = None) -> Message:
    query = {} if seat is None else {"seat": seat}
    seen: Message = await guest.request("GET", f"/api/tables/{TABLES[table]['id']}", params=query)
    return seen


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


# --- what stands there -------------------------------------------------------------------------


async def test_every_table_stands_as_it_was_left(either: Settings) -> None:
    """Seats, clocks, offers, moves, view and record, for who sits there and for a spectator."""
    container = Container(
        either, await open_store(either.database), Then()
    )  # not at work: nothing happens yet
    async with serve(container) as url, people(url) as everyone:
        for name, table in TABLES.items():
            for seat, viewer in table["viewers"].items():
                at = int(seat) if viewer["who"] else None
                now = await look(everyone[viewer["who"]], name, at)
                assert known_then(now) == updated(viewer["seen"]), (name, seat)
                if "record" in viewer:
                    query = {} if at is None else {"seat": at}
                    path = f"/api/tables/{table['id']}/record"
                    record = (await everyone[viewer["who"]].browser.get(path, params=query)).text
                    assert old_lines(record) == old_lines(viewer["record"])
    container.engines.close()
    await container.store.close()


NEW_NAMES = {
    "table": {"before": "previous_table"},
    "frame": {
        "drawing": "draw_offer",
        "asking": "takeback_request",
        "wanting": "rematch_requests",
        "next": "next_table",
    },
}
"""Fields that the first edition called otherwise."""


def known_then(seen: Message) -> Message:
    """A table without what the data leaves out and without what only later editions say."""
    seen["table"].pop("secrets", None)
    for seat in seen["frame"]["seats"]:
        seat.pop("team", None)
    board = seen["frame"].get("board", {})
    for later in ("scene", "victory_effects", "finishing_steps", "secrets"):
        board.pop(later, None)
    if outcome := board.get("outcome"):
        new = ("result", "decided", "leavers", "secrets", "parts", "colours", "won")
        board["outcome"] = {key: value for key, value in outcome.items() if key not in new}
    return seen


def updated(seen: Message) -> Message:
    """A table as it would have been told without a fault: a clock that ran out shows nothing."""
    for part, names in NEW_NAMES.items():
        seen[part] = {names.get(name, name): value for name, value in seen[part].items()}
    frame = seen["frame"]
    if frame.get("board", {}).get("outcome", {}).get("reason") == "time":
        for seat, state in enumerate(frame["seats"]):
            if state["state"] == "left":
                frame["clocks"]["left"][seat] = 0.0
    return seen


def old_lines(record: str) -> list[str]:
    """A record without who sat where, which is said in another way, and without new options."""
    new = ("[Seat", "[Player", "[setup_jokers")
    return [line for line in record.splitlines() if not line.startswith(new)]


def test_there_are_tables_of_every_stage_and_records_of_every_end() -> None:
    assert {stage(name) for name in TABLES} == {"open", "running", "over", "closed"}
    boards = [
        table["viewers"]["spectator"]["seen"]["frame"].get("board") for table in TABLES.values()
    ]
    reasons = {board["outcome"]["reason"] for board in boards if board and "outcome" in board}
    assert reasons >= {"resignation", "time", "abandonment", "agreement", "faces", "majority"}


# --- records -----------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", RECORDS)
def test_a_record_of_the_first_edition_is_read_and_written_again(viewer: Message) -> None:
    if "?" in viewer["record"]:  # it was downloaded while the game was on
        with pytest.raises(TextError, match="sealed"):
            Record.parse(viewer["record"])
        return
    record = Record.parse(viewer["record"])
    assert list(map(str, record.moves)) == viewer["seen"]["moves"]
    assert (
        str(record.view(viewer["seen"]["you"]["viewer"]))
        == viewer["seen"]["frame"]["board"]["view"]
    )
    verdict = record.verify()
    assert [verdict.ok, verdict.code] == viewer["verified"]
    assert Record.parse(str(record)) == record == from_json(viewer["json"])
    seats = viewer["seen"]["frame"]["seats"]
    sat = tuple(Occupant(seat.get("level", ""), seat.get("name", "")) for seat in seats)
    assert occupants_of(record, seat_levels(record.game)) == sat


# --- playing on --------------------------------------------------------------------------------


async def test_running_games_play_on_to_the_end(either: Settings) -> None:
    """People make plain moves; bots and stand-ins move by themselves."""
    async with open_container(either, Then()) as container:
        rooms = {name: await container.rooms.get_current(TABLES[name]["id"]) for name in RUNNING}
        await asyncio.gather(*map(plays_on, rooms.values()))
        for name, room in rooms.items():
            record = room.state.record
            assert record
            assert record.outcome
            assert record.verify().ok
            assert Record.parse(str(record)) == record
            before = TABLES[name]["viewers"]["spectator"]["seen"]["moves"]
            assert list(map(str, record.moves))[: len(before)] == before


async def plays_on(room: Room) -> None:
    while record := room.state.running:
        seat, position = room.state.seats[record.turn], room.state.position
        if room.state.is_server_turn:
            await asyncio.sleep(0.01)
            continue
        assert seat
        move = min(map(str, record.position.moves()), key=len)  # in Pylos none that takes back
        play = commands.Play(f"play-{position}", record.turn, position=position, move=move)
        await room.execute(Person(seat.person, seat.name), play)


async def test_offers_clocks_and_flags_go_on(
    old: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = Then()
    async with (
        open_container(old, system) as container,
        serve(container) as url,
        people(url) as everyone,
    ):
        ada, ben = everyone["Ada"], everyone["Ben"]
        offered = await container.rooms.get_current(TABLES["pylos draw offered"]["id"])
        clocks = TABLES["pylos draw offered"]["viewers"]["spectator"]["seen"]["frame"]["clocks"]
        await until(lambda: offered.state.since > clocks["since"])
        assert offered.state.since >= clocks["since"] + SILENCE, "it gets that time back"
        await ben.send_command(offered.id, "accept_draw")
        assert (await look(ada, "pylos draw offered"))["frame"]["stage"] == "over"

        asked = await look(ada, "pylos takeback asked")
        answers = [
            who
            for seat, who in holders("pylos takeback asked").items()
            if seat != asked["frame"]["takeback_request"]
        ]
        await everyone[answers[0]].send_command(asked["table"]["id"], "accept_takeback")
        back = await look(ada, "pylos takeback asked")
        assert back["moves"] == asked["moves"][: len(back["moves"])]
        assert len(back["moves"]) < len(asked["moves"])

        await ada.send_command(TABLES["pylos agreed"]["id"], "rematch")  # Ben had asked
        following = (await look(ada, "pylos agreed"))["frame"]["next_table"]
        again = await ben.request("GET", f"/api/tables/{following}")
        assert again["frame"]["stage"] == "running"
        assert [seat["name"] for seat in again["frame"]["seats"]] == ["Ada", "Ben"]

        monkeypatch.setattr(LoopLag, "sample", lambda _: None)  # we listened all these days
        system.before += 40 * 24 * 3600.0
        for name in ("triedre days", "colorpop two colours salted"):
            await flag_deadline(await container.rooms.get_current(TABLES[name]["id"]))


async def flag_deadline(room: Room) -> None:
    await until(lambda: room.state.stage == "over")
    assert room.state.record
    assert room.state.record.outcome
    assert room.state.record.outcome.reason == "time"


async def test_open_tables_fill_and_begin(old: Settings) -> None:
    async with (
        open_container(old, Then()) as container,
        serve(container) as url,
        people(url) as everyone,
    ):
        lobby = await everyone[""].request("GET", "/api/tables")
        assert [seen["table"]["id"] for seen in lobby] == [TABLES["pylos open"]["id"]]
        await everyone["Ben"].send_command(TABLES["pylos open"]["id"], "sit")
        code = sign("invitation", TOLD["invitations"]["triedre invited"])
        await everyone["Eve"].send_command(
            TABLES["triedre invited"]["id"], "sit", seat=1, invitation=code
        )
        await everyone["Dan"].send_command(TABLES["kabaleo salted"]["id"], "sit", salt="of Dan")
        for name in ("pylos open", "triedre invited", "kabaleo salted"):
            assert (await look(everyone["Ada"], name))["frame"]["stage"] == "running"
        salted = (await container.rooms.get(TABLES["kabaleo salted"]["id"])).state.record
        assert salted
        assert salted.deal
        assert salted.deal.salts == ("a salt of Ada", "Ben's salt", "of Dan")
        assert (await everyone["Eve"].request("DELETE", "/api/pairing")) is None
        assert (await look(everyone["Eve"], "colorpop wished"))["frame"]["stage"] == "closed"


async def test_what_was_kept_of_people_holds(old: Settings) -> None:
    async with (
        open_container(old, Then()) as container,
        serve(container) as url,
        people(url) as everyone,
    ):
        assert (await everyone["Ada"].request("GET", "/api/me"))["name"] == "Ada"
        mine = await everyone["Dan"].request("GET", "/api/tables/mine", params={"limit": 100})
        expected = {
            table["id"] for name, table in TABLES.items() if "Dan" in holders(name).values()
        }
        assert {seen["table"]["id"] for seen in mine} == expected
        token = {"Authorization": f"Bearer {TOLD['token']['token']}"}
        assert (await everyone[""].request("GET", "/api/me", headers=token))["name"] == "Dan"


async def test_a_server_started_on_the_old_database_carries_on(
    old: Settings, tmp_path: Path
) -> None:
    """As people start it: the bot whose turn it was moves, and a page that was open comes back."""
    name = "pylos bot to move"
    seen = TABLES[name]["viewers"]["0"]["seen"]
    with server_process(tmp_path, old.database) as process:
        async with people(process.url) as everyone:
            ada = everyone["Ada"]
            async with ada.at(TABLES[name]["id"], after=seen["sequence"]) as live:
                moved = await live.event("moved")
                assert moved["event"]["seat"] == 1
                listed = await live.send_command("moves")
                played = await live.play(listed["moves"][0], moved["frame"]["position"])
                assert played["kind"] == "ack"
                assert (await live.send_command("resign"))["kind"] == "ack"
            over = await look(ada, name)
            assert over["frame"]["board"]["outcome"]["reason"] == "resignation"
            assert over["moves"][: len(seen["moves"])] == seen["moves"]
            for name in ("pylos by the rules", "kabaleo left, over", "colorpop five"):
                page = await ada.browser.get(f"/tables/{TABLES[name]['id']}")
                assert page.status_code == 200
