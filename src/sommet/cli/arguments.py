"""Words of the command line turned into games, positions and views."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer

from sommet.core import registry
from sommet.core.errors import OptionError, TextError
from sommet.core.game import Game
from sommet.core.i18n import join_names, seat_name
from sommet.core.position import Position
from sommet.core.view import View

__all__ = [
    "Cores",
    "depth_of",
    "game_of",
    "position_of",
    "seat_called",
    "seat_of",
    "sized",
    "view_of",
]

Cores = Annotated[int, typer.Option(metavar="N", min=1, help="number of cores for each search")]

OPTION = re.compile(r"[A-Za-z]\w*=")
"""How an option of a game begins; no word of a position does."""


def game_of(words: Iterable[str]) -> Game[Any]:
    """A game from its name and options, such as `colorpop players=3`."""
    name, *options = words
    return registry.game(" ".join((name.lower(), *options)))


def sized(name: str, players: int) -> tuple[str, ...]:
    """The options, as they are typed, with which so many play a game."""
    kind = registry.kind(name.lower())
    if players not in kind.sizes():
        raise OptionError(
            "no_such_size",
            "{game} can't be played with {players} players. Choose from: {sizes}.",
            game=kind.name,
            players=players,
            sizes=[*kind.sizes()],
        )
    return tuple(f"{option}={value}" for option, value in kind.sizes()[players].items())


def depth_of(words: Sequence[str], depth: int | None) -> tuple[list[str], int]:
    """The words without the depth, which is the last one that is no option, and the depth."""
    if depth is not None:
        return [*words], depth
    for index in range(len(words) - 1, 0, -1):
        if words[index].isdecimal():
            return [*words[:index], *words[index + 1 :]], int(words[index])
        if not OPTION.match(words[index]):
            break
    raise OptionError(
        "no_depth", "Specify the depth in moves: a number after everything else, or --depth N."
    )


def position_of(
    words: Sequence[str], text: str | None, seed: str | None
) -> Position[Any] | View[Any]:
    """The position that words tell: a game, its options anywhere after it, and what else there is
    as the position's text, in one word or in several. The start when there is no text."""
    name, *rest = words
    options = [word for word in rest if OPTION.match(word)]
    others = [word for word in rest if not OPTION.match(word)]
    game = game_of([name, *options])
    if flag := next((word for word in others if word.startswith("--")), None):
        raise OptionError("unknown_flag", "Unknown option {flag}. See --help.", flag=flag)
    if not others:
        return game.start(seed) if text is None else game.parse(text)
    found = " ".join(others)
    if text is not None:
        raise OptionError(
            "two_positions",
            "The position is given twice: as {found!r} and with --position.",
            found=found,
        )
    try:
        return game.parse(found)
    except TextError as error:
        raise OptionError(
            "no_position",
            "{found!r} is neither an option (name=value) nor a position in {game}: {why}",
            found=found,
            game=game.name,
            why=error,
        ) from None


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
            "There is no player {player}. Choose a number from 1 to {last}.",
            player=player,
            last=game.seats,
        )
    return player - 1


def seat_called(game: Game[Any], word: str) -> int:
    """The seat that a word names: its number from 1, or what the game calls it."""
    names = [seat_name(game, seat) for seat in range(game.seats)]
    for seat, name in enumerate(names):
        if word.casefold() in (str(seat + 1), name.casefold()):
            return seat
    raise OptionError(
        "no_seat_called",
        "Unknown seat {seat!r}. The seats are {names}; numbers from 1 work too.",
        seat=word,
        names=join_names(names),
    )
