"""Render templates."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.web", "server", "jinja2"):
    raise fault

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sommet.core.i18n import catalogue
from sommet.core.metadata import trade_names
from sommet.web.languages import LANGUAGES
from sommet.web.rules_html import PICTURES
from sommet.web.static_files import docs_files, modules, version
from sommet.web.translations import page_text, page_texts

__all__ = ["render"]

WEB_FOLDER = Path(__file__).parent


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
        modules=modules,
        documented=bool(docs_files()),
        trade_names=trade_names,
        server=True,
        version=version(),
        said=lambda group, code, game="", **values: page_text(
            language, group, code, game, **values
        ),
        spoken=lambda game, *groups: page_texts(language, game, *groups),
    )
    environment.filters["rooted"] = _rooted
    return environment


def _rooted(html: str, files: str) -> Markup:
    """Rules as HTML, with the addresses of their pictures relative to a page."""
    return Markup(html.replace(f'src="{PICTURES}', f'src="{files}{PICTURES}'))


def render(template: str, language: str, root: str, *, files: str = "", **values: Any) -> str:
    """Render a template. The addresses of pages start with `root`, the address of the home page
    relative to this one, which ends with a slash; those of files start with `files`, by default
    the same."""
    files = files or root
    return (
        _environment(language)
        .get_template(template)
        .render({"root": root, "files": files, "static": f"{files}static/{version()}", **values})
    )
