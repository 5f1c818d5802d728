"""Update all gettext catalogues from the sources, and compile them.

    python -m scripts.words [LANGUAGE ...]

Without languages, updates those that exist; another one is created.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir
from typer.main import get_command

import sommet
from sommet.cli.app import app
from sommet.cli.language import SAMPLE_NUMBER, TYPER_TEXTS, HelpTexts
from sommet.cli.words import TERMINAL
from sommet.core.i18n import DOMAIN, LOCALE_FOLDER
from sommet.core.words import WORDS
from sommet.notebook.widget import NOTEBOOK
from sommet.server.app.run import SERVING
from sommet.testing.catalogues import (
    Entry,
    Locale,
    error_entries,
    game_locale,
    report,
    word_entries,
)
from sommet.web.strings import GROUPS

__all__ = ["all_locales", "sommet_locale"]

SOURCE = Path(sommet.__file__).parent
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
PAGES = (
    ("web", [("templates/**.html", "jinja2"), ("**.py", "python")]),
    ("server/pages", [("**.py", "python")]),
)
"""Where the texts of pages are, and how Babel finds them."""
TABLES = {
    "core/words.py": WORDS,
    "web/strings.py": GROUPS,
    "cli/words.py": {"terminal": TERMINAL},
    "notebook/widget.py": {"notebook": NOTEBOOK},
    "server/app/run.py": {"serving": SERVING},
}


def sommet_locale() -> Locale:
    """The catalogues of Sommet itself."""
    return Locale(LOCALE_FOLDER, DOMAIN, tuple(_entries()))


def _entries() -> Iterator[Entry]:
    yield Entry("English", "language", "core/i18n.py", "the language's own name")
    yield Entry(SAMPLE_NUMBER, "number", "cli/language.py", "the separators of numbers")
    yield from _page_entries()
    for place, words in TABLES.items():
        yield from word_entries(words, place)
    for text in (*sorted(HelpTexts(get_command(app)).texts), *TYPER_TEXTS):
        yield Entry(text, place="cli")
    yield from error_entries(SOURCE)


def _page_entries() -> Iterator[Entry]:
    for folder, methods in PAGES:
        for name, _, text, _, context in extract_from_dir(
            SOURCE / folder,
            method_map=methods,
            keywords=KEYWORDS,
            options_map={"templates/**.html": {"newstyle_gettext": "true"}},
        ):
            yield Entry(text, context, f"{folder}/{name}")


def all_locales() -> Iterator[Locale]:
    """The catalogues of Sommet and of its games."""
    yield sommet_locale()
    for game in sommet.names():
        yield game_locale(game)


if __name__ == "__main__":
    for locale in all_locales():
        report(locale, sys.argv[1:] or sommet_locale().languages)
