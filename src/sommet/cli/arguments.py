"""Parse command-line arguments into games, positions, views and seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer

from sommet.core import registry
from sommet.core.errors import OptionError, TextError
from sommet.core.game import Game
from sommet.core.hidden_state import all_known
from sommet.core.i18n import join_names
from sommet.core.position import Position
from sommet.core.result_text import seat_name
from sommet.core.view import View

__all__ = [
    "Cores",
    "options_for_players",
    "parse_game",
    "parse_position",
    "parse_seat",
    "parse_view",
    "seat_index",
    "split_depth",
]

Cores = Annotated[int, typer.Option(metavar="N", min=1, help="number of cores for each search")]

OPTION = re.compile(r"[A-Za-z]\w*=")
"""The start of a game option; no word of a position looks like this."""


def parse_game(words: Iterable[str]) -> Game[Any]:
    """A game from its name and options, such as `colorpop players=3`."""
    name, *options = words
    return registry.game(" ".join((name.lower(), *options)))


def options_for_players(name: str, players: int) -> tuple[str, ...]:
    """The options, as typed, for a game with `players` players."""
    kind = registry.kind(name.lower())
    if players not in kind.sizes():
        raise OptionError(
            "no_such_size",
            "{game} can't be played with {players} players. Choose {sizes}.",
            game=kind.name,
            players=players,
            sizes=tuple(kind.sizes()),
        )
    return tuple(f"{option}={value}" for option, value in kind.sizes()[players].items())


def split_depth(words: Sequence[str], depth: int | None) -> tuple[list[str], int]:
    """The words without the depth, and the depth: the last word that is not an option."""
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


def parse_position(words: Sequence[str], text: str | None, seed: str | None) -> Position[Any]:
    """As `parse_view`, for a command that must know everything."""
    view = parse_view(words, text, seed)
    if not all_known(view.secrets):
        raise OptionError(
            "unknown_secrets", "This needs a position without hidden pieces (?): name all of them."
        )
    return Position(view.game, view.table, view.secrets)


def parse_view(words: Sequence[str], text: str | None, seed: str | None) -> View[Any]:
    """Parse a game, its options anywhere after it, and the other words as the text of a position;
    without such words, the start. The view shows all that the text shows."""
    name, *rest = words
    options = [word for word in rest if OPTION.match(word)]
    others = [word for word in rest if not OPTION.match(word)]
    game = parse_game([name, *options])
    if flag := next((word for word in others if word.startswith("--")), None):
        raise OptionError("unknown_flag", "Unknown option {flag}. See --help.", flag=flag)
    if not others:
        return game.parse_view(str(game.start(seed)) if text is None else text)
    found = " ".join(others)
    if text is not None:
        raise OptionError(
            "two_positions",
            "The position is given twice: as {found!r} and with --position.",
            found=found,
        )
    try:
        return game.parse_view(found)
    except TextError as error:
        raise OptionError(
            "no_position",
            "{found!r} is neither an option (name=value) nor a position in {game}: {why}",
            found=found,
            game=game.name,
            why=error,
        ) from None


def seat_index(game: Game[Any], player: int | None) -> int | None:
    """The seat, from 0, of a player's number, from 1; None stays None."""
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


def parse_seat(game: Game[Any], word: str) -> int:
    """The seat that a word names: a number from 1, or the game's name for it."""
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
