"""The pictures in the rule pages and in the README, drawn by the games' own scenes.

A rule page says what is to be drawn where it shows it:
`![words](diagrams/NAME.svg "OPTIONS | POSITION | MOVE")`. The picture shows the position after the
move, with the move marked; the move may be left out, and `-` stands for the default options.
`python -m sommet.core.diagrams` draws them all anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from sommet.core import registry
from sommet.core.about import about
from sommet.core.picture import svg
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.scene import Act, Scene, whole_turn

__all__ = ["diagrams", "draw", "pictures", "write"]

IMAGE = re.compile(r'!\[[^\]]*\]\((diagrams/[a-z0-9-]+\.svg) "([^"]*)"\)')


def draw(game_id: str, told: str, title: str = "") -> str:
    """The picture of what a rule page tells, such as `- | …D.LL../…/…/. L | 2b2`."""
    options, position, *texts = told.split(" | ")
    chosen = dict(option.split("=") for option in options.split() if option != "-")
    start = registry.game(game_id, **chosen).parse(position)
    assert isinstance(start, Position), f"{position} leaves something unknown"
    before = after = Record.of(start)
    for text in texts:
        before, after = after, after.play(text)
    first, last = before.view(None), after.view(None)
    if texts and not last.over:
        move = after.moves[-1]
        moved = [effect.id for effect in whole_turn(first, move, last) if effect.act is Act.MOVE]
        if len(moved) > len(move.steps):
            return _close_up(first.scene(), move.steps[0], moved, last.scene(), title)
    return svg(last.scene(), title=title)


def _close_up(before: Scene, step: str, moved: list[str], after: Scene, title: str) -> str:
    """Where pieces move by themselves: what the player touched, and what became of it."""
    touched = tuple(spot.at for spot in before.spots if spot.step == step)
    places = [solid.place for solid in before.solids if solid.id in moved]
    return svg(replace(before, marks=touched), replace(after, marks=()), around=places, title=title)


def diagrams() -> Iterator[tuple[Path, str]]:
    """Every picture of the rule pages: its file and its text."""
    for game_id in registry.names():
        folder = Path(str(import_module(registry.kind(game_id).__module__).__file__)).parent
        for page in sorted(folder.glob("rules.*.md")):
            for name, told in IMAGE.findall(page.read_text(encoding="utf-8")):
                clause = Path(name).stem.partition("-")[0].capitalize()
                title = f"{registry.kind(game_id).name} {clause}"
                yield folder / name, draw(game_id, told, title)


def pictures(docs: Path) -> Iterator[tuple[Path, str]]:
    """The pictures of the README, which live in `docs/pictures`."""
    for game_id in registry.names():
        if told := about(game_id).picture:
            yield docs / "pictures" / f"{game_id}.svg", draw(game_id, told)


def write(docs: Path) -> int:
    """Draw all anew and say how many there are."""
    drawn = {**dict(diagrams()), **dict(pictures(docs))}
    for file, text in drawn.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text + "\n", encoding="utf-8")
    return len(drawn)


if __name__ == "__main__":
    print(f"{write(Path(*sys.argv[1:2] or ['docs']))} pictures drawn")
