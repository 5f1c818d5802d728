"""Clocks in words."""

from __future__ import annotations

from collections.abc import Callable

from sommet.server.tables.clock import Clock, Days, PerMove, Total

__all__ = ["clock_words"]


def clock_words(clock: Clock, _: Callable[[str], str]) -> str:
    """What a clock gives, in the language of a catalogue."""
    match clock:
        case Total(seconds, increment):
            words = (
                _("%(minutes)s min each + %(seconds)s s a move")
                if increment
                else _("%(minutes)s min each")
            )
            return words % {"minutes": f"{seconds / 60:g}", "seconds": f"{increment:g}"}
        case PerMove(seconds):
            return _("%(seconds)s s a move") % {"seconds": f"{seconds:g}"}
        case Days(days):
            return _("%(days)s days a move") % {"days": days}
        case _:
            return _("No clock")
