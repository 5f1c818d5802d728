"""A program with a token could become its owner, and stay so after the token was revoked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import pytest
import websockets

from sommet.wire.client_messages import VERSION
from tests.server.attacks.attacker import attacked_server, new_address
from tests.server.clients import Guest, LiveConnection
from tests.server.services import Process

pytestmark = pytest.mark.anyio

NAME, LABEL = {"name": "Not Ada"}, {"label": "another"}
FORBIDDEN = (
    ("POST", "/guest", None),
    ("POST", "/api/me", NAME),
    ("POST", "/api/me/link", None),
    ("DELETE", "/api/me/link", None),
    ("DELETE", "/api/me/sessions", None),
    ("POST", "/api/tokens", LABEL),
    ("GET", "/api/tokens", None),
    ("DELETE", "/api/tokens/0123456789abcdef", None),
    ("DELETE", "/api/tokens", None),
    ("GET", "/mine", None),
    ("GET", "/mine/records.zip", None),
    ("POST", "/mine/sign-out", None),
    ("GET", "/programs", None),
    ("POST", "/programs/tokens", LABEL),
    ("POST", "/name", NAME),
    ("POST", "/play", {"game": "pylos"}),
    ("POST", "/daily", None),
    ("POST", "/mine/forget", None),
    ("DELETE", "/api/me", None),
)
"""What would make a program its owner; the last ones delete them."""
CONNECTIONS = 6
"""Enough to reach both workers."""


@pytest.fixture
async def ada(server: Process) -> AsyncIterator[Guest]:
    guest = await Guest.create(server.url, "Ada", new_address())
    yield guest
    await guest.close()


async def new_program(owner: Guest, **scope: str) -> Guest:
    """A program with a token of this guest and nothing else."""
    token = (await owner.request("POST", "/api/tokens", json={"label": "bot", **scope}))["token"]
    program = Guest(owner.url, owner.address)
    program.browser.headers["authorization"] = f"Bearer {token}"
    return program


async def test_a_token_never_signs_in_and_never_manages_its_owner(ada: Guest) -> None:
    program = await new_program(ada)
    for method, path, body in FORBIDDEN:
        form = not path.startswith("/api")
        answer = await program.browser.request(
            method, path, data=body if form else None, json=None if form else body
        )
        assert answer.status_code == 403, f"{method} {path} obeys a token"
        assert answer.json()["code"] == "token_not_allowed"
        assert "set-cookie" not in answer.headers
    assert not program.browser.cookies
    assert await ada.request("GET", "/api/me") == {"name": "Ada"}
    assert await program.request("GET", "/api/me") == {"name": "Ada"}
    await program.close()


async def test_a_revoked_program_has_nothing_left(ada: Guest) -> None:
    program = await new_program(ada)
    await program.browser.post("/guest")
    link = await program.browser.post("/api/me/link")
    another = await program.browser.post("/api/tokens", json=LABEL)
    await ada.request("DELETE", "/api/tokens")
    del program.browser.headers["authorization"]
    assert (await program.browser.get("/api/me")).status_code == 401, "it kept the owner's cookie"
    used = await program.browser.post(
        "/api/me/link/use", json={"link": link.json().get("link", "")}
    )
    assert used.status_code == 403, "it kept a device link"
    program.browser.headers["authorization"] = f"Bearer {another.json().get('token', 'none')}"
    assert (await program.browser.get("/api/me")).status_code == 401, "it kept another token"
    await program.close()


async def test_a_token_that_reads_cannot_act(ada: Guest) -> None:
    chairs = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = await ada.create_table("pylos", chairs=chairs, first=0)
    open_table = await ada.create_table("pylos")
    program = await new_program(ada, scope="read")
    assert (await program.request("GET", f"/api/tables/{table}"))["you"]["seats"] == [0]
    assert {card["table"]["id"] for card in await program.request("GET", "/api/tables/mine")} == {
        table,
        open_table,
    }
    acts: tuple[tuple[str, str, dict[str, str] | None], ...] = (
        ("POST", "/api/tables", {"game": "pylos"}),
        ("POST", "/api/pairing", {"game": "pylos"}),
        ("DELETE", "/api/pairing", None),
        ("POST", f"/api/tables/{open_table}/invitations", {}),
        ("POST", f"/api/tables/{table}/commands", {"kind": "resign", "id": "r"}),
    )
    for method, path, body in acts:
        refused = await program.expect_refusal(method, path, json=body)
        assert refused == (403, "read_only_token"), path
    async with program.at(table) as live:
        await live.until("welcome")
        commands: dict[str, dict[str, object]] = {
            "resign": {},
            "say": {"text": "hello"},
            "report": {"seat": 1, "words": "rude"},
        }
        for kind, more in commands.items():
            answer = await live.send_command(kind, **more)
            assert answer["refused"]["code"] == "read_only_token"
    await program.close()


async def test_signing_out_everywhere_cuts_off_a_lost_device(ada: Guest) -> None:
    table = await ada.create_table("pylos")
    phone, program = Guest(ada.url, ada.address), await new_program(ada)
    used = {"link": (await ada.request("POST", "/api/me/link"))["link"]}
    await phone.request("POST", "/api/me/link/use", json=used)
    unused = {"link": (await phone.request("POST", "/api/me/link"))["link"]}
    stolen = httpx.Cookies(ada.browser.cookies)
    async with phone.at(table) as live:
        await live.until("welcome")
        answer = await ada.browser.post("/mine/sign-out")
        copy = Guest(ada.url, ada.address)
        copy.browser.cookies = stolen
        assert (await copy.browser.get("/api/me")).status_code == 401, "an old cookie still works"
        assert answer.status_code == 303
        assert (await live.until("refused"))["refused"]["code"] == "signed_out"
        with pytest.raises(websockets.ConnectionClosed):
            await live.next()
        assert live.connection.close_code == 1008
    assert await ada.request("GET", "/api/me") == {"name": "Ada"}, "this browser stays signed in"
    for guest in (phone, program):
        assert (await guest.browser.get("/api/me")).status_code == 401
    assert (await copy.expect_refusal("POST", "/api/me/link/use", json=unused))[1] == "bad_link"
    async with phone.at(table) as live:
        assert not (await live.until("you")).get("seats")
    for guest in (phone, program, copy):
        await guest.close()


async def test_a_program_cannot_pass_as_a_person(ada: Guest) -> None:
    """It could take a seat by the form, or play from a seat that its owner had taken."""
    program = await new_program(ada)
    bob = await Guest.create(ada.url, "Bob", new_address())
    table = await bob.create_table("pylos", chairs=[{"kind": "open"}, {"kind": "me"}], first=0)
    await program.browser.post(f"/tables/{table}/sit", data={"name": "Somebody"})
    seats = (await bob.request("GET", f"/api/tables/{table}"))["frame"]["seats"]
    assert all(
        seat.get("program") for seat in seats if seat.get("name") != "Bob" and "name" in seat
    )
    await ada.send_command(table, "sit")
    position = (await ada.request("GET", f"/api/tables/{table}"))["frame"]["position"]
    play = {"kind": "play", "id": "p", "move": "1b2", "position": position}
    others: dict[str, dict[str, object]] = {"say": {"text": "I'm no robot"}, "offer_draw": {}}
    commands = [play, *({"kind": kind, "id": kind, **more} for kind, more in others.items())]
    for command in [*commands, {"kind": "resign", "id": "r"}]:
        answer = await program.browser.post(f"/api/tables/{table}/commands", json=command)
        assert answer.status_code == 403, f"{command['kind']} of a program from a person's seat"
        assert answer.json()["code"] == "seat_of_a_person"
    for guest in (program, bob):
        await guest.close()


async def test_signing_out_reaches_every_worker(tmp_path: Path) -> None:
    with attacked_server(tmp_path, "", "--workers=2") as server:
        ada = await Guest.create(server.url, "Ada", new_address())
        table, phone = await ada.create_table("pylos"), Guest(server.url, new_address())
        phone.browser.cookies = httpx.Cookies(ada.browser.cookies)
        async with AsyncExitStack() as stack:
            lives = [await stack.enter_async_context(phone.at(table)) for _ in range(CONNECTIONS)]
            for live in lives:
                await live.until("welcome")
            await ada.request("DELETE", "/api/me/sessions")
            for live in lives:
                assert (await live.until("refused"))["refused"]["code"] == "signed_out"
        for _ in range(CONNECTIONS):
            assert await phone.expect_refusal("GET", "/api/me") == (401, "not_signed_in")
        for guest in (ada, phone):
            await guest.close()


async def test_a_connection_from_before_signing_out_cannot_subscribe(ada: Guest) -> None:
    """A lost device could open one, wait, and say hello later."""
    table, phone = await ada.create_table("pylos"), Guest(ada.url, ada.address)
    phone.browser.cookies = httpx.Cookies(ada.browser.cookies)
    program = await new_program(ada)
    cookie = "; ".join(f"{name}={value}" for name, value in phone.browser.cookies.items())
    headers = {"Cookie": cookie}, {"Authorization": program.browser.headers["authorization"]}
    async with AsyncExitStack() as stack:
        lives = [
            LiveConnection(
                await stack.enter_async_context(
                    websockets.connect(
                        f"{ada.url.replace('http', 'ws', 1)}/live/{table}",
                        additional_headers=each,
                        local_addr=(ada.address, 0),
                    )
                )
            )
            for each in headers
        ]
        await ada.request("DELETE", "/api/me/sessions")
        for live, code in zip(lives, ("signed_out", "token_revoked"), strict=True):
            await live.send("hello", version=VERSION)
            with suppress(websockets.ConnectionClosed):
                await live.send("say", id="say", text="Still here")
            with pytest.raises(websockets.ConnectionClosed):
                await live.until("never sent")
            refusals = [each["refused"] for each in live.received if each["kind"] == "refused"]
            assert [each["code"] for each in refusals] == [code]
            assert not any(each["kind"] == "ack" for each in live.received), "it could still act"
    for guest in (phone, program):
        await guest.close()


async def test_deleted_guests_are_gone_from_their_open_connections_too(ada: Guest) -> None:
    """One could still take a seat, under the deleted name."""
    bob = await Guest.create(ada.url, "Bob", new_address())
    table = await bob.create_table("pylos")
    async with ada.at(table) as live:
        await live.until("welcome")
        await ada.request("DELETE", "/api/me")
        with pytest.raises(websockets.ConnectionClosed):
            await live.send_command("sit")
    assert "Ada" not in (await bob.browser.get(f"/api/tables/{table}")).text
    await bob.close()


async def test_a_program_can_revoke_its_own_token(ada: Guest) -> None:
    program, other = await new_program(ada, scope="read"), await new_program(ada)
    await program.request("DELETE", "/api/token")
    assert (await program.expect_refusal("GET", "/api/me")) == (401, "bad_token")
    assert await other.request("GET", "/api/me") == {"name": "Ada"}
    assert (await ada.expect_refusal("DELETE", "/api/token")) == (404, "no_such_token")
    for guest in (program, other):
        await guest.close()
