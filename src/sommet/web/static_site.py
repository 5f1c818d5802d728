"""A complete Sommet as a folder of files, for any static host: every page that needs nobody else.

Pages are rendered by the templates of the server, as its addresses plus `.html`, in a folder for
each language; all links are relative.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any

import sommet
from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.engine.solo.daily import solo_game
from sommet.tables.free_board import parse_free_position
from sommet.web.app_manifest import app_manifest
from sommet.web.content_policy import CONTENT_POLICY
from sommet.web.free_board_page import free_board_values
from sommet.web.game_cards import clocks, game_card
from sommet.web.languages import LANGUAGES
from sommet.web.lesson_pages import lesson_pages, lesson_values, rules_values
from sommet.web.new_table import FORM_DEFAULTS, new_table_values, resolve_options
from sommet.web.notices import notices
from sommet.web.previews import picture_svg, preview_json
from sommet.web.rules_html import PICTURES
from sommet.web.service_worker import service_worker, static_shell
from sommet.web.static_files import files, version
from sommet.web.table_page import table_values
from sommet.web.templating import render

__all__ = ["CONTENTS", "build_site", "write_site"]

CONTENTS = "sommet-site.json"
"""The file of a site that lists the others."""
RUNTIME = "browser/runtime.json"
"""What says which files play in a browser, and at which levels."""
VERSION = "@version@"
"""Stands for the version of the site until it is known, since that is a digest of the pages."""
ADDRESS = re.compile(r'\b(href|src|action|data-root|data-files)="/([^"#?]*)([^"]*)"')


def build_site(browser: Mapping[str, Path], docs: Mapping[str, Path]) -> dict[str, bytes]:
    """Every file of the site by path. `browser` are the files that play in a browser, `docs` those
    of the docs site; the same files give the same bytes."""
    site = _assets()
    site |= {f"browser/{name}": path.read_bytes() for name, path in browser.items()}
    site |= {f"docs/{name}": _document(path) for name, path in docs.items()}
    levels = json.loads(site[RUNTIME]).get("levels", {}) if RUNTIME in site else {}
    pages = _render_pages(levels, documented="docs/index.html" in site)
    names = {*site, *pages}
    site |= {name: _relative(name, text, names).encode() for name, text in pages.items()}
    site["worker.js"] = _worker(site)
    known = _digest(site)
    for name in (*pages, "worker.js"):
        site[name] = site[name].replace(VERSION.encode(), known.encode())
    site[".nojekyll"] = b""  # GitHub Pages would leave out folders that begin with an underscore
    contents = {"version": known, "files": sorted([*site, CONTENTS])}
    site[CONTENTS] = (json.dumps(contents, indent=1) + "\n").encode()
    return dict(sorted(site.items()))


def _digest(site: Mapping[str, bytes]) -> str:
    digest = sha256()
    for name, content in sorted(site.items()):
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:12]


def _worker(site: Mapping[str, bytes]) -> bytes:
    """The service worker. The runtime and the docs are large, so they are kept when they are used
    or wanted, and everything else from the first visit on."""
    pages: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    extras, shell = {}, static_shell()
    for name, content in site.items():
        folder = name.partition("/")[0]
        if folder in pages:
            pages[folder].append(name)
        elif folder in ("browser", "docs") and name != RUNTIME:
            extras[name] = len(content)
        elif folder != "static":
            shell.append(name)
    return service_worker(VERSION, shell, pages=pages, extras=extras).encode()


# --- files ----------------------------------------------------------------------------------------


def _assets() -> dict[str, bytes]:
    """What pages load, and what they need to be installable."""
    site = {f"static/{version()}/{name}": file.content for name, file in files().items()}
    for name in sommet.names():
        site |= {
            f"preview/{name}.json": preview_json(name),
            f"preview/{name}.svg": picture_svg(name),
        }
        diagrams = registry.folder(name) / "diagrams"
        for file in diagrams.iterdir() if diagrams.is_dir() else ():
            site[f"{PICTURES}{name}/diagrams/{file.name}"] = file.read_bytes()
    for language in LANGUAGES:
        text = app_manifest(language, partial(_page_file, language))
        site[f"manifest-{language}.webmanifest"] = text.encode()
    return site


def _page_file(language: str, address: str) -> str:
    """The path of a page's file, by its address on a server."""
    return f"{language}/{address or 'index'}.html"


def _document(path: Path) -> bytes:
    """A file of the docs site; pages get the content policy that a server would send."""
    content = path.read_bytes()
    if path.suffix != ".html":
        return content
    policy = f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_POLICY}">'
    return content.replace(b"<head>", f"<head>{policy}".encode(), 1)


# --- pages ----------------------------------------------------------------------------------------


def _render_pages(levels: Mapping[str, list[str]], documented: bool) -> dict[str, str]:
    """Every page by the path of its file, with addresses that begin at the site's folder."""
    shared: dict[str, Any] = {
        "files": "/",
        "server": False,
        "version": VERSION,
        "policy": CONTENT_POLICY,
        "documented": documented,
        "name": "",
        "theme": "",
    }
    found = {"index.html": render("choose_language.html", "en", "/", **shared)}
    for language in LANGUAGES:
        for address, template, values in _pages(language, levels):
            path = f"/{address}"
            found[_page_file(language, address)] = render(
                template, language, f"/{language}/", path=path, **shared, **values
            )
    return found


def _pages(
    language: str, levels: Mapping[str, list[str]]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every page in a language: its address on a server, its template and its data."""
    cards = [_card(name, language, levels) for name in sommet.names()]
    home = {"games": cards, "clocks": clocks(language), "mine": [], "open": [], "running": []}
    yield "", "home.html", home
    for what in ("free", "learn", "new", "rules"):
        yield what, "games.html", {"what": what, "asked": "", "games": cards}
    for name in sommet.names():
        yield from _pages_of(name, language, levels)
    daily = solo_game()
    yield "daily", "daily.html", {**table_values(daily, language), "id": daily.id}
    listed = {"count": 0, "lines": [], "games": [], "chosen": {}}
    yield "mine", "my_games.html", listed
    yield "verify", "verify.html", {}
    yield "programs", "programs.html", {"example": sommet.names()[0]}
    yield "notices", "notices.html", {"notices": notices()}
    yield "offline", "offline.html", {}
    yield "missing", "missing.html", {}


def _pages_of(
    name: str, language: str, levels: Mapping[str, list[str]]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The pages about a game."""
    form = new_table_values(name, language, {**FORM_DEFAULTS, **resolve_options(name, {})})
    form["levels"] = [level for level in form["levels"] if _has(name, level, levels)]
    yield f"new/{name}", "new_table.html", {**form, "engines": {}}
    yield f"tables/{name}", "table.html", {**table_values(sommet.game(name), language), **NO_TABLE}
    yield f"rules/{name}", "rules.html", rules_values(name, language)
    board = parse_free_position(name, "", "", language)
    yield f"free/{name}", "free_board.html", free_board_values(board)
    for leaf in lesson_pages(name, language):
        values = lesson_values(name, leaf.name, language)
        assert values is not None
        yield f"learn/{name}/{leaf.name}".rstrip("/"), "lessons.html", values


def _card(name: str, language: str, levels: Mapping[str, list[str]]) -> dict[str, Any]:
    card = game_card(registry.kind(name), language)
    card["levels"] = [each for each in card["levels"] if _has(name, each[0], levels)]
    return card


def _has(name: str, level: str, levels: Mapping[str, list[str]]) -> bool:
    """Whether a game has a level in a browser; every one if `levels` doesn't say."""
    return level in levels.get(name, [level])


NO_TABLE: Mapping[str, Any] = {
    "id": "",
    "stage": "running",
    "daily": "",
    "today": "",
    "held": (0,),
    "invitation": "",
    "waits": False,
    "since": 0,
    "inviter": "",
    "first": "",
    "facts": (),
    "usual": False,
    "commitment": "",
}
"""What the page of a table shows until its scripts have opened one."""


def _relative(page: str, text: str, names: set[str]) -> str:
    """A page whose addresses are relative to it. Raises LookupError for one that leads nowhere."""

    def address(found: re.Match[str]) -> str:
        attribute, path, rest = found.groups()
        if attribute.startswith("data-"):
            target = f"{relpath(path or '.', dirname(page) or '.')}/"
        else:
            target = relpath(_file_of(page, path, names), dirname(page) or ".")
        return f'{attribute}="{target}{rest}"'

    return ADDRESS.sub(address, text)


def _file_of(page: str, path: str, names: set[str]) -> str:
    """The file at an address."""
    for name in (path, f"{path}.html", f"{path}index.html"):
        if name in names:
            return name
    raise LookupError(f"{page} leads to /{path}, which the site doesn't have")


# --- writing --------------------------------------------------------------------------------------


def write_site(folder: Path, site: Mapping[str, bytes]) -> None:
    """Write the files of a site into a folder that is empty or has an earlier site, which is
    replaced. Files at the top whose names begin with a dot stay."""
    earlier = _earlier_site(folder)
    for name in earlier - site.keys():
        (folder / name).unlink(missing_ok=True)
    for name, content in site.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_relative_to(folder / ".git") and not any(path.iterdir()):
            path.rmdir()


def _earlier_site(folder: Path) -> set[str]:
    """The files of the site in a folder. Raises OptionError if the folder holds something else."""
    if folder.is_file():
        raise OptionError(
            "site_is_file", "{folder} is a file. Choose a folder.", folder=str(folder)
        )
    contents = folder / CONTENTS
    earlier = set(json.loads(contents.read_text("utf-8"))["files"]) if contents.is_file() else set()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in earlier and not name.startswith("."):
            raise OptionError(
                "site_folder_used",
                "{folder} has files that are not part of a site, such as {file}. Choose an empty "
                "folder, or one that this command has written.",
                folder=str(folder),
                file=name,
            )
    return earlier
