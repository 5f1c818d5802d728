"""Setting up a position by hand: what an editor offers, without knowing a rule.

A draft is a position that need not be possible yet, and an edit one click on it, made as a turn is:
a first step takes a piece in hand, the next one says where it goes. `Game.draft` reads a draft,
`Game.edits` says what can be done, and `Game.parse` whether it is a position already.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sommet.core.game import Game
from sommet.core.move import Path
from sommet.core.scene import Scene, Spot
from sommet.core.view import View

__all__ = ["Edit", "draft_scene", "parse_draft", "next_secret", "with_turn"]


@dataclass(frozen=True)
class Edit:
    """One thing that can be done to a draft: where to click, and the text of the draft that it
    leads to. Without a text it takes a piece in hand."""

    spot: Spot
    text: str = ""


def parse_draft(game: Game[Any], text: str) -> View[Any]:
    """A draft as everybody sees it; TextError when the text does not say what stands where."""
    return View(game, *game.draft(text))


def draft_scene(view: View[Any], path: Path = ()) -> Scene:
    """How a draft looks: what can be clicked are its edits, and what is in hand is marked."""
    held = [edit.spot.at for edit in view.game.edits(view, ()) if path[:1] == (edit.spot.step,)]
    spots = tuple(edit.spot for edit in view.game.edits(view, path))
    return replace(view.scene(), spots=spots, marks=tuple(held[-1:]), trails=())


def with_turn(view: View[Any], seat: int) -> str:
    """The draft with another player to move. (Every table is a dataclass that says whose turn it
    is.)"""
    table: Any = view.table
    return view.game.write(replace(table, turn=seat), view.secrets)


def next_secret(secret: str, others: str, colours: str) -> str:
    """The secret after this one, going round the colours that nobody else has, then unknown."""
    free = [colour for colour in colours if colour not in others] + ["?"]
    return free[(free.index(secret) + 1) % len(free)] if secret in free else free[0]
