"""Random messages and odd requests: no status above 499, no dead room, flat memory."""

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

from tests.server.local_server import Guest, LiveConnection, last_frame
from tests.server.services import Process, server_process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

MESSAGES = 100_000 if DRILLS else 1_000
EXAMPLES = 40
LAST = "the last message"

KINDS = [
    *(
        "hello",
        "view_as",
        "sketch",
        "moves",
        "hint",
        "mute",
        "report",
        "ping",
        "pong",
        "sit",
        "stand",
    ),
    *(
        "explain",
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
ENDING_COMMANDS = ("resign", "accept_draw")
"""Commands that would end the game within seconds."""
FIELDS = [
    *("id", "seat", "path", "position", "move", "salt", "invitation", "text", "phrase", "muted"),
    *("words", "after", "view_as", "at"),
]


def random_value(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON value, often almost right."""
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
            return [random_value(dice, depth + 1) for _ in range(dice.randrange(70))]
        case _:
            return {dice.choice(FIELDS): random_value(dice, depth + 1) for _ in range(3)}


def random_message(dice: random.Random, kinds: list[str]) -> str | bytes:
    """A message that is right, almost right or no message at all."""
    if dice.random() < 0.1:
        return dice.randbytes(dice.randrange(60))
    message: dict[str, Any] = {"kind": dice.choice(kinds), "id": str(dice.randrange(10**6))}
    for field in dice.sample(FIELDS, dice.randrange(4)):
        message[field] = random_value(dice)
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


def memory_mib(server: Process) -> float:
    assert server.process
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def send_noise(
    live: LiveConnection, dice: random.Random, count: int, kinds: list[str]
) -> None:
    """Send random messages and read all responses, so that no buffer fills up; return when the
    server has read everything."""

    async def listen() -> None:
        async for text in live.connection:
            message = msgspec.json.decode(text)
            if message.get("id") == LAST:
                return
            if message["kind"] == "refused":
                assert message["refused"]["code"] not in ("internal_error", "store_unavailable"), (
                    message
                )

    listening = asyncio.create_task(listen())
    for number in range(count):
        await live.connection.send(random_message(dice, kinds))
        if number % 10 == 0:  # let the reader catch up: a slow reader is disconnected
            await asyncio.sleep(0.002)
        assert not listening.done(), listening.exception()
    await live.send("moves", id=LAST)
    await listening


async def check_play_continues(one: LiveConnection, two: LiveConnection) -> None:
    """Check that the game continues: the player to move plays, and both receive the event."""
    listed = await one.send_command("moves", id="alive")
    assert listed["moves"], "the game is still running"
    move, position = listed["moves"][0], listed["position"]
    kinds = {(await live.play(move, position, id="go on"))["kind"] for live in (one, two)}
    assert kinds == {"ack", "refused"}, "one of them had the move"
    for live in (one, two):
        assert last_frame(live)["position"] > position or await live.event("moved")


def metric(text: str, name: str) -> int:
    """A counter from /metrics."""
    (value,) = (line.split()[1] for line in text.splitlines() if line.startswith(f"{name} "))
    return int(float(value))


async def test_random_messages_do_no_harm(drill_database: str, tmp_path: Path) -> None:
    dice = random.Random(3)
    lasting = [kind for kind in KINDS if kind not in ENDING_COMMANDS]
    with server_process(tmp_path, drill_database) as server:
        ada, bob = [await Guest.create(server.url, name) for name in ("Ada", "Bob")]
        grown: list[float] = []
        for kinds in (KINDS, lasting) * 5:
            table = await ada.create_table("pylos", first=0)
            await bob.send_command(table, "sit")
            async with ada.at(table) as one, bob.at(table) as two:
                await asyncio.gather(
                    *(send_noise(live, dice, MESSAGES // 20, kinds) for live in (one, two))
                )
            async with ada.at(table) as one, bob.at(table) as two:
                assert (await one.send_command("moves", id="alive"))["kind"] == "listed"
                if kinds is lasting:
                    await check_play_continues(one, two)
            grown.append(memory_mib(server))
        figures = (await ada.browser.get("/metrics")).text
        assert metric(figures, "sommet_messages_total") >= MESSAGES
        assert metric(figures, "sommet_errors_total") == 0
        assert grown[-1] < grown[2] * 1.2 + 8, f"memory grows: {grown}"
        print(f"{metric(figures, 'sommet_messages_total')} messages, MiB a round: {grown}")
        await ada.close()
        await bob.close()
        assert server.log
        errors = [line for line in server.log.read_text().splitlines() if '"error"' in line]
        assert not errors


@pytest.mark.skipif(not DRILLS, reason="takes minutes: make drills")
def test_odd_requests_get_no_status_above_499(drill_database: str, tmp_path: Path) -> None:
    import schemathesis  # slow to import
    from schemathesis.core.result import Ok

    with (
        server_process(tmp_path, drill_database) as server,
        httpx.Client(base_url=server.url, timeout=60) as browser,
    ):
        browser.post("/api/me", json={"name": "Ada"}).raise_for_status()
        setup = {"game": "pylos", "chairs": [{"kind": "me"}] * 2}
        table = browser.post("/api/tables", json=setup).json()["table"]["id"]
        cookies = {"sommet": browser.cookies["sommet"]}
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        asked = 0
        for operation in sorted(operations, key=lambda each: each.label == "DELETE /api/me"):
            asked += send_requests(operation, server.url, table, cookies)
        assert asked >= EXAMPLES * 10
        assert browser.get("/readyz").status_code == 200
        assert metric(browser.get("/metrics").text, "sommet_errors_total") == 0
        print(f"{asked} requests at {len(operations)} operations")


def send_requests(operation: Any, url: str, table: str, cookies: dict[str, str]) -> int:
    """Send all kinds of requests to an operation, about half of them for an existing table."""
    asked = 0

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(), real=strategies.booleans())
    def send(case: Any, real: bool) -> None:
        nonlocal asked
        if real and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = table
        answer = case.call(base_url=url, cookies=cookies, timeout=60)
        assert answer.status_code < 500, answer.text
        asked += 1

    send()
    return asked
