"""What a turn of Trièdre does, to be told in a sentence."""

from __future__ import annotations

from sommet.core.message import Phrase
from sommet.core.move import Path
from sommet.games.triedre.board import FACES, level

__all__ = ["tell"]


def tell(path: Path) -> Phrase:
    colour, cell, *forced = path
    put: dict[str, str | int | Phrase] = {"cube": Phrase(f"a_cube.{colour}"), "at": place(cell)}
    if not forced:
        return Phrase("cube_put", put)
    count = len(forced) // 2  # T3
    more = Phrase("one_more") if count == 1 else Phrase("some_more", {"count": count})
    return Phrase("cube_put_and_filled", {**put, "more": more})


def place(cell: str) -> Phrase:
    """A cell as it can be seen: by its level and the faces on which it shows a square."""
    shown = [face for face, cells in FACES.items() if cell in cells]
    if len(shown) == len(FACES):
        return Phrase("at_summit")
    code = ("at_inside", "at_face", "at_edge")[len(shown)]
    return Phrase(code, {"faces": "–".join(shown), "level": Phrase(f"level.{level(cell)}")})
