"""The rules for people as pages: the Markdown of a game's folder, its diagrams, its first words."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from markdown_it import MarkdownIt

__all__ = ["diagram", "pitch", "rules"]

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
    html = re.sub(r' title="[^"]*"', "", html)  # the position and moves that a diagram shows
    return html.replace('src="diagrams/', f'loading="lazy" src="/rules/{game}/diagrams/')


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
