"""The page of the free board."""

from __future__ import annotations

import json
from typing import Any

import sommet
from sommet.core.editor import edits_of
from sommet.core.view import View
from sommet.tables.new_table_form import valid_combinations
from sommet.web.thumbnails import cloth_of

__all__ = ["free_board_values"]


def free_board_values(view: View[Any]) -> dict[str, Any]:
    """The template data of the free board that shows a view."""
    game = view.game
    return {
        "id": game.id,
        "game": game.name,
        "cloth": cloth_of(game.id),
        "options": game.chosen_text,
        "chosen": json.dumps(game.chosen),
        "position": str(view),
        "settings": game.settings,
        "picked": game.chosen,
        "variants": game.options(),
        "fitting": valid_combinations(game.id),
        "editable": bool(edits_of(view)),
        "games": [(each, sommet.game(each).name) for each in sommet.names()],
    }
