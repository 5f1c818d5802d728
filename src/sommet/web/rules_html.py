"""The rules as HTML, rendered from the Markdown in a game's folder, with their diagrams."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape, unescape

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.web", "server", "markdown_it"):
    raise fault

from markdown_it import MarkdownIt

from sommet.core import registry
from sommet.drawing.diagrams import Diagram

__all__ = ["RulesSection", "diagram", "lesson", "nutshell", "pitch", "rules"]

DIAGRAM = re.compile(r'<p><img src="([^"]*)" alt="([^"]*)" title="([^"]*)" /></p>')
CLAUSE = re.compile(r"<p><strong>([A-Z]\d+[a-z]?)</strong>")
ANCHOR = re.compile(r'(?=<p id="([A-Z]\d+[a-z]?)">)')
FIGURE = re.compile(r"<figure.*?</figure>\n?", re.S)
TAG = re.compile(r"<[^>]*>")
SENTENCE = re.compile(r"(?<=[.!?:])\s(?=[A-ZÀ-Ý<*])")

LONG_CLAUSE_LETTERS, MIN_OPENING_LETTERS = 260, 110
"""A clause of at least the first length is split in two; its opening has at least the second."""


@dataclass(frozen=True)
class RulesSection:
    """One clause, or the introduction. `heading` is its chapter's."""

    clause: str
    heading: str
    text: str
    diagrams: tuple[str, ...] = ()

    @property
    def opening(self) -> str:
        """All of a short clause, or the first sentences of a long one."""
        return self._parts[0]

    @property
    def rest(self) -> str:
        """The rest of a long clause."""
        return self._parts[1]

    @cached_property
    def _parts(self) -> tuple[str, str]:
        first, end, more = self.text.partition("</p>")
        if not self.clause or len(TAG.sub("", self.text)) < LONG_CLAUSE_LETTERS:
            return self.text, ""
        for found in SENTENCE.finditer(first):
            head, tail = first[: found.start()], first[found.end() :]
            whole = all(head.count(f"<{tag}") == head.count(f"</{tag}>") for tag in ("em", "code"))
            if whole and len(TAG.sub("", head)) >= MIN_OPENING_LETTERS:
                return head + end, f"<p>{tail}{end}{more}"
        return (first + end, more) if more.strip() else (self.text, "")


@cache
def _source(game: str, language: str) -> str:
    found = (registry.folder(game) / f"rules.{each}.md" for each in (language, "en"))
    page = next((page for page in found if page.is_file()), None)
    return page.read_text(encoding="utf-8") if page else f"# {registry.kind(game).name}\n"


@cache
def rules(game: str, language: str) -> str:
    """The rules as HTML; each clause has an anchor that errors can link to."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(_source(game, language))
    html = CLAUSE.sub(r'<p id="\1"><strong class="clause">\1</strong>', html)
    # A diagram's title holds its options, position and move, so that a reader can play it.
    html = DIAGRAM.sub(lambda found: _exercise(game, *found.groups()), html)
    return html.replace('src="diagrams/', f'loading="lazy" src="/rules/{game}/diagrams/')


def _exercise(game: str, src: str, words: str, title: str) -> str:
    """A diagram, with the data a script needs to make it playable."""
    shown = Diagram.parse(game, unescape(title))
    position, moves = escape(shown.position), [escape(move) for move in shown.moves]
    kind = f' class="exercise" data-move="{moves[0]}"' if len(moves) == 1 else ""
    return (
        f'<figure{kind} data-game="{game}" data-options="{escape(shown.game.chosen_text)}" '
        f'data-position="{position}">'
        f'<img src="{src}" alt="{words}"></figure>'
    )


@cache
def lesson(game: str, language: str) -> tuple[RulesSection, ...]:
    """The introduction, then the rules clause by clause."""
    chapters = [part.split("</h2>") for part in rules(game, language).split("<h2>")]
    (title,), *chapters = chapters
    pages: list[RulesSection] = []
    opening = title.partition("</h1>")[2]
    for heading, body in chapters:
        before, *parts = ANCHOR.split(body)
        if not pages:
            pages.append(RulesSection("", heading, opening + before))
        for clause, text in zip(parts[::2], parts[1::2], strict=True):
            pages.append(
                RulesSection(clause, heading, FIGURE.sub("", text), tuple(FIGURE.findall(text)))
            )
    return tuple(pages) or (RulesSection("", "", opening),)


def pitch(game: str, language: str) -> str:
    """The first sentence of the rules."""
    return next(iter(nutshell(game, language)), "")


@cache
def nutshell(game: str, language: str) -> tuple[str, ...]:
    """The first three sentences of the rules: what the game is about."""
    _, *paragraphs = _source(game, language).split("\n\n")
    first = next((" ".join(text.split()) for text in paragraphs if text.strip()), "")
    return tuple(re.split(r"(?<=[.!?]) ", first)[:3])


def diagram(game: str, name: str) -> str | None:
    """A diagram as SVG; None if there is none of that name."""
    found = registry.folder(game) / "diagrams" / f"{name}.svg"
    return found.read_text(encoding="utf-8") if found.is_file() else None
