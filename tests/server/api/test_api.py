from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import sommet
from sommet.server.app import admin
from sommet.server.app.container import Container
from sommet.server.live.lobby import CACHE_LIFETIME_S
from sommet.server.runtime.settings import Limits
from tests.server.local_server import Guest, settings, table_server

pytestmark = pytest.mark.anyio

Server = tuple[str, Container]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with table_server(settings(tmp_path)) as opened:
        yield opened


@pytest.fixture
async def ada(server: Server) -> AsyncIterator[Guest]:
    guest = await Guest.called(server[0], "Ada")
    yield guest
    await guest.leaves()


@pytest.fixture
async def bob(server: Server) -> AsyncIterator[Guest]:
    guest = await Guest.called(server[0], "Bob")
    yield guest
    await guest.leaves()


async def test_a_guest_has_a_cleaned_name_and_a_signed_cookie(ada: Guest) -> None:
    assert await ada.ask("GET", "/api/me") == {"name": "Ada"}
    answer = await ada.browser.post("/api/me", json={"name": "  Ada\u202e  L. "})
    assert answer.json() == {"name": "Ada L."}
    assert await ada.refused("POST", "/api/me", json={"name": "\u200b"}) == (422, "no_name")
    eve = Guest(ada.url)
    cookie = (await eve.browser.post("/api/me", json={"name": "Eve"})).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    eve.browser.cookies.set("sommet", f"{'x' * 22}.{'y' * 32}")
    eve.browser.cookies.delete("sommet", domain="127.0.0.1")
    assert await eve.refused("GET", "/api/me") == (401, "who_are_you")
    await eve.leaves()


async def test_a_private_link_carries_an_identity_to_another_device(
    server: Server, ada: Guest
) -> None:
    link = await ada.ask("POST", "/api/me/link")
    phone = Guest(server[0])
    code = {"link": link["link"]}
    assert link["address"].endswith(f"/carry/{link['link']}")
    wrong = {"link": link["link"][:-1] + ("y" if link["link"].endswith("x") else "x")}
    assert (await phone.refused("POST", "/api/me/link/use", json=wrong))[1] == "bad_link"
    assert await phone.ask("POST", "/api/me/link/use", json=code) == {"name": "Ada"}
    assert await phone.ask("GET", "/api/me") == {"name": "Ada"}
    tablet = Guest(server[0])
    assert (await tablet.refused("POST", "/api/me/link/use", json=code))[1] == "bad_link", "used"
    for guest in (phone, tablet):
        await guest.leaves()


async def test_a_private_link_is_void_once_it_is_revoked_or_another_is_made(
    server: Server, ada: Guest
) -> None:
    phone = Guest(server[0])
    first = {"link": (await ada.ask("POST", "/api/me/link"))["link"]}
    second = {"link": (await ada.ask("POST", "/api/me/link"))["link"]}
    assert (await phone.refused("POST", "/api/me/link/use", json=first))[1] == "bad_link"
    await ada.ask("DELETE", "/api/me/link")
    assert (await phone.refused("POST", "/api/me/link/use", json=second))[1] == "bad_link"
    await phone.leaves()


async def test_tables_are_set_listed_joined_and_watched(ada: Guest, bob: Guest) -> None:
    hidden = await ada.sets("pylos")
    table = await ada.sets("pylos", public=True)
    ids = [seen["table"]["id"] for seen in await bob.ask("GET", "/api/tables")]
    assert ids == [table]
    assert hidden not in ids
    await bob.does(table, "sit")
    await asyncio.sleep(CACHE_LIFETIME_S)
    assert await bob.ask("GET", "/api/tables") == []
    running = await bob.ask("GET", "/api/tables?stage=running&game=pylos")
    assert [seen["table"]["id"] for seen in running] == [table]
    assert await bob.ask("GET", "/api/tables?stage=running&game=nothing") == []
    mine = await ada.ask("GET", "/api/tables/mine")
    assert [seen["table"]["id"] for seen in mine] == [table, hidden]


async def test_a_list_of_tables_is_made_once_a_second_and_has_no_scenes(
    server: Server, ada: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, container = server
    table = await ada.sets("pylos", public=True, first=0)
    await bob.does(table, "sit")
    await ada.does(table, "play", move="1b2", position=2)
    looks, listed = [], container.log.list_games

    async def look(**wanted: Any) -> list[str]:
        looks.append(wanted)
        return await listed(**wanted)

    monkeypatch.setattr(container.log, "list_games", look)
    path = "/api/tables?stage=running&limit=100"
    lists = await asyncio.gather(*(guest.ask("GET", path) for guest in (ada, bob) * 10))
    assert len(looks) == 1
    assert all(found == lists[0] for found in lists)
    [card] = lists[0]
    assert (card["frame"]["turn"], card["played"]) == (1, 1)
    assert "board" not in card["frame"]
    assert "yours" not in card, "everyone gets the same"
    [mine] = await bob.ask("GET", "/api/tables/mine")
    assert (mine["yours"], "board" in mine["frame"]) == ([1], False)


async def test_an_invitation_opens_its_seat(ada: Guest, bob: Guest) -> None:
    table = await ada.sets("pylos", chairs=[{"kind": "me"}, {"kind": "invited"}])
    path = f"/api/tables/{table}/commands"
    sit = {"kind": "sit", "id": "s"}
    assert await bob.refused("POST", path, json=sit) == (403, "invitation_only")
    invitation = await ada.ask("POST", f"/api/tables/{table}/invitations", json={"seat": 1})
    assert invitation["qr"].startswith("<svg")
    assert "viewBox" in invitation["qr"], "it can be shown at any size"
    assert table in invitation["link"]
    elsewhere = await ada.sets("pylos", chairs=[{"kind": "me"}, {"kind": "invited"}])
    wrong = {**sit, "invitation": invitation["code"]}
    other = f"/api/tables/{elsewhere}/commands"
    assert (await bob.refused("POST", other, json=wrong))[1] == "bad_invitation"
    await bob.does(table, "sit", invitation=invitation["code"])
    assert (await ada.ask("GET", f"/api/tables/{table}"))["frame"]["stage"] == "running"
    refused = await bob.refused("POST", f"/api/tables/{elsewhere}/invitations", json={})
    assert refused == (403, "only_seated_invite")


async def test_who_sits_on_an_open_chair_cannot_invite_to_a_kept_one(
    ada: Guest, bob: Guest
) -> None:
    chairs = [{"kind": "me"}, {"kind": "open"}, {"kind": "invited"}]
    table = await ada.sets("kabaleo", options={"players": 3}, chairs=chairs)
    await bob.does(table, "sit")
    path = f"/api/tables/{table}/invitations"
    assert await bob.refused("POST", path, json={"seat": 2}) == (403, "only_host_invites")
    for seat in (0, 1, None):
        code = (await bob.ask("POST", path, json={"seat": seat}))["code"]
        eve = await Guest.called(ada.url, "Eve")
        sit = {"kind": "sit", "id": "s", "seat": 2, "invitation": code}
        refused = await eve.refused("POST", f"/api/tables/{table}/commands", json=sit)
        assert refused == (403, "seat_by_invitation")
        await eve.leaves()
    code = (await ada.ask("POST", path, json={}))["code"]
    eve = await Guest.called(ada.url, "Eve")
    await eve.does(table, "sit", invitation=code)
    assert (await eve.ask("GET", f"/api/tables/{table}"))["you"]["seats"] == [2]
    await eve.leaves()


async def test_strangers_who_want_the_same_are_paired(ada: Guest, bob: Guest) -> None:
    wish = {"game": "pylos", "clock": {"kind": "total", "seconds": 300}}
    one = await ada.ask("POST", "/api/pairing", json=wish)
    again = await ada.ask("POST", "/api/pairing", json=wish)
    assert again["table"]["id"] == one["table"]["id"], "nobody is paired with themselves"
    other = await bob.ask("POST", "/api/pairing", json={"game": "pylos"})
    assert other["table"]["id"] != one["table"]["id"], "another clock is another wish"
    await bob.ask("DELETE", "/api/pairing")
    two = await bob.ask("POST", "/api/pairing", json=wish)
    assert two["table"]["id"] == one["table"]["id"]
    assert two["frame"]["stage"] == "running"


async def test_nobody_is_paired_with_somebody_who_has_left(
    server: Server, ada: Guest, bob: Guest
) -> None:
    _, container = server
    one = (await ada.ask("POST", "/api/pairing", json={"game": "pylos"}))["table"]["id"]
    (person,) = (await container.rooms.get(one)).state.people
    async with ada.at(one) as live:
        await live.until("present")
    while (await container.presence.at(one, container.system.now())).get(person) is None:
        await asyncio.sleep(0.01)
    await container.presence.record(one, person, False, container.system.now() - 4)
    two = await bob.ask("POST", "/api/pairing", json={"game": "pylos"})
    assert two["table"]["id"] != one
    await container.presence.record(one, person, True, container.system.now())
    eve = await Guest.called(ada.url, "Eve")
    three = await eve.ask("POST", "/api/pairing", json={"game": "pylos"})
    assert three["table"]["id"] == one, "who came back is next"
    await eve.leaves()


async def test_a_rematch_turns_the_seats(ada: Guest, bob: Guest) -> None:
    table = await ada.sets("pylos", first=0)
    await bob.does(table, "sit")
    await ada.does(table, "resign")
    await ada.does(table, "rematch")
    await bob.does(table, "rematch")
    next_table = (await ada.ask("GET", f"/api/tables/{table}"))["frame"]["next"]
    seen = await ada.ask("GET", f"/api/tables/{next_table}")
    assert seen["frame"]["stage"] == "running"
    assert [seat["name"] for seat in seen["frame"]["seats"]] == ["Bob", "Ada"]
    assert seen["table"]["before"] == table
    assert seen["table"]["score"] == [1.0, 0.0]  # of Bob, to whom Ada resigned


async def test_records_are_sealed_while_the_game_is_on(ada: Guest, bob: Guest) -> None:
    table = await ada.sets("colorpop", options={"players": 2}, first=0)
    await bob.does(table, "sit")
    text = (await ada.browser.get(f"/api/tables/{table}/record")).text
    assert "[Seed" not in text
    assert "?" in text
    assert (await ada.ask("GET", f"/api/tables/{table}/record.json"))["seed"] is None
    verdict = await ada.ask("GET", f"/api/tables/{table}/verification")
    assert (verdict["ok"], verdict["code"]) == (False, "sealed")
    await ada.does(table, "resign")
    text = (await ada.browser.get(f"/api/tables/{table}/record")).text
    assert "[Seed" in text
    assert (await ada.ask("POST", "/api/verification", json={"record": text}))["ok"] is True
    forged = text.replace('[Seed "', '[Seed "0')
    verdict = await ada.ask("POST", "/api/verification", json={"record": forged})
    assert verdict["code"] == "other_seed"
    assert (await ada.refused("POST", "/api/verification", json={"record": "x"}))[0] == 422


async def test_analysis_is_for_finished_games_and_free_positions(ada: Guest, bob: Guest) -> None:
    table = await ada.sets("pylos", first=0)
    await bob.does(table, "sit")
    analysis = f"/api/tables/{table}/analysis"
    assert await ada.refused("GET", analysis) == (403, "analysis_later")
    start = {"game": "pylos"}
    assert await ada.refused("POST", "/api/analysis", json=start) == (403, "being_played")
    position = (await ada.ask("GET", f"/api/tables/{table}"))["frame"]["position"]
    await ada.does(table, "play", move="1b2", position=position)
    later = str(sommet.game("pylos").start(first=0).play("1b2").play("1c3"))
    for ask in (start, {**start, "position": later}, {**start, "options": {"variant": "expert"}}):
        assert await ada.refused("POST", "/api/analysis", json=ask) == (403, "being_played")
    assert (await ada.ask("POST", "/api/analysis", json={"game": "triedre"}))["moves"]
    await ada.does(table, "resign")
    assert (await ada.ask("POST", "/api/analysis", json=start))["moves"]
    assert (await ada.ask("GET", f"{analysis}?move=0"))["moves"]
    assert await ada.refused("GET", f"{analysis}?move=99") == (422, "no_such_move")


async def test_positions_come_as_pictures(ada: Guest) -> None:
    table = await ada.sets("kabaleo", options={"players": 2}, chairs=[{"kind": "me"}] * 2)
    for path in (f"/api/tables/{table}/picture.svg", "/api/picture.svg?game=pylos"):
        answer = await ada.browser.get(path)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg")
    assert (await ada.refused("GET", "/api/picture.svg?game=chess"))[0] == 422


async def test_a_program_plays_by_token(server: Server, ada: Guest) -> None:
    token = (await ada.ask("POST", "/api/tokens", json={"label": "bot"}))["token"]
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server[0], headers=headers) as program:
        assert (await program.get("/api/me")).json() == {"name": "Ada"}
        await ada.ask("DELETE", "/api/tokens")
        assert (await program.get("/api/me")).status_code == 401


async def test_another_site_cannot_act_for_a_guest(ada: Guest) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        refused = await ada.refused("POST", "/api/tables", json={"game": "pylos"}, headers=headers)
        assert refused == (403, "foreign_page")
    own = {"Origin": ada.url}
    assert (await ada.browser.post("/api/tables", json={"game": "pylos"}, headers=own)).is_success


async def test_every_answer_carries_the_protecting_headers(ada: Guest) -> None:
    for path in ("/", "/api/me", "/nothing", "/healthz", "/api/tables/nothing"):
        headers = (await ada.browser.get(path)).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] in ("no-referrer", "same-origin")


async def test_too_long_and_malformed_requests_get_a_typed_answer(ada: Guest) -> None:
    long = {"game": "x" * 100_000}
    assert (await ada.refused("POST", "/api/tables", json=long))[0] == 413
    assert (await ada.refused("POST", "/api/tables", content=b"{"))[0] == 400
    assert (await ada.refused("POST", "/api/tables", json={"game": 3}))[1] == "malformed"
    assert (await ada.refused("GET", "/api/nothing"))[1] == "no_such_page"


async def test_who_asks_too_often_must_wait(tmp_path: Path) -> None:
    limits = Limits(requests_a_second=5.0)
    async with table_server(settings(tmp_path, limits=limits)) as (url, _):
        eve = await Guest.called(url, "Eve")
        answers = [(await eve.browser.get("/healthz")).status_code for _ in range(60)]
        assert 429 in answers
        await eve.leaves()


async def test_health_is_told_and_tables_are_counted(server: Server, ada: Guest) -> None:
    assert (await ada.browser.get("/healthz")).text == "ok\n"
    assert (await ada.browser.get("/readyz")).status_code == 200
    await ada.sets("pylos")
    text = (await ada.browser.get("/metrics")).text
    assert 'sommet_tables{stage="open"} 1' in text
    server[1].rooms.open = False
    assert (await ada.browser.get("/readyz")).status_code == 503


async def test_the_page_at_the_door_lists_open_tables(ada: Guest) -> None:
    await ada.ask("POST", "/api/me", json={"name": "<b>Ada"})
    await ada.sets("pylos", public=True)
    page = (await ada.browser.get("/")).text
    assert "<strong>Pylos</strong> <span>&lt;b&gt;Ada</span>" in page


async def test_the_operator_closes_bans_and_forgets(server: Server, ada: Guest, bob: Guest) -> None:
    container = server[1]
    table = await ada.sets("pylos", first=0)
    await bob.does(table, "sit")
    await ada.does(table, "say", text="my secret words")
    (person,) = (
        line.split()[-1] for line in await admin.list_seats(container, table) if "Ada" in line
    )
    await admin.delete_person(container, person)
    seen = await bob.ask("GET", f"/api/tables/{table}")
    assert seen["frame"]["stage"] == "over", "who is forgotten has resigned"
    game_log = await container.log.read(table)
    assert "Ada" not in str(game_log)
    assert person not in str(game_log)
    assert "my secret words" not in str(game_log)
    assert (await ada.refused("GET", "/api/me"))[0] == 401
    other = await bob.sets("pylos")
    assert await admin.close_table(container, other)
    assert (await bob.ask("GET", f"/api/tables/{other}"))["frame"]["stage"] == "closed"
    (person,) = (
        line.split()[-1] for line in await admin.list_seats(container, other) if "Bob" in line
    )
    await admin.ban(container, person)
    assert await bob.refused("GET", "/api/me") == (403, "banned")
    await admin.unban(container, person)
    assert await bob.ask("GET", "/api/me") == {"name": "Bob"}
    assert await admin.delete_old_games(container, -1) == 2
