"""The rules as HTML, rendered from the Markdown in a game's folder, with their diagrams."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.web", "server", "markdown_it"):
    raise fault

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from sommet.core import registry
from sommet.drawing.diagrams import Diagram

__all__ = ["PICTURES", "RulesSection", "diagram", "lesson", "nutshell", "pitch", "rules"]

PICTURES = "rules/"
"""Where the addresses of pictures start, relative to the home page."""
CLAUSE = re.compile(r"[A-Z]\d+[a-z]?")
MARKUP = re.compile("[*`]")
SENTENCE = re.compile(r"(?<=[.!?:])\s(?=[A-ZÀ-Ý*`])")

LONG_CLAUSE_LETTERS, MIN_OPENING_LETTERS = 260, 110
"""A clause of at least the first length is split in two; its opening has at least the second."""


@dataclass
class RulesSection:
    """One clause, or the introduction. `heading` is its chapter's. A long clause is split after its
    first sentences, into `opening` and `rest`."""

    clause: str = ""
    heading: str = ""
    opening: str = ""
    rest: str = ""
    diagrams: list[str] = field(default_factory=list)


def _mark_clauses_and_diagrams(state: StateCore) -> None:
    """Give each clause an anchor, and each diagram the data a script needs to make it playable."""
    game = state.env["game"]
    for at, token in enumerate(state.tokens):
        for child in token.children or ():
            if str(child.attrGet("src")).startswith("diagrams/"):
                child.attrs |= {"loading": "lazy", "src": f"{PICTURES}{game}/{child.attrs['src']}"}
        match [child for child in token.children or () if child.content or child.type != "text"]:
            case [Token(type="strong_open") as strong, Token(content=clause), *_] if (
                CLAUSE.fullmatch(clause)
            ):
                strong.attrSet("class", "clause")
                state.tokens[at - 1].attrSet("id", clause)
            case [Token(type="image", attrs={"title": str(title)}) as image]:
                del image.attrs["title"]  # it holds options, position and move
                shown = Diagram.parse(game, title)
                figure, end = state.tokens[at - 1], state.tokens[at + 1]
                figure.tag = end.tag = "figure"
                if len(shown.moves) == 1:
                    figure.attrs = {"class": "exercise", "data-move": shown.moves[0]}
                figure.attrs |= {
                    "data-game": game,
                    "data-options": shown.game.chosen_text,
                    "data-position": shown.position,
                }


MARKDOWN = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
MARKDOWN.core.ruler.push("clauses_and_diagrams", _mark_clauses_and_diagrams)


@cache
def _source(game: str, language: str) -> str:
    found = (registry.folder(game) / f"rules.{each}.md" for each in (language, "en"))
    page = next((page for page in found if page.is_file()), None)
    return page.read_text(encoding="utf-8") if page else f"# {registry.kind(game).name}\n"


@cache
def rules(game: str, language: str) -> str:
    """The rules as HTML; each clause has an anchor that errors can link to."""
    html: str = MARKDOWN.render(_source(game, language), {"game": game})
    return html


@cache
def lesson(game: str, language: str) -> tuple[RulesSection, ...]:
    """The introduction, then the rules clause by clause."""
    source, env = _source(game, language), {"game": game}
    lines = source.splitlines()
    heading, introduction = "", RulesSection()
    sections, texts = [introduction], [[""]]
    in_section = True
    for block in _blocks(MARKDOWN.parse(source, env)):
        first = block[0]
        if first.tag == "h1":
            continue
        if first.tag == "h2":
            heading = MARKDOWN.renderer.render(block[1:-1], MARKDOWN.options, env)
            introduction.heading = introduction.heading or heading
            # Text before a chapter's first clause is the introduction's, or left out.
            in_section = heading == introduction.heading
            continue
        if clause := first.attrGet("id"):
            sections.append(RulesSection(str(clause), heading))
            texts.append([])
            in_section = True
        if in_section and first.tag == "figure":
            figure = MARKDOWN.renderer.render(block, MARKDOWN.options, env)
            sections[-1].diagrams.append(figure)
        elif in_section and first.map:
            texts[-1].append("\n".join(lines[slice(*first.map)]))
    for section, paragraphs in zip(sections, texts, strict=True):
        parts = _split(paragraphs) if section.clause else ("\n\n".join(paragraphs), "")
        section.opening, section.rest = (MARKDOWN.render(part, env) for part in parts)
    return tuple(sections)


def _blocks(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The top-level blocks, each with everything within it."""
    begun = 0
    for at, token in enumerate(tokens):
        if token.level == 0 and token.nesting <= 0:
            yield tokens[begun : at + 1]
            begun = at + 1


def _split(paragraphs: Sequence[str]) -> tuple[str, str]:
    """A clause in Markdown, split after its first sentences if it is long."""
    first, *more = paragraphs
    whole = "\n\n".join(paragraphs)
    if len(MARKUP.sub("", whole)) < LONG_CLAUSE_LETTERS:
        return whole, ""
    for found in SENTENCE.finditer(first):
        head, tail = first[: found.start()], first[found.end() :]
        closed = all(head.count(mark) % 2 == 0 for mark in "*`")
        if closed and len(MARKUP.sub("", head)) >= MIN_OPENING_LETTERS:
            return head, "\n\n".join((tail, *more))
    return first, "\n\n".join(more)


def pitch(game: str, language: str) -> str:
    """The first sentence of the rules."""
    return next(iter(nutshell(game, language)), "")


@cache
def nutshell(game: str, language: str) -> tuple[str, ...]:
    """The first three sentences of the rules: what the game is about. None without a page."""
    _, *paragraphs = _source(game, language).split("\n\n")
    first = next((" ".join(text.split()) for text in paragraphs if text.strip()), "")
    return tuple(re.split(r"(?<=[.!?]) ", first)[:3]) if first else ()


def diagram(game: str, name: str) -> str | None:
    """A diagram as SVG; None if there is none of that name."""
    found = registry.folder(game) / "diagrams" / f"{name}.svg"
    return found.read_text(encoding="utf-8") if found.is_file() else None
