"""The questions before a game, for who types nothing but `sommet play`."""

from __future__ import annotations

from typing import Any

import sommet
from sommet.cli.arguments import game_of
from sommet.cli.console import ask, console, sorry
from sommet.cli.game_list import catalogue
from sommet.cli.language import language, spoken
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.core.i18n import listing

__all__ = ["choose_game", "choose_opponents"]


def choose_game() -> Game[Any]:
    """Ask until a game and its options go together."""
    console.print(catalogue(numbered=True))
    names = sommet.names()
    numbers = {str(number): name for number, name in enumerate(names, 1)}
    while True:
        words = ask(spoken("which_game")).split()
        try:
            if words:
                return game_of([numbers.get(words[0], words[0]), *words[1:]])
        except SommetError as error:
            sorry(error)


def choose_opponents(game: Game[Any]) -> tuple[int, list[str]]:
    """Ask who plays: how many people, and the levels of the others."""
    if game.seats == 1:
        return 1, []
    choices = (*sommet.levels(game), "people")
    while True:
        answer = ask(spoken("against", choices=listing(choices, language(), "or"))) or "gentle"
        if answer == "people":
            return game.seats, []
        if answer in choices:
            return 1, [answer]
        sorry(spoken("no_opponent", answer=answer))
