"""The questions before a game, for who types nothing but `sommet play`."""

from __future__ import annotations

from typing import Any

import sommet
from sommet.cli.arguments import game_of
from sommet.cli.catalogue import catalogue
from sommet.cli.console import ask, console, sorry
from sommet.cli.seating import Seating
from sommet.cli.words import listing
from sommet.core.errors import SommetError
from sommet.core.game import Game

__all__ = ["choose_game", "choose_seating"]


def choose_game() -> Game[Any]:
    """Ask until a game and its options go together."""
    console.print(catalogue(numbered=True))
    names = sommet.names()
    numbers = {str(number): name for number, name in enumerate(names, 1)}
    while True:
        words = ask("Which game? A number or a name, options after it: ").split()
        try:
            if words:
                return game_of([numbers.get(words[0], words[0]), *words[1:]])
        except SommetError as error:
            sorry(error)


def choose_seating(game: Game[Any]) -> Seating:
    """Ask who plays."""
    if game.seats == 1:
        return Seating.plan(game)
    choices = (*sommet.levels(), "people")
    while True:
        answer = ask(f"Against whom? {listing(choices, 'or')} [gentle]: ") or "gentle"
        if answer == "people":
            return Seating.plan(game, people=game.seats)
        if answer in choices:
            return Seating.plan(game, levels=(answer,))
        sorry(f"There is no {answer!r} to play against.")
