"""The service worker: what it keeps on a device."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from sommet.web.static_files import files, version

__all__ = ["service_worker", "static_shell"]

SOURCE = Path(__file__).with_name("service_worker.js")
NOT_IN_SHELL = ("icons/", "screens/")
"""Static files for whoever installs the app; pages don't use them."""


def static_shell() -> list[str]:
    """The static files that pages use, by address relative to the site's folder."""
    return [f"static/{version()}/{name}" for name in files() if not name.startswith(NOT_IN_SHELL)]


def service_worker(
    version: str,
    shell: Collection[str],
    *,
    pages: Mapping[str, Collection[str]] | None = None,
    documents: Collection[str] = (),
    runtime: Mapping[str, int] | None = None,
    data: Mapping[str, int] | None = None,
) -> str:
    """The script of the service worker of one version of the site.

    It keeps the files of the shell from the first visit on, `pages` from the first visit in their
    language on, `documents` once they are used, and `runtime`, whose values are their sizes in
    bytes, once it is used or wanted. So is each file of `data`, which only some players read.
    """
    site = {
        "version": version,
        "shell": [*shell],
        "pages": {language: [*names] for language, names in (pages or {}).items()},
        "documents": [*documents],
        "runtime": [*(runtime or {}).items()],
        "data": [*(data or {}).items()],
    }
    return f"self.SITE = {json.dumps(site)};\n{_source()}"


@cache
def _source() -> str:
    return SOURCE.read_text(encoding="utf-8")
