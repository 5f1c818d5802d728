"""The folder of each game, and the parts in it.

A game's folder is a Python package. Its parts are modules with fixed names, imported when they are
first used: `text`, `scene`, `editor`, `descriptions`, `terminal`, `kernel`, `observation`,
`solver_adapter` and `words`. All are optional. A function that a part doesn't have falls back to a
default of the same name. A game in a single module, a script or a notebook has no parts.
"""

from __future__ import annotations

import logging
import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

__all__ = [
    "add_folder",
    "add_parent",
    "builtin",
    "find_part",
    "folder_of",
    "has_part",
    "installed",
    "module_of",
    "package_of",
]

LOG = logging.getLogger("sommet")

GROUP = "sommet.games"
"""The group of entry points by which other packages add games."""

_parents: list[str] = []
_modules: dict[str, str] = {}
"""The module that defines each game, by id."""


def add_parent(package: str) -> None:
    """Find games in the folders of a package; each is named by its game's id."""
    _parents.append(package)
    builtin.cache_clear()


def add_folder(game_id: str, module: str) -> None:
    """Say where a game is, by the module that defines it."""
    _modules[game_id] = module


@cache
def builtin() -> dict[str, str]:
    """The package of each game in the folders of `add_parent`, by id."""
    return {
        module.name: f"{parent}.{module.name}"
        for parent in _parents
        for module in pkgutil.iter_modules(import_module(parent).__path__)
        if module.ispkg
    }


@cache
def installed() -> dict[str, EntryPoint]:
    """The entry points of games in other packages, by id. The first package with an id has it."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        if found.setdefault(point.name, point).value != point.value:
            taken = found[point.name].value
            LOG.warning("skipped the game %s (%s): taken by %s", point.name, point.value, taken)
    return found


def module_of(game_id: str) -> str:
    """The module that defines a game; LookupError if there is no such game."""
    return _modules.get(game_id) or builtin().get(game_id) or installed()[game_id].module


@cache
def package_of(module: str) -> str:
    """The package that a module is in, or the module itself if it is a package or in none."""
    return import_module(module).__package__ or module


def folder_of(game_id: str) -> Traversable:
    """The folder with a game's texts, rules and diagrams; LookupError if there is no such game.

    A game in a single module has no folder: a path in which nothing is."""
    from importlib import resources

    package = import_module(package_of(module_of(game_id)))
    if hasattr(package, "__path__"):
        return resources.files(package)
    return Path(getattr(package, "__file__", None) or __file__)


@cache
def has_part(package: str, part: str) -> bool:
    """Whether a game's package has a part, such as `kernel`, without importing it."""
    try:
        return find_spec(f"{package}.{part}") is not None
    except ModuleNotFoundError:  # a single module, which has no parts
        return False


@cache
def find_part(package: str, part: str) -> ModuleType | None:
    """A part of a game's package, imported on first use; None if there is none."""
    return import_module(f"{package}.{part}") if has_part(package, part) else None
