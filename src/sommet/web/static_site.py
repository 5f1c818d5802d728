"""A complete Sommet as a folder of files, for any host: every page that needs nobody else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path

import sommet
from sommet.core import registry
from sommet.web.app_manifest import app_manifest
from sommet.web.content_policy import CONTENT_POLICY
from sommet.web.languages import LANGUAGES
from sommet.web.previews import picture_svg, preview_json
from sommet.web.rules_html import PICTURES
from sommet.web.service_worker import service_worker, static_shell
from sommet.web.static_files import files, version
from sommet.web.static_pages import VERSION, page_file, render_pages, with_relative_addresses

__all__ = ["CONTENTS", "build_site"]

CONTENTS = "sommet-site.json"
"""The file of a site that lists the others."""
RUNTIME = "browser/runtime.json"
"""What says which files play in a browser, and at which levels."""


def build_site(browser: Mapping[str, Path], docs: Mapping[str, Path]) -> dict[str, bytes]:
    """Every file of the site by path. `browser` are the files that play in a browser, `docs` those
    of the docs site; the same files give the same bytes."""
    site = _assets()
    site |= {f"browser/{name}": path.read_bytes() for name, path in browser.items()}
    site |= {f"docs/{name}": _document(path) for name, path in docs.items()}
    levels = json.loads(site[RUNTIME]).get("levels", {}) if RUNTIME in site else {}
    pages = render_pages(levels, documented="docs/index.html" in site)
    names = {*site, *pages}
    site |= {
        name: with_relative_addresses(name, text, names).encode() for name, text in pages.items()
    }
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
    """The service worker. What plays and the docs are large, so they are kept when they are used or
    wanted, and everything else from the first visit on."""
    pages: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    documents, shell = list[str](), static_shell()
    runtime, data = dict[str, int](), dict[str, int]()
    loaded_later = json.loads(site[RUNTIME]).get("data", {}).values() if RUNTIME in site else ()
    for name, content in site.items():
        folder = name.partition("/")[0]
        if folder in pages:
            pages[folder].append(name)
        elif folder == "docs":
            documents.append(name)
        elif folder == "browser" and name != RUNTIME:
            later = name.removeprefix("browser/") in loaded_later
            (data if later else runtime)[name] = len(content)
        elif folder != "static":
            shell.append(name)
    return service_worker(
        VERSION, shell, pages=pages, documents=documents, runtime=runtime, data=data
    ).encode()


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
        text = app_manifest(language, partial(page_file, language))
        site[f"manifest-{language}.webmanifest"] = text.encode()
    return site


def _document(path: Path) -> bytes:
    """A file of the docs site; pages get the content policy that a server would send."""
    content = path.read_bytes()
    if path.suffix != ".html":
        return content
    policy = f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_POLICY}">'
    return content.replace(b"<head>", f"<head>{policy}".encode(), 1)
