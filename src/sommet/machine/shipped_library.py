"""The libraries of compiled kernels in `libraries`, which `make kernels` builds.

A library is used only if it was built from the sources that are here and its bytes are those that
were built: stale or damaged code never runs. `SOMMET_JIT=1` ignores libraries.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import platform
from collections.abc import Callable, Iterable
from ctypes import CDLL, PyDLL
from functools import cache
from pathlib import Path
from typing import Any

__all__ = [
    "FOLDER",
    "MANIFEST",
    "Library",
    "digest",
    "file_name",
    "is_current",
    "loaded",
    "sources",
    "symbol",
]

FOLDER = Path(__file__).with_name("libraries")
MANIFEST = "manifest.json"
"""The digest of the sources and of each library."""

SOURCES = (
    "core/colours.py",
    "engine/belief.py",
    "engine/mcts/node_pool.py",
    "engine/mcts/uct.py",
    "engine/solo/solver.py",
    "engine/solve/adapter_interface.py",
    "engine/solve/alphabeta.py",
    "engine/solve/book.py",
    "engine/solve/distilled_network.py",
    "engine/solve/retrograde_pass.py",
    "engine/solve/search_interface.py",
    "engine/solve/transposition_table.py",
    "engine/value_network/network.py",
    "machine/arrays.py",
    "machine/batch.py",
    "machine/dispatch.py",
    "machine/bits.py",
    "machine/exponential.py",
    "machine/exports.py",
    "machine/kernel_interface.py",
    "machine/perft.py",
    "machine/playout.py",
    "machine/stepper.py",
    "games/*/bitboard.py",
    "games/*/board.py",
    "games/*/kernel.py",
    "games/*/rules.py",
    "games/*/solver_adapter.py",
)
"""Files with functions in the libraries, or with constants that these use."""

SUFFIXES = {"linux": "so", "darwin": "dylib", "windows": "dll"}
LEVELS = {"x86_64": ("v2", "v3")}
"""The levels of a processor for which a library has functions of their own, lowest first. Where
there are none, one version serves all."""


def sources(package: Path = Path(__file__).parents[1]) -> list[Path]:
    """The files from which libraries are built, in a fixed order."""
    return sorted({source for pattern in SOURCES for source in package.glob(pattern)})


def digest(package: Path = Path(__file__).parents[1]) -> str:
    """The digest of the sources; line endings don't matter."""
    found = hashlib.sha256()
    for source in sources(package):
        text = source.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{source.relative_to(package).as_posix()} {len(text)}\n".encode() + text)
    return found.hexdigest()


def file_name(system: str = "", machine: str = "") -> str:
    """The name of the library for a system and its processor; default: this machine's."""
    system = (system or platform.system()).lower()
    machine = (machine or platform.machine()).lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    return f"{system}-{machine}.{SUFFIXES.get(system, 'so')}"


def symbol(package: str, function: str) -> str:
    """The name in libraries of a function for the game in a package; empty if it isn't ours."""
    parent, _, game = package.rpartition(".")
    return f"{game}_{function}" if parent == "sommet.games" else ""


class Library:
    """A library that has been loaded into this process."""

    def __init__(self, file: Path) -> None:
        self._holding_gil, self._releasing_gil = PyDLL(str(file)), CDLL(str(file))
        machine = file.stem.partition("-")[2]
        levels: Iterable[str] = LEVELS.get(machine, ("",))
        if machine in LEVELS:
            known = int(self._holding_gil.cpu_level())
            levels = [level for level in levels if int(level[1:]) <= known]
            if not levels:
                raise OSError(f"{file.name} needs a newer processor.")
        self._suffix = f"_{best}" if (best := [*levels][-1]) else ""

    def function(self, symbol: str, releases_gil: bool = False) -> Callable[[Any], int] | None:
        """A function by its name, in the version for this processor; None if there is none."""
        library = self._releasing_gil if releases_gil else self._holding_gil
        return getattr(library, symbol + self._suffix, None) if symbol else None


def is_current(name: str) -> bool:
    """Whether there is a library of this name, built from the sources that are here and
    undamaged. A package for browsers has no sources, only what was compiled together."""
    file, manifest = FOLDER / name, FOLDER / MANIFEST
    if not (file.is_file() and manifest.is_file()):
        return False
    built = json.loads(manifest.read_text("utf-8"))
    if any(sources()) and built["sources"] != digest():
        return False
    if hashlib.sha256(file.read_bytes()).hexdigest() == built["libraries"].get(name):
        return True
    logging.getLogger("sommet").warning("%s is damaged and not used.", file)
    return False


@cache
def loaded() -> Library | None:
    """The library for this machine, or None if compiled code must come from the JIT."""
    if os.environ.get("SOMMET_JIT") == "1" or os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return None
    name = file_name()
    if not is_current(name):
        return None
    try:
        return Library(FOLDER / name)
    except OSError as error:
        logging.getLogger("sommet").warning("%s can't be used: %s", name, error)
        return None
