"""What every table of a game shows, whoever sits at it."""

from __future__ import annotations

from typing import Any

from sommet.core.game import Game
from sommet.core.i18n import group
from sommet.web.rules_html import nutshell
from sommet.web.thumbnails import cloth_of, preview_svg

__all__ = ["table_values"]


def table_values(game: Game[Any], language: str) -> dict[str, Any]:
    """The template data of a table that follow from its game."""
    return {
        "kind": game.id,
        "game": game.name,
        "cloth": cloth_of(game.id),
        "draws": game.draws,
        "moment": preview_svg(game.id),
        "nutshell": nutshell(game.id, language),
        "opening": _opening_tips(game, language),
    }


def _opening_tips(game: Game[Any], language: str) -> tuple[str, ...]:
    """Tips for a first game, if it has the standard rules."""
    return () if game.chosen else tuple(group(language, "opening", game.id).values())
