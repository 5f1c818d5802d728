"""A table's setup: game, options, chairs, clock, who starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeAlias

import msgspec

import sommet
from sommet.core.deal import Deal
from sommet.core.game import Game
from sommet.engine import seat_levels
from sommet.server.refusals import Refusal, unknown_level
from sommet.server.runtime.settings import ExternalEngineSettings, external_levels
from sommet.server.tables.clock import Clock, Untimed

__all__ = [
    "Bot",
    "Chair",
    "Invited",
    "Me",
    "Open",
    "Setup",
    "chairs_around",
    "complete_setup",
    "require_game",
]


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

    def rules(self) -> Game[Any]:
        return sommet.game(self.game, **self.options)


def chairs_around(own: int, other: Chair, seats: int) -> tuple[Chair, ...]:
    """The creator on seat `own`, and the same chair on all other seats."""
    return tuple(Me() if seat == own else other for seat in range(seats))


def complete_setup(
    setup: Setup,
    random_below: Callable[[int], int],
    external: Iterable[ExternalEngineSettings] = (),
) -> Setup:
    """The setup with all chairs and options filled in; refuses an invalid one.

    `random_below` draws a seat if nobody chose one: by the rules, colours, and with them who
    starts, are random (P1, T1). `external` are external engines that can be seated too.
    """
    game = setup.rules()
    chairs = setup.chairs or chairs_around(random_below(game.seats), Open(), game.seats)
    if len(chairs) != game.seats:
        raise Refusal(
            "chairs",
            "`chairs` must have {seats} entries for {game}, not {found}.",
            status=400,
            game=game.name,
            seats=game.seats,
            found=len(chairs),
        )
    if all(isinstance(chair, Bot) for chair in chairs):
        raise Refusal(
            "nobody_plays",
            "A table needs at least one person: not every seat can be a bot.",
            status=422,
        )
    game.start_from(Deal("0", first=setup.first))  # refuses an invalid first seat
    engines = external_levels(external, game.id)
    for chair in chairs:
        if isinstance(chair, Bot) and chair.level not in (*seat_levels(game), *engines):
            raise unknown_level(chair.level, (*sommet.levels(game), *engines))
    setup.clock.check()
    return msgspec.structs.replace(setup, game=game.id, options=game.settings, chairs=chairs)


@cache
def deal_is_random(game: Game[Any]) -> bool:
    """Whether a game's deal depends on the seed; if not, there is no need to wait for salts."""
    return game.start_from(Deal("0")) != game.start_from(Deal("1"))


@cache
def has_secrets(game: Game[Any]) -> bool:
    """Whether a game's deal gives players secrets."""
    return any(game.start_from(Deal("0")).secrets)


def require_game(name: str) -> str:
    """The name, if there is a game of that name; otherwise refuses."""
    if name not in sommet.names():
        raise Refusal("no_such_game", "Game not found.", status=404)
    return name
