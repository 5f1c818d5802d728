"""Pages and forms without a browser: what they refuse and where they redirect."""

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
from sommet.server.runtime.system import System
from sommet.web.new_table import turn_labels
from sommet.web.rules_html import nutshell
from sommet.web.static_files import files, version
from tests.server.local_server import Guest, open_container, running_server, serve, settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def eve(tmp_path: Path) -> AsyncIterator[Guest]:
    """A guest without a name yet."""
    async with running_server(settings(tmp_path)) as (url, _):
        guest = Guest(url)
        yield guest
        await guest.close()


async def test_one_form_creates_a_guest_and_a_table(eve: Guest) -> None:
    form = {"game": "kabaleo", "with": "machine", "level": "random", "option.players": "3"}
    answer = await eve.browser.post("/play", data={**form, "seat": "2", "clock": "3+2"})
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/tables/")
    seen = await eve.request("GET", f"/api/tables/{table}")
    assert seen["table"]["options"]["players"] == 3
    assert seen["table"]["clock"] == {"kind": "total", "seconds": 180.0, "increment": 2.0}
    assert seen["you"]["seats"] == [2]
    assert [seat.get("level", "") for seat in seen["frame"]["seats"]] == ["random", "random", ""]


async def submit_form(guest: Guest, **form: str) -> Any:
    """Submit the form for a new table and return the table as its creator sees it."""
    answer = await guest.browser.post("/play", data=form)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/tables/")
    return await guest.request("GET", f"/api{answer.headers['location']}")


class Rigged(System):
    """Random choices are fixed by the test, which also records their limits."""

    drawn = 0

    def __init__(self) -> None:
        super().__init__()
        self.limits: list[int] = []

    def random_below(self, limit: int) -> int:
        self.limits.append(limit)
        return min(self.drawn, limit - 1)


OPPONENTS = ("machine", "friend", "anyone", "stranger")


@pytest.mark.parametrize("drawn", [0, 1])
async def test_seats_are_random_against_any_kind_of_opponent(tmp_path: Path, drawn: int) -> None:
    system = Rigged()
    async with open_container(settings(tmp_path), system) as container, serve(container) as url:
        system.drawn = drawn
        for game in ("pylos", "triedre", "kabaleo", "colorpop"):
            for way in OPPONENTS:
                guest = Guest(url)
                system.limits.clear()
                seen = await submit_form(guest, game=game, **{"with": way})
                assert seen["you"]["seats"] == [drawn], (game, way)
                assert system.limits == [2], "one fair choice between two seats"
                if way == "stranger":
                    await guest.request("DELETE", "/api/pairing")
                await guest.close()
        ada = await Guest.create(url, "Ada")
        made = await ada.request("POST", "/api/tables", json={"game": "pylos"})
        assert made["you"]["seats"] == [drawn], (
            "a program that names no chairs gets a random seat too"
        )
        await ada.close()


async def test_a_chosen_seat_is_not_drawn_at_random(tmp_path: Path) -> None:
    system = Rigged()
    async with open_container(settings(tmp_path), system) as container, serve(container) as url:
        eve = Guest(url)
        for way in ("machine", "friend", "anyone"):
            for seat in range(2):
                seen = await submit_form(eve, game="pylos", seat=str(seat), **{"with": way})
                assert seen["you"]["seats"] == [seat]
        assert system.limits == []
        seen = await submit_form(eve, game="pylos", seat="7", **{"with": "machine"})
        assert seen["you"]["seats"] == [0], "an unknown seat is replaced by a random one"
        assert system.limits == [2]
        await eve.close()


@pytest.mark.parametrize(("game", "first"), [("pylos", None), ("kabaleo", 0), ("colorpop", 0)])
async def test_choosing_a_seat_also_chooses_who_goes_first(
    eve: Guest, game: str, first: int | None
) -> None:
    """Even where the rules draw the first player at random: the form promises a turn order."""
    assert turn_labels(sommet.game(game), 2, "en") == ["You go first", "You go second"]
    for seat, fixed in (("1", first), ("lot", None)):
        seen = await submit_form(eve, game=game, seat=seat, **{"with": "friend"})
        assert seen["table"].get("first") == fixed


async def test_the_form_offers_a_random_seat_first(eve: Guest) -> None:
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


async def test_a_clock_can_be_chosen_or_typed(eve: Guest) -> None:
    for chosen, typed, clock in CLOCKS:
        form = {"with": "friend", "clock": chosen, "own_clock": typed}
        assert (await submit_form(eve, game="pylos", **form))["table"]["clock"] == clock
    page = (await eve.browser.get("/new/pylos")).text
    offered = [part.split('"')[0] for part in page.split('name="clock" value="')[1:]]
    assert offered == [*dict.fromkeys(chosen for chosen, _, _ in CLOCKS)]


INVALID_CLOCKS = (
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


async def test_an_invalid_clock_returns_to_the_form_with_an_explanation(
    eve: Guest,
) -> None:
    form = {"game": "pylos", "with": "friend", "seat": "1", "clock": "own"}
    for typed in INVALID_CLOCKS:
        answer = await eve.browser.post("/play", data={**form, "own_clock": typed})
        assert answer.headers["location"].startswith("/new/pylos?"), typed
        page = unescape((await eve.browser.get(answer.headers["location"])).text)
        assert "Enter minutes for the whole game, such as 7, or minutes and seconds" in page
        assert f'name="own_clock" value="{typed}"' in page, "typed values are kept"
        for chosen in ('"with" value="friend"', '"seat" value="1"', '"clock" value="own"'):
            assert f"name={chosen} checked" in page


async def test_choices_missing_in_the_url_follow_those_it_makes(eve: Guest) -> None:
    page = (await eve.browser.get("/new/colorpop?option.variant=teams")).text
    for chosen in ('variant" value="teams"', 'players" value="4"'):
        assert f'name="option.{chosen} checked' in page
    assert 'class="refused"' not in page
    seen = await submit_form(eve, game="colorpop", **_checked(page))
    assert len(seen["frame"]["seats"]) == 4


async def test_a_contradictory_form_explains_why_and_is_corrected(
    eve: Guest,
) -> None:
    for wrong in ("option.variant=teams&option.players=3", "option.players=nonsense"):
        page = unescape((await eve.browser.get(f"/new/colorpop?{wrong}")).text)
        assert '<p class="refused" role="alert">' in page, wrong
        await submit_form(eve, game="colorpop", **_checked(page))


def _checked(page: str) -> dict[str, str]:
    """The values that a form submits unchanged."""
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)" checked', page))


async def test_a_form_posted_from_another_site_is_refused(eve: Guest) -> None:
    form = {"game": "pylos", "with": "machine"}
    answer = await eve.browser.post("/play", data=form, headers={"origin": "https://elsewhere"})
    assert answer.status_code == 403


@pytest.mark.parametrize("back", ["//elsewhere", "https://elsewhere", "/\\elsewhere"])
async def test_a_form_never_redirects_to_another_site(eve: Guest, back: str) -> None:
    answer = await eve.browser.post("/language", data={"language": "fr", "back": back})
    assert answer.headers["location"] == "/"
    assert "language=fr" in answer.headers["set-cookie"]


async def test_only_static_files_with_a_version_in_their_url_are_cached_forever(eve: Guest) -> None:
    answer = await eve.browser.get(f"/static/{version()}/sommet.css")
    assert answer.content == files()["sommet.css"].content
    assert "immutable" in answer.headers["cache-control"]
    old = await eve.browser.get("/static/old/sommet.css")
    assert "immutable" not in old.headers["cache-control"]
    for path in ("../strings.py", "%2e%2e/strings.py", "nothing.js"):
        assert (await eve.browser.get(f"/static/{version()}/{path}")).status_code == 404


async def send_salts(guest: Guest, table: str) -> None:
    """Do what the page's script does: send a salt for each seat that is to add one."""
    seen = await guest.request("GET", f"/api{table}")
    for seat in seen["you"]["seats"]:
        if seen["frame"]["seats"][seat].get("salting"):
            await guest.send_command(
                table.rpartition("/")[2], "salt", seat=seat, salt=f"of seat {seat}"
            )


async def test_the_page_shows_the_commitment_before_the_deal(eve: Guest) -> None:
    answer = await eve.browser.post("/play", data={"game": "kabaleo", "with": "machine"})
    table = answer.headers["location"]
    seen = await eve.request("GET", f"/api{table}")
    assert seen["frame"]["stage"] == "open", "the deal waits for a salt"
    assert seen["table"]["commitment"] in (await eve.browser.get(table)).text
    await send_salts(eve, table)
    assert (await eve.request("GET", f"/api{table}"))["frame"]["stage"] == "running"


async def test_only_the_player_of_a_seat_sees_its_secrets_named(eve: Guest) -> None:
    form = {"game": "kabaleo", "with": "machine", "seat": "0"}
    answer = await eve.browser.post("/play", data=form)
    table = answer.headers["location"]
    await send_salts(eve, table)
    mine = await eve.request("GET", f"/api{table}")
    assert mine["frame"]["board"]["secrets"] == ["objective 0"]
    stranger = Guest(eve.url)
    seen = await stranger.request("GET", f"/api{table}")
    assert "secrets" not in seen["frame"]["board"]
    refused = await stranger.browser.get(f"/api{table}?seat=0")
    assert refused.status_code == 403
    for gone in ("/secrets", "/told"):
        assert (await eve.browser.get(f"{table}{gone}")).status_code == 404
    frame = (await stranger.browser.get(f"{table}/frames/0")).json()
    hidden = [each["colour"] for each in frame["scene"]["solids"] if "objective" in each["id"]]
    assert set(hidden) == {"?"}
    await stranger.close()


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


async def test_the_free_board_takes_options_as_typed(eve: Guest) -> None:
    solo = {"options": "players=1 colours=2"}
    sketch = (await eve.browser.get("/free/colorpop/sketch", params=solo)).json()
    assert sketch["seats"] == 1
    page = (await eve.browser.get("/free/colorpop", params=solo)).text
    assert 'data-options="players=1 colours=2"' in page
    for options, code in (("players", "not_an_option"), ("players=9", "bad_value")):
        refused = await eve.browser.get("/free/colorpop/sketch", params={"options": options})
        assert (refused.status_code, refused.json()["code"]) == (422, code)


async def test_a_record_on_the_free_board_shows_who_left(eve: Guest) -> None:
    record = sommet.Record.new(sommet.game("pylos variant=expert"), seed=7).play("1b2").resign(1)
    replayed = await eve.request("POST", "/record", json={"record": str(record)})
    assert replayed["options"] == "variant=expert"
    assert replayed["outcome"] == {
        "winners": [0],
        "result": "wins",
        "reason": "resignation",
        "figures": {},
        "decided": "",
        "leavers": [1],
        "secrets": [],
        "colours": "LD",
    }


async def test_a_form_with_an_unknown_option_is_shown_again(eve: Guest) -> None:
    form = {"game": "pylos", "with": "screen", "option.variant": "hard"}
    answer = await eve.browser.post("/play", data=form)
    assert answer.headers["location"].startswith("/new/pylos?")
    form = {"game": "pylos", "with": "screen", "option.variant": "expert", "option.takeback": "1-2"}
    answer = await eve.browser.post("/play", data=form)
    table = answer.headers["location"]
    assert '[variant "expert"]' in (await eve.browser.get(f"/api{table}/record")).text


async def test_an_earlier_position_is_shown_by_its_number(eve: Guest) -> None:
    answer = await eve.browser.post("/play", data={"game": "kabaleo", "with": "screen"})
    table = answer.headers["location"]
    await send_salts(eve, table)
    assert (await eve.browser.get(f"{table}/frames/0")).json()["text"].endswith(" ??")
    for path in (f"{table}/frames/1", f"/api{table}/picture.svg?move=1"):
        refused = await eve.browser.get(path)
        assert (refused.status_code, refused.json()["code"]) == (422, "no_such_move")


async def test_a_game_for_one_player_can_be_played_solo(eve: Guest) -> None:
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
            assert len((await eve.request("GET", f"/api/tables/{table}"))["frame"]["seats"]) == 1
            assert '<select name="option.colours">' in card, "the number of colours is chosen there"


async def test_cards_show_the_number_of_players_the_age_and_the_duration(eve: Guest) -> None:
    cards = (await eve.browser.get("/", headers={"accept-language": "fr"})).text.split("<article")
    lines = re.findall(r'<p class="facts">(.*?)</p>', "".join(cards))
    facts = [re.sub("<.*?>", "", line) for line in lines]
    expected = [
        "1–5 joueurs · 10–20 min · dès 8 ans · un secret",
        "2–4 joueurs · 15 min · dès 8 ans · un secret",
    ]
    assert facts[:2] == expected
    assert facts[2] == "2 joueurs · 5–20 min", "values missing from the rules sheet are left out"


@pytest.mark.parametrize(
    ("form", "usual", "opening"),
    [
        ({}, True, True),
        ({"clock": "3+2"}, False, True),
        ({"option.variant": "expert"}, False, False),
    ],
)
async def test_a_new_table_explains_the_goal_and_unusual_options(
    eve: Guest, form: dict[str, str], usual: bool, opening: bool
) -> None:
    answer = await eve.browser.post("/play", data={"game": "pylos", "with": "machine", **form})
    seen = unescape((await eve.browser.get(answer.headers["location"])).text)
    expected = (
        tuple(group("en", "opening", "pylos").values()) if opening else nutshell("pylos", "en")
    )
    assert re.findall("<li>(.*?)</li>", seen.split('class="how-to-play"')[1]) == [*expected]
    assert ("How to play" in seen) == opening
    assert ('class="table-facts muted usual"' in seen) is usual
    assert ('class="usual-facts"' in seen) is usual
