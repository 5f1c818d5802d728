"""A game with a fault is left out of the pages that list all games; those of other games work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sommet.core import registry
from sommet.server.pages import home
from sommet.web.thumbnails import cloth_of
from tests.marbles import Marbles, scene
from tests.server.local_server import Guest, running_server, settings

pytestmark = pytest.mark.anyio

PAGES = ("/", "/watch", "/new", "/learn", "/rules", "/free", "/new/pylos", "/rules/pylos")


def fail(*given: Any, **named: Any) -> Any:
    raise KeyError("B is the secret")


@pytest.fixture(autouse=True)
def _marbles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_registered", {"marbles": Marbles})
    for cached in (home._log_once, cloth_of):
        cached.cache_clear()
    yield
    cloth_of.cache_clear()


async def test_a_game_that_cannot_start_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Marbles, "set_up", fail)
    async with running_server(settings(tmp_path)) as (url, _):
        guest = Guest(url)
        for address in PAGES:
            answer = await guest.browser.get(address)
            assert answer.status_code == 200, address
            assert "Pylos" in answer.text or address == "/watch"
        assert "marbles" not in (await guest.browser.get("/rules")).text
        await guest.close()
    logged = [each for each in caplog.messages if "left out" in each]
    assert len(logged) == 1, "once, not for each page"
    assert logged[0].startswith("left out the game marbles: KeyError in tests.server.pages.")
    assert "B is the secret" not in logged[0]


async def test_a_game_that_cannot_be_drawn_is_still_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scene, "draw", fail)
    async with running_server(settings(tmp_path)) as (url, _):
        guest = Guest(url)
        for address in PAGES:
            assert (await guest.browser.get(address)).status_code == 200, address
        assert "Marbles" in (await guest.browser.get("/rules")).text
        await guest.close()
    assert "the game marbles can't be drawn" in caplog.messages


async def test_an_internal_error_is_logged_with_its_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def wrong(*given: Any) -> Any:
        raise TypeError("set_up must return (table, secrets)")

    async with running_server(settings(tmp_path)) as (url, _):
        guest = Guest(url)
        for error in (fail, wrong):
            monkeypatch.setattr(home, "clocks", error)
            assert (await guest.browser.get("/")).status_code == 500
        await guest.close()
    found = [each.__dict__["noted"] for each in caplog.records if each.message == "internal_error"]
    first, second = found
    assert (first["error"], first["path"]) == ("KeyError", "/")
    assert "secret" not in str(first), "the message of a KeyError may contain a secret"
    assert "pages.test_defective_game.fail:" in first["trace"][-1]
    assert any("sommet.server.pages.home.home:" in call for call in first["trace"])
    assert second["why"] == "set_up must return (table, secrets)"
