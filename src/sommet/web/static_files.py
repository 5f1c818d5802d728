"""The static files and the docs site."""

from __future__ import annotations

import json
import mimetypes
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

__all__ = [
    "File",
    "browser_files",
    "bundle_imports",
    "docs_files",
    "files",
    "modules",
    "version",
]

WEB_FOLDER = Path(__file__).parent
STATIC_FOLDER = WEB_FOLDER / "static"
BUNDLE_FOLDER = WEB_FOLDER / "bundle"
MANIFEST = "manifest.json"
BUILD_FOLDER = WEB_FOLDER.parents[2] / "build"
DOCS_FOLDERS = (WEB_FOLDER / "docs", BUILD_FOLDER / "docs")
"""Where to look for the docs site unless SOMMET_DOCS is set: in the wheel, or in a checkout's
output of `make docs`."""
BROWSER_FOLDERS = (WEB_FOLDER / "browser", BUILD_FOLDER / "browser")
"""Where to look for the files that play in a browser unless SOMMET_BROWSER is set."""


@dataclass(frozen=True)
class File:
    """A static file as it is sent."""

    media_type: str
    content: bytes

    @classmethod
    def read(cls, path: Path) -> File:
        guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return cls("text/javascript" if path.suffix == ".js" else guessed, path.read_bytes())


def _files_below(folder: Path) -> dict[str, Path]:
    """Every file below a folder, by relative path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in found}


def bundle_imports(static: Path, bundle: Path) -> Mapping[str, tuple[str, ...]] | None:
    """The scripts that each script of a bundle imports, directly or not. None if the sources have
    changed since it was made (`make bundle`)."""
    manifest = json.loads((bundle / MANIFEST).read_text(encoding="utf-8"))
    for name, digest in manifest["sources"].items():
        source = static.parents[1] / name
        if source.is_relative_to(static) and not (
            source.is_file() and sha256(source.read_bytes()).hexdigest() == digest
        ):
            return None
    return {name: tuple(imports) for name, imports in manifest["imports"].items()}


@cache
def _imports() -> Mapping[str, tuple[str, ...]] | None:
    return bundle_imports(STATIC_FOLDER, BUNDLE_FOLDER)


@cache
def files() -> dict[str, File]:
    """Every static file, by path. Scripts and styles are those of the bundle, or the sources if
    they have changed since it was made."""
    paths = _files_below(STATIC_FOLDER)
    if _imports() is not None:
        paths = {name: path for name, path in paths.items() if path.suffix not in (".js", ".css")}
        paths |= _files_below(BUNDLE_FOLDER)
        del paths[MANIFEST]
    return {name: File.read(path) for name, path in paths.items()}


@cache
def docs_files() -> dict[str, Path]:
    """Every file of the docs site, by path; empty if it has not been built."""
    return _built_files("SOMMET_DOCS", DOCS_FOLDERS)


@cache
def browser_files() -> dict[str, Path]:
    """Every file that playing in a browser needs besides the static ones, by path; empty if they
    have not been built."""
    return _built_files("SOMMET_BROWSER", BROWSER_FOLDERS)


def _built_files(variable: str, folders: Sequence[Path]) -> dict[str, Path]:
    """The files of the folder that an environment variable names, or else of the first that has
    any."""
    given = os.environ.get(variable)
    chosen = (Path(given),) if given else folders
    return next((found for folder in chosen if (found := _files_below(folder))), {})


@cache
def version() -> str:
    """A hash of all static files, part of their URLs, so that browsers can cache them forever."""
    digest = sha256()
    for name, file in files().items():
        digest.update(name.encode())
        digest.update(file.content)
    return digest.hexdigest()[:12]


def modules(name: str) -> tuple[str, ...]:
    """The scripts that a script imports, directly or not, so that a page can preload them."""
    return (_imports() or {}).get(name, ())
