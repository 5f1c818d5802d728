"""`docs/protocol.md` explains every message kind and every field, enough to write a client."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from sommet.server.api import schemas
from sommet.server.live import frame_schema, messages
from sommet.server.refusals import Refused
from sommet.server.tables import clock, commands, events, setup

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
CODE = " ".join(re.findall(r"```.*?```|`[^`]+`", PAGE, re.DOTALL))
"""The code blocks and inline code of the page."""
WORDS = set(re.findall(r"\w+", CODE))

KEPT_IN = {events.Opened, events.Joined, events.SeatOccupant}
"""These are published without the ids of people: see `public_event`."""


def structs() -> Iterator[type[msgspec.Struct]]:
    yield from get_args(messages.ClientMessage)
    yield from get_args(messages.ServerMessage)
    yield from get_args(events.Event)
    yield from get_args(clock.Clock)
    yield from get_args(setup.Chair)
    yield from (
        frame_schema.Seat,
        frame_schema.Clocks,
        frame_schema.Board,
        frame_schema.Frame,
        frame_schema.DescribedMove,
    )
    yield from (frame_schema.Change, frame_schema.BoardChange, frame_schema.SceneChange)
    yield from (frame_schema.TableCard, setup.Setup, Refused)
    yield from (schemas.TableView, schemas.Invitation)  # OpenAPI describes the others


@pytest.mark.parametrize("struct", dict.fromkeys(structs()), ids=lambda struct: struct.__name__)
def test_every_kind_and_every_field_is_explained(struct: type[msgspec.Struct]) -> None:
    config = struct.__struct_config__
    wanted = set() if struct in KEPT_IN else set(struct.__struct_encode_fields__)
    if config.tag is not None:
        wanted |= {str(config.tag)}
    assert wanted <= WORDS, f"docs/protocol.md does not explain {sorted(wanted - WORDS)}"


def test_every_phrase_is_listed() -> None:
    assert set(commands.PHRASES) <= WORDS
