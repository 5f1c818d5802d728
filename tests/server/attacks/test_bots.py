"""Bots: nobody reads their colour from their chance, and nobody's bots keep another's waiting."""

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
WIDE = ("tables_a_minute", "requests_a_second", "analyses_a_minute")
CHAIN = "LDDLLD.DDDDDLLL/L.LD..LLLD/..D..D/.../. D 7L5D/0L1D"
"""A position in which one cube forces a long chain, in thousands of orders."""


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that sets as many tables as anybody wants."""
    wide = (f"--limit={name}=1e9" for name in WIDE)
    with attacked_server(tmp_path_factory.mktemp("thinking"), "", *wide) as server:
        yield server.url


# --- their colours -------------------------------------------------------------------------------


def seeds(table: str, commitment: str) -> list[int]:
    """What an onlooker may take for the seed of a bot: all that is public."""
    return [
        int.from_bytes(sha256(table.encode()).digest()[:6], "big"),
        int.from_bytes(sha256(commitment.encode()).digest()[:6], "big"),
        int(commitment[:8], 16),
        0,
    ]


def consistent(view: View[Any], move: str, seed: int) -> set[str]:
    """The colours with which the bot to move would have made this move."""
    found, seat = set[str](), view.turn
    for colour in {world[seat] for world in view.game.worlds(view.secrets)}:
        secrets = (*view.secrets[:seat], colour, *view.secrets[seat + 1 :])
        seen = replace(view, secrets=secrets, viewer=seat)
        if str(sommet.player(view.game, "random", seed=seed).choose(seen)) == move:
            found.add(colour)
    return found


def deals(view: View[Any], moves: list[str], tried: list[int]) -> list[tuple[str, ...]]:
    """The deals of colours that explain the bots' first moves by one of these seeds, if any do."""
    for seed in tried:
        possible, now = list(view.game.worlds(view.secrets)), view
        for move in moves:
            colours = consistent(now, move, seed)
            possible = [world for world in possible if world[now.turn] in colours]
            now = now.play(move)
        if possible:
            return possible
    return []


async def after_moves(guest: Guest, table: str, moves: int) -> Message:
    """How a table stands once so many moves were made."""
    async with asyncio.timeout(60):
        while True:
            seen: Message = await guest.request("GET", f"/api/tables/{table}")
            if len(seen.get("moves", ())) >= moves:
                return seen
            await asyncio.sleep(0.1)


async def guessed(url: str) -> list[bool]:
    """Whether an onlooker finds the colour of each bot at a table from one move of it."""
    ada, eve = await Guest.create(url, "Ada"), Guest(url, STRANGER)
    chairs = [ME, RANDOM, RANDOM, RANDOM]
    table = await ada.create_table("kabaleo", options={"players": 4}, chairs=chairs, first=1)
    path, seen = f"/api/tables/{table}", await after_moves(eve, table, 3)
    sealed = (await eve.browser.get(f"{path}/record")).raise_for_status().text
    start = re.search(r'\[Start "([^"]+)"\]', sealed)
    assert start, sealed
    game = sommet.game("kabaleo", players=4)
    view = game.parse(start[1])
    assert isinstance(view, View), "the colours are hidden"
    possible = deals(view, seen["moves"][:3], seeds(table, seen["table"]["commitment"]))
    await ada.send_command(table, "resign")
    async with asyncio.timeout(60):
        while "Seed" not in (shown := (await eve.browser.get(f"{path}/record")).text):
            await asyncio.sleep(0.2)
    real = Record.parse(shown).start.secrets
    for guest in (ada, eve):
        await guest.close()
    return [{world[seat] for world in possible} == {real[seat]} for seat in (1, 2, 3)]


async def test_an_onlooker_cannot_replay_the_chance_of_bots(thinking: str) -> None:
    right = [found for _ in range(TABLES) for found in await guessed(thinking)]
    assert sum(right) <= len(right) // 4, f"{sum(right)} of {len(right)} colours found"


# --- their time ----------------------------------------------------------------------------------


async def listen(live: LiveConnection) -> None:
    """For ever: what was heard is kept."""
    while True:
        with suppress(TimeoutError):
            await live.next()


def moved(crowd: list[LiveConnection]) -> int:
    """How many moves a crowd has seen."""
    return sum(
        message["kind"] == "happened" and message["event"]["kind"] == "moved"
        for live in crowd
        for message in live.received
    )


async def a_game(ada: Guest, stack: AsyncExitStack) -> tuple[LiveConnection, Message]:
    """Ada at a table with one bot, which has made the first move, and the frame after it."""
    table = await ada.create_table(
        "pylos", chairs=[{"kind": "bot", "level": "gentle"}, ME], first=0
    )
    live = await stack.enter_async_context(ada.at(table))
    return live, (await after_moves(ada, table, 1))["frame"]


async def answered(live: LiveConnection, frame: Message, count: Callable[[], int]) -> int:
    """Ada moves and waits for the bot's answer; how far something counted on meanwhile."""
    listed = await live.send_command("moves")
    played = await live.play(listed["moves"][0], frame["position"])
    before = count()
    async with asyncio.timeout(60):
        while (await live.event("moved"))["sequence"] <= played["sequence"]:
            pass
    return count() - before


async def test_tables_full_of_bots_do_not_keep_another_persons_bot_waiting(thinking: str) -> None:
    bot = {"kind": "bot", "level": LEVEL}
    five: Message = {"options": {"players": 5}, "first": 1}
    async with AsyncExitStack() as stack:
        ada = await Guest.create(thinking, "Ada")
        eve = await Guest.create(thinking, "Eve", STRANGER)
        for guest in (ada, eve):
            stack.push_async_callback(guest.close)
        alone = {"game": "colorpop", "chairs": [bot] * 5, **five}
        nobody = await eve.browser.post("/api/tables", json=alone)
        ready = await eve.create_table("colorpop", chairs=[ME, *[bot] * 4], **five)
        await after_moves(eve, ready, 4)  # nothing is compiled any more
        live, frame = await a_game(ada, stack)
        crowd: list[LiveConnection] = []
        for _ in range(CROWD):
            table = await eve.create_table("colorpop", chairs=[ME, *[bot] * 4], **five)
            crowd.append(await stack.enter_async_context(eve.at(table)))
        listening = [asyncio.create_task(listen(each)) for each in crowd]
        between = await answered(live, frame, lambda: moved(crowd))
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    assert between <= CROWD // 3, f"{between} moves of another person's bots came first"
    assert nobody.status_code == 422, "a table needs a person"


async def test_analyses_do_not_keep_another_persons_bot_waiting(thinking: str) -> None:
    async with AsyncExitStack() as stack:
        ada = await Guest.create(thinking, "Ada")
        eve = await Guest.create(thinking, "Eve", STRANGER)
        for guest in (ada, eve):
            stack.push_async_callback(guest.close)
        live, frame = await a_game(ada, stack)
        done: list[int] = []

        async def analyse() -> None:
            position = {"game": "triedre", "position": CHAIN, "level": LEVEL}
            answer = await eve.browser.post("/api/analysis", json=position)
            if answer.is_success:  # those that would wait for long are refused at once
                done.append(answer.status_code)

        asked = [asyncio.create_task(analyse()) for _ in range(ANALYSES)]
        await asyncio.sleep(0.5)
        between = await answered(live, frame, lambda: len(done))
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
    assert between <= ANALYSES // 2, f"{between} analyses came first"
