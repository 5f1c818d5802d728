"""Compiling with Numba, and keeping what was compiled safely on disk.

Numba's own cache does not notice edits in other files than the one a function stands in, so the
cache folder is named after everything that goes into the code: our sources, Numba, Python.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache

__all__ = ["FOLDER", "JIT", "cache_folder", "direct", "inlined", "njit", "threaded"]

F = TypeVar("F", bound=Callable[..., Any])

JIT = not numba.config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1, when everything runs as plain Python for debugging."""

SOURCES = (
    "core/palette.py",
    "machine/*.py",
    "games/*/*.py",
    "engine/alone/layers.py",
    "engine/belief/glance.py",
    "engine/learned/*.py",
    "engine/search/tree.py",
    "engine/search/wood.py",
    "engine/solve/*.py",
)
"""The kernels and everything they take their constants from …"""
UNRELATED = ("__init__.py", "scene.py", "telling.py", "terminal.py", "text.py")
"""… and what stands beside it."""

MONTH = 30 * 24 * 3600


def cache_folder(package: Path = Path(__file__).parents[1]) -> Path:
    """Where compiled code of exactly these sources lies."""
    digest = hashlib.sha256(repr((sys.version_info[:3], numba.__version__)).encode())
    sources = (source for pattern in SOURCES for source in package.glob(pattern))
    for source in sorted(source for source in sources if source.name not in UNRELATED):
        digest.update(f"{source.relative_to(package)}\n".encode() + _substance(source))
    caches = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    base = Path(caches) if caches else Path.home() / ".cache"
    return base / "sommet" / f"kernels-{digest.hexdigest()[:16]}"


def _substance(source: Path) -> bytes:
    """What compiled code may hang on: of a rule book everything but its comments and sentences."""
    if source.name != "rules.py":
        return source.read_bytes()
    tree = ast.parse(source.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = ""
    return ast.dump(tree).encode()


def _prepared_folder() -> Path | None:
    """The cache folder, or None where nothing can be written. What was compiled from other sources
    goes when it has not been used for a month."""
    with suppress(OSError, RuntimeError):  # RuntimeError: there is no home
        folder = cache_folder()
        if not folder.exists():
            for old in folder.parent.glob("kernels-*"):
                if time.time() - old.stat().st_mtime > MONTH:
                    shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        folder.touch()
        return folder
    return None


FOLDER = _prepared_folder() if JIT else None
"""Where compiled code is kept in this process; None when it is not."""


class _Cache:
    """Numba's cache of one function, made forgiving: what does not fit is compiled again."""

    def __init__(self, function: Callable[..., Any]) -> None:
        # Only while the cache is made: functions of others keep theirs where they were.
        usual, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(FOLDER)
        self._files = FunctionCache(function)
        numba.config.CACHE_DIR = usual
        self.cache_path = self._files.cache_path
        self.flush = self._files.flush

    def load_overload(self, signature: Any, target: Any) -> Any:
        try:
            found = self._files.load_overload(signature, target)
        except Exception:  # a broken file, or one that tells of a game which is not installed here
            with suppress(OSError):
                self.flush()
            return None
        # Two processes that save different signatures at once may both choose the same file.
        return found if found and found.signature.args == tuple(signature) else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with suppress(OSError):  # a full disk, say
            self._files.save_overload(signature, compiled)


def njit(function: F, inline: bool = False, nogil: bool = False, any_order: bool = False) -> F:
    """Compile a function for machines; it stays callable as Python when compiling is off.

    `any_order` lets sums of floats be taken in any order: for whole numbers, which it leaves exact.
    """
    compiled = numba.njit(
        error_model="numpy",
        forceinline=inline,
        nogil=nogil,
        fastmath={"reassoc"} if any_order else False,
    )(function)
    if FOLDER:
        compiled._cache = _Cache(function)
    return cast("F", compiled)


def inlined(function: F) -> F:
    """As `njit`, and made part of whatever calls it: kernels are many small functions in a loop."""
    return njit(function, inline=True)


def threaded(function: F) -> F:
    """As `njit`, and without Python's lock: threads run it side by side."""
    return njit(function, nogil=True)


def direct(function: F, *like: Any) -> F:
    """The compiled code of a function for arguments of the types of these, and of no others: at a
    call nobody looks at them, which for states takes longer than a step."""
    if not JIT:
        return function
    compiled: Any = function
    return cast("F", compiled.compile(tuple(map(numba.typeof, like))))
