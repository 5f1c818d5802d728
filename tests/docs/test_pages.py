"""The pages of the docs: how they begin, and that what they say about the code is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.core.registry import kind
from sommet.machine.kernel_interface import kernel_for

DOCS = Path(__file__).parents[2] / "docs"
BEGINNING = re.compile(r"# .+\n\n(After|With|On) this page you can .+")
EXPLAINED_ELSEWHERE = {"index.md", "kernels.md", "operating.md", "security.md"}
"""The first page, and pages whose first lines say what they hold."""
PAGES = sorted(page for page in DOCS.rglob("*.md") if page.name not in EXPLAINED_ELSEWHERE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_begins_with_what_its_reader_can_do_afterwards(page: Path) -> None:
    assert BEGINNING.match(page.read_text(encoding="utf-8"))


def section(name: str) -> str:
    """What the page on the games in Python says about a game."""
    parts = (DOCS / "games.md").read_text(encoding="utf-8").split("\n## ")
    return next(part for part in parts if part.startswith(f"{kind(name).name}\n"))


def quoted(text: str) -> set[str]:
    """Everything in backticks, without arguments."""
    return {word.partition("(")[0] for word in re.findall(r"`([^`]+)`", text)}


@pytest.mark.parametrize("name", sommet.names())
def test_the_page_on_the_games_lists_options_ends_and_figures(name: str) -> None:
    text, game = section(name), sommet.game(name)
    rows = {row[0]: row for row in map(cells, text.splitlines()) if len(row) == 4}
    for option in game.options():
        _, values, default, _ = rows[f"`{option.name}`"]
        assert values == ", ".join(f"`{value}`" for value in option.values)
        assert option.default is None or default == f"`{option.default}`"
    kernel = kernel_for(game)
    ends = {str(reason) for reason in kernel.REASONS} | {*kernel.FIGURES}
    if game.repetition:
        ends.add(str(game.repetition[1]))
    assert ends <= quoted(text)


@pytest.mark.parametrize("name", sommet.names())
def test_what_the_page_says_about_a_table_exists(name: str) -> None:
    text, table = section(name), sommet.game(name).start(7).table
    _, _, rows = text.partition("| table | |")
    named = {word for row in map(cells, rows.splitlines()) if row for word in quoted(row[0])}
    assert len(named) > 3
    assert [word for word in sorted(named) if not hasattr(table, word)] == []
    if f"sommet.games.{name}.board" in text:
        board = import_module(f"sommet.games.{name}.board")
        said = quoted(text.partition(f"`sommet.games.{name}.board`")[2])
        assert [word for word in sorted(said) if not hasattr(board, word)] == []


def cells(row: str) -> list[str]:
    """The cells of a row of a table; empty for another line."""
    return [cell.strip() for cell in row.strip("|").split("|")] if row.startswith("|") else []


def lines(cell: str) -> Iterator[str]:
    """The lines of code in a cell."""
    for line in cell.split("<br>"):
        assert re.fullmatch("`[^`]+`", line), line
        yield line[1:-1]


def test_the_ten_tasks_beside_python_chess_run() -> None:
    page = (DOCS / "python-chess.md").read_text(encoding="utf-8")
    tasks = [row for row in map(cells, page.splitlines()) if row and row[0][:1].isdecimal()]
    assert [row[0].partition(".")[0] for row in tasks] == [str(number) for number in range(1, 11)]
    scope: dict[str, Any] = {"sommet": sommet, "text": "LD............../........./..../. L"}
    for task, theirs, ours in tasks:
        compile("\n".join(lines(theirs)), task, "exec")
        exec(compile("\n".join(lines(ours)), task, "exec"), scope)
    assert scope["record"].at(1) == scope["before"]
    assert scope["move"] in scope["position"].moves()
    assert scope["ended"] is None
    assert 0 <= scope["score"] <= 1
    assert scope["picture"].startswith("<svg")
