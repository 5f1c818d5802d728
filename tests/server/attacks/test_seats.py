"""Guests could take seats, and get help, that they should not have."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypeAlias

import pytest

import sommet
from tests.server.attacks.attacker import new_address, new_game_of_two
from tests.server.clients import Guest
from tests.server.services import Process

pytestmark = pytest.mark.anyio

Game: TypeAlias = tuple[str, Guest, Guest]
UNREADABLE_NAMES = ("\u3164", "\u2800\u2800", "\u115f", "Z" + "\u0335" * 22)


@pytest.fixture
async def game(server: Process) -> AsyncIterator[Game]:
    """A table and the two guests who play there."""
    table, ada, bob = await new_game_of_two(server.url)
    yield table, ada, bob
    await ada.close()
    await bob.close()


async def test_nobody_can_take_a_second_seat(game: Game) -> None:
    """Under another name, one person could see two colours."""
    _, ada, bob = game
    table = await ada.create_table("colorpop", options={"players": 3})
    await bob.send_command(table, "sit")
    await bob.browser.post("/api/me", json={"name": "Somebody else"})
    sit = {"kind": "sit", "id": "again"}
    assert (await bob.browser.post(f"/api/tables/{table}/commands", json=sit)).is_client_error
    assert (await bob.request("GET", f"/api/tables/{table}"))["you"]["seats"] == [1]


async def test_only_the_host_can_give_away_a_reserved_seat(game: Game) -> None:
    _, ada, bob = game
    chairs = [{"kind": "me"}, {"kind": "open"}, {"kind": "invited"}]
    table = await ada.create_table("kabaleo", options={"players": 3}, chairs=chairs)
    await bob.send_command(table, "sit")
    eve = await Guest.create(ada.url, "Eve", new_address())
    for seat in (2, None):
        path = f"/api/tables/{table}/invitations"
        answer = await bob.browser.post(path, json={"seat": seat})
        code = answer.json().get("code", "")
        sit = {"kind": "sit", "id": f"s{seat}", "seat": 2, "invitation": code}
        answer = await eve.browser.post(f"/api/tables/{table}/commands", json=sit)
        assert answer.is_client_error, "a reserved seat was taken"
    await eve.close()


async def test_nobody_gets_engine_help_in_a_game_they_are_playing(game: Game) -> None:
    _, ada, _ = game
    now = sommet.game("pylos").start(first=0)
    for position in (now, now.play("1b2"), now.play("1b2").play("1c3")):
        ask = {"game": "pylos", "position": str(position)}
        assert (await ada.browser.post("/api/analysis", json=ask)).status_code == 403


@pytest.mark.parametrize("name", UNREADABLE_NAMES, ids=("filler", "braille", "jamo", "tower"))
async def test_unreadable_names_are_refused(server: Process, name: str) -> None:
    eve = Guest(server.url, new_address())
    answer = await eve.browser.post("/api/me", json={"name": name})
    shown = answer.json().get("name", "Z")
    assert len(shown) <= 4, "too many combining marks"
    assert shown.strip("\u3164\u2800\u115f"), "a name that shows nothing"
    await eve.close()


async def test_nobody_gets_a_rematch_against_a_deleted_guest(game: Game) -> None:
    """A rematch against a guest who had deleted themselves ran forever."""
    table, ada, bob = game
    await bob.send_command(table, "resign")
    await bob.request("DELETE", "/api/me")
    again = {"kind": "rematch", "id": "again"}
    answer = await ada.browser.post(f"/api/tables/{table}/commands", json=again)
    assert answer.is_client_error
    assert not (await ada.request("GET", f"/api/tables/{table}"))["frame"].get("next_table")


async def test_nobody_gets_engine_help_in_the_daily_they_are_playing(game: Game) -> None:
    """The analysis answered the position of today's deal."""
    _, ada, bob = game
    table = (await ada.browser.post("/daily")).headers["location"].removeprefix("/tables/")
    seen = await ada.request("GET", f"/api/tables/{table}")
    card, board = seen["table"], seen["frame"]["board"]
    ask = {"game": card["game"], "options": card["options"], "position": board["view"]}
    assert (await ada.browser.post("/api/analysis", json=ask)).status_code == 403
    other = (await bob.browser.post("/daily")).headers["location"].removeprefix("/tables/")
    await bob.send_command(other, "resign")
    analysis = f"/api/tables/{other}/analysis?move=0&level=random"
    assert await ada.expect_refusal("GET", analysis) == (403, "daily_being_played")
    await ada.send_command(table, "resign")
    assert (await ada.browser.get(analysis)).status_code != 403, "afterwards it's allowed"
