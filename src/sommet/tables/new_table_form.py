"""The form for a new table: its fields as a page sends them, and the table that they ask for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

import sommet
from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.tables.display_names import MAX_NAME_LENGTH, clean
from sommet.tables.refusals import Refusal
from sommet.tables.setup import chairs_around, require_game
from sommet.wire.clocks import Clock, Days, Total, Untimed
from sommet.wire.setup import Bot, Chair, Invited, Me, Open, Setup

__all__ = [
    "CUSTOM_CLOCK",
    "DEFAULT_FIRST_SEAT",
    "RANDOM_SEAT",
    "WantedTable",
    "chosen_options",
    "default_options",
    "first_seat",
    "opponent",
    "parse_form",
    "valid_combinations",
    "wanted_table",
]

RANDOM_SEAT, CUSTOM_CLOCK = "lot", "own"
DEFAULT_FIRST_SEAT = 0
"""The seat that goes first if the rules leave it open and the player has chosen a seat."""
CLOCK_TEXT = re.compile(
    r"(?P<minutes>[0-9]{1,3})(\+(?P<seconds>[0-9]{1,3}))?|(?P<days>[0-9]{1,2})d"
)


class WantedTable(NamedTuple):
    """The table that a form asks for, and the names of people who share its screen, by seat."""

    setup: Setup
    names: tuple[str, ...]


def wanted_table(data: Mapping[str, Any], random_below: Callable[[int], int]) -> WantedTable:
    """The table that a form asks for; `random_below` draws a seat if nobody chose one. Raises
    OptionError or Refusal if a field is invalid."""
    name = require_game(str(data.get("game", "")))
    game, clock = parse_form(name, data)
    against = opponent(game, data)
    places = {str(seat): seat for seat in range(game.seats)}
    own = places.get(str(data.get("seat", RANDOM_SEAT)))
    # Choosing a seat means choosing when to play, so the first player isn't random then.
    first = None if own is None or first_seat(game) is not None else DEFAULT_FIRST_SEAT
    own = random_below(game.seats) if own is None else own
    chairs = _chairs(against, game.seats, own, str(data.get("level", "gentle")))
    public = against == "anyone"
    setup = Setup(name, game.settings, chairs, clock, first, public=public, salting=True)
    if against != "screen":
        return WantedTable(setup, ())
    typed = (str(data.get(f"name.{seat}", "")) for seat in range(game.seats))
    return WantedTable(setup, tuple(clean(each, MAX_NAME_LENGTH) for each in typed))


def opponent(game: Game[Any], data: Mapping[str, Any]) -> str:
    """Whom a form asks to play: a solo game has no opponents, whatever the form says."""
    return str(data.get("with", "machine")) if game.seats > 1 else "machine"


def parse_form(name: str, data: Mapping[str, Any]) -> tuple[Game[Any], Clock]:
    """The game and the clock of a form. Raises OptionError or Refusal if they are invalid."""
    game = sommet.game(name, **chosen_options(name, data))
    return game, _clock(str(data.get("clock", "")), str(data.get("own_clock", "")))


def chosen_options(name: str, data: Mapping[str, Any]) -> dict[str, str | int]:
    """The options that a form sets to something other than their default."""
    set_to = {option: str(data.get(f"option.{option}", "")) for option in default_options(name)}
    return {
        option: set_to[option]
        for option, usual in default_options(name).items()
        if set_to[option] not in ("", str(usual))
    }


def _chairs(against: str, seats: int, own: int, level: str) -> tuple[Chair, ...]:
    other: Chair
    match against:
        case "screen":
            return (Me(),) * seats
        case "friend":
            other = Invited()
        case "anyone":
            other = Open()
        case _:
            other = Bot(level)
    return chairs_around(own, other, seats)


def _clock(chosen: str, typed: str) -> Clock:
    """Parse a clock: `5` is minutes for the whole game, `3+2` adds seconds per move, `3d` is days
    per move. `typed` counts only if `chosen` is the custom clock."""
    text = "".join(typed.split()) if chosen == CUSTOM_CLOCK else chosen
    if not text and chosen != CUSTOM_CLOCK:
        return Untimed()
    if found := CLOCK_TEXT.fullmatch(text):
        minutes, seconds, days = (int(found[part] or 0) for part in ("minutes", "seconds", "days"))
        if 1 <= days <= 30:
            return Days(days)
        if 1 <= minutes <= 360 and seconds <= 600:
            return Total(60.0 * minutes, float(seconds))
    raise Refusal(
        "clock_text",
        "Enter minutes for the whole game, such as 7, or minutes and seconds per move, such as "
        "15+10: from 1 to 360 minutes, up to 600 seconds.",
        status=422,
    )


@lru_cache(64)
def first_seat(game: Game[Any]) -> int | None:
    """The seat that goes first by the rules; None if it is random."""
    found = {game.start(seed=seed).turn for seed in range(8)}
    return found.pop() if len(found) == 1 else None


def default_options(name: str) -> dict[str, str | int]:
    """Every option's default. An option of another variant defaults to its first value."""
    game = sommet.game(name)
    return {each.name: game.settings.get(each.name, each.values[0]) for each in game.options()}


@cache
def valid_combinations(name: str) -> tuple[dict[str, str], ...]:
    """The valid combinations of values, for the options that depend on each other."""
    options = {each.name: each.values for each in registry.kind(name).options()}
    usual = default_options(name)

    def fits(chosen: dict[str, str | int]) -> bool:
        try:
            asked = {f"option.{option}": value for option, value in chosen.items()}
            settings = sommet.game(name, **chosen_options(name, asked)).settings
        except OptionError:
            return False
        # A game may override an option left at its default; then this is another combination.
        return all(settings.get(option, usual[option]) == chosen[option] for option in chosen)

    every = [dict(zip(options, values, strict=True)) for values in product(*options.values())]
    valid = [chosen for chosen in every if fits(chosen)]
    dependent = [
        option
        for option, values in options.items()
        if any({**chosen, option: value} not in valid for chosen in valid for value in values)
    ]
    found = ({f"option.{option}": str(chosen[option]) for option in dependent} for chosen in valid)
    return tuple(
        dict(pairs) for pairs in dict.fromkeys(tuple(each.items()) for each in found) if pairs
    )
