"""The rules for people as pages: the Markdown of a game's folder, its diagrams, its first words."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from markdown_it import MarkdownIt

__all__ = ["diagram", "pitch", "rules"]

DIAGRAM = re.compile(r'<p><img src="([^"]*)" alt="([^"]*)" title="([^"]*)" /></p>')
CLAUSE = re.compile(r"<p><strong>([A-Z]\d+[a-z]?)</strong>")


def _folder(game: str) -> Traversable:
    return resources.files(f"sommet.games.{game}")


@cache
def _source(game: str, language: str) -> str:
    folder = _folder(game)
    own = folder / f"rules.{language}.md"
    return (own if own.is_file() else folder / "rules.en.md").read_text(encoding="utf-8")


@cache
def rules(game: str, language: str) -> str:
    """The rules as HTML; each clause has an anchor, so that an error can point to it."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(_source(game, language))
    html = CLAUSE.sub(r'<p id="\1"><strong class="clause">\1</strong>', html)
    # The title of a diagram is what it shows: options, position, move. A reader may play it.
    html = DIAGRAM.sub(lambda found: _exercise(game, *found.groups()), html)
    return html.replace('src="diagrams/', f'loading="lazy" src="/rules/{game}/diagrams/')


def _exercise(game: str, src: str, words: str, title: str) -> str:
    """A diagram, with what a script needs to turn it into a board that can be played."""
    options, position, *moves = (part.strip() for part in title.split("|"))
    picture = f'<img src="{src}" alt="{words}">'
    if len(moves) != 1:
        return f"<figure>{picture}</figure>"
    told = "" if options == "-" else options
    return (
        f'<figure class="exercise" data-game="{game}" data-options="{told}"'
        f' data-position="{position}" data-move="{moves[0]}">{picture}</figure>'
    )


@cache
def pitch(game: str, language: str) -> str:
    """The first sentence of the rules."""
    paragraphs = _source(game, language).split("\n\n")
    first = " ".join(next(text for text in paragraphs[1:] if text.strip()).split())
    return re.split(r"(?<=[.!?]) ", first)[0]


def diagram(game: str, name: str) -> str | None:
    """A diagram as SVG."""
    found = _folder(game) / "diagrams" / f"{name}.svg"
    return found.read_text(encoding="utf-8") if found.is_file() else None
