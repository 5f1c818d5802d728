"""Whether response times reveal a secret.

    python -m tests.server.drills.timing_leak [--samples 400]

Two servers in one process have the same table, except for the hidden colours. An outsider sends the
same request to both, in random order. The processor time of request and response is measured, so
that other programs do not disturb it. A rank test gives the probability that so large a difference
is due to chance. The same is measured for moves, which the rules check with the colours, and for a
bot's choice.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from math import erfc, sqrt
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import sommet
from sommet.core.hidden_state import Secrets
from sommet.core.record import Record
from tests.server.clients import Guest
from tests.server.local_server import open_container, serve, settings
from tests.server.noninterference import Script, other_deals, script

PATHS = (
    *("/api/tables/{id}", "/api/tables/{id}/record", "/api/tables/{id}/picture.svg"),
    *("/tables/{id}", "/tables/{id}/frames/3", "/api/tables?stage=running"),
)
GAMES = (("kabaleo", {"players": 3}), ("colorpop", {"players": 3}))


@dataclass(frozen=True)
class Comparison:
    """The durations of two kinds of responses in microseconds, and the probability of such a
    difference by chance."""

    what: str
    real: list[float]
    other: list[float]

    def __str__(self) -> str:
        one, two = median(self.real), median(self.other)
        spread = sorted(self.real)
        width = spread[len(spread) * 3 // 4] - spread[len(spread) // 4]
        columns = f"{self.what:34} {one:9.1f} {two:9.1f} {two - one:+8.1f} {width:8.1f}"
        return f"{columns} {p_value(self.real, self.other):7.3f}"


def p_value(one: list[float], two: list[float]) -> float:
    """The p-value of the Mann-Whitney U test, with the normal approximation."""
    both = sorted([(value, 0) for value in one] + [(value, 1) for value in two])
    ranks, before, ties = 0.0, 0, 0.0
    for _, equal in groupby(both, key=lambda pair: pair[0]):
        group = [which for _, which in equal]
        ranks += (before + (len(group) + 1) / 2) * group.count(0)
        before += len(group)
        ties += len(group) ** 3 - len(group)
    n, m, total = len(one), len(two), len(both)
    mean = n * (total + 1) / 2
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    return erfc(abs(ranks - mean) / sqrt(2 * variance)) if variance else 1.0


async def measure(
    what: str, samples: int, asks: tuple[Callable[[], Awaitable[Any]], Callable[[], Awaitable[Any]]]
) -> Comparison:
    """Time both calls this many times."""
    durations: tuple[list[float], list[float]] = ([], [])
    dice = random.Random(what)
    for _ in range(samples + 20):
        for which in dice.sample((0, 1), 2):
            began = time.process_time_ns()
            await asks[which]()
            durations[which].append((time.process_time_ns() - began) / 1000)
    return Comparison(what, durations[0][20:], durations[1][20:])  # the first ones fill the caches


@asynccontextmanager
async def server_with(
    folder: Path, scripted: Script, world: Secrets
) -> AsyncIterator[tuple[Guest, str]]:
    """A server on which the script was played with these secrets: an outsider there, and the
    table's id."""
    new, game = Record.new, scripted.start.game

    def dealt(*arguments: Any, **more: Any) -> Record[Any]:
        record: Record[Any] = new(*arguments, **more)
        return replace(record, start=replace(scripted.start.start, secrets=world))

    folder.mkdir()
    async with open_container(settings(folder)) as opened, serve(opened) as url:
        guests = [await Guest.create(url, f"Player {seat}") for seat in range(game.seats)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Record, "new", dealt)
            table = await guests[0].create_table(
                game.id, options=game.settings, first=0, public=True
            )
            for guest in guests[1:]:
                await guest.send_command(table, "sit")
        for act in scripted.acts:
            position = (await guests[0].request("GET", f"/api/tables/{table}"))["frame"]["position"]
            await guests[act.seat].send_command(table, "play", move=act.move, position=position)
        outsider = Guest(url)
        yield outsider, table
        for guest in (*guests, outsider):
            await guest.close()


async def compare_responses(
    folder: Path, scripted: Script, worlds: list[Secrets], samples: int
) -> None:
    async with (
        server_with(folder / "real", scripted, worlds[0]) as (eve, table),
        server_with(folder / "other", scripted, worlds[1]) as (mallory, there),
    ):
        for path in PATHS:
            asks = (
                partial(get, eve, path.format(id=table)),
                partial(get, mallory, path.format(id=there)),
            )
            print(await measure(path, samples, asks), flush=True)


async def get(guest: Guest, path: str) -> None:
    (await guest.browser.get(path)).raise_for_status()


async def compare_choices(scripted: Script, worlds: list[Secrets], samples: int) -> None:
    """Compare rules and bot without a server."""
    records = [scripted.with_secrets(world) for world in worlds]
    move = records[0].view(None).moves()[0]

    async def play(record: Record[Any]) -> None:
        record.play(move)

    async def choose(record: Record[Any]) -> None:
        player = sommet.player(record.game, "gentle", seed=1)
        player.choose(record.view(record.turn))

    for what, do in (("a move, judged", play), ("a bot's choice (gentle)", choose)):
        asks = partial(do, records[0]), partial(do, records[1])
        print(await measure(what, samples, asks), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--samples", type=int, default=400)
    samples = parser.parse_args().samples
    for name, options in GAMES:
        scripted = script(sommet.game(name, **options))
        worlds = [scripted.start.start.secrets, other_deals(scripted, None)[-1]]
        print(f"{scripted.start.game}: {worlds[0]} and {worlds[1]}, {samples} of each; µs")
        print(f"{'':34} {'median':>9} {'median':>9} {'apart':>8} {'spread':>8} {'chance':>7}")
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(compare_responses(Path(folder), scripted, worlds, samples))
        asyncio.run(compare_choices(scripted, worlds, samples))


if __name__ == "__main__":
    main()
