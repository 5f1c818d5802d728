"""Translations: turns codes, messages and errors into text.

The English texts are in the code: an error's sentence where it is raised, a game's words in its
`words.py`. Other languages are gettext catalogues, `locale/<language>/LC_MESSAGES/<domain>.mo`,
compiled from the `.po` file next to it: a game's in its folder, with its id as the domain, and
those of Sommet in `sommet/locale`. A text by code has its group as context, an error
`refusals.<code>`. What a catalogue doesn't have stays English.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from sommet.core.game_folders import find_part, folder_of, module_of, package_of
from sommet.core.message import Message, Plural, Text, Words
from sommet.core.words import WORDS

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = [
    "catalogue",
    "english_texts",
    "error_text",
    "fill_in",
    "game_words",
    "group",
    "join_names",
    "languages",
    "localized",
    "message_text",
    "text_form",
    "translate",
]


@runtime_checkable
class Describable(Protocol):
    """Anything that describes itself, such as an error."""

    def describe(self, language: str = "en") -> str: ...


DOMAIN = "sommet"
LOCALE_FOLDER = Path(__file__).parents[1] / "locale"
"""The catalogues of Sommet itself."""
ERRORS = "refusals"
"""The group of error sentences, and the first part of their contexts."""
MESSAGE_GROUPS = ("deeds", "things", "values")
"""The groups in which a message is looked up."""
LITTLE_ENDIAN = b"\xde\x12\x04\x95"
"""How a catalogue starts if its numbers are little-endian."""


# --- catalogues ----------------------------------------------------------------------------------


@cache
def languages() -> Mapping[str, str]:
    """The languages with a catalogue, and English, with their own names."""
    folders = LOCALE_FOLDER.iterdir()
    found = sorted(each.name for each in folders if _catalogue_file(each.name, "").is_file())
    return {each: catalogue(each).pgettext("language", "English") for each in ("en", *found)}


@cache
def catalogue(language: str, game: str = "") -> NullTranslations:
    """The catalogue of a language: a game's own, then that of Sommet."""
    file = _catalogue_file(language, game)
    if file.is_file():
        with file.open("rb") as compiled:
            found: NullTranslations = GNUTranslations(compiled)
    else:
        found = NullTranslations()
    if game:
        found.add_fallback(catalogue(language))
    return found


def _catalogue_file(language: str, game: str) -> Traversable:
    folder = folder_of(game) / "locale" if game else LOCALE_FOLDER
    return folder / language / "LC_MESSAGES" / f"{game or DOMAIN}.mo"


def _entries(file: Traversable) -> Iterator[tuple[str, str]]:
    """The keys and texts of a compiled catalogue; the standard library can't list them."""
    data = file.read_bytes() if file.is_file() else bytes(20)
    order = "<" if data.startswith(LITTLE_ENDIAN) else ">"
    count, *tables = struct.unpack_from(f"{order}3I", data, 8)
    for index in range(count):
        places = [struct.unpack_from(f"{order}2I", data, table + 8 * index) for table in tables]
        key, text = (data[start : start + length].decode() for length, start in places)
        yield key, text


# --- texts by code -------------------------------------------------------------------------------


@cache
def game_words(game: str) -> Words:
    """The English texts of a game, from `words.py` in its folder; TypeError if that has none."""
    part = find_part(package_of(module_of(game)), "words")
    if part is None:
        return {}
    words: Words | None = getattr(part, "WORDS", None)
    if not isinstance(words, Mapping):
        raise TypeError(f"{part.__name__} must define `WORDS: Words = {{…}}`")
    return words


@cache
def english_texts(name: str, game: str = "") -> Mapping[str, Text]:
    """The English texts of a group: the common ones, overridden by the game's."""
    own = game_words(game).get(name, {}) if game else {}
    return {**WORDS.get(name, {}), **own}


@cache
def group(language: str, name: str, game: str = "") -> Mapping[str, str]:
    """All texts of a group in a language, not filled in; of a text with a plural, the form for two.
    English has no group of errors, because their sentences are written where they are raised."""
    if name == ERRORS:
        return _errors(language, game)
    texts = english_texts(name, game)
    return {code: text_form(language, name, text, 2, game) for code, text in texts.items()}


def _errors(language: str, game: str) -> Mapping[str, str]:
    prefix = f"{ERRORS}."
    found: dict[str, str] = {}
    for each in ("", game) if game else ("",):
        for key, text in _entries(_catalogue_file(language, each)):
            if key.startswith(prefix):
                code, _, _ = key.removeprefix(prefix).partition("\4")
                found[code] = text
    return found


def text_form(language: str, name: str, text: Text, number: int, game: str = "") -> str:
    """A text of a group in a language, not filled in, in the form for a number."""
    known = catalogue(language, game)
    if isinstance(text, Plural):
        return known.npgettext(name, *text.forms, number)
    return known.pgettext(name, text)


def translate(language: str, name: str, code: str, /, game: str = "", **parameters: Any) -> str:
    """The text of a code; without one, the last word of the code: `two` for `take.two`."""
    text = english_texts(name, game).get(code)
    if text is None:
        return code.rpartition(".")[2].replace("_", " ")
    return localized(language, name, text, game=game, **parameters)


def localized(
    language: str,
    name: str,
    text: Text,
    /,
    game: str = "",
    counts: Mapping[str, int] | None = None,
    **parameters: Any,
) -> str:
    """An English text of a group, in a language, with its parameters filled in. `counts` has the
    numbers that select a plural, if they are not the parameters themselves."""
    numbers = parameters if counts is None else counts
    number = numbers.get(text.number, 2) if isinstance(text, Plural) else 1
    return fill_in(text_form(language, name, text, number, game), parameters, language, game)


def message_text(message: Message, language: str, game: str = "", **more: Any) -> str:
    """The text of a message, such as what a move did or the name of a thing."""
    known = (name for name in MESSAGE_GROUPS if message.code in english_texts(name, game))
    name = next(known, "things")
    return translate(language, name, message.code, game=game, **{**message.parameters, **more})


def error_text(language: str, code: str, english: str, game: str = "") -> str:
    """The sentence of an error in a language, not filled in."""
    return catalogue(language, game).pgettext(f"{ERRORS}.{code}", english)


def fill_in(text: str, parameters: Mapping[str, Any], language: str, game: str) -> str:
    """The text with its parameters filled in: a tuple as a choice (`2, 3 or 4`), a list with
    commas. An unknown parameter is left as it is written."""
    texts = {name: _parameter_text(value, language, game) for name, value in parameters.items()}
    return Formatter().vformat(text, (), _Parameters(texts))


def _parameter_text(value: Any, language: str, game: str) -> Any:
    match value:
        case Message():
            return message_text(value, language, game)
        case Describable():
            return value.describe(language)
        case tuple():  # what to choose from
            return join_names(
                [str(_parameter_text(each, language, game)) for each in value], language, "or"
            )
        case list():
            return ", ".join(str(_parameter_text(each, language, game)) for each in value)
    return value


class _Parameters(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def join_names(names: Sequence[str], language: str = "en", last: str = "and") -> str:
    """A list of names for a sentence: `Light`, `Light and Dark`, `1, 2 or 3`."""
    if len(names) < 2:
        return "".join(names)
    return translate(language, "lists", last, first=", ".join(names[:-1]), last=names[-1])
