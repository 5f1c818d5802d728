"""Regenerate the perfect games and the pictures of docs/findings.

    python -m scripts.findings

The Pylos games and positions come from benchmarks/solver.json, written by the solver; the Trièdre
game is stored as a record and only drawn. `sommet replay` steps through each of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import sommet
from sommet.core.record import Record
from sommet.drawing.picture import svg

ROOT = Path(__file__).parents[1]
FINDINGS = ROOT / "docs" / "findings"
GAMES, PICTURES = FINDINGS / "games", FINDINGS / "pictures"
SOLVED = {
    "children": "children-1-2-loses",
    "standard": "standard-1-2-loses",
    "expert": "expert-1-2-loses",
    "expert-0-2": "expert-0-2-loses",
}
WIDTH = 320


def replay(name: str, figures: dict[str, Any]) -> Record[Any]:
    """The perfect game for some options."""
    variant, rest = SOLVED[name].split("-", 1)
    takeback, empty_reserve = rest.rsplit("-", 1)
    game = sommet.game("pylos", variant=variant, takeback=takeback, empty_reserve=empty_reserve)
    record = Record.new(game, 1)
    for move in figures["perfect game"]:
        record = record.play(move)
    return record


def draw(name: str, record: Record[Any], moves: int) -> None:
    """A moment of a game, as a picture."""
    picture = svg(record.view(None, move=moves).scene(), width=WIDTH, title=name)
    (PICTURES / f"{name}.svg").write_text(picture, "utf-8")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    GAMES.mkdir(exist_ok=True)
    solved = json.loads((ROOT / "benchmarks" / "solver.json").read_text("utf-8"))
    for name, key in SOLVED.items():
        record = replay(name, solved[key])
        (GAMES / f"pylos-{name}.txt").write_text(str(record), "utf-8")
        draw(f"pylos-{name}-game", record, len(record.moves) // 2)
        positions = {
            "longest-win": solved[key]["longest"]["win"][2][0],
            "longest-loss": solved[key]["longest"]["loss"][2][0],
            "zugzwang": solved[key]["mutual zugzwang examples"][2],
        }
        for kind, text in positions.items():
            if name != "expert-0-2":
                stands = record.game.parse(text)
                scene = stands.view(None).scene()
                picture = svg(scene, width=WIDTH, title=f"{kind}: {text}")
                (PICTURES / f"pylos-{name}-{kind}.svg").write_text(picture, "utf-8")
    record = Record.parse((GAMES / "triedre-on.txt").read_text("utf-8"))
    for moves in (1, 9, 17, len(record.moves)):
        draw(f"triedre-on-{moves}", record, moves)


if __name__ == "__main__":
    main()
