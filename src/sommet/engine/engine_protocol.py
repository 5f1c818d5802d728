"""What engines are asked and what they answer, as plain values for JSON: see
`docs/engine-protocol.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sommet.core import registry
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine.players import Analysis, Line

__all__ = ["PROTOCOL", "MessageError", "analysis_of", "asked", "number", "thought", "view_of"]

PROTOCOL = 1
"""The version of the protocol. A new field does not raise it; a changed one does."""


class MessageError(SommetError, ValueError):
    """A message that is not as the protocol has it."""


def asked(view: View[Any]) -> dict[str, Any]:
    """A view as a question has it: what its viewer may know and nothing else."""
    start = view.table if view.start is None else view.start
    return {
        "game": str(view.game),
        "start": view.game.write(start, view.secrets),
        "moves": [str(move) for move in view.history],
        "seat": view.turn if view.viewer is None else view.viewer,
        "out": sorted(view.out),
        "possible": [str(move) for move in view.moves()],
    }


def view_of(message: Mapping[str, Any]) -> View[Any]:
    """The view that a question tells of: by a record, or by a start and the moves since then."""
    if "record" in message:
        record = Record.parse(_text(message, "record"))
        return record.view(_seat(record.game, message, record.turn))
    game = registry.game(_text(message, "game"))
    start = game.parse(_text(message, "start"))
    seat = _seat(game, message, start.turn)
    view = start.view(seat) if isinstance(start, Position) else replace(start, viewer=seat)
    view = replace(view, out=frozenset(_list(message, "out", int)))
    for text in _list(message, "moves", str):
        view = view.play(text)
    # Whoever asks knows that the game goes on, also where it hung on a secret.
    return view if view.over else replace(view, outcome=None)


def _seat(game: Game[Any], message: Mapping[str, Any], usual: int) -> int:
    seat = number(message, "seat", usual)
    if seat not in range(game.seats):
        raise MessageError("no_seat", "{game} has no seat {seat}.", seat=seat, game=game)
    return seat


def thought(analysis: Analysis) -> dict[str, Any]:
    """An analysis as an answer has it."""
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


def analysis_of(view: View[Any], message: Mapping[str, Any]) -> Analysis:
    """The analysis of an answer; IllegalMove or TextError for a move that is none."""
    lines = []
    for told in _list(message, "lines", dict):
        move, value = view.move(_text(told, "move")), told.get("value", 0.5)
        if not isinstance(value, int | float) or not 0 <= value <= 1:
            raise MessageError(
                "bad_share", "A value must be a number from 0 to 1, not {value!r}.", value=value
            )
        proven = told.get("proven") is True
        lines.append(Line(move, float(value), number(told, "visits", 0), (move,), proven))
    if not lines:
        raise MessageError("no_lines", "An analysis needs at least one line.")
    return Analysis(tuple(lines), number(message, "simulations", 0), number(message, "nodes", 0))


def number(message: Mapping[str, Any], name: str, usual: int) -> int:
    """A whole number of a message, or the usual one."""
    found = message.get(name)
    found = usual if found is None else found
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
