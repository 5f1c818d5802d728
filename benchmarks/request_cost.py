"""What each route costs the server: processor time of the event loop, and of its other processes.

    python -m benchmarks.request_cost [--requests 20] [--route /api]

Starts a server without rate limits, fills it with tables and a long game, and sends every route
different requests, one at a time, as an attacker would: other positions, moves and options. Prints
the mean and the worst processor time of the thread that runs the event loop, which is what everyone
else waits for, and the mean of the other threads and of the worker processes. Routes without a
sample are listed at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import sommet
from sommet.server.app.application import build_litestar
from sommet.server.app.container import Container
from tests.server.attacks.attacker import attacked_server, process_tree
from tests.server.clients import Guest
from tests.server.services import UNLIMITED, WIDE, Process

TABLES = 60
"""Tables of the person in whose name the requests are sent."""
LONG_MOVES = 300
"""Moves of the long game."""
LONG_RECORD = Path("tests/server/attacks/long_record.txt")
SETTLE_S = 0.05
"""Time for the server to finish what a request started."""


@dataclass(frozen=True)
class Sample:
    """Requests for one route. `query` and `body` may be lists, which the requests take in turn."""

    route: str
    method: str = "GET"
    values: Sequence[dict[str, Any]] = ({},)
    body: Sequence[Any] = (None,)
    note: str = ""

    def request(self, number: int) -> tuple[str, str, Any]:
        values = dict(self.values[number % len(self.values)])
        path = self.route
        for part in self.route.split("/"):
            if part.startswith("{"):
                path = path.replace(part, str(values.pop(part.strip("{}").partition(":")[0])))
        query = f"?{urlencode(values)}" if values else ""
        return self.method, path + query, self.body[number % len(self.body)]


# --- what to ask for -----------------------------------------------------------------------------


def positions(name: str, count: int, **options: Any) -> list[str]:
    """Positions of random games, all different."""
    dice, found = random.Random(7), dict[str, None]()
    while len(found) < count:
        record = sommet.Record.new(sommet.game(name, **options), dice.randrange(10**6))
        while record.outcome is None and len(found) < count:
            found[str(record.position)] = None
            record = record.play(dice.choice(record.position.moves()))
    return list(found)


def variations(name: str, count: int) -> list[dict[str, str]]:
    """Positions, each with moves that can follow."""
    dice, found = random.Random(8), list[dict[str, str]]()
    while len(found) < count:
        record = sommet.Record.new(sommet.game(name), dice.randrange(10**6))
        text, moves = str(record.position), list[str]()
        while record.outcome is None and len(moves) < 16:
            move = dice.choice(record.position.moves())
            moves.append(str(move))
            record = record.play(move)
        found.append({"name": name, "position": text, "moves": " ".join(moves)})
    return found


async def samples(guest: Guest, count: int) -> list[Sample]:
    names, long = sommet.names(), await long_table(guest)
    short = await played_table(guest, "kabaleo", 20)
    for number in range(TABLES):
        await played_table(guest, names[number % len(names)], 12)
    boards = [(name, text) for name in names for text in positions(name, count)]
    random.Random(9).shuffle(boards)
    free = [{"name": name, "position": text} for name, text in boards]
    each = [{"name": name} for name in names]
    tables = [{"id": long}, {"id": short}]
    numbers = [{"id": long, "move": LONG_MOVES - number} for number in range(count)]
    record = await guest.browser.get(f"/api/tables/{long}/record")
    return [
        Sample("/healthz"),
        Sample("/"),
        Sample("/watch"),
        Sample("/free"),
        Sample("/new/{name:str}", values=each),
        Sample("/learn/{name:str}", values=each),
        Sample("/rules/{name:str}", values=each),
        Sample("/programs"),
        Sample("/verify"),
        Sample("/offline"),
        Sample("/daily"),
        Sample("/mine"),
        Sample("/mine/records.zip"),
        Sample("/preview/{name:str}", values=each),
        Sample("/preview/{name:str}/picture", values=each),
        Sample("/worker.js"),
        Sample("/manifest.webmanifest"),
        Sample("/favicon.ico"),
        Sample("/free/{name:str}", values=free),
        Sample("/free/{name:str}/sketch", values=free),
        Sample("/free/{name:str}/draft", values=free),
        Sample("/free/{name:str}/explain", values=[{**one, "at": "x"} for one in free]),
        Sample("/free/{name:str}/record", values=free),
        Sample("/free/{name:str}/line", values=[v for n in names for v in variations(n, 4)]),
        Sample("/record", "POST", body=({"record": record.text},), note="300 moves"),
        Sample("/api/verification", "POST", body=({"record": record.text},), note="300 moves"),
        Sample("/api/picture.svg", values=[{"game": n, "position": t} for n, t in boards]),
        Sample("/tables/{id:str}", values=tables[:1], note="300 moves"),
        Sample("/tables/{id:str}", values=tables[1:]),
        Sample("/tables/{id:str}/frames/{move:int}", values=numbers, note="300 moves"),
        Sample("/api/tables/{id:str}", values=tables[:1], note="300 moves"),
        Sample("/api/tables/{id:str}", values=tables[1:]),
        Sample("/api/tables/{id:str}/picture.svg", values=numbers, note="300 moves"),
        Sample("/api/tables/{id:str}/picture.svg", values=tables[1:]),
        Sample("/api/tables/{id:str}/record", values=tables[:1], note="300 moves"),
        Sample("/api/tables/{id:str}/record.json", values=tables[:1], note="300 moves"),
        Sample("/api/tables/{id:str}/verification", values=tables[:1], note="300 moves"),
        Sample("/api/tables", values=({"limit": 100}, {"limit": 100, "stage": "running"})),
        Sample("/api/tables/mine", values=({"limit": 100},)),
        Sample("/api/games"),
        Sample("/api/me"),
        Sample("/api/me/link", "POST"),
        Sample("/api/tokens"),
        Sample("/api/openapi.json"),
        Sample("/api/analysis", "POST", body=({"game": "triedre", "options": {}, "position": ""},)),
        Sample("/api/tables", "POST", body=({"game": "pylos", "chairs": [{"kind": "me"}] * 2},)),
        Sample("/metrics"),
        Sample("/readyz"),
    ]


async def long_table(guest: Guest) -> str:
    """A table with the first moves of a long game."""
    head, _, body = LONG_RECORD.read_text().partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    moves = [word for word in body.split() if not word.rstrip(".").isdigit()][:LONG_MOVES]
    name = fields.get("Game", "pylos").lower()
    me = {"kind": "me"}
    table = await guest.create_table(name, chairs=[me, me], first=0)
    await play(guest, table, moves)
    return table


async def played_table(guest: Guest, name: str, count: int) -> str:
    """A table with a few random moves, played by the guest on all seats."""
    game = sommet.game(name)
    table = await guest.create_table(name, chairs=[{"kind": "me"}] * game.seats)
    dice = random.Random(table)
    for _ in range(count):
        frame = (await guest.request("GET", f"/api/tables/{table}"))["frame"]
        if frame["stage"] != "running":
            break
        moves = game.parse_view(frame["board"]["view"]).moves()
        await play(guest, table, [str(dice.choice(moves))])
    return table


async def play(guest: Guest, table: str, moves: Sequence[str]) -> None:
    state = await guest.request("GET", f"/api/tables/{table}")
    position, turn = state["frame"]["position"], state["frame"]["turn"]
    for move in moves:
        made = await guest.send_command(table, "play", move=move, position=position, seat=turn)
        position = made["sequence"]
        turn = (await guest.request("GET", f"/api/tables/{table}"))["frame"]["turn"]


# --- measurement ---------------------------------------------------------------------------------


def processor_ns(pid: int, thread: int | None = None) -> int:
    """The processor time of a thread of a process, by default of all that are alive."""
    folder = Path(f"/proc/{pid}/task")
    threads = [str(thread)] if thread else [each.name for each in folder.iterdir()]
    return sum(int((folder / each / "schedstat").read_text().split()[0]) for each in threads)


@dataclass
class Cost:
    loop: list[float]
    other: list[float]
    workers: list[float]
    statuses: set[int]


async def measure(guest: Guest, pid: int, sample: Sample, count: int) -> Cost:
    cost = Cost([], [], [], set())
    for number in range(count + 1):
        method, path, body = sample.request(number)
        tree = process_tree(pid)
        before = [processor_ns(pid, pid), processor_ns(pid), sum(map(processor_ns, tree[1:]))]
        response = await guest.browser.request(method, path, json=body)
        await asyncio.sleep(SETTLE_S)
        after = [processor_ns(pid, pid), processor_ns(pid), sum(map(processor_ns, tree[1:]))]
        loop, everything, workers = (
            (now - then) / 1e6 for now, then in zip(after, before, strict=True)
        )
        cost.statuses.add(response.status_code)
        if number:  # the first one fills caches that everyone shares
            cost.loop.append(loop)
            cost.other.append(everything - loop)
            cost.workers.append(workers)
    return cost


def no_container() -> AbstractAsyncContextManager[Container]:
    raise AssertionError("only the routes are needed")


async def run(server: Process, arguments: argparse.Namespace) -> None:
    assert server.process
    pid = server.process.pid
    guest = await Guest.create(server.url, "Ada")
    found = await samples(guest, arguments.requests + 1)
    print("| request | loop, mean | worst | other threads | workers | status |")
    print("| --- | --- | --- | --- | --- | --- |")
    for sample in found:
        if not sample.route.startswith(arguments.route):
            continue
        cost = await measure(guest, pid, sample, arguments.requests)
        loop, other, workers = (
            sum(each) / len(each) for each in (cost.loop, cost.other, cost.workers)
        )
        what = f"{sample.method} {sample.route}" + (f" ({sample.note})" if sample.note else "")
        print(
            f"| `{what}` | {loop:.1f} ms | {max(cost.loop):.1f} ms | {other:.1f} ms"
            f" | {workers:.1f} ms | {', '.join(map(str, sorted(cost.statuses)))} |",
            flush=True,
        )
    known = {sample.route.replace(":str", "").replace(":int", "") for sample in found}
    routes = build_litestar(no_container, 0).routes
    print("not measured:", ", ".join(sorted({route.path_format for route in routes} - known)))
    await guest.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--requests", type=int, default=20, help="per route")
    parser.add_argument("--route", default="", help="only routes that begin with this")
    arguments = parser.parse_args()
    limits = [f"--limit={name}=100000" for name in (*UNLIMITED, *WIDE)]
    with (
        tempfile.TemporaryDirectory() as folder,
        attacked_server(Path(folder), "", *limits) as server,
    ):
        asyncio.run(run(server, arguments))


if __name__ == "__main__":
    main()
