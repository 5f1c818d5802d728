"""The pictures in the rule pages and in the README, drawn by the games' own scenes.

A rule page says what is to be drawn where it shows it:
`![words](diagrams/NAME.svg "OPTIONS | POSITION | MOVE")`. The picture shows the position after the
move, with the move marked; the move may be left out, and `-` means the default options.
`python -m sommet.drawing` regenerates them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sommet.core import registry
from sommet.core.game import Game
from sommet.core.metadata import game_metadata
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.scene import EffectKind, Scene
from sommet.core.view import View, turn_effects
from sommet.drawing.picture import svg

__all__ = ["IMAGE", "Diagram", "diagrams", "draw", "pictures", "write"]

IMAGE = re.compile(
    r'!\[(?P<words>[^\]]*)\]\((?P<file>diagrams/[a-z0-9-]+\.svg) "(?P<text>[^"]*)"\)'
)
"""A diagram in a rule page: what it shows in words, its file and its text."""


@dataclass(frozen=True)
class Diagram:
    """What a diagram shows: a position of a game, and the moves that are made on it.

    Its text is `OPTIONS | POSITION | MOVE`, with `-` for the usual options. The move may be left
    out, and others may follow.
    """

    game: Game[Any]
    position: str
    moves: tuple[str, ...] = ()

    @classmethod
    def parse(cls, game_id: str, text: str) -> Diagram:
        """The diagram of a text; OptionError for options that the game does not have."""
        options, _, shown = text.partition("|")
        game = registry.game(game_id if options.strip() == "-" else f"{game_id} {options}")
        position, *moves = (part.strip() for part in shown.split("|"))
        return cls(game, position, tuple(moves))

    def views(self) -> tuple[View[Any], ...]:
        """What a spectator sees of the position and after each move. What the position or a move
        cannot be is refused."""
        start = self.game.parse(self.position)
        if isinstance(start, Position):
            record = Record.of(start)
            for move in self.moves:
                record = record.play(move)
            return tuple(record.at(made).view(None) for made in range(len(self.moves) + 1))
        views = [start]
        for move in self.moves:
            views.append(views[-1].play(move))
        return tuple(views)


def draw(game_id: str, text: str, title: str = "") -> str:
    """The picture of what a rule page tells, such as `- | …D.LL../…/…/. L | 2b2`."""
    *before, last = Diagram.parse(game_id, text).views()
    if before and not last.over:
        first, move = before[-1], last.history[-1]
        moved = [
            effect.id for effect in turn_effects(first, move, last) if effect.act is EffectKind.MOVE
        ]
        if len(moved) > len(move.steps):
            return _close_up(first.scene(), move.steps[0], moved, last.scene(), title)
    return svg(last.scene(), title=title)


def _close_up(before: Scene, step: str, moved: list[str], after: Scene, title: str) -> str:
    """Where pieces move by themselves: what the player touched, and what became of it."""
    touched = tuple(spot.at for spot in before.spots if spot.step == step)
    places = [solid.place for solid in before.solids if solid.id in moved]
    return svg(replace(before, marks=touched), replace(after, marks=()), around=places, title=title)


def diagrams(games: Iterable[str] = ()) -> Iterator[tuple[Path, str]]:
    """Every picture of the rule pages, of these games or of all: its file and its text."""
    for game_id in games or registry.names():
        folder = Path(str(registry.folder(game_id)))
        for page in sorted(folder.glob("rules.*.md")):
            for image in IMAGE.finditer(page.read_text(encoding="utf-8")):
                clause = Path(image["file"]).stem.partition("-")[0].capitalize()
                title = f"{registry.kind(game_id).name} {clause}"
                yield folder / image["file"], draw(game_id, image["text"], title)


def pictures(docs: Path) -> Iterator[tuple[Path, str]]:
    """The pictures of the README, which live in `docs/pictures`."""
    for game_id in registry.names():
        if picture := game_metadata(game_id).picture:
            yield docs / "pictures" / f"{game_id}.svg", draw(game_id, picture)


def write(drawn: Mapping[Path, str]) -> int:
    """Put pictures into their files and say how many there are."""
    for file, text in drawn.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n", encoding="utf-8")
    return len(drawn)
