"""A click that completes a move is played at once, in a single message."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.e2e.actions import open_table, read_table
from tests.e2e.conftest import People


def choose_first_target(page: Page) -> None:
    """Click the first target, and the first choice if it has several."""
    while not (targets := read_table(page)["targets"]):
        page.wait_for_timeout(15)
    page.mouse.click(*targets[0])
    if chooser := read_table(page)["chooser"]:
        page.mouse.click(*chooser[0])


class SentMessages:
    """The messages a page sends over its socket, without pings, greetings and salts."""

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
def test_a_move_of_one_click_takes_one_message(people: People, game: str) -> None:
    ana = people.open_page(motion=True)
    messages = SentMessages(ana)
    open_table(ana, game, seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    before = read_table(ana)["moves"]  # the machine may have started
    choose_first_target(ana)
    expect(ana.locator("#moves li").nth(before)).to_be_visible()
    assert messages.kinds == ["play"]
    expect(ana.locator("#moves li").nth(before + 1)).to_be_visible()
    choose_first_target(ana)
    expect(ana.locator("#moves li").nth(before + 2)).to_be_visible()
    assert messages.kinds == ["play", "play"]


@pytest.mark.parametrize("game", ["triedre", "kabaleo"])
def test_the_second_of_two_clicks_takes_one_message(people: People, game: str) -> None:
    ana = people.open_page()
    messages = SentMessages(ana)
    open_table(ana, game, seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    before = read_table(ana)["moves"]
    choose_first_target(ana)
    expect(ana.locator("#undo-step")).to_be_visible()
    choose_first_target(ana)
    expect(ana.locator("#moves li").nth(before)).to_be_visible()
    assert messages.kinds == ["sketch", "play"]
    assert messages.sent[1]["path"][:1] == messages.sent[0]["path"]


def test_with_confirmation_the_move_is_shown_before_it_is_played(people: People) -> None:
    ana = people.open_page()
    messages = SentMessages(ana)
    open_table(ana, "pylos", seat=0)
    ana.evaluate("localStorage.setItem('sommet.confirm', 'on')")
    choose_first_target(ana)
    expect(ana.locator("#finish")).to_be_visible()
    assert messages.kinds == ["sketch"]
    assert read_table(ana)["moves"] == 0
    ana.locator("#finish").click()
    expect(ana.locator("#moves li").nth(0)).to_be_visible()
    assert messages.kinds == ["sketch", "play"]


def test_secrets_and_descriptions_come_over_the_socket_only(people: People) -> None:
    """A reloaded page needs no extra requests to describe moves and hide secrets."""
    ana = people.open_page()
    requests: list[str] = []
    ana.on("request", lambda request: requests.append(request.url))
    ana.add_init_script("localStorage.setItem('sommet.secret', 'on')")
    open_table(ana, "kabaleo", seat=0)
    expect(ana.locator("#peek")).to_be_visible()
    choose_first_target(ana)
    expect(ana.locator("#undo-step")).to_be_visible()
    choose_first_target(ana)
    expect(ana.locator("#moves li").nth(1)).to_be_visible()
    ana.reload()
    expect(ana.locator("#moves li button").first).to_have_attribute("title", re.compile("places"))
    assert not [
        url for url in requests if url.endswith(("/secrets", "/told")) or "/secrets?" in url
    ]


def test_a_page_older_than_its_server_reloads_only_once(people: People) -> None:
    ana = people.open_page()
    old, greetings = 1, 0

    def intercept(page_socket: WebSocketRoute) -> None:
        server = page_socket.connect_to_server()

        def send(text: str | bytes) -> None:
            nonlocal greetings
            message = json.loads(text)
            if message["kind"] == "hello":
                greetings += 1
                if greetings <= old:
                    del message["version"]
            server.send(json.dumps(message))

        page_socket.on_message(send)

    ana.route_web_socket("**/live/**", intercept)
    open_table(ana, "pylos", seat=0)
    choose_first_target(ana)
    expect(ana.locator("#moves li").nth(0)).to_be_visible()
    assert greetings == 2
    old, greetings = 9, 0
    ana.reload()
    expect(ana.locator("#refused")).to_have_text(
        "Sommet has been updated. Please reload this page."
    )
    ana.wait_for_timeout(300)
    assert greetings == 1, "it reloads only once"
