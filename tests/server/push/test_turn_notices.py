"""Notices on devices when it's a person's turn, sent to a push service in this process."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from typing import Any, cast

import pytest
from py_vapid import Vapid02

from sommet.server.app.container import Container
from sommet.server.push import turn_notices
from sommet.server.push.push_client import PushClient
from sommet.server.push.turn_notices import MAX_WAITING, TurnNotices
from tests.server.local_server import Guest, running_server, settings
from tests.server.push.push_service import Browser, PushService

pytestmark = pytest.mark.anyio

DAYS = {"kind": "days", "days": 3}
MOVES = ("1b2", "1c3", "1a1", "1d4", "1a4", "1d1")


class Correspondence:
    """A game of Pylos by two guests who move without looking at the page; Ada begins."""

    def __init__(self, table: str, players: tuple[Guest, Guest], container: Container) -> None:
        self.table = table
        self.players = players
        self.container = container
        self.played = 0

    @classmethod
    async def begin(
        cls, ada: Guest, bob: Guest, container: Container, clock: Any = DAYS
    ) -> Correspondence:
        table = await ada.create_table("pylos", clock=clock, first=0)
        await bob.send_command(table, "sit")
        return cls(table, (ada, bob), container)

    async def move(self) -> None:
        """Play a move, and wait until the notices about it are sent."""
        player = self.players[self.played % 2]
        frame = (await player.request("GET", f"/api/tables/{self.table}"))["frame"]
        move = MOVES[self.played]
        await player.send_command(self.table, "play", position=frame["position"], move=move)
        self.played += 1
        await self.container.turn_notices.flush()


async def subscribe(guest: Guest, service: PushService) -> Browser:
    browser = service.subscribe()
    await guest.request("PUT", "/api/me/push", json=browser.device)
    return browser


async def devices(guest: Guest) -> list[str]:
    return list((await guest.request("GET", "/api/me/push"))["devices"])


async def test_a_notice_says_whose_game_it_is_and_only_the_device_can_read_it(
    server: tuple[str, Container], service: PushService, ada: Guest, bob: Guest
) -> None:
    container = server[1]
    browser = await subscribe(bob, service)
    game = await Correspondence.begin(ada, bob, container)
    assert not service.deliveries
    await game.move()
    [delivery] = service.deliveries
    assert browser.endpoint == f"{service.url}{delivery.path}"
    assert browser.decrypt(delivery.body) == {
        "title": "Your turn · Pylos",
        "body": "Ada",
        "page": f"tables/{game.table}",
    }
    assert delivery.headers["content-encoding"] == "aes128gcm"
    assert Vapid02.verify(delivery.headers["authorization"])
    key = (await bob.request("GET", "/api/me/push"))["key"]
    assert delivery.headers["authorization"].endswith(f"k={key}")
    for text in (*delivery.headers.values(), delivery.path):
        assert game.table not in text, "the push service learns no link"


async def test_a_notice_is_in_the_language_of_the_device(
    server: tuple[str, Container], service: PushService, ada: Guest, bob: Guest
) -> None:
    bob.browser.headers["Accept-Language"] = "fr"
    browser = await subscribe(bob, service)
    await (await Correspondence.begin(ada, bob, server[1])).move()
    assert browser.decrypt(service.deliveries[0].body)["title"] == "À vous · Pylos"


async def test_there_is_one_notice_per_table_until_the_player_has_looked(
    server: tuple[str, Container], service: PushService, ada: Guest, bob: Guest
) -> None:
    await subscribe(bob, service)
    game = await Correspondence.begin(ada, bob, server[1])
    await game.move()
    await ada.send_command(game.table, "say", text="Hello")
    await ada.send_command(game.table, "offer_draw")
    await game.move()
    await game.move()  # it is Bob's turn again, but he has not looked at the page
    assert len(service.deliveries) == 1
    async with bob.at(game.table) as live:
        await live.until("welcome")
    await until_away(server[1], game.table)
    await game.move()
    await game.move()
    assert len(service.deliveries) == 2


async def until_away(container: Container, table: str) -> None:
    """Wait until the database knows that nobody is at a table any more."""
    while None in (await container.presence.at(table, container.system.now())).values():
        await asyncio.sleep(0.02)


async def test_a_player_at_the_table_gets_no_notice(
    server: tuple[str, Container], service: PushService, ada: Guest, bob: Guest
) -> None:
    await subscribe(bob, service)
    game = await Correspondence.begin(ada, bob, server[1])
    async with bob.at(game.table) as live:
        await live.until("welcome")
        while not (await live.until("present"))["seats"][1]:
            pass
        await game.move()
    assert not service.deliveries


@pytest.mark.parametrize(
    "clock", [{"kind": "none"}, {"kind": "total", "seconds": 600, "increment": 0}]
)
async def test_there_are_notices_only_with_days_per_move(
    server: tuple[str, Container],
    service: PushService,
    ada: Guest,
    bob: Guest,
    clock: dict[str, Any],
) -> None:
    await subscribe(bob, service)
    await (await Correspondence.begin(ada, bob, server[1], clock)).move()
    assert not service.deliveries


@pytest.mark.parametrize(("status", "left"), [(404, 0), (410, 0), (500, 1), (429, 1), (302, 1)])
async def test_a_device_that_its_service_has_forgotten_is_forgotten(
    server: tuple[str, Container],
    service: PushService,
    ada: Guest,
    bob: Guest,
    status: int,
    left: int,
) -> None:
    await subscribe(bob, service)
    service.status = status
    await (await Correspondence.begin(ada, bob, server[1])).move()
    assert len(service.deliveries) == 1, "no redirect is followed, and nothing is sent again"
    assert len(await devices(bob)) == left


async def test_every_device_gets_the_notice_and_the_latest_ten_are_kept(
    server: tuple[str, Container], service: PushService, ada: Guest, bob: Guest
) -> None:
    browsers = [await subscribe(bob, service) for _ in range(12)]
    await (await Correspondence.begin(ada, bob, server[1])).move()
    reached = {f"{service.url}{delivery.path}" for delivery in service.deliveries}
    assert len(reached) == 10
    assert reached <= {browser.endpoint for browser in browsers}


async def test_a_device_can_be_removed_by_its_owner_alone(
    service: PushService, ada: Guest, bob: Guest
) -> None:
    await subscribe(bob, service)
    [device] = await devices(bob)
    refused = await ada.expect_refusal("DELETE", f"/api/me/push/{device}")
    assert refused == (404, "no_such_device")
    await bob.request("DELETE", f"/api/me/push/{device}")
    assert await devices(bob) == []


async def test_a_browser_notifies_the_last_person_who_asked(
    service: PushService, ada: Guest, bob: Guest
) -> None:
    browser = service.subscribe()
    for guest in ada, bob:
        await guest.request("PUT", "/api/me/push", json=browser.device)
    assert [len(await devices(guest)) for guest in (ada, bob)] == [0, 1]


@pytest.mark.parametrize("way", ["sign out", "delete", "ban"])
async def test_devices_are_forgotten_with_the_sessions_of_their_owner(
    server: tuple[str, Container], service: PushService, ada: Guest, bob: Guest, way: str
) -> None:
    container = server[1]
    await subscribe(bob, service)
    game = await Correspondence.begin(ada, bob, container)
    seats = (await container.rooms.get(game.table)).state.seats
    [bob_id] = [seat.person for seat in seats if seat and seat.name == "Bob"]
    match way:
        case "sign out":
            await bob.request("DELETE", "/api/me/sessions")
        case "delete":
            await bob.request("DELETE", "/api/me")
        case "ban":
            await container.people.ban(bob_id, 0.0)
    assert await container.subscriptions.of(bob_id) == ()


async def test_invalid_keys_are_refused_and_a_point_off_the_curve_is_forgotten(
    server: tuple[str, Container], service: PushService, ada: Guest, bob: Guest
) -> None:
    device = service.subscribe().device
    for wrong in {"key": "AAAA"}, {"auth": "AAAA"}, {"key": "no base64!"}:
        refused = await bob.expect_refusal("PUT", "/api/me/push", json=device | wrong)
        assert refused == (400, "bad_push_keys")
    await bob.request("PUT", "/api/me/push", json=device | {"key": "B" + "A" * 86})
    await (await Correspondence.begin(ada, bob, server[1])).move()
    assert not service.deliveries
    assert await devices(bob) == []


async def test_a_full_queue_drops_notices(
    server: tuple[str, Container], ada: Guest, bob: Guest
) -> None:
    container = server[1]
    game = await Correspondence.begin(ada, bob, container)
    state = (await container.rooms.get(game.table)).state
    stalled = TurnNotices(
        cast(PushClient, object()),
        None,
        container.subscriptions,
        container.presence,
        container.logger,
        container.system,
    )
    for _ in range(MAX_WAITING + 5):
        stalled.on_commit(state)
    assert stalled.waiting == MAX_WAITING


async def test_a_token_can_neither_see_nor_add_devices(service: PushService, bob: Guest) -> None:
    token = (await bob.request("POST", "/api/tokens", json={"label": "bot"}))["token"]
    program = Guest(bob.url)
    program.browser.headers["Authorization"] = f"Bearer {token}"
    for method, more in ("GET", {}), ("PUT", {"json": service.subscribe().device}):
        refused = await program.expect_refusal(method, "/api/me/push", **more)
        assert refused == (403, "token_not_allowed")
    await program.close()


async def test_without_https_there_are_no_notices_and_the_page_can_say_so(
    tmp_path: Path, service: PushService
) -> None:
    async with running_server(settings(tmp_path, push_test_service=service.url)) as (url, _):
        guest = await Guest.create(url, "Ada")
        state = await guest.request("GET", "/api/me/push")
        assert state == {"key": "", "unavailable": "no_https", "devices": []}
        device = service.subscribe().device
        refused = await guest.expect_refusal("PUT", "/api/me/push", json=device)
        assert refused == (409, "no_push")
        await guest.close()


async def test_without_the_extra_the_server_runs_and_the_page_can_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        turn_notices, "find_spec", lambda name: None if name == "pywebpush" else find(name)
    )
    async with running_server(settings(tmp_path, url="https://play.example.org")) as (url, _):
        guest = Guest(url)
        state = await guest.request("GET", "/api/me/push")
        assert state["unavailable"] == "not_installed"
        await guest.close()
