"""Pages and forms without a browser: what they refuse and where they lead."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.core import registry
from sommet.core.i18n import group
from sommet.server.pages.forms import turn_labels
from sommet.server.runtime.system import System
from sommet.web.rules_html import nutshell
from sommet.web.static_files import files, version
from tests.server.local_server import Guest, open_container, serving, settings, table_server

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
    answer = await eve.browser.post("/play", data={**form, "seat": "2", "clock": "3+2"})
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/tables/")
    seen = await eve.ask("GET", f"/api/tables/{table}")
    assert seen["table"]["options"]["players"] == 3
    assert seen["table"]["clock"] == {"kind": "total", "seconds": 180.0, "increment": 2.0}
    assert seen["you"]["seats"] == [2]
    assert [seat.get("level", "") for seat in seen["frame"]["seats"]] == ["random", "random", ""]


async def table_of(guest: Guest, **form: str) -> Any:
    """The table that a form of theirs sets, as they see it."""
    answer = await guest.browser.post("/play", data=form)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/tables/")
    return await guest.ask("GET", f"/api{answer.headers['location']}")


class Rigged(System):
    """Random choices are fixed by the test, which also records their limits."""

    falls = 0

    def __init__(self) -> None:
        super().__init__()
        self.limits: list[int] = []

    def random_below(self, limit: int) -> int:
        self.limits.append(limit)
        return min(self.falls, limit - 1)


WAYS = ("machine", "friend", "anyone", "stranger")


@pytest.mark.parametrize("falls", [0, 1])
async def test_seats_are_drawn_by_lot_whomever_one_plays_with(tmp_path: Path, falls: int) -> None:
    system = Rigged()
    async with open_container(settings(tmp_path), system) as container, serving(container) as url:
        system.falls = falls
        for game in ("pylos", "triedre", "kabaleo", "colorpop"):
            for way in WAYS:
                guest = Guest(url)
                system.limits.clear()
                seen = await table_of(guest, game=game, **{"with": way})
                assert seen["you"]["seats"] == [falls], (game, way)
                assert system.limits == [2], "one fair lot between two seats"
                if way == "stranger":
                    await guest.ask("DELETE", "/api/pairing")
                await guest.leaves()
        ada = await Guest.called(url, "Ada")
        made = await ada.ask("POST", "/api/tables", json={"game": "pylos"})
        assert made["you"]["seats"] == [falls], "a program that names no chairs has its lot too"
        await ada.leaves()


async def test_a_seat_can_be_chosen_and_then_no_lot_is_drawn(tmp_path: Path) -> None:
    system = Rigged()
    async with open_container(settings(tmp_path), system) as container, serving(container) as url:
        eve = Guest(url)
        for way in ("machine", "friend", "anyone"):
            for seat in range(2):
                seen = await table_of(eve, game="pylos", seat=str(seat), **{"with": way})
                assert seen["you"]["seats"] == [seat]
        assert system.limits == []
        seen = await table_of(eve, game="pylos", seat="7", **{"with": "machine"})
        assert seen["you"]["seats"] == [0], "a seat that is not there is drawn"
        assert system.limits == [2]
        await eve.leaves()


@pytest.mark.parametrize(("game", "first"), [("pylos", None), ("kabaleo", 0), ("colorpop", 0)])
async def test_who_chooses_a_seat_chooses_when_to_play(
    eve: Guest, game: str, first: int | None
) -> None:
    """Where the rules have a lot drawn for it, none is: what the form says of a seat is so."""
    assert turn_labels(sommet.game(game), 2, "en") == ["You go first", "You go second"]
    for seat, fixed in (("1", first), ("lot", None)):
        seen = await table_of(eve, game=game, seat=seat, **{"with": "friend"})
        assert seen["table"].get("first") == fixed


async def test_the_form_offers_the_lot_first(eve: Guest) -> None:
    seat = re.compile(r'name="seat" value="(\w+)"( checked)?> <span>([^<]+)<')
    for language, words in (
        ("en", ("Random", "Light", "Dark")),
        ("fr", ("Au hasard", "Clair", "Foncé")),
    ):
        page = (await eve.browser.get("/new/pylos", headers={"accept-language": language})).text
        values, checked, said = zip(*seat.findall(page), strict=True)
        assert values == ("lot", "0", "1")
        assert checked == (" checked", "", "")
        assert said == words


def total(seconds: float, increment: float = 0.0) -> dict[str, Any]:
    return {"kind": "total", "seconds": seconds, "increment": increment}


CLOCKS = [
    ("", "", {"kind": "none"}),
    ("", "nonsense", {"kind": "none"}),
    ("5", "", total(300)),
    ("10", "", total(600)),
    ("20", "", total(1200)),
    ("3+2", "nonsense", total(180, 2)),
    ("10+5", "", total(600, 5)),
    ("3d", "", {"kind": "days", "days": 3}),
    ("own", "15+10", total(900, 10)),
    ("own", " 7 ", total(420)),
    ("own", "360 + 600", total(21600, 600)),
]


async def test_a_clock_is_chosen_or_typed(eve: Guest) -> None:
    for chosen, typed, clock in CLOCKS:
        form = {"with": "friend", "clock": chosen, "own_clock": typed}
        assert (await table_of(eve, game="pylos", **form))["table"]["clock"] == clock
    page = (await eve.browser.get("/new/pylos")).text
    offered = [part.split('"')[0] for part in page.split('name="clock" value="')[1:]]
    assert offered == [*dict.fromkeys(chosen for chosen, _, _ in CLOCKS)]


UNREADABLE = (
    "",
    "0",
    "0+5",
    "five",
    "5+",
    "+5",
    "5+5+5",
    "-5",
    "361",
    "5+601",
    "5,5",
    "\u0665",
    "99d",
)


async def test_a_clock_that_cannot_be_read_leads_back_to_the_form_and_says_what_would_be_right(
    eve: Guest,
) -> None:
    form = {"game": "pylos", "with": "friend", "seat": "1", "clock": "own"}
    for typed in UNREADABLE:
        answer = await eve.browser.post("/play", data={**form, "own_clock": typed})
        assert answer.headers["location"].startswith("/new/pylos?"), typed
        page = unescape((await eve.browser.get(answer.headers["location"])).text)
        assert "Enter minutes for the whole game, such as 7, or minutes and seconds" in page
        assert f'name="own_clock" value="{typed}"' in page, "what was typed is still there"
        for chosen in ('"with" value="friend"', '"seat" value="1"', '"clock" value="own"'):
            assert f"name={chosen} checked" in page


async def test_what_an_address_leaves_open_follows_what_it_chose(eve: Guest) -> None:
    page = (await eve.browser.get("/new/colorpop?option.variant=teams")).text
    for chosen in ('variant" value="teams"', 'players" value="4"'):
        assert f'name="option.{chosen} checked' in page
    assert 'class="refused"' not in page
    seen = await table_of(eve, game="colorpop", **_checked(page))
    assert len(seen["frame"]["seats"]) == 4


async def test_a_form_that_cannot_be_says_why_and_can_be_sent_as_it_stands(eve: Guest) -> None:
    for wrong in ("option.variant=teams&option.players=3", "option.players=nonsense"):
        page = unescape((await eve.browser.get(f"/new/colorpop?{wrong}")).text)
        assert '<p class="refused" role="alert">' in page, wrong
        await table_of(eve, game="colorpop", **_checked(page))


def _checked(page: str) -> dict[str, str]:
    """What a form sends as it stands."""
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)" checked', page))


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
    assert answer.content == files()["sommet.css"].content
    assert "immutable" in answer.headers["cache-control"]
    old = await eve.browser.get("/static/old/sommet.css")
    assert "immutable" not in old.headers["cache-control"]
    for path in ("../strings.py", "%2e%2e/strings.py", "nothing.js"):
        assert (await eve.browser.get(f"/static/{version()}/{path}")).status_code == 404


async def salted(guest: Guest, table: str) -> None:
    """What the page's script does: a salt for each seat from which one is to come."""
    seen = await guest.ask("GET", f"/api{table}")
    for seat in seen["you"]["seats"]:
        if seen["frame"]["seats"][seat].get("salting"):
            await guest.does(table.rpartition("/")[2], "salt", seat=seat, salt=f"of seat {seat}")


async def test_the_page_shows_the_promise_before_the_deal(eve: Guest) -> None:
    answer = await eve.browser.post("/play", data={"game": "kabaleo", "with": "machine"})
    table = answer.headers["location"]
    seen = await eve.ask("GET", f"/api{table}")
    assert seen["frame"]["stage"] == "open", "the deal waits for a salt"
    assert seen["table"]["commitment"] in (await eve.browser.get(table)).text
    await salted(eve, table)
    assert (await eve.ask("GET", f"/api{table}"))["frame"]["stage"] == "running"


async def test_the_secrets_of_a_seat_are_named_to_its_player_alone(eve: Guest) -> None:
    form = {"game": "kabaleo", "with": "machine", "seat": "0"}
    answer = await eve.browser.post("/play", data=form)
    table = answer.headers["location"]
    await salted(eve, table)
    mine = await eve.ask("GET", f"/api{table}")
    assert mine["frame"]["board"]["secrets"] == ["objective 0"]
    stranger = Guest(eve.url)
    seen = await stranger.ask("GET", f"/api{table}")
    assert "secrets" not in seen["frame"]["board"]
    refused = await stranger.browser.get(f"/api{table}?seat=0")
    assert refused.status_code == 403
    for gone in ("/secrets", "/told"):
        assert (await eve.browser.get(f"{table}{gone}")).status_code == 404
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
        "secrets": [],
        "colours": "LD",
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
    await salted(eve, table)
    assert (await eve.browser.get(f"{table}/frames/0")).json()["text"].endswith(" ??")
    for path in (f"{table}/frames/1", f"/api{table}/picture.svg?move=1"):
        refused = await eve.browser.get(path)
        assert (refused.status_code, refused.json()["code"]) == (422, "no_such_move")


async def test_one_may_play_alone_where_the_game_is_for_one(eve: Guest) -> None:
    cards = (await eve.browser.get("/")).text.split("<article")[1:]
    for name, card in zip(sommet.names(), cards, strict=True):
        alone = registry.kind(name).sizes().get(1)
        fields = {f"option.{option}": str(value) for option, value in (alone or {}).items()}
        shown = dict(re.findall(r'name="(option\.[^"]*)" value="([^"]*)"', card))
        assert fields.items() <= shown.items(), name
        assert bool(shown) == (alone is not None), name
        if alone is not None:
            form = {"game": name, "with": "machine", **fields}
            answer = await eve.browser.post("/play", data=form)
            table = answer.headers["location"].rpartition("/")[2]
            assert len((await eve.ask("GET", f"/api/tables/{table}"))["frame"]["seats"]) == 1
            assert '<select name="option.colours">' in card, "how many colours is chosen there"


async def test_cards_say_for_how_many_from_what_age_and_how_long(eve: Guest) -> None:
    cards = (await eve.browser.get("/", headers={"accept-language": "fr"})).text.split("<article")
    lines = re.findall(r'<p class="facts">(.*?)</p>', "".join(cards))
    facts = [re.sub("<.*?>", "", line) for line in lines]
    expected = [
        "1–5 joueurs · 10–20 min · dès 8 ans · un secret",
        "2–4 joueurs · 15 min · dès 8 ans · un secret",
    ]
    assert facts[:2] == expected
    assert facts[2] == "2 joueurs · 5–20 min", "what a sheet does not say stays out"


@pytest.mark.parametrize(
    ("form", "usual", "opening"),
    [
        ({}, True, True),
        ({"clock": "3+2"}, False, True),
        ({"option.variant": "expert"}, False, False),
    ],
)
async def test_a_new_table_says_what_to_do_by_the_usual_rules_and_what_is_unusual(
    eve: Guest, form: dict[str, str], usual: bool, opening: bool
) -> None:
    answer = await eve.browser.post("/play", data={"game": "pylos", "with": "machine", **form})
    seen = unescape((await eve.browser.get(answer.headers["location"])).text)
    told = tuple(group("en", "opening", "pylos").values()) if opening else nutshell("pylos", "en")
    assert re.findall("<li>(.*?)</li>", seen.split('class="how-to-play"')[1]) == [*told]
    assert ("How to play" in seen) == opening
    assert ('class="table-facts muted usual"' in seen) is usual
    assert ('class="usual-facts"' in seen) is usual
