"""A click that is a whole move asks nobody first: it is played at once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.e2e.actions import look, open_table
from tests.e2e.conftest import People


def step(page: Page) -> None:
    """Choose whatever is in front of the first target."""
    expect(page.locator("#board .target").first).to_be_visible()
    page.mouse.click(*look(page)["targets"][0])
    if chooser := look(page)["chooser"]:
        page.mouse.click(*chooser[0])


class Wire:
    """What goes over a page's socket, pings and the salt of the deal left out."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._add(json.loads(text)))

    def _add(self, message: dict[str, Any]) -> None:
        if message["kind"] not in ("ping", "pong", "hello", "salt"):
            self.sent.append(message)

    @property
    def kinds(self) -> list[str]:
        return [message["kind"] for message in self.sent]


@pytest.mark.parametrize("game", ["pylos", "colorpop"])
def test_a_move_of_one_click_is_one_message(people: People, game: str) -> None:
    ana = people.come(motion=True)
    wire = Wire(ana)
    open_table(ana, game, seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    before = look(ana)["moves"]  # the machine may have begun
    step(ana)
    expect(ana.locator("#moves li").nth(before)).to_be_visible()
    assert wire.kinds == ["play"]
    expect(ana.locator("#moves li").nth(before + 1)).to_be_visible()
    step(ana)
    expect(ana.locator("#moves li").nth(before + 2)).to_be_visible()
    assert wire.kinds == ["play", "play"]


@pytest.mark.parametrize("game", ["triedre", "kabaleo"])
def test_a_turn_of_two_clicks_does_not_wait_before_it_is_played(people: People, game: str) -> None:
    """The second step is shown and played at once."""
    ana = people.come()
    wire = Wire(ana)
    open_table(ana, game, seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    before = look(ana)["moves"]
    step(ana)
    expect(ana.locator("#undo-step")).to_be_visible()
    step(ana)
    expect(ana.locator("#moves li").nth(before)).to_be_visible()
    assert wire.kinds == ["sketch", "sketch", "play"]
    assert wire.sent[1]["path"] == wire.sent[2]["path"]


def test_who_wants_to_confirm_is_shown_the_move_first(people: People) -> None:
    ana = people.come()
    wire = Wire(ana)
    open_table(ana, "pylos", seat=0)
    ana.evaluate("localStorage.setItem('sommet.confirm', 'on')")
    step(ana)
    expect(ana.locator("#finish")).to_be_visible()
    assert wire.kinds == ["sketch"]
    assert look(ana)["moves"] == 0
    ana.locator("#finish").click()
    expect(ana.locator("#moves li").nth(0)).to_be_visible()
    assert wire.kinds == ["sketch", "play"]


def test_no_secret_and_no_word_is_asked_for_beside_the_socket(people: People) -> None:
    """A page that comes anew knows what the moves did, and what to cover."""
    ana = people.come()
    asked: list[str] = []
    ana.on("request", lambda request: asked.append(request.url))
    ana.add_init_script("localStorage.setItem('sommet.secret', 'on')")
    open_table(ana, "kabaleo", seat=0)
    expect(ana.locator("#peek")).to_be_visible()
    step(ana)
    expect(ana.locator("#undo-step")).to_be_visible()
    step(ana)
    expect(ana.locator("#moves li").nth(1)).to_be_visible()
    ana.reload()
    expect(ana.locator("#moves li button").first).to_have_attribute("title", re.compile("places"))
    assert not [url for url in asked if url.endswith(("/secrets", "/told")) or "/secrets?" in url]


def test_a_page_that_is_older_than_its_server_renews_itself_once(people: People) -> None:
    ana = people.come()
    old, greeted = 1, 0

    def plug(cable: WebSocketRoute) -> None:
        server = cable.connect_to_server()

        def send(text: str | bytes) -> None:
            nonlocal greeted
            message = json.loads(text)
            if message["kind"] == "hello":
                greeted += 1
                if greeted <= old:
                    del message["version"]
            server.send(json.dumps(message))

        cable.on_message(send)

    ana.route_web_socket("**/live/**", plug)
    open_table(ana, "pylos", seat=0)
    step(ana)
    expect(ana.locator("#moves li").nth(0)).to_be_visible()
    assert greeted == 2
    old, greeted = 9, 0
    ana.reload()
    expect(ana.locator("#refused")).to_have_text(
        "Sommet has been updated. Please reload this page."
    )
    ana.wait_for_timeout(300)
    assert greeted == 1, "not again and again"
