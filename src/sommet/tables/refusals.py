"""Refusals: errors that are reported to clients, with a code, parameters and rule clause."""

from __future__ import annotations

from typing import Any

from sommet.core.errors import IllegalMove, SommetError
from sommet.core.message import Message
from sommet.wire.refusals import Plain, Refused

__all__ = [
    "Refusal",
    "name_without_letters",
    "no_such_seat",
    "nobody_there",
    "not_started",
    "not_your_seat",
    "not_your_turn",
    "refusal_body",
    "unknown_level",
    "unknown_person",
]


class Refusal(SommetError):
    """A request that can't be fulfilled. `status` is the HTTP status code of the response."""

    def __init__(self, code: str, words: str, *, status: int = 409, **parameters: Any) -> None:
        super().__init__(code, words, **parameters)
        self.status = status


def refusal_body(error: SommetError) -> Refused:
    clause = error.clause if isinstance(error, IllegalMove) else ""
    parameters = {
        name: tuple(map(_plain, value)) if isinstance(value, (tuple, list)) else _plain(value)
        for name, value in error.parameters.items()
    }
    return Refused(error.code, error.sentence(), parameters, clause)


def _plain(value: object) -> Plain:
    return value if isinstance(value, (str, int, float, Message)) else str(value)


# --- refusals used in several places -------------------------------------------------------------


def unknown_person() -> Refusal:
    return Refusal("not_signed_in", "Enter your name first.", status=401)


def name_without_letters() -> Refusal:
    return Refusal("no_name", "A name needs at least one letter.", status=422)


def no_such_seat(seat: int) -> Refusal:
    return Refusal("no_such_seat", "There is no seat {player}.", status=422, player=seat + 1)


def nobody_there() -> Refusal:
    return Refusal("nobody_there", "Nobody else is in that seat.")


def not_started() -> Refusal:
    return Refusal("not_started", "The game has not started: a seat is still free.")


def not_your_seat(seat: int) -> Refusal:
    return Refusal("not_your_seat", "Seat {player} is not yours.", status=403, player=seat + 1)


def not_your_turn() -> Refusal:
    return Refusal("not_your_turn", "It isn't your turn.")


def unknown_level(level: str, known: tuple[str, ...]) -> Refusal:
    return Refusal(
        "unknown_level",
        "There is no level {level!r}. Choose {known}.",
        status=422,
        level=level,
        known=known,
    )
