"""Render templates, and load the static files and the docs site."""

from __future__ import annotations

import gzip
import mimetypes
import os
import posixpath
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.web", "server", "jinja2"):
    raise fault

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sommet.core.i18n import catalogue
from sommet.core.metadata import trade_names
from sommet.web.languages import LANGUAGES
from sommet.web.translations import page_text, page_texts

__all__ = ["File", "docs_files", "files", "modules", "render", "version"]

WEB_FOLDER = Path(__file__).parent
STATIC_FOLDER = WEB_FOLDER / "static"
DOCS_FOLDERS = (WEB_FOLDER / "docs", WEB_FOLDER.parents[2] / "build" / "docs")
"""Where to look for the docs site unless SOMMET_DOCS is set: in the wheel, or in a checkout's
output of `make docs`."""
IMPORT = re.compile(r'^(?:import|export \*|\} from)[^;"]*"(\.[^"]+)";', re.M)

COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.M)
"""A comment on lines of its own; it is not sent to browsers."""


@dataclass(frozen=True)
class File:
    """A static file as it is sent: scripts and styles without comments; `packed` is gzipped."""

    kind: str
    plain: bytes
    packed: bytes

    @classmethod
    def read(cls, path: Path) -> File:
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        kind = "text/javascript" if path.suffix == ".js" else kind
        plain = path.read_bytes()
        if path.suffix in {".js", ".css"}:
            plain = COMMENT.sub(b"", plain)
        return cls(kind, plain, gzip.compress(plain, 9, mtime=0))


def _files_below(folder: Path) -> dict[str, Path]:
    """Every file below a folder, by relative path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in found}


@cache
def files() -> dict[str, File]:
    """Every static file, by path."""
    return {name: File.read(path) for name, path in _files_below(STATIC_FOLDER).items()}


@cache
def docs_files() -> dict[str, Path]:
    """Every file of the docs site, by path; empty if it has not been built."""
    folders = (Path(given),) if (given := os.environ.get("SOMMET_DOCS")) else DOCS_FOLDERS
    return next((found for folder in folders if (found := _files_below(folder))), {})


@cache
def version() -> str:
    """A hash of all static files, part of their URLs, so that browsers can cache them forever."""
    digest = sha256()
    for name, file in files().items():
        digest.update(name.encode())
        digest.update(file.plain)
    return digest.hexdigest()[:12]


@cache
def modules(name: str) -> tuple[str, ...]:
    """The scripts that a script imports, directly or not, so that a page can preload them."""
    found = [name]
    for each in found:
        source = files()[each].plain.decode()
        for path in IMPORT.findall(source):
            needed = posixpath.normpath(posixpath.join(posixpath.dirname(each), path))
            if needed not in found:
                found.append(needed)
    return tuple(found[1:])


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(WEB_FOLDER / "templates"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    i18n: Any = environment  # the extension adds methods that the type lacks
    i18n.install_gettext_translations(catalogue(language), newstyle=True)
    environment.globals.update(
        language=language,
        languages=LANGUAGES,
        static=f"/static/{version()}",
        modules=modules,
        documented=bool(docs_files()),
        trade_names=trade_names,
        said=lambda group, code, game="", **values: page_text(
            language, group, code, game, **values
        ),
        spoken=lambda game, *groups: page_texts(language, game, *groups),
    )
    return environment


def render(template: str, language: str, **values: Any) -> str:
    return _environment(language).get_template(template).render(**values)
