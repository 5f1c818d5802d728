"""Words of the command line turned into games, positions and views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.position import Position
from sommet.core.view import View

__all__ = ["game_of", "position_of", "seat_of", "sized", "view_of"]


def game_of(words: Iterable[str]) -> Game[Any]:
    """A game from its name and options, such as `colorpop players=3`."""
    name, *pairs = words
    options = {}
    for pair in pairs:
        option, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(
                "not_an_option", "An option is typed as name=value, not as {word!r}.", word=pair
            )
        options[option] = value
    return registry.kind(name.lower()).create(**options)


def sized(name: str, players: int) -> tuple[str, ...]:
    """The options, as they are typed, with which so many play a game."""
    kind = registry.kind(name.lower())
    if players not in kind.sizes():
        raise OptionError(
            "no_such_size",
            "{game} is not for {players} players; it is for {sizes}.",
            game=kind.name,
            players=players,
            sizes=", ".join(map(str, kind.sizes())),
        )
    return tuple(f"{option}={value}" for option, value in kind.sizes()[players].items())


def position_of(game: Game[Any], text: str | None, seed: str | None) -> Position[Any] | View[Any]:
    """The position of a text, or the start when there is none."""
    return game.start(seed) if text is None else game.parse(text)


def view_of(parsed: Position[Any] | View[Any], viewer: int | None = None) -> View[Any]:
    """What a viewer sees of a position; the text of a view is shown as it is."""
    return parsed.view(viewer) if isinstance(parsed, Position) else parsed


def seat_of(game: Game[Any], player: int | None) -> int | None:
    """The seat of a player as people count them, from 1; None for nobody."""
    if player is None:
        return None
    if not 1 <= player <= game.seats:
        raise OptionError(
            "no_player",
            "There is no player {player}; they go from 1 to {last}.",
            player=player,
            last=game.seats,
        )
    return player - 1
