"""Translations: turns codes and messages into text.

A game's texts are in its folder, the common ones in the packages of Sommet, both as
`words.<language>.toml`: groups of codes with their texts, and `{name}` for a parameter. The English
sentence of an error is written where it is raised, so only other languages have the group
`refusals`. A code without a text in a language falls back to English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import TYPE_CHECKING, Any

from sommet.core import registry
from sommet.core.errors import SommetError
from sommet.core.message import Message

if TYPE_CHECKING:
    from sommet.core.game import Game
    from sommet.core.outcome import Outcome

__all__ = [
    "error_sentence",
    "group",
    "headline",
    "join_names",
    "load_texts",
    "message_text",
    "reason",
    "result",
    "seat_name",
    "translate",
]

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
    merged: Groups = {}
    for package in files("sommet").iterdir():
        if package.is_dir():
            for name, texts in load_texts(package, language).items():
                merged.setdefault(name, {}).update(texts)
    return merged


@cache
def _game(game: str, language: str) -> Groups:
    return load_texts(registry.folder(game), language) if game else {}


@cache
def group(language: str, name: str, game: str = "") -> Mapping[str, str]:
    """All texts of a group in a language: the common ones, overridden by the game's."""
    english = {} if language == "en" else group("en", name, game)
    return {**english, **_common(language).get(name, {}), **_game(game, language).get(name, {})}


def translate(language: str, name: str, code: str, /, game: str = "", **parameters: Any) -> str:
    """The text of a code; a code without a text is shown as it is, with spaces."""
    text = group(language, name, game).get(code)
    return code.replace("_", " ") if text is None else _filled(text, parameters, language, game)


def message_text(message: Message, language: str, game: str = "", **more: Any) -> str:
    """The text of a message, such as what a move did or the name of a thing."""
    known = (name for name in MESSAGE_GROUPS if message.code in group("en", name, game))
    name = next(known, "things")
    return translate(language, name, message.code, game=game, **{**message.parameters, **more})


def error_sentence(error: SommetError, language: str) -> str:
    """What is wrong, as one sentence in a language."""
    known = {} if language == "en" else group(language, "refusals", error.game)
    return _filled(known.get(error.code, error.template), error.parameters, language, error.game)


def _filled(text: str, parameters: Mapping[str, Any], language: str, game: str) -> str:
    """The text with its parameters filled in; an unknown parameter is left as it is written."""
    texts = {name: _parameter_text(value, language, game) for name, value in parameters.items()}
    return Formatter().vformat(text, (), _Parameters(texts))


def _parameter_text(value: Any, language: str, game: str) -> Any:
    match value:
        case Message():
            return message_text(value, language, game)
        case SommetError():
            return value.describe(language)
        case tuple() | list():
            return ", ".join(str(_parameter_text(each, language, game)) for each in value)
    return value


class _Parameters(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


# --- players and results -------------------------------------------------------------------------


def seat_name(game: Game[Any], seat: int, language: str = "en") -> str:
    """The game's name for a player: Light, Dark, Player 3."""
    names = group(language, "seats", game.id)
    return names.get(str(seat + 1), names["player"]).format(number=seat + 1)


def join_names(names: Sequence[str], language: str = "en", last: str = "and") -> str:
    """A list of names for a sentence: `Light`, `Light and Dark`, `1, 2 or 3`."""
    if len(names) < 2:
        return "".join(names)
    return translate(language, "lists", last, first=", ".join(names[:-1]), last=names[-1])


def headline(
    game: Game[Any], outcome: Outcome, name: Callable[[int], str], language: str = "en"
) -> str:
    """A sentence that says who won."""
    names = [name(seat) for seat in outcome.winners]
    return translate(language, "results", result(game, outcome), names=join_names(names, language))


def result(game: Game[Any], outcome: Outcome) -> str:
    """The code of a result: `wins`, `win` (a team), `share`, `draw` or `lost`."""
    winners = outcome.winners
    if not winners:
        return "lost"
    if len(winners) == 1:
        return "wins"
    if len(winners) == game.seats and game.draws:
        return "draw"
    return "win" if winners in game.sides else "share"


def reason(
    game: Game[Any], outcome: Outcome, name: Callable[[int], str], language: str = "en"
) -> str:
    """A sentence that says why the game is over. A reason may have variants by the figure that
    decided (`reason.figure`), for a figure of one (`.one`) and for several people (`.many`). In
    the text, a figure's name stands for the winners' value and `won` for the number of figures
    they won."""
    texts = group(language, "reasons", game.id)
    code = str(outcome.reason)
    shared = "shared" if result(game, outcome) == "share" else ""
    by_figure = f"{code}.{outcome.decided or shared}"
    code = by_figure if by_figure in texts else code
    losers = [seat for seat in range(game.seats) if seat not in outcome.winners]
    people = {"winners": outcome.winners, "losers": losers, "leavers": outcome.leavers}
    named = [role for role in people if f"{{{role}}}" in texts.get(code, "")]
    if named and len(people[named[0]]) > 1 and f"{code}.many" in texts:
        code = f"{code}.many"
    listed = {role: join_names([*map(name, seats)], language) for role, seats in people.items()}
    figures = {
        name: values[seat] for seat in outcome.winners[:1] for name, values in outcome.figures
    }
    if any(f"{{{name}}}" in texts.get(code, "") for name, number in figures.items() if number == 1):
        code = f"{code}.one" if f"{code}.one" in texts else code
    won = sum(seat in outcome.winners for _, seat in game.figure_winners(outcome))
    return translate(language, "reasons", code, game=game.id, won=won, **listed, **figures)
