from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

import sommet
from sommet.server.app import admin
from sommet.server.app.container import Container
from sommet.server.live.lobby import CACHE_LIFETIME_S
from sommet.server.runtime.settings import Limits
from tests.server.local_server import Guest, running_server, settings

pytestmark = pytest.mark.anyio

Server = tuple[str, Container]


async def test_a_guest_gets_a_cleaned_name_and_a_signed_cookie(ada: Guest) -> None:
    assert await ada.request("GET", "/api/me") == {"name": "Ada"}
    answer = await ada.browser.post("/api/me", json={"name": "  Ada\u202e  L. "})
    assert answer.json() == {"name": "Ada L."}
    assert await ada.expect_refusal("POST", "/api/me", json={"name": "\u200b"}) == (422, "no_name")
    eve = Guest(ada.url)
    cookie = (await eve.browser.post("/api/me", json={"name": "Eve"})).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    eve.browser.cookies.set("sommet", f"{'x' * 22}.{'y' * 32}")
    eve.browser.cookies.delete("sommet", domain="127.0.0.1")
    assert await eve.expect_refusal("GET", "/api/me") == (401, "not_signed_in")
    await eve.close()


async def test_a_private_link_signs_in_on_another_device(server: Server, ada: Guest) -> None:
    link = await ada.request("POST", "/api/me/link")
    phone = Guest(server[0])
    code = {"link": link["link"]}
    assert link["address"].endswith(f"/carry/{link['link']}")
    wrong = {"link": link["link"][:-1] + ("y" if link["link"].endswith("x") else "x")}
    assert (await phone.expect_refusal("POST", "/api/me/link/use", json=wrong))[1] == "bad_link"
    assert await phone.request("POST", "/api/me/link/use", json=code) == {"name": "Ada"}
    assert await phone.request("GET", "/api/me") == {"name": "Ada"}
    tablet = Guest(server[0])
    assert (await tablet.expect_refusal("POST", "/api/me/link/use", json=code))[1] == "bad_link", (
        "used"
    )
    for guest in (phone, tablet):
        await guest.close()


async def test_a_private_link_stops_working_once_it_is_revoked_or_replaced(
    server: Server, ada: Guest
) -> None:
    phone = Guest(server[0])
    first = {"link": (await ada.request("POST", "/api/me/link"))["link"]}
    second = {"link": (await ada.request("POST", "/api/me/link"))["link"]}
    assert (await phone.expect_refusal("POST", "/api/me/link/use", json=first))[1] == "bad_link"
    await ada.request("DELETE", "/api/me/link")
    assert (await phone.expect_refusal("POST", "/api/me/link/use", json=second))[1] == "bad_link"
    await phone.close()


async def test_tables_are_created_listed_joined_and_watched(ada: Guest, bob: Guest) -> None:
    hidden = await ada.create_table("pylos")
    table = await ada.create_table("pylos", public=True)
    ids = [seen["table"]["id"] for seen in await bob.request("GET", "/api/tables")]
    assert ids == [table]
    assert hidden not in ids
    await bob.send_command(table, "sit")
    await asyncio.sleep(CACHE_LIFETIME_S)
    assert await bob.request("GET", "/api/tables") == []
    running = await bob.request("GET", "/api/tables?stage=running&game=pylos")
    assert [seen["table"]["id"] for seen in running] == [table]
    assert await bob.request("GET", "/api/tables?stage=running&game=nothing") == []
    mine = await ada.request("GET", "/api/tables/mine")
    assert [seen["table"]["id"] for seen in mine] == [table, hidden]


async def test_the_list_of_tables_is_built_once_a_second_without_scenes(
    server: Server, ada: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, container = server
    table = await ada.create_table("pylos", public=True, first=0)
    await bob.send_command(table, "sit")
    await ada.send_command(table, "play", move="1b2", position=2)
    looks, listed = [], container.log.list_games

    async def look(**wanted: Any) -> list[str]:
        looks.append(wanted)
        return await listed(**wanted)

    monkeypatch.setattr(container.log, "list_games", look)
    path = "/api/tables?stage=running&limit=100"
    lists = await asyncio.gather(*(guest.request("GET", path) for guest in (ada, bob) * 10))
    assert len(looks) == 1
    assert all(found == lists[0] for found in lists)
    [card] = lists[0]
    assert (card["frame"]["turn"], card["played"]) == (1, 1)
    assert "board" not in card["frame"]
    assert "yours" not in card, "everyone gets the same"
    [mine] = await bob.request("GET", "/api/tables/mine")
    assert (mine["yours"], "board" in mine["frame"]) == ([1], False)


async def test_an_invitation_gives_access_to_its_seat(ada: Guest, bob: Guest) -> None:
    table = await ada.create_table("pylos", chairs=[{"kind": "me"}, {"kind": "invited"}])
    path = f"/api/tables/{table}/commands"
    sit = {"kind": "sit", "id": "s"}
    assert await bob.expect_refusal("POST", path, json=sit) == (403, "invitation_only")
    invitation = await ada.request("POST", f"/api/tables/{table}/invitations", json={"seat": 1})
    assert invitation["qr"].startswith("<svg")
    assert "viewBox" in invitation["qr"], "it can be shown at any size"
    assert table in invitation["link"]
    elsewhere = await ada.create_table("pylos", chairs=[{"kind": "me"}, {"kind": "invited"}])
    wrong = {**sit, "invitation": invitation["code"]}
    other = f"/api/tables/{elsewhere}/commands"
    assert (await bob.expect_refusal("POST", other, json=wrong))[1] == "bad_invitation"
    await bob.send_command(table, "sit", invitation=invitation["code"])
    assert (await ada.request("GET", f"/api/tables/{table}"))["frame"]["stage"] == "running"
    refused = await bob.expect_refusal("POST", f"/api/tables/{elsewhere}/invitations", json={})
    assert refused == (403, "only_seated_invite")


async def test_only_the_host_can_invite_to_a_reserved_seat(ada: Guest, bob: Guest) -> None:
    chairs = [{"kind": "me"}, {"kind": "open"}, {"kind": "invited"}]
    table = await ada.create_table("kabaleo", options={"players": 3}, chairs=chairs)
    await bob.send_command(table, "sit")
    path = f"/api/tables/{table}/invitations"
    assert await bob.expect_refusal("POST", path, json={"seat": 2}) == (403, "only_host_invites")
    for seat in (0, 1, None):
        code = (await bob.request("POST", path, json={"seat": seat}))["code"]
        eve = await Guest.create(ada.url, "Eve")
        sit = {"kind": "sit", "id": "s", "seat": 2, "invitation": code}
        refused = await eve.expect_refusal("POST", f"/api/tables/{table}/commands", json=sit)
        assert refused == (403, "seat_by_invitation")
        await eve.close()
    code = (await ada.request("POST", path, json={}))["code"]
    eve = await Guest.create(ada.url, "Eve")
    await eve.send_command(table, "sit", invitation=code)
    assert (await eve.request("GET", f"/api/tables/{table}"))["you"]["seats"] == [2]
    await eve.close()


async def test_guests_looking_for_the_same_game_are_paired(ada: Guest, bob: Guest) -> None:
    wish = {"game": "pylos", "clock": {"kind": "total", "seconds": 300}}
    one = await ada.request("POST", "/api/pairing", json=wish)
    again = await ada.request("POST", "/api/pairing", json=wish)
    assert again["table"]["id"] == one["table"]["id"], "nobody is paired with themselves"
    other = await bob.request("POST", "/api/pairing", json={"game": "pylos"})
    assert other["table"]["id"] != one["table"]["id"], "a different clock is a different request"
    await bob.request("DELETE", "/api/pairing")
    two = await bob.request("POST", "/api/pairing", json=wish)
    assert two["table"]["id"] == one["table"]["id"]
    assert two["frame"]["stage"] == "running"


async def test_nobody_is_paired_with_a_guest_who_has_left(
    server: Server, ada: Guest, bob: Guest
) -> None:
    _, container = server
    one = (await ada.request("POST", "/api/pairing", json={"game": "pylos"}))["table"]["id"]
    (person,) = (await container.rooms.get(one)).state.people
    async with ada.at(one) as live:
        await live.until("present")
    while (await container.presence.at(one, container.system.now())).get(person) is None:
        await asyncio.sleep(0.01)
    await container.presence.record(one, person, False, container.system.now() - 4)
    two = await bob.request("POST", "/api/pairing", json={"game": "pylos"})
    assert two["table"]["id"] != one
    await container.presence.record(one, person, True, container.system.now())
    eve = await Guest.create(ada.url, "Eve")
    three = await eve.request("POST", "/api/pairing", json={"game": "pylos"})
    assert three["table"]["id"] == one, "the returning client is next"
    await eve.close()


async def test_a_rematch_rotates_the_seats(ada: Guest, bob: Guest) -> None:
    table = await ada.create_table("pylos", first=0)
    await bob.send_command(table, "sit")
    await ada.send_command(table, "resign")
    await ada.send_command(table, "rematch")
    await bob.send_command(table, "rematch")
    next_table = (await ada.request("GET", f"/api/tables/{table}"))["frame"]["next_table"]
    seen = await ada.request("GET", f"/api/tables/{next_table}")
    assert seen["frame"]["stage"] == "running"
    assert [seat["name"] for seat in seen["frame"]["seats"]] == ["Bob", "Ada"]
    assert seen["table"]["previous_table"] == table
    assert seen["table"]["score"] == [1.0, 0.0]  # a win for Bob, as Ada resigned


async def test_records_are_sealed_while_the_game_is_running(ada: Guest, bob: Guest) -> None:
    table = await ada.create_table("colorpop", options={"players": 2}, first=0)
    await bob.send_command(table, "sit")
    text = (await ada.browser.get(f"/api/tables/{table}/record")).text
    assert "[Seed" not in text
    assert "?" in text
    assert (await ada.request("GET", f"/api/tables/{table}/record.json"))["seed"] is None
    verdict = await ada.request("GET", f"/api/tables/{table}/verification")
    assert (verdict["ok"], verdict["code"]) == (False, "sealed")
    await ada.send_command(table, "resign")
    text = (await ada.browser.get(f"/api/tables/{table}/record")).text
    assert "[Seed" in text
    assert (await ada.request("POST", "/api/verification", json={"record": text}))["ok"] is True
    forged = text.replace('[Seed "', '[Seed "0')
    verdict = await ada.request("POST", "/api/verification", json={"record": forged})
    assert verdict["code"] == "other_seed"
    assert (await ada.expect_refusal("POST", "/api/verification", json={"record": "x"}))[0] == 422


async def test_analysis_covers_finished_games_and_free_positions_only(
    ada: Guest, bob: Guest
) -> None:
    table = await ada.create_table("pylos", first=0)
    await bob.send_command(table, "sit")
    analysis = f"/api/tables/{table}/analysis"
    assert await ada.expect_refusal("GET", analysis) == (403, "analysis_later")
    start = {"game": "pylos"}
    assert await ada.expect_refusal("POST", "/api/analysis", json=start) == (403, "being_played")
    position = (await ada.request("GET", f"/api/tables/{table}"))["frame"]["position"]
    await ada.send_command(table, "play", move="1b2", position=position)
    later = str(sommet.game("pylos").start(first=0).play("1b2").play("1c3"))
    for ask in (start, {**start, "position": later}, {**start, "options": {"variant": "expert"}}):
        assert await ada.expect_refusal("POST", "/api/analysis", json=ask) == (403, "being_played")
    assert (await ada.request("POST", "/api/analysis", json={"game": "triedre"}))["moves"]
    await ada.send_command(table, "resign")
    assert (await ada.request("POST", "/api/analysis", json=start))["moves"]
    assert (await ada.request("GET", f"{analysis}?move=0"))["moves"]
    assert await ada.expect_refusal("GET", f"{analysis}?move=99") == (422, "no_such_move")


async def test_an_analysis_opens_no_tables_of_other_games(server: Server, ada: Guest) -> None:
    """Whoever had opened thousands of tables could fill the memory with one request."""
    _, container = server
    for _ in range(3):
        await ada.create_table("triedre", chairs=[{"kind": "me"}] * 2)
    for room in container.rooms:
        container.rooms.forget(room)
    assert (await ada.request("POST", "/api/analysis", json={"game": "pylos"}))["moves"]
    assert len(container.rooms) == 0
    refused = await ada.expect_refusal("POST", "/api/analysis", json={"game": "triedre"})
    assert refused == (403, "being_played")
    assert len(container.rooms) == 1, "the first one decides"


async def test_positions_are_available_as_pictures(ada: Guest) -> None:
    table = await ada.create_table("kabaleo", options={"players": 2}, chairs=[{"kind": "me"}] * 2)
    for path in (f"/api/tables/{table}/picture.svg", "/api/picture.svg?game=pylos"):
        answer = await ada.browser.get(path)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg")
    assert (await ada.expect_refusal("GET", "/api/picture.svg?game=chess"))[0] == 422


async def test_a_program_plays_with_a_token(server: Server, ada: Guest) -> None:
    token = (await ada.request("POST", "/api/tokens", json={"label": "bot"}))["token"]
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server[0], headers=headers, timeout=60) as program:
        assert (await program.get("/api/me")).json() == {"name": "Ada"}
        await ada.request("DELETE", "/api/tokens")
        assert (await program.get("/api/me")).status_code == 401


async def test_another_site_cannot_act_for_a_guest(ada: Guest) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        refused = await ada.expect_refusal(
            "POST", "/api/tables", json={"game": "pylos"}, headers=headers
        )
        assert refused == (403, "foreign_page")
    own = {"Origin": ada.url}
    assert (await ada.browser.post("/api/tables", json={"game": "pylos"}, headers=own)).is_success


async def test_every_response_has_the_security_headers(ada: Guest) -> None:
    for path in ("/", "/api/me", "/nothing", "/healthz", "/api/tables/nothing"):
        headers = (await ada.browser.get(path)).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] in ("no-referrer", "same-origin")


async def test_oversized_and_malformed_requests_get_an_error_code(ada: Guest) -> None:
    long = {"game": "x" * 100_000}
    assert (await ada.expect_refusal("POST", "/api/tables", json=long))[0] == 413
    assert (await ada.expect_refusal("POST", "/api/tables", content=b"{"))[0] == 400
    assert (await ada.expect_refusal("POST", "/api/tables", json={"game": 3}))[1] == "malformed"
    assert (await ada.expect_refusal("GET", "/api/nothing"))[1] == "no_such_page"


async def test_clients_that_exceed_their_limit_must_wait(tmp_path: Path) -> None:
    limits = Limits(requests_a_second=5.0)
    async with running_server(settings(tmp_path, limits=limits)) as (url, _):
        eve = await Guest.create(url, "Eve")
        answers = [(await eve.browser.get("/healthz")).status_code for _ in range(60)]
        assert 429 in answers
        await eve.close()


async def test_health_is_reported_and_tables_are_counted(server: Server, ada: Guest) -> None:
    assert (await ada.browser.get("/healthz")).text == "ok\n"
    assert (await ada.browser.get("/readyz")).status_code == 200
    await ada.create_table("pylos")
    text = (await ada.browser.get("/metrics")).text
    assert 'sommet_tables{stage="open"} 1' in text
    server[1].rooms.open = False
    assert (await ada.browser.get("/readyz")).status_code == 503


async def test_the_home_page_lists_open_tables(ada: Guest) -> None:
    await ada.request("POST", "/api/me", json={"name": "<b>Ada"})
    await ada.create_table("pylos", public=True)
    page = (await ada.browser.get("/")).text
    assert "<strong>Pylos</strong> <span>&lt;b&gt;Ada</span>" in page


async def test_the_operator_closes_tables_and_bans_and_deletes_guests(
    server: Server, ada: Guest, bob: Guest
) -> None:
    container = server[1]
    table = await ada.create_table("pylos", first=0)
    await bob.send_command(table, "sit")
    await ada.send_command(table, "say", text="my secret words")
    (person,) = (
        line.split()[-1] for line in await admin.list_seats(container, table) if "Ada" in line
    )
    await admin.delete_person(container, person)
    seen = await bob.request("GET", f"/api/tables/{table}")
    assert seen["frame"]["stage"] == "over", "deleted players have resigned"
    game_log = await container.log.read(table)
    assert "Ada" not in str(game_log)
    assert person not in str(game_log)
    assert "my secret words" not in str(game_log)
    assert (await ada.expect_refusal("GET", "/api/me"))[0] == 401
    other = await bob.create_table("pylos")
    assert await admin.close_table(container, other)
    assert (await bob.request("GET", f"/api/tables/{other}"))["frame"]["stage"] == "closed"
    (person,) = (
        line.split()[-1] for line in await admin.list_seats(container, other) if "Bob" in line
    )
    await admin.ban(container, person)
    assert await bob.expect_refusal("GET", "/api/me") == (403, "banned")
    await admin.unban(container, person)
    assert await bob.request("GET", "/api/me") == {"name": "Bob"}
    assert await admin.delete_old_games(container, -1) == 2
