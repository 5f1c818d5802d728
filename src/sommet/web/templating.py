"""Templates and the files that go with them."""

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

from sommet.core.metadata import trade_names
from sommet.web.languages import LANGUAGES, catalogue
from sommet.web.translations import said, spoken

__all__ = ["File", "documents", "files", "modules", "render", "version"]

HERE = Path(__file__).parent
STATIC = HERE / "static"
DOCS = (HERE / "docs", HERE.parents[2] / "build" / "docs")
"""Where the docs site may be, unless SOMMET_DOCS says it: in the wheel, or where `make docs` puts
it in a checkout."""
IMPORT = re.compile(r'^(?:import|export \*|\} from)[^;"]*"(\.[^"]+)";', re.M)

COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.M)
"""A comment with lines of its own: it is for those who read the source, and not sent."""


@dataclass(frozen=True)
class File:
    """A static file as it is sent: scripts and styles without their comments, packed once."""

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


def _below(folder: Path) -> dict[str, Path]:
    """Every file in a folder and its folders, by its path from there."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in found}


@cache
def files() -> dict[str, File]:
    """Every static file by its path."""
    return {name: File.read(path) for name, path in _below(STATIC).items()}


@cache
def documents() -> dict[str, Path]:
    """Every file of the docs site by its path; none where it was not built."""
    folders = (Path(told),) if (told := os.environ.get("SOMMET_DOCS")) else DOCS
    return next((found for folder in folders if (found := _below(folder))), {})


@cache
def version() -> str:
    """Changes when any static file does, so that browsers may keep them for ever."""
    mark = sha256()
    for name, file in files().items():
        mark.update(name.encode())
        mark.update(file.plain)
    return mark.hexdigest()[:12]


@cache
def modules(name: str) -> tuple[str, ...]:
    """The scripts that a script needs, so that a page can ask for all of them at once."""
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
        loader=FileSystemLoader(HERE / "templates"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    i18n: Any = environment  # the extension adds what the type does not tell of
    i18n.install_gettext_translations(catalogue(language), newstyle=True)
    environment.globals.update(
        language=language,
        languages=LANGUAGES,
        static=f"/static/{version()}",
        modules=modules,
        documented=bool(documents()),
        trade_names=trade_names,
        said=lambda group, code, game="", **values: said(language, group, code, game, **values),
        spoken=lambda game, *groups: spoken(language, game, *groups),
    )
    return environment


def render(template: str, language: str, **values: Any) -> str:
    return _environment(language).get_template(template).render(**values)
