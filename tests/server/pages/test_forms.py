"""Pages and forms without a browser: what they refuse and where they lead."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import sommet
from sommet.core import registry
from sommet.web.rendering import files, version
from tests.server.playing import Guest, settings, table_server

pytestmark = pytest.mark.anyio


@pytest.fixture
async def eve(tmp_path: Path) -> AsyncIterator[Guest]:
    """Somebody whom nobody knows yet."""
    async with table_server(settings(tmp_path)) as (url, _):
        guest = Guest(url)
        yield guest
        await guest.leaves()


async def test_one_form_makes_a_guest_and_sets_a_table(eve: Guest) -> None:
    form = {"game": "kabaleo", "with": "machine", "level": "random", "option.players": "3"}
    answer = await eve.browser.post("/play", data={**form, "seat": "2", "clock": "180+2"})
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/tables/")
    seen = await eve.ask("GET", f"/api/tables/{table}")
    assert seen["table"]["options"]["players"] == 3
    assert seen["table"]["clock"] == {"kind": "total", "seconds": 180.0, "increment": 2.0}
    assert seen["you"]["seats"] == [2]
    assert [seat.get("level", "") for seat in seen["frame"]["seats"]] == ["random", "random", ""]


async def test_a_form_of_another_site_is_refused(eve: Guest) -> None:
    form = {"game": "pylos", "with": "machine"}
    answer = await eve.browser.post("/play", data=form, headers={"origin": "https://elsewhere"})
    assert answer.status_code == 403


@pytest.mark.parametrize("back", ["//elsewhere", "https://elsewhere", "/\\elsewhere"])
async def test_a_form_never_leads_to_another_site(eve: Guest, back: str) -> None:
    answer = await eve.browser.post("/language", data={"language": "fr", "back": back})
    assert answer.headers["location"] == "/"
    assert "language=fr" in answer.headers["set-cookie"]


async def test_static_files_are_kept_for_ever_under_their_mark_and_no_others(eve: Guest) -> None:
    answer = await eve.browser.get(f"/static/{version()}/sommet.css")
    assert answer.content == files()["sommet.css"].plain
    assert "immutable" in answer.headers["cache-control"]
    old = await eve.browser.get("/static/old/sommet.css")
    assert "immutable" not in old.headers["cache-control"]
    for path in ("../words.py", "%2e%2e/words.py", "nothing.js"):
        assert (await eve.browser.get(f"/static/{version()}/{path}")).status_code == 404


async def test_the_secrets_of_a_seat_are_named_to_its_player_alone(eve: Guest) -> None:
    answer = await eve.browser.post("/play", data={"game": "kabaleo", "with": "machine"})
    table = answer.headers["location"]
    assert (await eve.browser.get(f"{table}/secrets")).json() == ["objective 0"]
    stranger = Guest(eve.url)
    assert (await stranger.browser.get(f"{table}/secrets")).json() == []
    refused = await stranger.browser.get(f"{table}/secrets?seat=0")
    assert refused.status_code == 403
    frame = (await stranger.browser.get(f"{table}/frames/0")).json()
    hidden = [each["colour"] for each in frame["scene"]["solids"] if "objective" in each["id"]]
    assert set(hidden) == {"?"}
    await stranger.leaves()


async def test_a_free_position_is_sketched_step_by_step(eve: Guest) -> None:
    start = (await eve.browser.get("/free/pylos/sketch")).json()
    assert len(start["steps"]) == 16
    one = (await eve.browser.get("/free/pylos/sketch", params={"path": "1b2"})).json()
    assert one["end"]
    assert one["next"].endswith(" D")
    wrong = await eve.browser.get("/free/pylos/sketch", params={"path": "2a1"})
    assert wrong.status_code == 422
    assert wrong.json()["clause"] == "P2b"
    unknown = await eve.browser.get("/free/pylos/sketch", params={"position": "nonsense"})
    assert unknown.json()["code"] == "bad_position"


async def test_one_may_play_alone_where_the_game_is_for_one(eve: Guest) -> None:
    cards = (await eve.browser.get("/")).text.split("<article")[1:]
    for name, card in zip(sommet.names(), cards, strict=True):
        alone = registry.kind(name).sizes().get(1)
        fields = {f"option.{option}": str(value) for option, value in (alone or {}).items()}
        shown = dict(re.findall(r'name="(option\.[^"]*)" value="([^"]*)"', card))
        assert shown == fields, name
        if alone is not None:
            form = {"game": name, "with": "machine", **fields}
            answer = await eve.browser.post("/play", data=form)
            table = answer.headers["location"].rpartition("/")[2]
            assert len((await eve.ask("GET", f"/api/tables/{table}"))["frame"]["seats"]) == 1


async def test_cards_say_for_how_many_from_what_age_and_how_long(eve: Guest) -> None:
    cards = (await eve.browser.get("/", headers={"accept-language": "fr"})).text.split("<article")
    facts = re.findall(r'<p class="facts">(.*?)</p>', "".join(cards))
    expected = ["1–5 joueurs · dès 8 ans · 10–20 min", "2–4 joueurs · dès 8 ans · 15 min"]
    assert facts[:2] == expected
    assert facts[2] == "2 joueurs · 5–20 min", "what a sheet does not say stays out"
