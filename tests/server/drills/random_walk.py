"""A random walk through everything a client can request, in any order and concurrently.

    python -m tests.server.drills.random_walk [--minutes 60] [--walkers 6] [--seed 1]
        [--database URL]

Walkers are guests who remember what they have seen: tables, positions, moves, invitations. Each
step is an operation of the OpenAPI schema with remembered values or nonsense, a page, a legal move,
or a live connection with valid and invalid messages. Checked throughout: no
status above 499 except a 503 with a message, every refusal has a code and a message, events arrive
in order, no error is counted or logged, and memory (printed every minute) stays flat.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import websockets

import sommet
from tests.server.attacks.attacker import memory_mib, metric, process_tree
from tests.server.clients import Guest, Message
from tests.server.drills.test_fuzz import ENDING_COMMANDS, KINDS, random_message, random_value
from tests.server.services import Process, server_process

PAGES = (
    *("/", "/tables/{id}", "/tables/{id}/frames/{n}", "/rules/{game}", "/free/{game}", "/verify"),
    *("/free/{game}/sketch?path={move}", "/api/openapi.json", "/healthz", "/readyz", "/nothing"),
)
CONNECTION_ERRORS = (OSError, httpx.TransportError, websockets.WebSocketException, TimeoutError)
MAX_REMEMBERED = 60
"""How many values of each kind a walker remembers."""


@dataclass
class Memory:
    """What all walkers together have seen."""

    tables: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=lambda: ["1b2", "1a1"])
    codes: list[str] = field(default_factory=lambda: ["nothing"])
    positions: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    unavailable: Counter[str] = field(default_factory=Counter)
    """Codes of refusals with status 503."""

    def keep(self, kind: list[str], found: str) -> None:
        kind.append(found)
        del kind[:-MAX_REMEMBERED]

    def any_of(self, kind: list[str], dice: random.Random) -> str:
        return dice.choice(kind) if kind else "nothing"


@dataclass
class Walker:
    url: str
    schema: Message
    met: Memory
    dice: random.Random
    guest: Guest = field(init=False)

    def __post_init__(self) -> None:
        self.guest = Guest(self.url)

    async def walk(self, end: float) -> None:
        steps: list[tuple[Callable[[], Any], int]] = [
            (self._request, 40),
            (self._page, 10),
            (self._play, 30),
            (self._live, 8),
            (self._create_table, 6),
            (self._become_new_guest, 2),
        ]
        kinds, weights = zip(*steps, strict=True)
        await self._become_new_guest()
        while time.monotonic() < end:
            (step,) = self.dice.choices(kinds, weights)
            self.met.counts[step.__name__.lstrip("_")] += 1
            with suppress(*CONNECTION_ERRORS):
                await step()
        await self.guest.close()

    # --- steps -------------------------------------------------------------------------------

    async def _become_new_guest(self) -> None:
        await self.guest.close()
        self.guest = Guest(self.url)
        name = self.dice.choice(("Ada", "Bob", "Zoë", "\N{GRINNING FACE}", "x" * 39))
        await self._checked_request("POST", "/api/me", json={"name": name})

    async def _create_table(self) -> None:
        """Create a table for people, bots or both."""
        name = self.dice.choice(sommet.names())
        game = sommet.game(name)
        chairs = [{"kind": "me"}] + [
            self.dice.choice(({"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}))
            for _ in range(game.seats - 1)
        ]
        setup: Message = {"game": name, "chairs": chairs, "public": self.dice.random() < 0.5}
        if self.dice.random() < 0.3:
            setup["clock"] = {"kind": "per_move", "seconds": self.dice.choice((1, 5, 60))}
        answer = await self._checked_request("POST", "/api/tables", json=setup)
        if answer.is_success:
            self.met.keep(self.met.tables, answer.json()["table"]["id"])

    async def _play(self) -> None:
        """Play a legal step or a whole legal move at some table, as some player."""
        table = self.met.any_of(self.met.tables, self.dice)
        if (await self._checked_request("GET", f"/api/tables/{table}")).status_code == 200:
            await self._command(table, {"kind": "sit", "id": self._id()})
        answer = await self._checked_request("GET", f"/api/tables/{table}")
        if not answer.is_success:
            return
        seen = answer.json()
        frame = seen["frame"]
        seats = seen["you"]["seats"]
        board = frame.get("board") or {}
        if "view" in board:
            self.met.keep(self.met.positions, board["view"])
        for move in seen.get("moves", ())[-3:]:
            self.met.keep(self.met.moves, move)
        if frame["stage"] == "over":
            await self._command(table, {"kind": "rematch", "id": self._id()})
        elif frame.get("turn") in seats:
            looked = await self._checked_request("GET", f"/api/tables/{table}?seat={frame['turn']}")
            steps = (looked.json()["frame"].get("board") or {}).get("steps") or ["1a1"]
            command = {"kind": "play", "id": self._id(), "path": [self.dice.choice(steps)]}
            await self._command(
                table, {**command, "position": frame["position"], "seat": frame["turn"]}
            )

    async def _command(self, table: str, command: Message) -> None:
        await self._checked_request("POST", f"/api/tables/{table}/commands", json=command)

    async def _page(self) -> None:
        game = self.dice.choice((*sommet.names(), "nothing"))
        path = self.dice.choice(PAGES).format(
            id=self.met.any_of(self.met.tables, self.dice),
            n=self.dice.choice((0, 1, 5, 10**9)),
            game=game,
            move=self.met.any_of(self.met.moves, self.dice),
        )
        await self._checked_request("GET", path, headers={"Accept": "text/html"})

    async def _live(self) -> None:
        """Open a live connection, send valid and invalid messages, and close it in one of several
        ways."""
        table = self.met.any_of(self.met.tables, self.dice)
        lasting = [
            kind for kind in KINDS if kind not in ENDING_COMMANDS or self.dice.random() < 0.1
        ]
        after = self.dice.choice((None, 0, 1, 10**6))
        async with asyncio.timeout(20), self.guest.at(table, after=after) as live:
            for _ in range(self.dice.randrange(12)):
                if self.dice.random() < 0.5:
                    await live.connection.send(random_message(self.dice, lasting))
                else:
                    await live.send(self.dice.choice(lasting), id=self._id(), seat=0, path=[])
            with suppress(TimeoutError):
                async with asyncio.timeout(0.3):
                    last = 0
                    async for text in live.connection:
                        last = _check_order(msgspec.json.decode(text), last)
            if self.dice.random() < 0.3:
                live.connection.transport.abort()

    async def _request(self) -> None:
        """Request an operation of the OpenAPI schema with remembered values or nonsense."""
        path, operations = self.dice.choice(list(self.schema["paths"].items()))
        method, operation = self.dice.choice(list(operations.items()))
        if method == "delete" and self.dice.random() < 0.8:
            return
        query: dict[str, str] = {}
        for parameter in operation.get("parameters", ()):
            name, made = (
                parameter["name"],
                self._value_for(parameter.get("schema", {}), parameter["name"]),
            )
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", quote(str(made), safe="") or "x")
            elif parameter["in"] == "query" and self.dice.random() < 0.6:
                query[name] = str(made)
        more: Message = {"params": query}
        if body := operation.get("requestBody"):
            (content,) = list(body["content"].values())[:1]
            text = msgspec.json.encode(self._value_for(content["schema"], "body"))
            more |= {"content": text, "headers": {"content-type": "application/json"}}
        await self._checked_request(method.upper(), path, **more)

    # --- requests ----------------------------------------------------------------------------

    def _id(self) -> str:
        return str(self.dice.randrange(10**9))

    def _value_for(self, schema: Message, name: str, depth: int = 0) -> Any:
        """A value that fits a schema, or one that does not."""
        known = {
            "id": self.met.tables,
            "position": self.met.positions,
            "move": self.met.moves,
            "invitation": self.met.codes,
            "game": list(sommet.names()),
        }
        if self.dice.random() < 0.08 or depth > 4:
            return _encodable(random_value(self.dice))
        if "$ref" in schema:
            found = self.schema["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            return self._value_for(found, name, depth)
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return self._value_for(self.dice.choice(schema[choice]), name, depth + 1)
        if "enum" in schema:
            return self.dice.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.dice.choice(kind)
        match kind:
            case "object":
                wanted = schema.get("required", ())
                return {
                    field: self._value_for(inner, field, depth + 1)
                    for field, inner in schema.get("properties", {}).items()
                    if field in wanted or self.dice.random() < 0.5
                }
            case "array":
                inner = schema.get("items") or {}
                return [
                    self._value_for(inner, name, depth + 1) for _ in range(self.dice.randrange(4))
                ]
            case "integer" | "number":
                return self.dice.choice((0, 1, 2, 3, 5, -1, 60, 2**40))
            case "boolean":
                return self.dice.random() < 0.5
            case "string" if name in known:
                return self.met.any_of(known[name], self.dice)
        return _encodable(random_value(self.dice))

    # --- checks ------------------------------------------------------------------------------

    async def _checked_request(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = await self.guest.browser.request(method, path, **more)
        self.met.answers[answer.status_code] += 1
        asked = f"{method} {path} {more}: {answer.status_code} {answer.text[:500]}"
        json = "json" in answer.headers.get("content-type", "")
        if answer.status_code >= 400 and json:
            refused = answer.json()
            assert refused["code"], asked
            assert refused["words"], asked
            if answer.status_code == 503:
                self.met.unavailable[refused["code"]] += 1
        assert answer.status_code < 500 or (answer.status_code == 503 and json), asked
        if answer.is_success and json and path.endswith("/invitations"):
            self.met.keep(self.met.codes, answer.json()["code"])
        return answer


def _check_order(message: Message, last: int) -> int:
    """The number of the last event after this message."""
    if message["kind"] == "refused":
        assert message["refused"]["code"] not in ("internal_error", "store_unavailable"), message
        assert message["refused"]["words"], message
    if message["kind"] != "happened":
        return last
    assert message["sequence"] > last, f"{message} after {last}"
    return int(message["sequence"])


def _encodable(thing: Any) -> Any:
    """The value without numbers that JSON cannot encode."""
    try:
        msgspec.json.encode(thing)
    except (OverflowError, msgspec.MsgspecError, UnicodeEncodeError):
        return str(thing)[:300].encode(errors="replace").decode()
    return thing


async def walk(arguments: argparse.Namespace, server: Process) -> None:
    async with httpx.AsyncClient(timeout=120) as browser:
        schema = (await browser.get(f"{server.url}/api/openapi.json")).json()
    met, end = Memory(), time.monotonic() + 60 * arguments.minutes
    walkers = [
        Walker(server.url, schema, met, random.Random(f"{arguments.seed} {number}"))
        for number in range(arguments.walkers)
    ]
    tasks = [asyncio.create_task(walker.walk(end)) for walker in walkers]
    while not all(task.done() for task in tasks):
        await asyncio.wait(tasks, timeout=60, return_when=asyncio.FIRST_EXCEPTION)
        failed = [task for task in tasks if task.done() and task.exception()]
        assert server.process
        size = sum(memory_mib(pid) for pid in process_tree(server.process.pid))
        steps = sum(met.counts.values())
        print(f"{steps} steps, {sum(met.answers.values())} answers, {size:.0f} MiB", flush=True)
        if failed:
            await failed[0]
    print(dict(met.counts), dict(sorted(met.answers.items())), dict(met.unavailable))
    assert await metric(server.url, "sommet_errors_total") == 0
    assert server.log
    noted = [line for line in server.log.read_text().splitlines() if '"level":"error"' in line]
    print(f"{len(noted)} errors noted", *noted[:20], sep="\n")
    sys.exit(bool(noted))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--walkers", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="postgresql://…; SQLite without it")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        server_process(Path(folder), arguments.database) as server,
    ):
        asyncio.run(walk(arguments, server))


if __name__ == "__main__":
    main()
