"""The table of games, and the menu of `sommet play` without arguments."""

from __future__ import annotations

from typing import Any

from rich.table import Table as Grid

import sommet
from sommet.cli.arguments import parse_game
from sommet.cli.console import ask, console, print_error
from sommet.cli.language import language, localize
from sommet.core import registry
from sommet.core.errors import SommetError
from sommet.core.game import Game, Option
from sommet.core.i18n import join_names
from sommet.core.metadata import format_range, game_metadata

__all__ = ["choose_game", "choose_opponents", "games_table"]

COLUMNS = ("game", "name", "players", "age", "minutes", "options")


def games_table(*, numbered: bool = False) -> Grid:
    """A table of the games, numbered for the menu; unknown facts stay empty."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="quiet")
    for column in COLUMNS:
        grid.add_column(localize(f"columns_{column}"), overflow="fold")
    for number, name in enumerate(sommet.names(), 1):
        kind, facts = registry.kind(name), game_metadata(name)
        options = [_option(option) for option in kind.options()] or [""]
        first = f"{number} {name}" if numbered else name
        age = f"{facts.ages}+" if facts.ages else ""
        grid.add_row(
            first, kind.name, format_range(kind.sizes()), age, facts.minutes_text, options[0]
        )
        for option in options[1:]:
            grid.add_row(*[""] * (len(COLUMNS) - 1), option)
    return grid


def _option(option: Option) -> str:
    usual = () if option.default is None else (option.default,)
    values = (*usual, *(value for value in option.values if value != option.default))
    return f"{option.name}={'|'.join(map(str, values))}"


def choose_game() -> Game[Any]:
    """Ask until the answer is a valid game with options."""
    console.print(games_table(numbered=True))
    names = sommet.names()
    numbers = {str(number): name for number, name in enumerate(names, 1)}
    while True:
        words = ask(localize("which_game")).split()
        try:
            if words:
                return parse_game([numbers.get(words[0], words[0]), *words[1:]])
        except SommetError as error:
            print_error(error)


def choose_opponents(game: Game[Any]) -> tuple[int, list[str]]:
    """Ask for the opponents; the number of people, and the levels of the engines."""
    if game.seats == 1:
        return 1, []
    choices = (*sommet.levels(game), "people")
    while True:
        answer = ask(localize("against", choices=join_names(choices, language(), "or"))) or "gentle"
        if answer == "people":
            return game.seats, []
        if answer in choices:
            return 1, [answer]
        print_error(localize("no_opponent", answer=answer))
