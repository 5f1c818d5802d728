"""Anyone could make the event loop draw, so that everybody's moves waited, at the price of requests
that cost nothing. Now worker processes draw, and requests cost what they use."""

from __future__ import annotations

import asyncio
import io
import random
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import sommet
from tests.server.attacks.attacker import (
    attacked_server,
    loop_seconds,
    new_address,
    new_game_of_two,
    process_tree,
)
from tests.server.clients import Guest
from tests.server.services import Process

pytestmark = pytest.mark.anyio

REQUESTS = 12
TABLES, BOARDS = 6, 20
MAX_LATENCY_S = 0.5
"""What clocks ever credited for the latency of a move."""
MAX_PRICE = 6.0
"""How much of the event loop a request may use, compared to one that needs no drawing."""


def positions(name: str, count: int) -> list[str]:
    """Positions of a random game, all different."""
    dice, record = random.Random(name), sommet.Record.new(sommet.game(name), 7)
    found = list[str]()
    for _ in range(count):
        found.append(str(record.position))
        record = record.play(dice.choice(record.position.moves()))
    return found


def variation(name: str, position: str) -> str:
    """Moves that can follow a position."""
    played = sommet.game(name).parse(position)
    moves = list[str]()
    while len(moves) < 16 and not played.outcome:
        moves.append(str(played.moves()[-1]))
        played = played.play(moves[-1])
    return " ".join(moves)


POSITIONS = positions("kabaleo", REQUESTS + 1)
DRAWN = {
    "/api/picture.svg": [{"game": "kabaleo", "position": text} for text in POSITIONS],
    "/free/kabaleo/line": [
        {"position": text, "moves": variation("kabaleo", text)} for text in POSITIONS
    ],
    "/daily": [{"visit": str(number)} for number in range(REQUESTS + 1)],
}
COMPARED = {
    "/free/kabaleo/line": (
        "/free/kabaleo/line",
        [{"position": text, "moves": ""} for text in POSITIONS],
    )
}
"""Requests that need no drawing; by default the visitor's own name."""


async def loop_cost(
    guest: Guest, pid: int, path: str, queries: Sequence[Mapping[str, str]]
) -> float:
    """Seconds of the event loop for a request, without the first one, which fills caches: the
    median, since the loop does other things, too, and more of them while a request waits for a
    busy machine."""
    (await guest.browser.get(path, params=queries[0])).raise_for_status()
    costs = list[float]()
    for query in queries[1:]:
        before = loop_seconds(pid)
        (await guest.browser.get(path, params=query)).raise_for_status()
        costs.append(loop_seconds(pid) - before)
    return median(costs)


@pytest.mark.parametrize("path", DRAWN)
async def test_drawing_does_not_block_the_event_loop(server: Process, path: str) -> None:
    assert server.process
    guest = await Guest.create(server.url, "Ada", new_address())
    pid, queries = server.process.pid, DRAWN[path]
    usual = await loop_cost(guest, pid, *COMPARED.get(path, ("/api/me", [{}] * REQUESTS)))
    cost = await loop_cost(guest, pid, path, queries)
    pages = 2 if path == "/daily" else 1  # a template is rendered, too
    assert cost < pages * MAX_PRICE * usual, f"{cost:.4f} s of the event loop, usually {usual:.4f}"
    await guest.close()


async def test_the_board_of_a_table_page_is_drawn_elsewhere(server: Process) -> None:
    assert server.process
    pid, ada = server.process.pid, await Guest.create(server.url, "Ada", new_address())
    me: dict[str, Any] = {"kind": "me"}
    tables = [await ada.create_table("kabaleo", chairs=[me, me]) for _ in range(TABLES + 1)]
    eve, mallory = Guest(server.url, new_address()), Guest(server.url, new_address())
    usual = await loop_cost(eve, pid, "/verify", [{"n": str(n)} for n in range(TABLES + 1)])
    (await mallory.browser.get(f"/tables/{tables[0]}")).raise_for_status()
    costs = list[float]()
    for table in tables[1:]:
        before = loop_seconds(pid)
        page = await mallory.browser.get(f"/tables/{table}")
        costs.append(loop_seconds(pid) - before)
        assert 'class="first' in page.text, "the board is there without scripts"
    cost = median(costs)
    # The page itself is compressed, and it is long.
    assert cost < 4 * MAX_PRICE * usual, f"{cost:.4f} s of the event loop, usually {usual:.4f}"
    for guest in (ada, eve, mallory):
        await guest.close()


async def test_records_are_packed_elsewhere_and_hold_no_secrets(server: Process) -> None:
    assert server.process
    pid, guest = server.process.pid, await Guest.create(server.url, "Ada", new_address())
    me, free = {"kind": "me"}, {"kind": "open"}
    tables = [await guest.create_table("kabaleo", chairs=[me, me]) for _ in range(3)]
    await guest.create_table("kabaleo", chairs=[me, free])  # has not started
    workers = set(process_tree(pid)[1:])
    packed = await guest.browser.get("/mine/records.zip")
    packed.raise_for_status()
    with zipfile.ZipFile(io.BytesIO(packed.content)) as folder:
        texts = {name: folder.read(name).decode() for name in folder.namelist()}
    assert len(texts) == len(tables)
    assert all(any(table in name for name in texts) for table in tables)
    assert all("?" in text and "Seed" not in text for text in texts.values())
    assert process_tree(pid)[1:], "a worker process has packed them"
    assert workers <= set(process_tree(pid)), "and none had to be replaced"
    await guest.close()


async def test_keeping_the_server_busy_gives_no_time(server: Process) -> None:
    """Time in which the server does not run is not counted. Time in which it computes is, whatever
    made it compute."""
    assert server.process
    pid, clock = server.process.pid, {"kind": "total", "seconds": 600}
    host = await Guest.create(server.url, "Eve", new_address())
    seats: dict[str, Any] = {"kind": "me"}
    boards = [await host.create_table("kabaleo", chairs=[seats, seats]) for _ in range(BOARDS)]
    addresses = new_address(), new_address()
    table, ada, bob = await new_game_of_two(server.url, addresses=addresses, clock=clock)
    async with bob.at(table) as live:
        await live.until("welcome")
        await ada.send_command(table, "play", move="1a1", position=2)
        position = (await live.event("moved"))["frame"]["position"]
        before = loop_seconds(pid)
        moved = asyncio.create_task(live.event("moved"))  # it answers pings, too
        await asyncio.gather(*(bob.browser.get(f"/tables/{board}") for board in boards))
        computed = loop_seconds(pid) - before
        await live.send("play", id="move", move="1b2", position=position)
        spent = (await moved)["event"].get("spent", 0.0)
    assert spent > computed - MAX_LATENCY_S, f"{spent} s counted, {computed:.1f} s computed"
    for guest in (host, ada, bob):
        await guest.close()


async def test_requests_cost_what_they_use(tmp_path: Path) -> None:
    """Ten requests are allowed at once; after a few pictures, fewer are left."""
    with attacked_server(tmp_path, "", "--limit=requests_a_second=0.1") as server:
        cheap = await statuses(server, "/healthz", [{"n": str(n)} for n in range(10)])
        dear = await statuses(server, "/api/picture.svg", DRAWN["/api/picture.svg"][:10])
        other = await statuses(server, "/api/picture.svg", DRAWN["/api/picture.svg"][:1])
    assert cheap.count(200) >= 8
    assert 1 <= dear.count(200) <= 7, "a picture costs more than one request"
    assert 429 in dear
    assert other == [200], "it costs only who asked for it"


async def statuses(server: Process, path: str, queries: Sequence[Mapping[str, str]]) -> list[int]:
    """The statuses of requests from a new address."""
    guest = Guest(server.url, new_address())
    found = [(await guest.browser.get(path, params=query)).status_code for query in queries]
    await guest.close()
    return found


async def test_the_first_visitor_of_a_new_server_can_look_around(tmp_path: Path) -> None:
    """Pages and previews take long the first time; the first visitor must not run out of budget."""
    games = sommet.names()
    previews = [f"/preview/{game}.{kind}" for game in games for kind in ("json", "svg")]
    pages = ["/", *previews, "/watch", "/learn", "/free", "/new/kabaleo", "/rules/pylos", "/daily"]
    with attacked_server(tmp_path) as server:
        guest = Guest(server.url, new_address())
        answers = await asyncio.gather(*(guest.browser.get(page) for page in pages))
        assert {answer.status_code for answer in answers} == {200}
        await guest.close()
