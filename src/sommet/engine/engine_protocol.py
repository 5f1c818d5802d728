"""Messages of the engine protocol as JSON values; see `docs/engine-protocol.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sommet.core import registry
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine.players import Analysis, Line

__all__ = [
    "PROTOCOL",
    "MessageError",
    "decode_analysis",
    "decode_view",
    "encode_analysis",
    "encode_view",
    "number",
]

PROTOCOL = 1
"""The protocol version. New fields do not raise it; changed ones do."""


class MessageError(SommetError, ValueError):
    """A message that violates the protocol."""


def encode_view(view: View[Any]) -> dict[str, Any]:
    """A view as part of a request: what its viewer may know and nothing else."""
    start = view.table if view.start is None else view.start
    return {
        "game": str(view.game),
        "start": view.game.write(start, view.secrets),
        "moves": [str(move) for move in view.history],
        "seat": view.turn if view.viewer is None else view.viewer,
        "out": sorted(view.out),
        "possible": [str(move) for move in view.moves()],
    }


def decode_view(message: Mapping[str, Any]) -> View[Any]:
    """The view of a request, given as a record or as a start and moves; MessageError if invalid."""
    if "record" in message:
        record = Record.parse(_text(message, "record"))
        return record.view(_seat(record.game, message, record.turn))
    game = registry.game(_text(message, "game"))
    start = game.parse_view(_text(message, "start"))
    view = start.seen_by(_seat(game, message, start.turn))
    view = replace(view, out=frozenset(_list(message, "out", int)))
    for text in _list(message, "moves", str):
        view = view.play(text)
    # The request implies that the game goes on, even if its end depended on a secret.
    return view if view.over else replace(view, outcome=None)


def _seat(game: Game[Any], message: Mapping[str, Any], defaults: int) -> int:
    seat = number(message, "seat", defaults)
    if seat not in range(game.seats):
        raise MessageError("no_seat", "{game} has no seat {seat}.", seat=seat, game=game)
    return seat


def encode_analysis(analysis: Analysis) -> dict[str, Any]:
    """An analysis as part of an answer."""
    return {
        "lines": [
            {
                "move": str(line.move),
                "value": line.value,
                "visits": line.visits,
                "moves": [str(move) for move in line.moves],
                "proven": line.proven,
            }
            for line in analysis.lines
        ],
        "simulations": analysis.simulations,
        "nodes": analysis.nodes,
    }


def decode_analysis(view: View[Any], message: Mapping[str, Any]) -> Analysis:
    """The analysis of an answer; MessageError, IllegalMove or TextError if it is invalid."""
    lines = []
    for line in _list(message, "lines", dict):
        move, value = view.move(_text(line, "move")), line.get("value", 0.5)
        if not isinstance(value, int | float) or not 0 <= value <= 1:
            raise MessageError(
                "bad_share", "A value must be a number from 0 to 1, not {value!r}.", value=value
            )
        proven = line.get("proven") is True
        lines.append(Line(move, float(value), number(line, "visits", 0), (move,), proven))
    if not lines:
        raise MessageError("no_lines", "An analysis needs at least one line.")
    return Analysis(tuple(lines), number(message, "simulations", 0), number(message, "nodes", 0))


def number(message: Mapping[str, Any], name: str, defaults: int) -> int:
    """An integer field of a message, or its default."""
    found = message.get(name)
    found = defaults if found is None else found
    if not isinstance(found, int) or isinstance(found, bool):
        raise MessageError(
            "no_number", "`{name}` must be a whole number, not {found!r}.", name=name, found=found
        )
    return found


def _text(message: Mapping[str, Any], name: str) -> str:
    found = message.get(name)
    if not isinstance(found, str):
        raise MessageError(
            "no_text", "`{name}` must be a string, not {found!r}.", name=name, found=found
        )
    return found


def _list(message: Mapping[str, Any], name: str, kind: type) -> list[Any]:
    found = message.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, kind) for each in found):
        raise MessageError(
            "no_list", "`{name}` is not a valid list: {found!r}.", name=name, found=found
        )
    return found
