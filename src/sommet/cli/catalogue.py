"""The games there are, with their options."""

from __future__ import annotations

from typing import Any

from rich.table import Table as Grid

import sommet
from sommet.core import registry
from sommet.core.game import Game, Option

__all__ = ["catalogue"]


def catalogue(*, numbered: bool = False) -> Grid:
    """A table of the games; numbered for a menu."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="quiet")
    for column in ("game", "name", "players", "options, the usual value first"):
        grid.add_column(column)
    for number, name in enumerate(sommet.names(), 1):
        kind = registry.kind(name)
        options = [_option(option) for option in kind.options()] or [""]
        first = f"{number} {name}" if numbered else name
        grid.add_row(first, kind.name, _players(kind), options[0])
        for option in options[1:]:
            grid.add_row("", "", "", option)
    return grid


def _players(kind: type[Game[Any]]) -> str:
    counts = [option.values for option in kind.options() if option.name == "players"]
    return f"{counts[0][0]}–{counts[0][-1]}" if counts else str(kind.create().seats)


def _option(option: Option) -> str:
    usual = () if option.default is None else (option.default,)
    values = (*usual, *(value for value in option.values if value != option.default))
    return f"{option.name}={'|'.join(map(str, values))}"
