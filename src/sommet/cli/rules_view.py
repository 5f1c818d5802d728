"""Show the rules of a game, with their diagrams as text boards."""

from __future__ import annotations

import os
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from sommet.cli.console import console, is_interactive
from sommet.cli.language import language as spoken_language
from sommet.cli.screen import render_canvas
from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.drawing.diagrams import IMAGE, Diagram
from sommet.terminal import terminal_board

__all__ = ["show_rules"]


def show_rules(name: str, language: str = "") -> None:
    """Print the rules of a game; on a terminal, in a pager."""
    pages = Group(*_parts(name, _page(name, language or spoken_language())))
    if not is_interactive():
        console.print(pages)
        return
    os.environ.setdefault("LESS", "-R")  # the pager must pass colours through
    with console.pager(styles=console.color_system is not None):
        console.print(pages)


def _page(name: str, language: str) -> str:
    kind = registry.kind(name)
    folder = registry.folder(name)
    page = folder / f"rules.{language}.md"
    if not page.is_file() and not (folder / "rules.en.md").is_file():
        raise OptionError("no_rules_page", "{game} has no rules page.", game=kind.name)
    if not page.is_file():
        raise OptionError(
            "no_page",
            "The rules of {game} are not available in {language!r}.",
            game=kind.name,
            language=language,
        )
    return page.read_text("utf-8")


def _parts(name: str, page: str) -> Iterator[RenderableType]:
    """The page's text, with a board and a caption for each diagram."""
    begun = 0
    for diagram in IMAGE.finditer(page):
        yield Markdown(page[begun : diagram.start()])
        yield ""
        yield Padding(_board(name, diagram["text"]), (0, 0, 1, 2))
        yield Padding(Text(diagram["words"], "italic"), (0, 4))
        yield ""
        begun = diagram.end()
    yield Markdown(page[begun:])


def _board(name: str, text: str) -> RenderableType:
    """The position of a diagram, and the one after each of its moves."""
    diagram = Diagram.parse(name, text)
    board = terminal_board(diagram.game)
    first, *others = diagram.views()
    shown: list[RenderableType] = [render_canvas(board.draw(first, ()), name)]
    for move, view in zip(diagram.moves, others, strict=True):
        shown += ["", Text(f"{move}:", "bold"), "", render_canvas(board.draw(view, ()), name)]
    return Group(*shown)
