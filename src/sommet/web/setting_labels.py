"""A table's options and clock in words."""

from __future__ import annotations

from functools import partial
from typing import Any

from sommet.core.game import Game
from sommet.core.i18n import catalogue
from sommet.web.translations import page_text
from sommet.wire.clocks import Clock, Days, PerMove, Total, Untimed

__all__ = ["clock_text", "has_default_settings", "setting_labels"]


def has_default_settings(game: Game[Any], clock: Clock) -> bool:
    """Whether the game has default options and no clock."""
    return not game.chosen and isinstance(clock, Untimed)


def setting_labels(game: Game[Any], clock: Clock, language: str) -> tuple[str, ...]:
    """The options that differ from their defaults, then the clock, in words."""
    rules = tuple(
        page_text(
            language,
            "facts",
            "option",
            option=page_text(language, "options", name, game.id),
            value=_value(game, name, value, language),
        )
        for name, value in game.chosen.items()
    )
    return (*(rules or (page_text(language, "facts", "usual"),)), clock_text(clock, language))


def _value(game: Game[Any], name: str, value: str | int, language: str) -> str:
    if isinstance(value, int):
        return str(value)
    return page_text(language, "values", f"{name}.{value}", game.id)


def clock_text(clock: Clock, language: str) -> str:
    """What a clock gives each player, in a language."""
    facts = partial(page_text, language, "facts")
    match clock:
        case Untimed():
            return facts("untimed")
        case Total(seconds, 0):
            return facts("minutes", minutes=_minutes(seconds, language))
        case Total(seconds, increment):
            minutes = _minutes(seconds, language)
            return facts("increment", minutes=minutes, seconds=_seconds(increment, language))
        case PerMove(seconds):
            return facts("per_move", seconds=_seconds(seconds, language))
        case Days(days):
            return facts("days", days=_days(days, language))


def _minutes(seconds: float, language: str) -> str:
    """A time in minutes; less than one is given in seconds."""
    if seconds < 60:
        return _seconds(seconds, language)
    count = seconds / 60
    text = catalogue(language).ngettext("{count} minute", "{count} minutes", _plural(count))
    return text.format(count=f"{count:g}")


def _seconds(count: float, language: str) -> str:
    text = catalogue(language).ngettext("{count} second", "{count} seconds", _plural(count))
    return text.format(count=f"{count:g}")


def _days(count: float, language: str) -> str:
    text = catalogue(language).ngettext("{count} day", "{count} days", _plural(count))
    return text.format(count=f"{count:g}")


def _plural(count: float) -> int:
    """The number that selects a plural form; gettext accepts only whole ones."""
    return int(count) if float(count).is_integer() else 2
