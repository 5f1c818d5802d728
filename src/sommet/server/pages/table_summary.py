"""The facts of a table in words: by which rules it is played, and with which clock."""

from __future__ import annotations

from typing import Any

from sommet.core.game import Game
from sommet.server.tables.clock import Clock, Days, PerMove, Total, Untimed
from sommet.web.translations import said

__all__ = ["facts", "usual"]


def usual(game: Game[Any], clock: Clock) -> bool:
    """Whether nothing was chosen, and nobody is in a hurry."""
    return not game.chosen and isinstance(clock, Untimed)


def facts(game: Game[Any], clock: Clock, language: str) -> tuple[str, ...]:
    """What was chosen that is not usual, then the clock."""
    rules = tuple(
        said(
            language,
            "facts",
            "option",
            option=said(language, "options", name, game.id),
            value=_value(game, name, value, language),
        )
        for name, value in game.chosen.items()
    )
    return (*(rules or (said(language, "facts", "usual"),)), _clock(clock, language))


def _value(game: Game[Any], name: str, value: str | int, language: str) -> str:
    if isinstance(value, int):
        return str(value)
    return said(language, "values", f"{name}.{value}", game.id)


def _clock(clock: Clock, language: str) -> str:
    match clock:
        case Untimed():
            return said(language, "facts", "untimed")
        case Total(seconds, increment):
            code = "increment" if increment else "minutes"
            minutes = f"{seconds / 60:g}"
            return said(language, "facts", code, minutes=minutes, seconds=f"{increment:g}")
        case PerMove(seconds):
            return said(language, "facts", "per_move", seconds=f"{seconds:g}")
        case Days(days):
            return said(language, "facts", "days", days=f"{days:g}")
