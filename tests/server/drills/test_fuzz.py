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
import schemathesis
from hypothesis import strategies
from schemathesis.core.result import Ok

from tests.server.playing import Guest, Live
from tests.server.processes import Process, table_process

pytestmark = pytest.mark.anyio

ALL = "SOMMET_DRILLS" in os.environ
MESSAGES = 100_000 if ALL else 1_000
EXAMPLES = 15

KINDS = [
    *("hello", "lift", "sketch", "moves", "hint", "mute", "report", "ping", "pong", "sit", "stand"),
    *("salt", "play", "resign", "offer_draw", "accept_draw", "decline_draw", "ask_takeback"),
    *("accept_takeback", "decline_takeback", "warn", "claim", "rematch", "say", "nothing"),
]
FIELDS = [
    *("id", "seat", "path", "position", "move", "salt", "invitation", "text", "phrase", "muted"),
    *("words", "after", "lift"),
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


def noise(dice: random.Random) -> str | bytes:
    """A message that may be right, nearly right or no message at all."""
    if dice.random() < 0.1:
        return dice.randbytes(dice.randrange(60))
    message: dict[str, Any] = {"kind": dice.choice(KINDS), "id": str(dice.randrange(10**6))}
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


async def shout(live: Live, dice: random.Random, count: int) -> None:
    """Send noise and read what comes, so that nobody waits for anybody."""

    async def listen() -> None:
        async for text in live.connection:
            message = msgspec.json.decode(text)
            if message["kind"] == "refused":
                assert message["refused"]["code"] != "broken", message

    listening = asyncio.create_task(listen())
    for number in range(count):
        await live.connection.send(noise(dice))
        if number % 50 == 0:
            await asyncio.sleep(0.01)
        assert not listening.done(), listening.exception()
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def test_noise_on_the_socket_hurts_nobody(tmp_path: Path) -> None:
    dice = random.Random(3)
    with table_process(tmp_path) as server:
        ada, bob = [await Guest.called(server.url, name) for name in ("Ada", "Bob")]
        grown: list[float] = []
        for _ in range(10):
            table = await ada.sets("pylos", first=0)
            await bob.does(table, "sit")
            async with ada.at(table) as one, bob.at(table) as two:
                await asyncio.gather(*(shout(live, dice, MESSAGES // 20) for live in (one, two)))
            async with ada.at(table) as live:
                assert (await live.does("moves", id="alive"))["kind"] == "listed"
            grown.append(memory(server))
        figures = (await ada.browser.get("/metrics")).text
        assert "broken" not in figures
        assert grown[-1] < grown[2] * 1.2 + 8, f"memory grows: {grown}"
        await ada.leaves()
        await bob.leaves()


@pytest.mark.skipif(not ALL, reason="takes minutes: make drills")
def test_odd_requests_get_no_answer_above_499(tmp_path: Path) -> None:
    with table_process(tmp_path) as server, httpx.Client(base_url=server.url) as browser:
        browser.post("/api/me", json={"name": "Ada"}).raise_for_status()
        setup = {"game": "pylos", "chairs": [{"kind": "me"}] * 2}
        table = browser.post("/api/tables", json=setup).json()["table"]["id"]
        cookies = {"sommet": browser.cookies["sommet"]}
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        asked = 0
        for operation in sorted(operations, key=lambda each: each.label == "DELETE /api/me"):
            if operation.path.endswith("/stream"):  # it does not end
                continue
            asked += requests_of(operation, server.url, table, cookies)
        assert asked >= EXAMPLES * 10
        assert browser.get("/readyz").status_code == 200


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
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        asked += 1

    ask()
    return asked
