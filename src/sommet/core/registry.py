"""The registry of games: the folders under `sommet.games`, installed packages, and games registered
by hand.

Your own package adds games with entry points in the group `sommet.games`: the name is the game's
id and the value is its class, such as `marbles = "marbles:GAME"`. A package that can't be loaded,
and a game that can't start, is skipped with a warning.
"""

from __future__ import annotations

import difflib
import logging
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, overload

from sommet.core import game_folders
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.game_definition import check_class, check_game
from sommet.core.table import Table

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["folder", "game", "kind", "names", "register"]

T = TypeVar("T", bound=Table)

LOG = logging.getLogger("sommet")

_registered: dict[str, type[Game[Any]]] = {}


def register(kind: type[Game[Any]]) -> type[Game[Any]]:
    """Add a game to the registry of this process. Works as a decorator. It replaces a game with the
    same id, with a warning. TypeError if the class lacks a method, its id or its name."""
    check_class(kind)
    try:
        _check_id(kind)
    except ValueError as error:
        LOG.warning("the game %s: %s", kind.__qualname__, error)
    _registered[kind.id] = kind
    return kind


def _check_id(kind: type[Game[Any]]) -> None:
    """ValueError if a game's id can't be typed or is that of a game defined elsewhere."""
    if not (kind.id.isidentifier() and kind.id.islower()):
        raise ValueError(f"its id {kind.id!r} must be one word in lower case, such as 'marbles'")
    others = {name: point.module for name, point in game_folders.installed().items()}
    others |= game_folders.builtin()
    others |= {name: other.__module__ for name, other in _registered.items()}
    taken = others.get(kind.id, kind.__module__)
    if kind.__module__ != taken and not kind.__module__.startswith(f"{taken}."):
        raise ValueError(f"its id {kind.id!r} is taken by {taken}")


def names() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    return tuple(sorted({*game_folders.builtin(), *_installed(), *_registered}))


@cache
def _installed() -> dict[str, type[Game[Any]]]:
    """The games of other packages. One that can't be loaded or started is logged and skipped."""
    found = {}
    for name, point in game_folders.installed().items():
        try:
            kind: type[Game[Any]] = point.load()
            check_class(kind)
            if kind.id != name:
                raise ValueError(f"its id is {kind.id!r}, but its entry point has another name")
            _check_id(kind)
            check_game(kind)
            found[name] = kind
        except Exception as error:  # a third-party package may raise anything
            LOG.warning("skipped the game %s (%s): %s", name, point.value, _describe(error))
    return found


def _describe(error: Exception) -> str:
    """What is wrong with a game, and where in its own code. The message of many an error needs its
    type to make sense."""
    plain = isinstance(error, (TypeError, ValueError, ImportError))
    why = str(error) if plain else f"{type(error).__name__}: {error}"
    last = error.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    module = str(last.tb_frame.f_globals.get("__name__")) if last else "sommet"
    own = module.partition(".")[0] not in ("sommet", "importlib")
    return f"{why} ({module}:{last.tb_lineno})" if last and own else why


def kind(name: str) -> type[Game[Any]]:
    """The class of a game, by id."""
    if name in _registered:
        return _registered[name]
    if package := game_folders.builtin().get(name):
        found: type[Game[Any]] = import_module(package).GAME
    elif name in _installed():
        found = _installed()[name]
    else:
        for near in difflib.get_close_matches(name, names(), 1, 0.5):
            raise OptionError(
                "mistyped_game",
                "There is no game {name!r}. Did you mean {near}? Choose {known}.",
                name=name,
                near=near,
                known=names(),
            )
        raise OptionError(
            "unknown_game",
            "There is no game {name!r}. Choose {known}.",
            name=name,
            known=names(),
        )
    return found


def folder(name: str) -> Traversable:
    """The folder with a game's texts, rules and diagrams."""
    kind(name)
    return game_folders.folder_of(name)


@overload
def game(text: Game[T], /) -> Game[T]: ...


@overload
def game(text: str | Game[Any], /, **options: str | int) -> Game[Any]: ...


def game(text: str | Game[Any], /, **options: str | int) -> Game[Any]:
    """A game by its id, with options after it, by keyword or both: `pylos variant=expert`.

    `game(str(other))` equals the other game, and so does `game(other)`: whatever takes a game takes
    either. OptionError names an unknown or impossible option. A keyword overrides the same option
    of the text or the game.
    """
    if isinstance(text, Game):
        return text.create(**{**text.chosen, **options}) if options else text
    given: object = text
    if not isinstance(given, str):
        raise OptionError(
            "no_game_text", "A game must be given by its name, not by {found!r}.", found=given
        )
    name, *words = text.split() or [""]
    chosen: dict[str, str | int] = {}
    for word in words:
        option, equals, value = word.partition("=")
        if not equals:
            raise OptionError(
                "not_an_option", "{word!r} is not an option: write name=value.", word=word
            )
        chosen[option] = value
    return kind(name).create(**{**chosen, **options})
