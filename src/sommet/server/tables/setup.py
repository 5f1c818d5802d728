"""How a table is set: game, options, chairs, clock, who starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeAlias

import msgspec

import sommet
from sommet.core.deal import Deal
from sommet.core.game import Game
from sommet.engine import seatable
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
    """Whoever sets the table sits here."""


class Open(msgspec.Struct, tag="open", tag_field="kind", frozen=True):
    """Anyone may sit here."""


class Invited(msgspec.Struct, tag="invited", tag_field="kind", frozen=True):
    """Who has an invitation may sit here."""


class Bot(msgspec.Struct, tag="bot", tag_field="kind", frozen=True):
    """A player of the house sits here."""

    level: str = "gentle"


Chair: TypeAlias = Me | Open | Invited | Bot


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What to play and with whom. Without chairs: whoever sets the table sits where the lot falls,
    and the other chairs are open.

    `first` is the seat that starts (from 0), null for a lot. A table that is not `public` is found
    by its link only. `salting` says that whoever sets it will add a salt for each seat of theirs:
    the deal waits for that, three seconds at most.
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
    """So many chairs: whoever sets the table on one of them, the same on all the others."""
    return tuple(Me() if seat == own else other for seat in range(seats))


def complete_setup(
    setup: Setup, lot: Callable[[int], int], external: Iterable[ExternalEngineSettings] = ()
) -> Setup:
    """The setup with its chairs and its options spelled out; what cannot be set is refused.

    `lot` draws one of so many seats where nobody chose: the rules leave colours, and with them who
    starts, to chance (P1, T1). `external` are engines of others that may sit here too.
    """
    game = setup.rules()
    chairs = setup.chairs or chairs_around(lot(game.seats), Open(), game.seats)
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
    game.start_from(Deal("0", first=setup.first))  # refuses a first seat that cannot be
    engines = external_levels(external, game.id)
    for chair in chairs:
        if isinstance(chair, Bot) and chair.level not in (*seatable(game), *engines):
            raise unknown_level(chair.level, (*sommet.levels(game), *engines))
    setup.clock.check()
    return msgspec.structs.replace(setup, game=game.id, options=game.settings, chairs=chairs)


@cache
def deal_is_random(game: Game[Any]) -> bool:
    """Whether a game's deal decides anything: where it does not, no salt is waited for."""
    return game.start_from(Deal("0")) != game.start_from(Deal("1"))


@cache
def has_secrets(game: Game[Any]) -> bool:
    """Whether a game's deal gives anybody a secret."""
    return any(game.start_from(Deal("0")).secrets)


def require_game(name: str) -> str:
    """The name of a game that there is."""
    if name not in sommet.names():
        raise Refusal("no_such_game", "Game not found.", status=404)
    return name
