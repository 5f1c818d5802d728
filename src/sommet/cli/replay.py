"""Step through a recorded game."""

from __future__ import annotations

from typing import Any

from sommet.cli.console import ask, console, is_interactive, print_text
from sommet.cli.language import localize, player_name
from sommet.cli.screen import game_title, show, show_result
from sommet.core.record import Record
from sommet.core.view import View

__all__ = ["replay", "view_at"]


def view_at(record: Record[Any], moves: int, viewer: int | None) -> View[Any]:
    """The view after `moves` moves: a player's as it was then, a spectator's as it is now."""
    return record.view(None, move=moves) if viewer is None else record.at(moves).view(viewer)


def replay(record: Record[Any], viewer: int | None, *, everything: bool) -> None:
    """Show a record move by move: all at once, or interactively."""
    last = len(record.moves)
    if everything or not is_interactive():
        for moves in range(last + 1):
            _show(record, moves, viewer)
        return
    now = 0
    while True:
        console.clear()
        _show(record, now, viewer)
        try:
            line = ask(localize("go_on"))
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        if line == "q" or (line == "" and now == last):
            return
        steps = {"": now + 1, "b": now - 1}
        goal = int(line) if line.isdecimal() else steps.get(line, now)
        now = min(max(goal, 0), last)


def _show(record: Record[Any], moves: int, viewer: int | None) -> None:
    view = view_at(record, moves, viewer)
    progress = localize("move_of", move=moves, moves=len(record.moves))
    show(view, heading=f"{game_title(record.game)} · {progress}")
    if moves:
        table, move = view.last
        print_text(f"{player_name(record.game, table.turn)}: {move}")
    if moves == len(record.moves) and record.outcome:
        show_result(record)
