"""Diagrams for the rule pages and the README, drawn from positions and moves.

A rule page contains the source of each diagram, as the title of an image:
`![words](diagrams/NAME.svg "OPTIONS | POSITION | MOVE")`. The picture shows the position after the
move, with the move marked. The move is optional, and `-` means the default options. `python -m
sommet.drawing` regenerates all diagrams.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sommet.core import registry
from sommet.core.game import Game
from sommet.core.hidden_state import all_known
from sommet.core.metadata import game_metadata
from sommet.core.record import Record
from sommet.core.scene import EffectKind, Scene
from sommet.core.view import View, turn_effects
from sommet.drawing.picture import svg

__all__ = ["IMAGE", "Diagram", "diagrams", "draw", "pictures", "write"]

IMAGE = re.compile(
    r'!\[(?P<words>[^\]]*)\]\((?P<file>diagrams/[a-z0-9-]+\.svg) "(?P<text>[^"]*)"\)'
)
"""A diagram in a rule page: its alternative text, its file and its source."""


@dataclass(frozen=True)
class Diagram:
    """A position of a game, and any number of moves played from it.

    Its source is `OPTIONS | POSITION | MOVE | …`, with `-` for the default options.
    """

    game: Game[Any]
    position: str
    moves: tuple[str, ...] = ()

    @classmethod
    def parse(cls, game_id: str, text: str) -> Diagram:
        """Parse the source of a diagram. Raises OptionError for unknown options."""
        options, _, shown = text.partition("|")
        game = registry.game(game_id if options.strip() == "-" else f"{game_id} {options}")
        position, *moves = (part.strip() for part in shown.split("|"))
        return cls(game, position, tuple(moves))

    def views(self) -> tuple[View[Any], ...]:
        """A spectator's view of the position and after each move. Raises TextError or IllegalMove
        if they are not valid."""
        start = self.game.parse_view(self.position)
        if all_known(start.secrets):
            record = Record.of(self.game.parse(self.position))
            for move in self.moves:
                record = record.play(move)
            return tuple(record.at(made).view(None) for made in range(len(self.moves) + 1))
        views = [start]
        for move in self.moves:
            views.append(views[-1].play(move))
        return tuple(views)


def draw(game_id: str, text: str, title: str = "") -> str:
    """The SVG of a diagram's source, such as `- | …D.LL../…/…/. L | 2b2`."""
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
    """Two close-ups for a move after which pieces move by themselves: before and after it."""
    touched = tuple(spot.at for spot in before.spots if spot.step == step)
    places = [solid.place for solid in before.solids if solid.id in moved]
    return svg(replace(before, marks=touched), replace(after, marks=()), around=places, title=title)


def diagrams(games: Iterable[str] = ()) -> Iterator[tuple[Path, str]]:
    """The diagrams in the rule pages of some games, or of all: file and SVG of each."""
    for game_id in games or registry.names():
        folder = Path(str(registry.folder(game_id)))
        for page in sorted(folder.glob("rules.*.md")):
            for image in IMAGE.finditer(page.read_text(encoding="utf-8")):
                clause = Path(image["file"]).stem.partition("-")[0].capitalize()
                title = f"{registry.kind(game_id).name} {clause}"
                yield folder / image["file"], draw(game_id, image["text"], title)


def pictures(docs: Path) -> Iterator[tuple[Path, str]]:
    """The pictures of the README, in `docs/pictures`: file and SVG of each."""
    for game_id in registry.names():
        if picture := game_metadata(game_id).picture:
            yield docs / "pictures" / f"{game_id}.svg", draw(game_id, picture)


def write(svgs: Mapping[Path, str]) -> int:
    """Write pictures to their files and return how many there are."""
    for file, text in svgs.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n", encoding="utf-8")
    return len(svgs)
