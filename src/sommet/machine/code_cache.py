"""Compiled code on disk: where it is kept, and which process compiles it.

Numba's own cache does not notice edits in other files than the one a function is defined in, so the
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import local
from typing import Any

import numba
from filelock import FileLock, Timeout
from numba.core.caching import FunctionCache

__all__ = ["FOLDER", "JIT", "CodeCache", "cache_folder", "clear_cache", "compile_lock", "sources"]

JIT = not numba.config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1, when everything runs as plain Python for debugging."""

FORMAT = 2
"""Part of the folder's name. Folders of format 1 may hold functions that were mixed up."""

SOURCES = (
    "core/colours.py",
    "machine/*.py",
    "games/*/*.py",
    "engine/solo/beam_search.py",
    "engine/belief/likelihood.py",
    "engine/value_network/*.py",
    "engine/mcts/uct.py",
    "engine/mcts/node_pool.py",
    "engine/solve/*.py",
    "envs/render.py",
)
"""The kernels and everything they take their constants from …"""
UNRELATED = ("__init__.py", "scene.py", "descriptions.py", "terminal.py", "text.py")
"""… except these."""

UNUSED_AFTER_S = 30 * 24 * 3600
"""Folders of other sources are deleted when they have not been used for this long."""
LOCK_TIMEOUT_S = 300.0
"""How long to wait for another process that compiles the same game, before compiling here too."""
LOCK_POLL_S = 0.05
REPORT_EVERY_S = 5.0


def sources(package: Path = Path(__file__).parents[1]) -> list[Path]:
    """The files that compiled code depends on, in a fixed order."""
    found = (source for pattern in SOURCES for source in package.glob(pattern))
    return sorted({source for source in found if source.name not in UNRELATED})


def cache_folder(package: Path = Path(__file__).parents[1]) -> Path:
    """Where compiled code of exactly these sources is kept."""
    digest = hashlib.sha256(repr((FORMAT, sys.version_info[:3], numba.__version__)).encode())
    for source in sources(package):
        digest.update(f"{source.relative_to(package)}\n".encode() + _relevant(source))
    caches = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    base = Path(caches) if caches else Path.home() / ".cache"
    return base / "sommet" / f"kernels-{digest.hexdigest()[:16]}"


def _relevant(source: Path) -> bytes:
    """What compiled code may depend on: of `rules.py` everything but its comments and sentences."""
    if source.name != "rules.py":
        return source.read_bytes()
    tree = ast.parse(source.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = ""
    return ast.dump(tree).encode()


def _prepared_folder() -> Path | None:
    """The cache folder, or None where nothing can be written."""
    with suppress(OSError, RuntimeError):  # RuntimeError: there is no home
        folder = cache_folder()
        if not folder.exists():
            for old in folder.parent.glob("kernels-*"):
                if time.time() - old.stat().st_mtime > UNUSED_AFTER_S:
                    shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        folder.touch()
        return folder
    return None


FOLDER = _prepared_folder() if JIT else None
"""Where compiled code is kept in this process; None when it is not."""


def clear_cache() -> None:
    """Delete all compiled code of these sources, and load none of it in this process any more."""
    CodeCache.readable = False
    if FOLDER:
        for file in FOLDER.rglob("*.nb?"):
            with suppress(OSError):
                file.unlink()


class CodeCache:
    """Numba's cache of one function, on disk. What does not fit is compiled again.

    A function that is not there is compiled by one process at a time for each game; the others wait
    and then load it. See `compile_lock`.
    """

    readable = True
    """Whether code may be loaded. It is written either way."""

    def __init__(self, function: Callable[..., Any], game_of: Callable[[Any], str]) -> None:
        # Only while the cache is made: functions of others keep theirs where they were.
        usual, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(FOLDER)
        try:
            self._files = FunctionCache(function)
        finally:
            numba.config.CACHE_DIR = usual
        self._game_of = game_of
        self.cache_path = self._files.cache_path
        self.flush = self._files.flush

    def load_overload(self, signature: Any, target: Any) -> Any:
        if not CodeCache.readable:
            return None
        found = self._load(signature, target)
        if found is None and _lock.acquire(self._game_of(signature)):
            found = self._load(signature, target)  # another process may have compiled it meanwhile
        return found

    def _load(self, signature: Any, target: Any) -> Any:
        try:
            found = self._files.load_overload(signature, target)
        except Exception:  # a broken file, or one that names a game which is not installed here
            with suppress(OSError):
                self.flush()
            return None
        # Two processes that save different signatures at once may both choose the same file.
        return found if found and found.signature.args == tuple(signature) else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with suppress(OSError):  # a full disk, say
            self._files.save_overload(signature, compiled)


class _Lock(local):
    """At most one game's lock, held by this thread while it compiles."""

    def __init__(self) -> None:
        self.held: FileLock | None = None
        self.depth = 0
        self.report: Callable[[float], None] = lambda waited: None

    def acquire(self, game: str) -> bool:
        """Wait for the game's lock unless this thread holds one. False when the wait was too long,
        or locks do not work here: then several processes may compile the same."""
        if self.held or not self.depth or not FOLDER:
            return False
        lock = FileLock(FOLDER / f"{game}.lock", thread_local=False, fallback_to_soft=False)
        began = time.monotonic()
        waited = 0.0
        while waited < LOCK_TIMEOUT_S:
            try:
                # The first try does not wait, so that nothing is reported where nobody compiles.
                lock.acquire(REPORT_EVERY_S if waited else 0, poll_interval=LOCK_POLL_S)
            except Timeout:
                waited = time.monotonic() - began
                self.report(waited)
            except (OSError, NotImplementedError):
                return False
            else:
                self.held = lock
                return True
        return False

    def release(self) -> None:
        if self.held:
            self.held.release()
            self.held = None


_lock = _Lock()


@contextmanager
def compile_lock(report: Callable[[float], None]) -> Iterator[bool]:
    """While a function is compiled or loaded, and all that it calls. The lock that this took is
    released at the end. Yields whether this is the outermost; `report` gets the seconds that it has
    waited for another process, every few seconds."""
    outermost = _lock.depth == 0
    _lock.depth += 1
    if outermost:
        _lock.report = report
    try:
        yield outermost
    finally:
        _lock.depth -= 1
        if outermost:
            _lock.release()
