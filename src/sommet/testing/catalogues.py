"""Update the gettext catalogues of games from their words, exercises and errors, and compile them.

    python -m sommet.testing.catalogues GAME [LANGUAGE ...]

Without languages, updates those the game has. A catalogue is
`locale/<language>/LC_MESSAGES/<game>.po` in the game's folder. New texts in it are empty and
changed ones marked as fuzzy, until somebody translates them. Its compiled form, `.mo`, has only
what is translated.
"""

from __future__ import annotations

import ast
import io
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from sommet.core.errors import missing_extra
from sommet.core.i18n import ERRORS, game_words
from sommet.core.message import Plural, Text, Words
from sommet.core.registry import folder

if fault := missing_extra("sommet.testing.catalogues", "i18n", "babel"):
    raise fault

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

__all__ = [
    "Entry",
    "ErrorSentence",
    "Locale",
    "error_entries",
    "error_sentences",
    "game_locale",
    "mo_bytes",
    "report",
    "translations",
    "untranslated",
    "word_entries",
]

SOURCE = Path(__file__).parents[1]


@dataclass(frozen=True)
class ErrorSentence:
    """A place where an error is raised. `game` is empty outside the games."""

    game: str
    code: str
    words: str
    place: str


def error_sentences(source: Path = SOURCE, game: str = "") -> Iterator[ErrorSentence]:
    """Every error that the sources raise; `game` if they are a game's folder."""
    trees = {
        path: [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        for path in sorted(source.rglob("*.py"))
    }
    errors = _errors(node for nodes in trees.values() for node in nodes)
    for path, nodes in trees.items():
        home = game or (path.parent.name if path.parent.parent.name == "games" else "")
        for node in nodes:
            if isinstance(node, ast.Call) and (found := _error_call(node, errors)):
                place = f"{path.relative_to(source)}:{node.lineno}"
                code, words = found
                yield ErrorSentence(home, _text(code), _text(words), place)


def _errors(nodes: Iterable[ast.AST]) -> set[str]:
    """The names of all error classes: everything derived from the root class."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for node in nodes
        if isinstance(node, ast.ClassDef)
    }
    found = {"SommetError", "OptionError", "TextError", "IllegalMove"}
    while more := {name for name in bases if bases[name] & found} - found:
        found |= more
    return found


def _error_call(call: ast.Call, errors: set[str]) -> tuple[ast.expr, ast.expr] | None:
    """The code and the sentence, if a call creates an error."""
    match call:
        case ast.Call(func=ast.Name(id="IllegalMove"), args=[_, code, words, *_]):
            return code, words
        case ast.Call(func=ast.Name(id=name), args=[code, words, *_]) if name in errors:
            return code, words
        case ast.Call(
            func=ast.Attribute(attr="__init__", value=ast.Call(func=ast.Name(id="super"))),
            args=[ast.Constant() as code, ast.Constant() as words],
        ):
            return code, words
    return None


def _text(node: ast.expr) -> str:
    """A literal argument of a call; anything but a literal cannot be looked up."""
    return str(node.value) if isinstance(node, ast.Constant) else f"<{ast.unparse(node)}>"


@dataclass(frozen=True)
class Entry:
    """A text to translate, as gettext knows it. `place` is the file that has it, and `note` is
    shown to translators."""

    text: str | tuple[str, ...]
    context: str | None = None
    place: str = ""
    note: str = ""


def word_entries(words: Words, place: str = "words.py") -> Iterator[Entry]:
    """The texts of a table of words."""
    for group, texts in words.items():
        for code, text in texts.items():
            yield Entry(_id(text), group, place, code)


def _id(text: Text) -> str | tuple[str, ...]:
    return text.forms if isinstance(text, Plural) else text


def error_entries(source: Path, game: str = "") -> Iterator[Entry]:
    """The sentences of the errors that the files below a folder raise; for Sommet's own folder,
    without those of the games."""
    for error in error_sentences(source, game):
        if error.game == game:
            yield Entry(error.words, f"{ERRORS}.{error.code}", error.place.partition(":")[0])


def exercise_entries(folder: Path) -> Iterator[Entry]:
    """The texts of a game's exercises."""
    file = folder / "exercises.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for exercise in found.get("exercise", ()):
        for name in ("title", "task", "right", "wrong"):
            if name in exercise:
                yield Entry(exercise[name], "exercises", file.name, f"{exercise['clause']} {name}")
        for slip in exercise.get("slips", ()):
            yield Entry(slip["comment"], "exercises", file.name, " ".join(slip["moves"]))


@dataclass(frozen=True)
class Locale:
    """The catalogues of one domain: a file for each language, and the texts they translate."""

    folder: Path
    domain: str
    entries: tuple[Entry, ...]

    @property
    def languages(self) -> list[str]:
        """The languages that have a catalogue."""
        return sorted(file.parents[1].name for file in self.folder.glob(f"*/*/{self.domain}.po"))

    def file(self, language: str) -> Path:
        return self.folder / language / "LC_MESSAGES" / f"{self.domain}.po"

    def read(self, language: str) -> Catalog:
        """The catalogue of a language as translators left it; empty if there is none yet."""
        file = self.file(language)
        if not file.exists():
            return Catalog(
                language, self.domain, project="Sommet", version=version("sommet"), fuzzy=False
            )
        with file.open("rb") as lines:
            return read_po(lines, locale=language, domain=self.domain)

    def updated(self, language: str) -> Catalog:
        """The catalogue of a language with exactly the texts of the sources."""
        sources = Catalog(project="Sommet", fuzzy=False)
        for entry in self.entries:
            sources.add(
                entry.text,
                locations=[(entry.place, 0)],
                auto_comments=[entry.note] if entry.note else [],
                context=entry.context,
            )
        found = self.read(language)
        found.update(sources, update_creation_date=False)  # a date would conflict in merges
        found.obsolete.clear()
        for message in found:
            if "%(" not in str(message.id):  # a percent sign in prose is no format
                message.flags.discard("python-format")
        return found

    def update(self, language: str) -> Catalog:
        """Write the updated catalogue of a language and its compiled form."""
        found, file = self.updated(language), self.file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(po_text(found), encoding="utf-8")
        file.with_suffix(".mo").write_bytes(mo_bytes(self.read(language)))
        return found


def untranslated(catalogue: Catalog) -> list[str]:
    """The texts without a translation, or with one that has to be checked."""
    return [
        str(each.id)
        for each in catalogue
        if each.id and (each.fuzzy or "" in (translations(each) or ("",)))
    ]


def translations(message: Message) -> tuple[str, ...]:
    """The translation of a message; several if it has plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def po_text(catalogue: Catalog) -> str:
    """A catalogue as translators edit it."""
    lines = io.BytesIO()
    write_po(lines, catalogue, width=0, include_lineno=False)
    return lines.getvalue().decode()


def mo_bytes(catalogue: Catalog) -> bytes:
    """The compiled form of a catalogue."""
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


def game_locale(game: str) -> Locale:
    """The catalogues of a game."""
    source = Path(str(folder(game)))
    entries = (
        *word_entries(game_words(game)),
        *exercise_entries(source),
        *error_entries(source, game),
    )
    return Locale(source / "locale", game, entries)


def report(locale: Locale, languages: Iterable[str]) -> None:
    """Update catalogues, and print how much of each is left to translate."""
    for language in languages:
        found = locale.update(language)
        left = len(untranslated(found))
        print(f"{locale.file(language)}: {len(found)} texts, {left} to translate")


if __name__ == "__main__":
    game, *languages = sys.argv[1:]
    found = game_locale(game)
    report(found, languages or found.languages)
