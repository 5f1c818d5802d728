"""Compiling with Numba, and keeping what was compiled safely on disk.

Numba's own cache does not notice edits in other files than the one a function stands in, so the
cache folder is named after everything that goes into the code: our sources, Numba, Python.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba

__all__ = ["JIT", "cache_folder", "njit"]

F = TypeVar("F", bound=Callable[..., Any])

JIT = not numba.config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1, when everything runs as plain Python for debugging."""


def cache_folder() -> Path:
    """Where compiled code of exactly these sources lies."""
    package = Path(__file__).parents[1]
    sources = [*package.glob("machine/*.py"), *package.glob("games/*/kernel.py")]
    sources += package.glob("engine/search/*.py")
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.name.encode() + source.read_bytes())
    versions = (sys.version_info[:3], numba.__version__, llvmlite.__version__)
    digest.update(repr(versions).encode())
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sommet" / f"kernels-{digest.hexdigest()[:16]}"


if not os.environ.get("NUMBA_CACHE_DIR"):
    numba.config.CACHE_DIR = str(cache_folder())


def njit(function: F) -> F:
    """Compile a function for machines; it stays callable as Python when compiling is off."""
    return cast("F", numba.njit(cache=True, error_model="numpy")(function))
