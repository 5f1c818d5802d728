"""A move made without a connection is saved, the page says so, and it is played later."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.actions import open_table, read_table
from tests.e2e.conftest import People


@pytest.mark.parametrize("leaves", [False, True])
def test_a_move_made_offline_is_saved_and_played_later(people: People, leaves: bool) -> None:
    page = people.open_page()
    sockets: list[WebSocketRoute] = []
    offline: list[bool] = []

    def connect(socket: WebSocketRoute) -> None:
        if offline:
            socket.close()
            return
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/live/*", connect)
    page.on("dialog", lambda dialog: dialog.accept())  # leaving the page asks for confirmation
    address = open_table(page, "pylos", seat=0)
    page.locator("#board .target").first.wait_for()
    before = read_table(page)["moves"]
    offline.append(True)
    sockets[-1].close()
    expect(page.locator("#banner")).to_be_visible()
    page.mouse.click(*read_table(page)["targets"][5])
    expect(page.locator("#banner")).to_contain_text("Your move is saved")
    assert read_table(page)["moves"] == before, "the move is not shown as played"
    if leaves:
        page.goto("/")
        offline.clear()
        page.goto(address)
    else:
        offline.clear()
    expect(page.locator("#moves li").nth(before)).to_be_attached()
    expect(page.locator("#banner")).to_be_hidden()
