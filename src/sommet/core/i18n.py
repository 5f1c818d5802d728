"""Translations: turns codes and messages into text.

A game's texts are in its folder, the common ones in the packages of Sommet, both as
`words.<language>.toml`: groups of codes with their texts, and `{name}` for a parameter. The English
sentence of an error is written where it is raised, so only other languages have the group
`refusals`. A code without a text in a language falls back to English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from sommet.core.game_folders import folder_of
from sommet.core.message import Message

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["fill_in", "group", "join_names", "load_texts", "message_text", "translate"]


@runtime_checkable
class Describable(Protocol):
    """Anything that describes itself, such as an error."""

    def describe(self, language: str = "en") -> str: ...


Groups = dict[str, dict[str, str]]

MESSAGE_GROUPS = ("deeds", "things", "values")
"""The groups in which a message is looked up."""


def load_texts(folder: Traversable, language: str) -> Groups:
    """The texts of a folder in a language, by group and code; `[values.chain] on = …` has the code
    `chain.on` in the group `values`."""
    file = folder / f"words.{language}.toml"
    if not file.is_file():
        return {}
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: dict(_flat("", texts)) for name, texts in found.items()}


def _flat(prefix: str, texts: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for code, text in texts.items():
        if isinstance(text, dict):
            yield from _flat(f"{prefix}{code}.", text)
        else:
            yield f"{prefix}{code}", text


@cache
def _common(language: str) -> Groups:
    from importlib.resources import files

    merged: Groups = {}
    for package in files("sommet").iterdir():
        if package.is_dir():
            for name, texts in load_texts(package, language).items():
                merged.setdefault(name, {}).update(texts)
    return merged


@cache
def _game(game: str, language: str) -> Groups:
    return load_texts(folder_of(game), language) if game else {}


@cache
def group(language: str, name: str, game: str = "") -> Mapping[str, str]:
    """All texts of a group in a language: the common ones, overridden by the game's."""
    english = {} if language == "en" else group("en", name, game)
    return {**english, **_common(language).get(name, {}), **_game(game, language).get(name, {})}


def translate(language: str, name: str, code: str, /, game: str = "", **parameters: Any) -> str:
    """The text of a code; a code without a text is shown as it is, with spaces."""
    text = group(language, name, game).get(code)
    return code.replace("_", " ") if text is None else fill_in(text, parameters, language, game)


def message_text(message: Message, language: str, game: str = "", **more: Any) -> str:
    """The text of a message, such as what a move did or the name of a thing."""
    known = (name for name in MESSAGE_GROUPS if message.code in group("en", name, game))
    name = next(known, "things")
    return translate(language, name, message.code, game=game, **{**message.parameters, **more})


def fill_in(text: str, parameters: Mapping[str, Any], language: str, game: str) -> str:
    """The text with its parameters filled in; an unknown parameter is left as it is written."""
    texts = {name: _parameter_text(value, language, game) for name, value in parameters.items()}
    return Formatter().vformat(text, (), _Parameters(texts))


def _parameter_text(value: Any, language: str, game: str) -> Any:
    match value:
        case Message():
            return message_text(value, language, game)
        case Describable():
            return value.describe(language)
        case tuple() | list():
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
