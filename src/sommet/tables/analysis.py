"""Questions to the engine about a position, and its answers."""

from __future__ import annotations

from typing import Any

import sommet
from sommet.core.errors import GameOver
from sommet.core.outcome import Outcome
from sommet.core.record import Record
from sommet.core.view import View
from sommet.tables.refusals import Refusal, unknown_level
from sommet.wire.http_api import FreePosition, MoveEvaluation

__all__ = [
    "DEFAULT_LINES",
    "evaluation",
    "level_for",
    "require_over",
    "view_before",
    "view_of",
]

DEFAULT_LINES = 12
"""Number of moves in an analysis."""


def require_over(record: Record[Any]) -> Record[Any]:
    """The record of a game that may be analysed; refuses one that is running."""
    if record.outcome is None:
        raise Refusal("analysis_later", "You can analyse this game once it's over.", status=403)
    return record


def view_before(record: Record[Any], move: int | None) -> tuple[View[Any], str]:
    """What everyone knows after this many moves, by default before the last one, and the move that
    was played there."""
    wanted = max(0, len(record.moves) - 1 if move is None else move)
    played = record.moves[wanted : wanted + 1]
    return record.view(record.turn, move=wanted), "".join(map(str, played))


def view_of(data: FreePosition) -> View[Any]:
    """A position by its text, as everybody may see it."""
    game = sommet.game(data.game, **data.options)
    return game.parse_view(data.position or str(game.start("0"))).seen_by(None)


def level_for(view: View[Any], level: str) -> str:
    """The level that analyses a position: `level`, by default the strongest. Refuses a level that
    there isn't, and a position without a move to evaluate."""
    levels = sommet.levels(view.game)
    if level and level not in levels:
        raise unknown_level(level, levels)
    if isinstance(view.outcome, Outcome):
        raise GameOver
    if view.outcome is not None:
        raise Refusal(
            "end_hangs", "The result depends on a secret, so this position can't be analysed."
        )
    return level or levels[-1]


def evaluation(
    view: View[Any],
    move: str,
    value: float,
    line: tuple[str, ...],
    proven: bool,
    distance: int | None,
) -> MoveEvaluation:
    """The evaluation of a move, with a description of what it does."""
    steps = view.game.trusted_move(view.table, move).steps
    description = view.game.describe_move(view.table, steps)
    return MoveEvaluation(move, value, line, proven, distance, description)
