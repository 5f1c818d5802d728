"""The form for a new table: its choices, and which of them fit together."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import sommet
from sommet.core import i18n, registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.i18n import catalogue
from sommet.core.result_text import seat_name
from sommet.engine.ratings import ratings
from sommet.tables.new_table_form import (
    CUSTOM_CLOCK,
    DEFAULT_FIRST_SEAT,
    RANDOM_SEAT,
    default_options,
    first_seat,
    valid_combinations,
)
from sommet.web.thumbnails import cloth_of

__all__ = ["FORM_DEFAULTS", "new_table_values", "resolve_options", "turn_labels"]

FORM_DEFAULTS = {
    "with": "machine",
    "level": "gentle",
    "seat": RANDOM_SEAT,
    "clock": "",
    "own_clock": "",
}
"""The form's fields besides the game's options, with their defaults."""


def new_table_values(
    name: str, language: str, chosen: Mapping[str, str], refused: str = ""
) -> dict[str, Any]:
    """The template data of the form for a game with its chosen values. `refused` says what is wrong
    with them."""
    game = sommet.game(name)
    most = max(game.sizes())
    return {
        "id": name,
        "game": game.name,
        "options": {each.name: each.values for each in registry.kind(name).options()},
        "levels": sommet.levels(game),
        "ratings": ratings(name),
        "lot": RANDOM_SEAT,
        "seats": [seat_name(game, seat, language) for seat in range(most)],
        "turns": turn_labels(game, most, language),
        "sizes": _seats_by_option(name),
        "least": game.seats,
        "fitting": valid_combinations(name),
        "meanings": i18n.group(language, "meanings", name),
        "cloth": cloth_of(name),
        "own": CUSTOM_CLOCK,
        "chosen": chosen,
        "refused": refused,
    }


def turn_labels(game: Game[Any], seats: int, language: str) -> list[str]:
    """For each seat, a label that says when it plays."""
    gettext, first = catalogue(language).gettext, first_seat(game)
    if first is None:
        first = DEFAULT_FIRST_SEAT
    later = gettext("You go second") if seats == 2 else gettext("You go later")
    return [gettext("You go first") if seat == first else later for seat in range(seats)]


def _seats_by_option(name: str) -> dict[tuple[str, str | int], int]:
    """The number of seats for each value of an option that determines it."""
    kind = registry.kind(name)
    update = {option for chosen in kind.sizes().values() for option in chosen}
    found = {}
    for each in kind.options():
        for value in each.values if each.name in update else ():
            with suppress(OptionError):
                found[each.name, value] = kind.create(**{each.name: value}).seats
    return found


def resolve_options(name: str, asked: Mapping[str, str]) -> dict[str, str]:
    """A playable value for every option: as many requested values as fit together, and defaults for
    the rest."""
    usual = {f"option.{option}": str(value) for option, value in default_options(name).items()}
    known = {f"option.{each.name}": each.values for each in registry.kind(name).options()}
    wanted = {
        option: asked[option]
        for option, values in known.items()
        if asked.get(option, "") in map(str, values)
    }

    def kept(way: dict[str, str]) -> tuple[int, int]:
        return len(way.items() & wanted.items()), len(way.items() & usual.items())

    return max(({**usual, **wanted, **way} for way in valid_combinations(name) or ({},)), key=kept)
