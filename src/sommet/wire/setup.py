"""A table's setup: game, options, chairs, clock, who starts."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from sommet.wire.clocks import Clock, Untimed

__all__ = ["Bot", "Chair", "Invited", "Me", "Open", "Setup"]


class Me(msgspec.Struct, tag="me", tag_field="kind", frozen=True):
    """The creator of the table sits here."""


class Open(msgspec.Struct, tag="open", tag_field="kind", frozen=True):
    """Anyone can sit here."""


class Invited(msgspec.Struct, tag="invited", tag_field="kind", frozen=True):
    """Anyone with an invitation can sit here."""


class Bot(msgspec.Struct, tag="bot", tag_field="kind", frozen=True):
    """A computer player sits here."""

    level: str = "gentle"


Chair: TypeAlias = Me | Open | Invited | Bot


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What to play and with whom. Without chairs, the creator gets a random seat and the other
    seats are open.

    `first` is the seat that starts (from 0), null for random. A table that is not `public` can be
    found only by its link. With `salting`, the creator will add a salt for each of their seats, and
    the deal waits for it, for at most three seconds.
    """

    game: str
    options: dict[str, str | int] = {}
    chairs: tuple[Chair, ...] = ()
    clock: Clock = Untimed()
    first: int | None = None
    public: bool = False
    salting: bool = False
