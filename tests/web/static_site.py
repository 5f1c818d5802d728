"""A small site for tests: stand-ins for the files that play in a browser, and for the docs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sommet.web.static_site import build_site

__all__ = ["small_site"]

RUNTIME = {
    "runtime.json": '{"pyodide": "pyodide-1", "sommet": "sommet-1.zip", "levels": {}}',
    "pyodide-1/pyodide.mjs": "export {};",
    "sommet-1.zip": "zip " * 5000,
}
DOCS = {
    "index.html": '<!DOCTYPE html><html lang="en"><head><title>Docs</title></head><body>'
    '<h1>Docs</h1><script src="_static/docs.js"></script></body></html>',
    "_static/docs.js": "document.body.dataset.scripts = 'run';",
}


def small_site(folder: Path, **docs: str) -> dict[str, bytes]:
    """A whole site; `folder` is for the stand-ins. `docs` has more pages of the docs, by name."""
    pages = {f"{name}.html": text for name, text in docs.items()}
    return build_site(
        _written(folder / "browser", RUNTIME), _written(folder / "docs", DOCS | pages)
    )


def _written(folder: Path, files: Mapping[str, str]) -> dict[str, Path]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return {name: folder / name for name in files}
