"""A move that is made without a connection is kept, the page says so, and it is played later."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.actions import look, open_table
from tests.e2e.conftest import People


@pytest.mark.parametrize("leaves", [False, True])
def test_a_tap_without_a_connection_is_kept_and_played_later(people: People, leaves: bool) -> None:
    page = people.come()
    wires: list[WebSocketRoute] = []
    gone: list[bool] = []

    def connect(wire: WebSocketRoute) -> None:
        if gone:
            wire.close()
            return
        wires.append(wire)
        wire.connect_to_server()

    page.route_web_socket("**/live/*", connect)
    page.on("dialog", lambda dialog: dialog.accept())  # whoever leaves is asked first
    address = open_table(page, "pylos", seat=0)
    page.locator("#board .target").first.wait_for()
    before = look(page)["moves"]
    gone.append(True)
    wires[-1].close()
    expect(page.locator("#banner")).to_be_visible()
    page.mouse.click(*look(page)["targets"][5])
    expect(page.locator("#banner")).to_contain_text("Your move is saved")
    assert look(page)["moves"] == before, "it is not said to be played"
    if leaves:
        page.goto("/")
        gone.clear()
        page.goto(address)
    else:
        gone.clear()
    expect(page.locator("#moves li").nth(before)).to_be_attached(timeout=30_000)
    expect(page.locator("#banner")).to_be_hidden()
