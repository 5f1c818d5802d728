"""Which games there are: every folder under `sommet.games`, and what others register."""

from __future__ import annotations

import difflib
import pkgutil
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any

from sommet.core.errors import OptionError
from sommet.core.game import Game

__all__ = ["folder", "game", "kind", "names", "register"]

FOLDER = "sommet.games"

_registered: dict[str, type[Game[Any]]] = {}


def register(kind: type[Game[Any]]) -> type[Game[Any]]:
    """Make a game known that lives outside this package. Usable as a decorator."""
    _registered[kind.id] = kind
    return kind


def names() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    folders = (
        module.name
        for module in pkgutil.iter_modules(import_module(FOLDER).__path__)
        if module.ispkg
    )
    return tuple(sorted({*folders, *_registered}))


def kind(name: str) -> type[Game[Any]]:
    """The class of a game, by id."""
    if name in _registered:
        return _registered[name]
    if name not in names():
        near = difflib.get_close_matches(name, names(), 1, 0.5)
        raise OptionError(
            "unknown_game",
            "There is no game {name!r}{hint}; there are {known}.",
            name=name,
            hint=f" (did you mean {near[0]}?)" if near else "",
            known=", ".join(names()),
        )
    found: type[Game[Any]] = import_module(f"{FOLDER}.{name}").GAME
    return found


def folder(name: str) -> Traversable:
    """Where a game lives with its words, rules and pictures, be it ours or somebody else's."""
    module = import_module(kind(name).__module__)
    return resources.files(module.__package__ or module.__name__)


def game(name: str, /, **options: str | int) -> Game[Any]:
    """A game by id with its options by keyword; unknown or impossible ones are refused by name."""
    return kind(name).create(**options)
