"""Noise on the socket and odd requests: no answer above 499, no dead room, flat memory."""

from __future__ import annotations

import asyncio
import os
import random
import string
from pathlib import Path
from typing import Any

import httpx
import hypothesis
import msgspec
import pytest
from hypothesis import strategies

from tests.server.local_server import Guest, Live, frame_of
from tests.server.services import Process, table_process
from tests.server.timeouts import ALL

pytestmark = pytest.mark.anyio

MESSAGES = 100_000 if ALL else 1_000
EXAMPLES = 40

KINDS = [
    *("hello", "lift", "sketch", "moves", "hint", "mute", "report", "ping", "pong", "sit", "stand"),
    *(
        "touch",
        "salt",
        "play",
        "resign",
        "offer_draw",
        "accept_draw",
        "decline_draw",
        "ask_takeback",
    ),
    *("accept_takeback", "decline_takeback", "warn", "claim", "rematch", "say", "nothing"),
]
ENDS = ("resign", "accept_draw")
"""What would end a game in the first seconds of noise."""
FIELDS = [
    *("id", "seat", "path", "position", "move", "salt", "invitation", "text", "phrase", "muted"),
    *("words", "after", "lift", "at"),
]


def value(dice: random.Random, depth: int = 0) -> Any:
    """Anything that JSON can hold, often nearly right."""
    match dice.randrange(9 if depth < 2 else 7):
        case 0:
            return None
        case 1:
            return dice.choice((True, False))
        case 2:
            return dice.choice((0, 1, 2, -1, 15, 16, 2**31, 2**63, 10**400, 0.5, 1e308))
        case 3:
            return dice.choice(
                ("1a1", "1b2", "2a1", "", "x" * dice.choice((39, 41, 300)), "é\u202e")
            )
        case 4:
            return "".join(dice.choices(string.printable, k=dice.randrange(20)))
        case 5:
            return str(dice.randrange(10_000))
        case 6:
            return "\N{GRINNING FACE}\x00"
        case 7:
            return [value(dice, depth + 1) for _ in range(dice.randrange(70))]
        case _:
            return {dice.choice(FIELDS): value(dice, depth + 1) for _ in range(3)}


def noise(dice: random.Random, kinds: list[str]) -> str | bytes:
    """A message that may be right, nearly right or no message at all."""
    if dice.random() < 0.1:
        return dice.randbytes(dice.randrange(60))
    message: dict[str, Any] = {"kind": dice.choice(kinds), "id": str(dice.randrange(10**6))}
    for field in dice.sample(FIELDS, dice.randrange(4)):
        message[field] = value(dice)
    if dice.random() < 0.3:
        message["position"] = dice.randrange(8)
        message["move"] = dice.choice(("1a1", "1b2", "1c3"))
    try:
        text = msgspec.json.encode(message).decode()
    except (OverflowError, msgspec.MsgspecError):
        text = str(message)
    if dice.random() < 0.2:
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(string.printable) + text[at + dice.randrange(2) :]
    return text


def memory(server: Process) -> float:
    assert server.process
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def shout(live: Live, dice: random.Random, count: int, kinds: list[str]) -> None:
    """Send noise and read what comes to the end, so that nobody waits for anybody."""

    async def listen() -> None:
        async for text in live.connection:
            message = msgspec.json.decode(text)
            if message["kind"] == "refused":
                assert message["refused"]["code"] not in ("broken", "store_trouble"), message

    listening = asyncio.create_task(listen())
    for number in range(count):
        await live.connection.send(noise(dice, kinds))
        if number % 10 == 0:  # and read: who falls too far behind is sent away
            await asyncio.sleep(0.002)
        assert not listening.done(), listening.exception()
    live.connection.close_timeout = 120  # the server has much to read before it comes to this
    await live.connection.close()
    await listening


async def still_plays(one: Live, two: Live) -> None:
    """The game goes on: who is to move plays, and both hear of it."""
    listed = await one.does("moves", id="alive")
    assert listed["moves"], "the game is still on"
    move, position = listed["moves"][0], listed["position"]
    kinds = {(await live.play(move, position, id="go on"))["kind"] for live in (one, two)}
    assert kinds == {"ack", "refused"}, "one of them was to move"
    for live in (one, two):
        assert frame_of(live)["position"] > position or await live.event("moved")


def figure(text: str, name: str) -> int:
    """A figure of /metrics."""
    (value,) = (line.split()[1] for line in text.splitlines() if line.startswith(f"{name} "))
    return int(float(value))


async def test_noise_on_the_socket_hurts_nobody(database: str, tmp_path: Path) -> None:
    dice = random.Random(3)
    lasting = [kind for kind in KINDS if kind not in ENDS]
    with table_process(tmp_path, database) as server:
        ada, bob = [await Guest.called(server.url, name) for name in ("Ada", "Bob")]
        grown: list[float] = []
        for kinds in (KINDS, lasting) * 5:
            table = await ada.sets("pylos", first=0)
            await bob.does(table, "sit")
            async with ada.at(table) as one, bob.at(table) as two:
                await asyncio.gather(
                    *(shout(live, dice, MESSAGES // 20, kinds) for live in (one, two))
                )
            async with ada.at(table) as one, bob.at(table) as two:
                assert (await one.does("moves", id="alive"))["kind"] == "listed"
                if kinds is lasting:
                    await still_plays(one, two)
            grown.append(memory(server))
        figures = (await ada.browser.get("/metrics")).text
        assert figure(figures, "sommet_messages_total") > MESSAGES * 0.9
        assert figure(figures, "sommet_errors_total") == 0
        assert grown[-1] < grown[2] * 1.2 + 8, f"memory grows: {grown}"
        print(f"{figure(figures, 'sommet_messages_total')} messages, MiB a round: {grown}")
        await ada.leaves()
        await bob.leaves()
        assert server.log
        errors = [line for line in server.log.read_text().splitlines() if '"error"' in line]
        assert not errors


@pytest.mark.skipif(not ALL, reason="takes minutes: make drills")
def test_odd_requests_get_no_answer_above_499(database: str, tmp_path: Path) -> None:
    import schemathesis  # seconds, which nobody else should wait for
    from schemathesis.core.result import Ok

    with table_process(tmp_path, database) as server, httpx.Client(base_url=server.url) as browser:
        browser.post("/api/me", json={"name": "Ada"}).raise_for_status()
        setup = {"game": "pylos", "chairs": [{"kind": "me"}] * 2}
        table = browser.post("/api/tables", json=setup).json()["table"]["id"]
        cookies = {"sommet": browser.cookies["sommet"]}
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        asked = 0
        for operation in sorted(operations, key=lambda each: each.label == "DELETE /api/me"):
            if operation.path.endswith("/stream"):  # it does not end: tests/server/api asks it
                continue
            asked += requests_of(operation, server.url, table, cookies)
        assert asked >= EXAMPLES * 10
        assert browser.get("/readyz").status_code == 200
        assert figure(browser.get("/metrics").text, "sommet_errors_total") == 0
        print(f"{asked} requests at {len(operations)} operations")


def requests_of(operation: Any, url: str, table: str, cookies: dict[str, str]) -> int:
    """Ask an operation all sorts of things, at a table that exists as often as not."""
    asked = 0

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(), real=strategies.booleans())
    def ask(case: Any, real: bool) -> None:
        nonlocal asked
        if real and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = table
        answer = case.call(base_url=url, cookies=cookies, timeout=60)
        assert answer.status_code < 500, answer.text
        asked += 1

    ask()
    return asked
