"""Data classes for what the server sends: games, tokens, tables, seats and snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sommet.core import registry
from sommet.core.game import Game

__all__ = [
    "Card",
    "GameCard",
    "JsonObject",
    "Seat",
    "TableSnapshot",
    "TokenCard",
    "apply_change",
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
class Seat:
    """A seat: `free` or `invited`, then `taken`, and `left` once its player has resigned. A bot of
    the server has a `level`; `program` marks a player's own program."""

    state: str
    name: str = ""
    level: str = ""
    program: bool = False

    @classmethod
    def of(cls, data: JsonObject) -> Seat:
        return cls(
            data["state"], data.get("name", ""), data.get("level", ""), data.get("program", False)
        )


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
        seats = tuple(map(Seat.of, frame["seats"]))
        return cls(
            data["table"]["id"],
            game_of(data["table"]),
            frame["stage"],
            seats,
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
    def of(cls, frame: JsonObject, you: JsonObject) -> TableSnapshot:
        return cls(
            frame["stage"],
            frame.get("turn"),
            tuple(map(Seat.of, frame["seats"])),
            tuple(you.get("seats", ())),
            you.get("viewer"),
            frame.get("board", {}).get("outcome"),
        )


def game_of(table: JsonObject) -> Game[Any]:
    """The game of a table, with its options."""
    options = (f"{name}={value}" for name, value in table.get("options", {}).items())
    return registry.game(" ".join((table["game"], *options)))


def apply_change(frame: JsonObject, change: JsonObject) -> dict[str, Any]:
    """The frame with a change applied. The scene is left out: a program doesn't draw."""
    board_change = change.get("board_change")
    found = _merge(frame, {name: value for name, value in change.items() if name != "board_change"})
    if board_change is not None:
        data = {name: value for name, value in board_change.items() if name != "scene"}
        found["board"] = _merge(found.get("board", {}), data)
    return found


def _merge(known: JsonObject, news: JsonObject) -> dict[str, Any]:
    return {name: value for name, value in {**known, **news}.items() if value is not None}
