"""`sommet site`: write a Sommet that needs no server."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from sommet.cli.echo import echo
from sommet.cli.language import format_number, localize
from sommet.core.errors import OptionError

__all__ = ["site"]

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="an empty folder, or a new one")]


def site(folder: Folder) -> None:
    """Write a complete Sommet into a folder, for any web server that serves files.

    Everything that needs nobody else works there: machines, pass and play, the daily deal, lessons,
    the free board and the documentation, in every language and without a network after the first
    visit. The same version writes the same bytes.
    """
    import_module("sommet.web.templating")  # reports missing packages before anything else
    from sommet.web.site_folder import write_site
    from sommet.web.static_files import browser_files, docs_files
    from sommet.web.static_site import build_site

    browser = browser_files()
    if not browser:
        raise OptionError(
            "no_browser_files",
            "This installation lacks the files that play in a browser. In a checkout, `make site` "
            "builds them; a package made by `make dist` has them.",
        )
    if not docs_files():
        echo(localize("site_without_docs"), err=True)
    files = build_site(browser, docs_files())
    write_site(folder, files)
    _show_sizes(files)
    echo(localize("site_written", folder=str(folder)))


def _show_sizes(files: Mapping[str, bytes]) -> None:
    """Print the bytes of each part of the site, raw and compressed as most hosts send them."""
    parts: dict[str, list[int]] = {}
    for name, content in files.items():
        folder = name.partition("/")[0] if "/" in name else "."
        part = parts.setdefault(folder, [0, 0, 0])
        for at, count in enumerate((1, len(content), len(gzip.compress(content, 6, mtime=0)))):
            part[at] += count
    parts = dict(sorted(parts.items()))
    parts[localize("site_total")] = [sum(column) for column in zip(*parts.values(), strict=True)]
    heading = [localize(f"site_{word}") for word in ("part", "files", "bytes", "gzip")]
    rows = [[name, *(format_number(count, ",") for count in parts[name])] for name in parts]
    for name, *counts in (heading, *rows):
        echo(f"{name:<10}" + "".join(f"{count:>14}" for count in counts))
