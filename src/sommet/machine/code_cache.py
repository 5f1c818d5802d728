"""The cache of compiled code on disk, with a lock so that only one process compiles a game.

Numba's own cache doesn't notice edits in files other than the function's own, so the name of the
cache folder is a digest of everything that affects the code: our sources, Numba, Python.
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
from importlib.util import find_spec
from pathlib import Path
from threading import local
from typing import Any

__all__ = [
    "FOLDER",
    "JIT",
    "PLAIN_PYTHON",
    "CodeCache",
    "cache_folder",
    "clear_cache",
    "compile_lock",
    "sources",
]

PLAIN_PYTHON = os.environ.get("NUMBA_DISABLE_JIT") == "1"
"""Whether everything runs as plain Python, for debugging."""
JIT = bool(find_spec("numba")) and not PLAIN_PYTHON
"""Whether Numba compiles functions. Without it, only functions of the shipped library are
compiled."""

if JIT:
    import numba
    from filelock import FileLock, Timeout
    from numba.core.caching import FunctionCache

FORMAT = 2
"""Part of the folder's name. Folders of format 1 may hold functions that were mixed up."""

SOURCES = (
    "core/colours.py",
    "machine/*.py",
    "games/*/*.py",
    "engine/solo/solver.py",
    "engine/belief.py",
    "engine/value_network/*.py",
    "engine/mcts/uct.py",
    "engine/mcts/node_pool.py",
    "engine/solve/*.py",
)
"""Files with compiled functions or with constants that these use …"""
EXCLUDED = ("__init__.py", "scene.py", "descriptions.py", "terminal.py", "text.py")
"""… except these."""

UNUSED_AFTER_S = 30 * 24 * 3600
"""Cache folders of other versions are deleted when they haven't been used for this long."""
LOCK_TIMEOUT_S = 300.0
"""Maximum wait for another process that compiles the same game, before compiling here too."""
LOCK_POLL_S = 0.05
REPORT_EVERY_S = 5.0


def sources(package: Path = Path(__file__).parents[1]) -> list[Path]:
    """The files that compiled code depends on, in a fixed order."""
    found = (source for pattern in SOURCES for source in package.glob(pattern))
    return sorted({source for source in found if source.name not in EXCLUDED})


def cache_folder(package: Path = Path(__file__).parents[1]) -> Path:
    """The cache folder for exactly these sources."""
    digest = hashlib.sha256(repr((FORMAT, sys.version_info[:3], numba.__version__)).encode())
    for source in sources(package):
        digest.update(f"{source.relative_to(package)}\n".encode() + _relevant(source))
    caches = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    base = Path(caches) if caches else Path.home() / ".cache"
    return base / "sommet" / f"kernels-{digest.hexdigest()[:16]}"


def _relevant(source: Path) -> bytes:
    """The part of a file that affects compiled code: of `rules.py`, all but comments and texts."""
    if source.name != "rules.py":
        return source.read_bytes()
    tree = ast.parse(source.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = ""
    return ast.dump(tree).encode()


def _prepared_folder() -> Path | None:
    """Create the cache folder and delete old ones; None if it isn't writable."""
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
"""The cache folder of this process, or None if nothing is cached."""


def clear_cache() -> None:
    """Delete all cached code of these sources; this process won't load any of it again."""
    CodeCache.readable = False
    if FOLDER:
        for file in FOLDER.rglob("*.nb?"):
            with suppress(OSError):
                file.unlink()


class CodeCache:
    """Numba's cache of one function, on disk. Unreadable entries are compiled again.

    A missing function is compiled by one process per game; the others wait and then load it. See
    `compile_lock`.
    """

    readable = True
    """Whether code may be loaded; it is always written."""

    def __init__(self, function: Callable[..., Any], game_of: Callable[[Any], str]) -> None:
        # Only for this cache: other libraries keep their cache folder.
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
        except Exception:  # a corrupt file, or one that refers to a game that isn't installed
            with suppress(OSError):
                self.flush()
            return None
        # Two processes that save different signatures at once may both choose the same file.
        return found if found and found.signature.args == tuple(signature) else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with suppress(OSError):  # such as a full disk
            self._files.save_overload(signature, compiled)


class _Lock(local):
    """The lock of at most one game, which this thread holds while it compiles."""

    def __init__(self) -> None:
        self.held: FileLock | None = None
        self.depth = 0
        self.report: Callable[[float], None] = lambda waited: None

    def acquire(self, game: str) -> bool:
        """Wait for a game's lock unless this thread already has one. Returns False after a timeout,
        or if locks don't work here: then several processes may compile the same code."""
        if self.held or not self.depth or not FOLDER:
            return False
        lock = FileLock(FOLDER / f"{game}.lock", thread_local=False, fallback_to_soft=False)
        began = time.monotonic()
        waited = 0.0
        while waited < LOCK_TIMEOUT_S:
            try:
                # The first attempt doesn't wait, so that nothing is reported when the lock is free.
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
    """A context for compiling or loading a function and its callees; at its end, the lock is
    released. Yields whether it is the outermost context. `report` is called every few seconds with
    the time spent waiting for another process."""
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
