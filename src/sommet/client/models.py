"""What a server tells, as values with types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sommet.core import registry
from sommet.core.game import Game

__all__ = ["Card", "GameCard", "Message", "Moment", "Seat", "TokenCard", "changed", "game_of"]

Message: TypeAlias = Mapping[str, Any]
"""A message of the protocol, as JSON has it."""


@dataclass(frozen=True)
class GameCard:
    """A game that a server has, with the levels of its bots."""

    id: str
    name: str
    seats: int
    levels: tuple[str, ...]
    options: Mapping[str, tuple[str | int, ...]]

    @classmethod
    def of(cls, told: Message) -> GameCard:
        options = {each["name"]: tuple(each["values"]) for each in told["options"]}
        return cls(told["id"], told["name"], told["seats"], tuple(told["levels"]), options)


@dataclass(frozen=True)
class TokenCard:
    """A token of yours: what it is called, and since when (seconds since 1970) there is one."""

    id: str
    label: str
    created: float

    @classmethod
    def of(cls, told: Message) -> TokenCard:
        return cls(told["id"], told["label"], told["created"])


@dataclass(frozen=True)
class Seat:
    """A chair: `free` or `invited` while nobody sits there, then `taken`, and `left` once its
    player has given up. A bot of the house has a `level`; `program` marks one of somebody's
    own."""

    state: str
    name: str = ""
    level: str = ""
    program: bool = False

    @classmethod
    def of(cls, told: Message) -> Seat:
        return cls(
            told["state"], told.get("name", ""), told.get("level", ""), told.get("program", False)
        )


@dataclass(frozen=True)
class Card:
    """A table in a list: its id, its game, its stage, who sits there, which seats are yours."""

    id: str
    game: Game[Any]
    stage: str
    seats: tuple[Seat, ...]
    yours: tuple[int, ...]

    @classmethod
    def of(cls, told: Message) -> Card:
        frame = told["frame"]
        seats = tuple(map(Seat.of, frame["seats"]))
        return cls(
            told["table"]["id"],
            game_of(told["table"]),
            frame["stage"],
            seats,
            tuple(told.get("yours", ())),
        )


@dataclass(frozen=True)
class Moment:
    """How a table stands: `open`, `running`, `over` or `closed`; who is to move while it runs; who
    sits there; which seats are yours and whose view you get; what the outcome is once there is one,
    as the protocol tells it."""

    stage: str
    turn: int | None
    seats: tuple[Seat, ...]
    yours: tuple[int, ...]
    viewer: int | None
    outcome: Message | None

    @classmethod
    def of(cls, frame: Message, you: Message) -> Moment:
        return cls(
            frame["stage"],
            frame.get("turn"),
            tuple(map(Seat.of, frame["seats"])),
            tuple(you.get("seats", ())),
            you.get("viewer"),
            frame.get("board", {}).get("outcome"),
        )


def game_of(table: Message) -> Game[Any]:
    """The game of a table, with its options."""
    options = (f"{name}={value}" for name, value in table.get("options", {}).items())
    return registry.game(" ".join((table["game"], *options)))


def changed(frame: Message, change: Message) -> dict[str, Any]:
    """The frame once a change is put into it. What a board draws is left out: nobody looks here."""
    onboard = change.get("onboard")
    found = _put(frame, {name: value for name, value in change.items() if name != "onboard"})
    if onboard is not None:
        told = {name: value for name, value in onboard.items() if name != "scene"}
        found["board"] = _put(found.get("board", {}), told)
    return found


def _put(known: Message, news: Message) -> dict[str, Any]:
    return {name: value for name, value in {**known, **news}.items() if value is not None}
