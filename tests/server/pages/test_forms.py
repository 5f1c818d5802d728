"""Pages and forms without a browser: what they refuse and where they lead."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import sommet
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


async def test_a_free_board_takes_options_as_they_are_typed(eve: Guest) -> None:
    solo = {"options": "players=1 colours=2"}
    sketch = (await eve.browser.get("/free/colorpop/sketch", params=solo)).json()
    assert sketch["seats"] == 1
    page = (await eve.browser.get("/free/colorpop", params=solo)).text
    assert 'data-options="players=1 colours=2"' in page
    for options, code in (("players", "not_an_option"), ("players=9", "bad_value")):
        refused = await eve.browser.get("/free/colorpop/sketch", params={"options": options})
        assert (refused.status_code, refused.json()["code"]) == (422, code)


async def test_a_record_on_the_free_board_says_who_left(eve: Guest) -> None:
    record = sommet.Record.new(sommet.game("pylos variant=expert"), seed=7).play("1b2").resign(1)
    told = await eve.ask("POST", "/record", json={"record": str(record)})
    assert told["options"] == "variant=expert"
    assert told["outcome"] == {
        "winners": [0],
        "result": "wins",
        "reason": "resignation",
        "figures": {},
        "decided": "",
        "leavers": [1],
    }


async def test_a_form_with_an_option_that_there_is_not_comes_back(eve: Guest) -> None:
    form = {"game": "pylos", "with": "screen", "option.variant": "hard"}
    answer = await eve.browser.post("/play", data=form)
    assert answer.headers["location"].startswith("/new/pylos?")
    form = {"game": "pylos", "with": "screen", "option.variant": "expert", "option.takeback": "1-2"}
    answer = await eve.browser.post("/play", data=form)
    table = answer.headers["location"]
    assert '[variant "expert"]' in (await eve.browser.get(f"/api{table}/record")).text


async def test_an_earlier_moment_of_a_table_is_shown_by_its_number(eve: Guest) -> None:
    answer = await eve.browser.post("/play", data={"game": "kabaleo", "with": "screen"})
    table = answer.headers["location"]
    assert (await eve.browser.get(f"{table}/frames/0")).json()["text"].endswith(" ??")
    for path in (f"{table}/frames/1", f"/api{table}/picture.svg?move=1"):
        refused = await eve.browser.get(path)
        assert (refused.status_code, refused.json()["code"]) == (422, "no_such_move")
