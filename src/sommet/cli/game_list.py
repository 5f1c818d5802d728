"""The games there are: for how many, from what age, for how long, with which options."""

from __future__ import annotations

from rich.table import Table as Grid

import sommet
from sommet.cli.language import spoken
from sommet.core import registry
from sommet.core.game import Option
from sommet.core.metadata import about, span

__all__ = ["catalogue"]

COLUMNS = ("game", "name", "players", "age", "minutes", "options")


def catalogue(*, numbered: bool = False) -> Grid:
    """A table of the games; numbered for a menu. What nobody says about a game stays empty."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="quiet")
    for column in COLUMNS:
        grid.add_column(spoken(f"columns_{column}"), overflow="fold")
    for number, name in enumerate(sommet.names(), 1):
        kind, facts = registry.kind(name), about(name)
        options = [_option(option) for option in kind.options()] or [""]
        first = f"{number} {name}" if numbered else name
        age = f"{facts.ages}+" if facts.ages else ""
        grid.add_row(first, kind.name, span(kind.sizes()), age, facts.span, options[0])
        for option in options[1:]:
            grid.add_row(*[""] * (len(COLUMNS) - 1), option)
    return grid


def _option(option: Option) -> str:
    usual = () if option.default is None else (option.default,)
    values = (*usual, *(value for value in option.values if value != option.default))
    return f"{option.name}={'|'.join(map(str, values))}"
