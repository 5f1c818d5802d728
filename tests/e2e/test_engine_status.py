"""What the page says while a machine thinks."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.actions import open_table
from tests.e2e.conftest import People


def test_the_page_says_how_long_a_machine_will_think_when_that_is_long(people: People) -> None:
    ana, lines = people.come(), list[WebSocketRoute]()

    def between(line: WebSocketRoute) -> None:
        """Let everything through, and keep the line to say something of our own."""
        server = line.connect_to_server()
        server.on_message(line.send)
        line.on_message(server.send)
        lines.append(line)

    ana.route_web_socket(re.compile("/live/"), between)
    open_table(ana, "pylos", "Pass and play")
    expect(ana.locator("#now")).to_have_text("Light’s turn.")
    told = {"kind": "thinking", "seat": 0, "waiting": 9}
    lines[-1].send(json.dumps({**told, "seconds": 12.4}))
    expect(ana.locator("#now")).to_have_text("Light is thinking for about 12 seconds…")
    lines[-1].send(json.dumps({**told, "seconds": 0.4}))
    expect(ana.locator("#now")).to_have_text("Light is thinking…")
    lines[-1].send(json.dumps(told))
    expect(ana.locator("#now")).to_have_text("Light is thinking…")
