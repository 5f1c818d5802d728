"""Lessons and free boards without a browser, also for a game registered from another folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import sommet
from sommet.core import registry
from tests.marbles import Marbles
from tests.server.local_server import Guest, running_server, settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def eve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Guest]:
    """A guest of a server that also knows Marbles."""
    monkeypatch.setattr(registry, "_registered", {"marbles": Marbles})
    async with running_server(settings(tmp_path)) as (url, _):
        guest = Guest(url)
        yield guest
        await guest.close()


async def test_a_registered_game_is_on_every_page(eve: Guest) -> None:
    for address in ("/", "/new/marbles", "/rules/marbles", "/learn/marbles", "/free/marbles"):
        answer = await eve.browser.get(address)
        assert answer.status_code == 200, address
        assert "Marbles" in answer.text
    clause = await eve.browser.get("/learn/marbles/M3")
    assert "one or two marbles" in clause.text
    assert 'href="../../learn/marbles/M4"' in clause.text
    assert (await eve.browser.get("/learn/marbles/2")).status_code == 404
    assert (await eve.browser.get("/preview/marbles.json")).status_code == 200
    for coding in ("gzip", "identity"):
        asked = {"accept-encoding": coding}
        picture = await eve.browser.get("/preview/marbles.svg", headers=asked)
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
        assert picture.headers.get("content-encoding", "identity") == coding
        assert picture.headers["vary"] == "Accept-Encoding"


async def test_an_exercise_is_checked_and_its_answers_are_not_in_the_page(eve: Guest) -> None:
    assert "answers" not in (await eve.browser.get("/learn/marbles/1")).text
    query = {"position": "OG 1 OG", "exercise": "1"}
    for path, right in (("O", False), ("G", True), ("G O", False)):
        found = await eve.request("GET", "/free/marbles/sketch", params={**query, "path": path})
        assert found["correct"] is right, path
        assert found["words"] == ("Only your marble is left." if right else "Yours is gone too.")
    beyond = {**query, "path": "G", "exercise": "7"}
    assert "correct" not in await eve.request("GET", "/free/marbles/sketch", params=beyond)


async def test_a_pasted_position_is_shown_completely_but_the_engine_sees_one_side(
    eve: Guest,
) -> None:
    found = await eve.request("GET", "/free/marbles/sketch", params={"position": "BOGPY 2 OG"})
    assert (found["text"], found["view"]) == ("BOGPY 2 OG", "BOGPY 2 ?G")
    hidden = await eve.request("GET", "/free/marbles/sketch", params={"position": "BOGPY 1 O?"})
    assert (hidden["text"], hidden["view"]) == ("BOGPY 1 O?", "BOGPY 1 O?")


async def test_a_record_is_replayed_move_by_move(eve: Guest) -> None:
    record = sommet.Record.new(sommet.game("kabaleo", players=3), seed=1)
    first = record.position.moves()[0]
    record = record.play(first).resign(record.turn)
    found = await eve.request("POST", "/record", json={"record": str(record)})
    assert (found["game"], found["options"]) == ("kabaleo", "players=3")
    assert [stop["move"] for stop in found["line"]] == [str(first)]
    assert found["line"][0]["text"] == str(record.start)
    assert found["text"] == str(record.position)
    assert found["verdict"] == "fair"
    assert "outcome" not in found, "two players play on"


async def test_a_bad_record_is_refused_with_its_line_number_in_the_readers_language(
    eve: Guest,
) -> None:
    text = str(sommet.Record.new(Marbles(), seed=1)).replace('[Game "marbles"]', "[Game]")
    french = {"accept-language": "fr"}
    answer = await eve.browser.post("/record", json={"record": text}, headers=french)
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_record"
    assert answer.json()["parameters"]["why"].startswith("Ligne 1\N{NO-BREAK SPACE}: Un en-tête")
