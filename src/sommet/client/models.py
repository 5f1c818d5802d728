"""What the server sends, in a form that is convenient for programs: games, tokens, tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from sommet.core import registry
from sommet.core.game import Game
from sommet.wire.frame import Seat
from sommet.wire.server_messages import You

__all__ = [
    "Card",
    "GameCard",
    "JsonObject",
    "TableSnapshot",
    "TokenCard",
    "game_of",
]

JsonObject: TypeAlias = Mapping[str, Any]
"""A JSON object that the server sent."""


@dataclass(frozen=True)
class GameCard:
    """A game on the server, with the levels of its bots."""

    id: str
    name: str
    seats: int
    levels: tuple[str, ...]
    options: Mapping[str, tuple[str | int, ...]]

    @classmethod
    def of(cls, data: JsonObject) -> GameCard:
        options = {each["name"]: tuple(each["values"]) for each in data["options"]}
        return cls(data["id"], data["name"], data["seats"], tuple(data["levels"]), options)


@dataclass(frozen=True)
class TokenCard:
    """One of your tokens: its label, its scope (`play` or `read`), and when it was created, in
    seconds since 1970."""

    id: str
    label: str
    scope: str
    created: float

    @classmethod
    def of(cls, data: JsonObject) -> TokenCard:
        return cls(data["id"], data["label"], data["scope"], data["created"])


@dataclass(frozen=True)
class Card:
    """A table in a list: its id, game, stage and seats, and which seats are yours."""

    id: str
    game: Game[Any]
    stage: str
    seats: tuple[Seat, ...]
    yours: tuple[int, ...]

    @classmethod
    def of(cls, data: JsonObject) -> Card:
        frame = data["frame"]
        return cls(
            data["table"]["id"],
            game_of(data["table"]),
            frame["stage"],
            _seats(frame),
            tuple(data.get("yours", ())),
        )


@dataclass(frozen=True)
class TableSnapshot:
    """The state of a table: stage (`open`, `running`, `over` or `closed`), whose turn it is, its
    seats, which of them are yours and whose view you get, and the outcome, as in the protocol."""

    stage: str
    turn: int | None
    seats: tuple[Seat, ...]
    yours: tuple[int, ...]
    viewer: int | None
    outcome: JsonObject | None

    @classmethod
    def of(cls, frame: JsonObject, you: You) -> TableSnapshot:
        return cls(
            frame["stage"],
            frame.get("turn"),
            _seats(frame),
            you.seats,
            you.viewer,
            frame.get("board", {}).get("outcome"),
        )


def _seats(frame: JsonObject) -> tuple[Seat, ...]:
    return msgspec.convert(frame["seats"], tuple[Seat, ...])


def game_of(table: JsonObject) -> Game[Any]:
    """The game of a table, with its options."""
    options = (f"{name}={value}" for name, value in table.get("options", {}).items())
    return registry.game(" ".join((table["game"], *options)))
