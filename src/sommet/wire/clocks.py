"""Clocks: how much time a seat has (P8; any game can use them)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

__all__ = ["Clock", "Days", "PerMove", "Total", "Untimed"]


class Untimed(msgspec.Struct, tag="none", tag_field="kind", frozen=True):
    """No clock."""


class Total(msgspec.Struct, tag="total", tag_field="kind", frozen=True):
    """A number of seconds for the whole game, and an increment after each move."""

    seconds: float
    increment: float = 0.0


class PerMove(msgspec.Struct, tag="per_move", tag_field="kind", frozen=True):
    """A number of seconds for each move."""

    seconds: float


class Days(msgspec.Struct, tag="days", tag_field="kind", frozen=True):
    """A number of days for each move."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


Clock: TypeAlias = Untimed | Total | PerMove | Days
