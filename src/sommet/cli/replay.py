"""Stepping through a record."""

from __future__ import annotations

from typing import Any

from sommet.cli.console import ask, console, interactive, say
from sommet.cli.language import called, spoken
from sommet.cli.screen import announce, show, title
from sommet.core.record import Record
from sommet.core.view import View

__all__ = ["replay", "seen"]


def seen(record: Record[Any], moves: int, viewer: int | None) -> View[Any]:
    """A moment of a game: to a spectator all that may be known today, to a player what they saw."""
    return record.view(None, move=moves) if viewer is None else record.at(moves).view(viewer)


def replay(record: Record[Any], viewer: int | None, *, everything: bool) -> None:
    """Show a record move by move: all at once, or as the reader goes to and fro."""
    last = len(record.moves)
    if everything or not interactive():
        for moves in range(last + 1):
            _show(record, moves, viewer)
        return
    now = 0
    while True:
        console.clear()
        _show(record, now, viewer)
        try:
            line = ask(spoken("go_on"))
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        if line == "q" or (line == "" and now == last):
            return
        steps = {"": now + 1, "b": now - 1}
        goal = int(line) if line.isdecimal() else steps.get(line, now)
        now = min(max(goal, 0), last)


def _show(record: Record[Any], moves: int, viewer: int | None) -> None:
    view = seen(record, moves, viewer)
    progress = spoken("move_of", move=moves, moves=len(record.moves))
    show(view, heading=f"{title(record.game)} · {progress}")
    if moves:
        table, move = view.last
        say(f"{called(record.game, table.turn)}: {move}")
    if moves == len(record.moves) and record.outcome:
        announce(record)
