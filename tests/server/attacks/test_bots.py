"""Bots' random moves reveal no colour, and nobody's bots delay another person's."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

import sommet
from sommet import Record, View
from tests.server.attacks.attacker import attacked_server
from tests.server.clients import Guest, LiveConnection, Message
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

STRANGER = "127.0.0.2"
ME, RANDOM = {"kind": "me"}, {"kind": "bot", "level": "random"}
TABLES = 8 if DRILLS else 2
ANALYSES = 16
CROWD, LEVEL = (60, "strong") if DRILLS else (16, "gentle")
HIGH_LIMITS = ("tables_a_minute", "requests_a_second", "analyses_a_minute")
CHAIN = "LDDLLD.DDDDDLLL/L.LD..LLLD/..D..D/.../. D 7L5D/0L1D"
"""A position in which one cube forces a long chain, in thousands of orders."""


@pytest.fixture(scope="module")
def unlimited_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server on which anyone may create any number of tables."""
    high_limits = (f"--limit={name}=1e9" for name in HIGH_LIMITS)
    with attacked_server(tmp_path_factory.mktemp("bots"), "", *high_limits) as server:
        yield server.url


# --- colours -------------------------------------------------------------------------------------


def seeds(table: str, commitment: str) -> list[int]:
    """Everything public that an onlooker might try as a bot's seed."""
    return [
        int.from_bytes(sha256(table.encode()).digest()[:6], "big"),
        int.from_bytes(sha256(commitment.encode()).digest()[:6], "big"),
        int(commitment[:8], 16),
        0,
    ]


def consistent(view: View[Any], move: str, seed: int) -> set[str]:
    """The colours with which the bot to move would have made this move with this seed."""
    found, seat = set[str](), view.turn
    for colour in {world[seat] for world in view.game.worlds(view.secrets)}:
        secrets = (*view.secrets[:seat], colour, *view.secrets[seat + 1 :])
        seen = replace(view, secrets=secrets, viewer=seat)
        if str(sommet.player(view.game, "random", seed=seed).choose(seen)) == move:
            found.add(colour)
    return found


def deals(view: View[Any], moves: list[str], tried: list[int]) -> list[tuple[str, ...]]:
    """The deals that explain the bots' first moves with one of these seeds."""
    for seed in tried:
        possible, now = list(view.game.worlds(view.secrets)), view
        for move in moves:
            colours = consistent(now, move, seed)
            possible = [world for world in possible if world[now.turn] in colours]
            now = now.play(move)
        if possible:
            return possible
    return []


async def wait_for_moves(guest: Guest, table: str, moves: int) -> Message:
    """The table after this many moves."""
    async with asyncio.timeout(60):
        while True:
            seen: Message = await guest.request("GET", f"/api/tables/{table}")
            if len(seen.get("moves", ())) >= moves:
                return seen
            await asyncio.sleep(0.1)


async def guess_colours(url: str) -> list[bool]:
    """For each bot of a table, whether an onlooker finds its colour from one move."""
    ada, eve = await Guest.create(url, "Ada"), Guest(url, STRANGER)
    chairs = [ME, RANDOM, RANDOM, RANDOM]
    table = await ada.create_table("kabaleo", options={"players": 4}, chairs=chairs, first=1)
    path, seen = f"/api/tables/{table}", await wait_for_moves(eve, table, 3)
    sealed = (await eve.browser.get(f"{path}/record")).raise_for_status().text
    start = re.search(r'\[Start "([^"]+)"\]', sealed)
    assert start, sealed
    game = sommet.game("kabaleo", players=4)
    view = game.parse_view(start[1])
    possible = deals(view, seen["moves"][:3], seeds(table, seen["table"]["commitment"]))
    await ada.send_command(table, "resign")
    async with asyncio.timeout(60):
        while "Seed" not in (shown := (await eve.browser.get(f"{path}/record")).text):
            await asyncio.sleep(0.2)
    real = Record.parse(shown).start.secrets
    for guest in (ada, eve):
        await guest.close()
    return [{world[seat] for world in possible} == {real[seat]} for seat in (1, 2, 3)]


async def test_an_onlooker_cannot_reproduce_a_bots_random_choices(unlimited_url: str) -> None:
    right = [found for _ in range(TABLES) for found in await guess_colours(unlimited_url)]
    assert sum(right) <= len(right) // 4, f"{sum(right)} of {len(right)} colours found"


# --- waiting times -------------------------------------------------------------------------------


async def receive_forever(live: LiveConnection) -> None:
    """Receive messages forever; the connection keeps them."""
    while True:
        with suppress(TimeoutError):
            await live.next()


def moves_seen(crowd: list[LiveConnection]) -> int:
    """How many moves these connections have seen."""
    return sum(
        message["kind"] == "happened" and message["event"]["kind"] == "moved"
        for live in crowd
        for message in live.received
    )


async def start_game(ada: Guest, stack: AsyncExitStack) -> tuple[LiveConnection, Message]:
    """A connection of Ada's to a new game with a bot, and the frame after the bot's first move."""
    table = await ada.create_table(
        "pylos", chairs=[{"kind": "bot", "level": "gentle"}, ME], first=0
    )
    live = await stack.enter_async_context(ada.at(table))
    return live, (await wait_for_moves(ada, table, 1))["frame"]


async def count_while_waiting(
    live: LiveConnection, frame: Message, count: Callable[[], int]
) -> int:
    """Play a move, wait for the bot's reply and return how much `count` grew in the meantime."""
    listed = await live.send_command("moves")
    played = await live.play(listed["moves"][0], frame["position"])
    before = count()
    async with asyncio.timeout(60):
        while (await live.event("moved"))["sequence"] <= played["sequence"]:
            pass
    return count() - before


async def test_tables_full_of_bots_do_not_keep_another_persons_bot_waiting(
    unlimited_url: str,
) -> None:
    bot = {"kind": "bot", "level": LEVEL}
    five: Message = {"options": {"players": 5}, "first": 1}
    async with AsyncExitStack() as stack:
        ada = await Guest.create(unlimited_url, "Ada")
        eve = await Guest.create(unlimited_url, "Eve", STRANGER)
        for guest in (ada, eve):
            stack.push_async_callback(guest.close)
        alone = {"game": "colorpop", "chairs": [bot] * 5, **five}
        nobody = await eve.browser.post("/api/tables", json=alone)
        ready = await eve.create_table("colorpop", chairs=[ME, *[bot] * 4], **five)
        await wait_for_moves(eve, ready, 4)  # everything has been compiled
        live, frame = await start_game(ada, stack)
        crowd: list[LiveConnection] = []
        for _ in range(CROWD):
            table = await eve.create_table("colorpop", chairs=[ME, *[bot] * 4], **five)
            crowd.append(await stack.enter_async_context(eve.at(table)))
        listening = [asyncio.create_task(receive_forever(each)) for each in crowd]
        between = await count_while_waiting(live, frame, lambda: moves_seen(crowd))
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    assert between <= CROWD // 3, f"{between} moves of another person's bots came first"
    assert nobody.status_code == 422, "a table needs at least one person"


async def test_analyses_do_not_keep_another_persons_bot_waiting(unlimited_url: str) -> None:
    async with AsyncExitStack() as stack:
        ada = await Guest.create(unlimited_url, "Ada")
        eve = await Guest.create(unlimited_url, "Eve", STRANGER)
        for guest in (ada, eve):
            stack.push_async_callback(guest.close)
        live, frame = await start_game(ada, stack)
        done: list[int] = []

        async def analyse() -> None:
            position = {"game": "triedre", "position": CHAIN, "level": LEVEL}
            answer = await eve.browser.post("/api/analysis", json=position)
            if answer.is_success:  # requests that would wait too long are refused at once
                done.append(answer.status_code)

        asked = [asyncio.create_task(analyse()) for _ in range(ANALYSES)]
        await asyncio.sleep(0.5)
        between = await count_while_waiting(live, frame, lambda: len(done))
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
    assert between <= ANALYSES // 2, f"{between} analyses came first"
