"""`docs/protocol.md` explains every message kind and every field, enough to write a client."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from sommet.tables import log_events
from sommet.wire import (
    client_messages,
    clocks,
    commands,
    events,
    frame,
    http_api,
    server_messages,
    setup,
)
from sommet.wire.refusals import Refused

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
CODE = " ".join(re.findall(r"```.*?```|`[^`]+`", PAGE, re.DOTALL))
"""The code blocks and inline code of the page."""
WORDS = set(re.findall(r"\w+", CODE))

KEPT_IN = {log_events.Opened, log_events.Joined, log_events.SeatOccupant}
"""These are published without the ids of people: see `public_event`."""


def structs() -> Iterator[type[msgspec.Struct]]:
    yield from get_args(client_messages.ClientMessage)
    yield from get_args(server_messages.ServerMessage)
    yield from get_args(events.PublicEvent)
    yield from get_args(log_events.Event)
    yield from get_args(clocks.Clock)
    yield from get_args(setup.Chair)
    yield from (
        frame.Seat,
        frame.Clocks,
        frame.Board,
        frame.BoardScene,
        frame.Frame,
        frame.DescribedMove,
    )
    yield from (frame.TableCard, setup.Setup, Refused)
    yield from (http_api.TableView, http_api.Invitation)  # OpenAPI describes the others


@pytest.mark.parametrize("struct", dict.fromkeys(structs()), ids=lambda struct: struct.__name__)
def test_every_kind_and_every_field_is_explained(struct: type[msgspec.Struct]) -> None:
    config = struct.__struct_config__
    wanted = set() if struct in KEPT_IN else set(struct.__struct_encode_fields__)
    if config.tag is not None:
        wanted |= {str(config.tag)}
    assert wanted <= WORDS, f"docs/protocol.md does not explain {sorted(wanted - WORDS)}"


def test_every_phrase_is_listed() -> None:
    assert set(commands.PHRASES) <= WORDS
