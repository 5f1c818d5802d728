"""What every table of a game shows, whoever sits at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sommet
from sommet.core.game import Game
from sommet.core.i18n import group
from sommet.web.lesson_pages import fitting_exercises
from sommet.web.rules_html import nutshell
from sommet.web.thumbnails import cloth_of, preview_svg

__all__ = ["NO_TABLE", "table_values"]

NO_TABLE: Mapping[str, Any] = {
    "id": "",
    "stage": "running",
    "daily": "",
    "today": "",
    "held": (0,),
    "invitation": "",
    "waits": False,
    "since": 0,
    "inviter": "",
    "first": "",
    "facts": (),
    "usual": True,
    "commitment": "",
}
"""What the page of a table on the visitor's device shows until its scripts have opened one."""


def table_values(game: Game[Any], language: str) -> dict[str, Any]:
    """The template data of a table that follow from its game."""
    return {
        "kind": game.id,
        "game": game.name,
        "cloth": cloth_of(game.id),
        "draws": game.draws,
        "levels": sommet.levels(game.id),
        "exercises": fitting_exercises(game.id, language),
        "moment": preview_svg(game.id),
        "nutshell": nutshell(game.id, language),
        "opening": _opening_tips(game, language),
    }


def _opening_tips(game: Game[Any], language: str) -> tuple[str, ...]:
    """Tips for a first game, if it has the standard rules."""
    return () if game.chosen else tuple(group(language, "opening", game.id).values())
