"""The cards of the games on the home page: facts, and the quickest ways to play."""

from __future__ import annotations

from typing import Any

import sommet
from sommet.core import i18n
from sommet.core.game import Game
from sommet.core.i18n import catalogue
from sommet.core.metadata import format_range, game_metadata
from sommet.tables.new_table_form import RANDOM_SEAT, valid_combinations
from sommet.web.new_table import turn_labels
from sommet.web.rules_html import pitch
from sommet.web.thumbnails import cloth_of
from sommet.web.translations import page_text

__all__ = ["clocks", "game_card"]

DEFAULT_LEVEL = "gentle"
"""The opponent of a game started with one tap."""


def game_card(kind: type[Game[Any]], language: str) -> dict[str, Any]:
    """The template data of a game's card."""
    sizes, facts, game = kind.sizes(), game_metadata(kind.id), sommet.game(kind.id)
    return {
        "id": kind.id,
        "name": kind.name,
        "pitch": pitch(kind.id, language),
        "cloth": cloth_of(kind.id),
        "players": format_range(sizes),
        "most": max(sizes),
        "ages": facts.ages,
        "minutes": facts.minutes_text,
        "secret": any(game.start(seed="home").secrets),
        "levels": _levels(game, language),
        "seats": _seats(game, language),
        "alone": _solo_options(kind),
    }


def _levels(game: Game[Any], language: str) -> list[tuple[str, str]]:
    """The levels with their names, the default first."""
    levels = sorted(sommet.levels(game), key=lambda level: level != DEFAULT_LEVEL)
    return [(level, page_text(language, "levels", level)) for level in levels]


def _seats(game: Game[Any], language: str) -> list[tuple[str, str]]:
    """A random seat first, then each seat with its name and when it plays."""
    named = i18n.group(language, "seats", game.id)
    found = [(RANDOM_SEAT, catalogue(language).gettext("Random first player"))]
    for seat, label in enumerate(turn_labels(game, game.seats, language)):
        name = named.get(str(seat + 1), "")
        found.append((str(seat), f"{name}: {label}" if name else label))
    return found


def _solo_options(kind: type[Game[Any]]) -> dict[str, list[str]] | None:
    """For each option, its values in solo games; None if the game can't be played solo."""
    alone = kind.sizes().get(1)
    if alone is None:
        return None
    wanted = {f"option.{option}": str(value) for option, value in alone.items()}
    ways = [way for way in valid_combinations(kind.id) if wanted.items() <= way.items()] or [wanted]
    return {
        option.removeprefix("option."): list(dict.fromkeys(way[option] for way in ways))
        for option in ways[0]
    }


def clocks(language: str) -> list[tuple[str, str]]:
    """The clocks of a game started with one tap, the default first."""
    gettext = catalogue(language).gettext
    return [
        ("", gettext("no clock")),
        ("5", gettext("5 minutes each")),
        ("10", gettext("10 minutes each")),
        ("3+2", gettext("3 minutes + 2 seconds per move")),
        ("3d", gettext("3 days per move")),
    ]
