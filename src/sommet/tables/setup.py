"""Checks a table's setup and fills it in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import msgspec

import sommet
from sommet.core.deal import Deal
from sommet.core.game import Game
from sommet.engine import seat_levels
from sommet.tables import clock
from sommet.tables.refusals import Refusal, unknown_level
from sommet.wire.setup import Bot, Chair, Me, Open, Setup

__all__ = ["MAX_MOVES", "chairs_around", "complete_setup", "game_of", "require_game"]

MAX_MOVES = 1_000
"""A table closes without a result after this many moves. The longest games are far shorter, but one
person on two seats could go on forever, and a game is replayed whenever its room is opened."""


def game_of(setup: Setup) -> Game[Any]:
    """The game with its options."""
    return sommet.game(setup.game, **setup.options)


def chairs_around(own: int, other: Chair, seats: int) -> tuple[Chair, ...]:
    """The creator on seat `own`, and the same chair on all other seats."""
    return tuple(Me() if seat == own else other for seat in range(seats))


def complete_setup(
    setup: Setup,
    random_below: Callable[[int], int],
    other_levels: Iterable[str] = (),
) -> Setup:
    """The setup with all chairs and options filled in; refuses an invalid one.

    `random_below` draws a seat if nobody chose one: by the rules, colours, and with them who
    starts, are random (P1, T1). `other_levels` can be seated besides the engine's own.
    """
    game = game_of(setup)
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
    others = tuple(other_levels)
    for chair in chairs:
        if isinstance(chair, Bot) and chair.level not in (*seat_levels(game), *others):
            raise unknown_level(chair.level, (*sommet.levels(game), *others))
    clock.check(setup.clock)
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
