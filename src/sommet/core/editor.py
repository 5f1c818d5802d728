"""Setting up a position by hand: what an editor offers, whatever the game.

A draft is a position that may still be impossible. An edit is one click on it, made like a turn:
the first step picks up a piece, the next one says where it goes. A game's `text.py` reads drafts
and its `editor.py` lists the possible edits; `Game.parse` checks whether a draft is valid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.move import Path
from sommet.core.scene import Scene, Spot
from sommet.core.view import View

__all__ = ["Edit", "draft_scene", "edits_of", "next_secret", "parse_draft", "with_turn"]


@dataclass(frozen=True)
class Edit:
    """A possible change to a draft: where to click, and the text of the resulting draft. Without a
    text, the click picks up a piece."""

    spot: Spot
    text: str = ""


def parse_draft(game: Game[Any], text: str) -> View[Any]:
    """A draft as everybody sees it; TextError if the text doesn't describe a board."""
    return View(game, *game.part("text", draft)(game, text))


def edits_of(view: View[Any], path: Path = ()) -> tuple[Edit, ...]:
    """The possible edits of a draft; if `path` has picked up a piece, where it may go. Empty if the
    game has no editor."""
    return tuple(view.game.part("editor", edits)(view, path))


def draft_scene(view: View[Any], path: Path = ()) -> Scene:
    """The scene of a draft: its spots are the possible edits, and the piece in hand is marked."""
    held = [edit.spot.at for edit in edits_of(view) if path[:1] == (edit.spot.step,)]
    spots = tuple(edit.spot for edit in edits_of(view, path))
    return replace(view.scene(), spots=spots, marks=tuple(held[-1:]), trails=())


def with_turn(view: View[Any], seat: int) -> str:
    """The text of the draft with this seat to move. (Every table is a dataclass with a `turn`.)"""
    table: Any = view.table
    return view.game.write(replace(table, turn=seat), view.secrets)


def next_secret(secret: str, others: str, colours: str) -> str:
    """The next secret in a cycle through the colours that nobody else has, then unknown."""
    free = [colour for colour in colours if colour not in others] + ["?"]
    return free[(free.index(secret) + 1) % len(free)] if secret in free else free[0]


# --- defaults of `text.py` and `editor.py` -------------------------------------------------------


def draft(game: Game[Any], text: str) -> tuple[Any, Secrets]:
    """Read the text of a draft, which may be an impossible position; TextError if it doesn't give
    the contents of the board."""
    return game.read(text)


def edits(view: View[Any], path: Path) -> Iterable[Edit]:
    """The possible edits of a draft."""
    return ()
