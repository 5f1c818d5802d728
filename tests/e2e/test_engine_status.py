"""What the page shows while a machine thinks."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.actions import open_table
from tests.e2e.conftest import People


def test_the_page_shows_how_long_a_machine_will_think_if_it_is_long(people: People) -> None:
    ana, sockets = people.open_page(), list[WebSocketRoute]()

    def intercept(socket: WebSocketRoute) -> None:
        """Pass everything through, and keep the socket to send messages of our own."""
        server = socket.connect_to_server()
        server.on_message(socket.send)
        socket.on_message(server.send)
        sockets.append(socket)

    ana.route_web_socket(re.compile("/live/"), intercept)
    open_table(ana, "pylos", "Pass and play")
    expect(ana.locator("#now")).to_have_text("Light’s turn.")
    message = {"kind": "thinking", "seat": 0, "waiting": 9}
    sockets[-1].send(json.dumps({**message, "seconds": 12.4}))
    expect(ana.locator("#now")).to_have_text("Light is thinking for about 12 seconds…")
    sockets[-1].send(json.dumps({**message, "seconds": 0.4}))
    expect(ana.locator("#now")).to_have_text("Light is thinking…")
    sockets[-1].send(json.dumps(message))
    expect(ana.locator("#now")).to_have_text("Light is thinking…")
