"""Positions of the analysis board, parsed from text without a table."""

from __future__ import annotations

from typing import Any

import sommet
from sommet.core.errors import TextError
from sommet.core.view import View
from sommet.tables.refusals import Refusal
from sommet.tables.setup import require_game

__all__ = ["parse_free_position", "unreadable"]


def parse_free_position(name: str, options: str, position: str, language: str) -> View[Any]:
    """A view of the position that `position` describes, or of a start position if it is empty.

    Errors are in `language`.
    """
    game = sommet.game(f"{require_game(name)} {options}")
    try:
        return game.parse_view(position or str(game.start("free")))
    except TextError as error:
        raise unreadable(error, language) from None


def unreadable(error: TextError, language: str) -> Refusal:
    """The refusal for a text that is not a valid position."""
    why = error.describe(language)
    return Refusal("bad_position", "This position is not valid. {why}", status=422, why=why)
