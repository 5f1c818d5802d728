"""The codes that a game's words can be for, to find words that nothing uses.

What a move did (`deeds`), things and figures may have any code, since the rules make up codes as
they go. The codes of the other groups are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from sommet.core.game import Game
from sommet.core.game_folders import package_of
from sommet.core.i18n import game_words
from sommet.core.outcome import Ending, Reason
from sommet.core.registry import folder
from sommet.core.words import WORDS

__all__ = ["unknown_words"]

GROUPS = {
    *WORDS,
    "options",
    "values",
    "meanings",
    "figures",
    "deeds",
    "advice",
    "opening",
    "clauses",
}
"""The groups of words that something looks up."""

RULES_FILE = "rules.en.md"


def unknown_words(kind: type[Game[Any]]) -> tuple[str, ...]:
    """The words of a game that nothing can use, each as a sentence fragment."""
    words, found = game_words(kind.id), list[str]()
    for name, texts in words.items():
        if name not in GROUPS:
            found.append(f"an unknown group {name!r}{_hint(name, GROUPS)}")
            continue
        known = _codes(kind, name)
        if known is None:
            continue
        for code in texts:
            used = code.partition(".")[0] if name == "reasons" else code
            if used not in known:
                found.append(f"an unknown code {code!r} in {name!r}{_hint(used, known)}")
    return tuple(found)


def _hint(word: str, known: set[str]) -> str:
    near = get_close_matches(word, known, 1)
    return f" (did you mean {near[0]!r}?)" if near else f" (known: {', '.join(sorted(known))})"


def _codes(kind: type[Game[Any]], name: str) -> set[str] | None:
    """The codes that a group of words can have; None if the rules can make up any."""
    options = {option.name: option.values for option in kind.options()}
    values = {f"{option}.{value}" for option, each in options.items() for value in each}
    match name:
        case "options":
            return {*options}
        case "values":
            return values
        case "meanings":
            return {*options} | values
        case "seats":
            return {*WORDS["seats"], *(str(seat + 1) for seat in range(max(kind.sizes())))}
        case "reasons":
            return {str(reason) for each in _reasons(kind) for reason in each}
        case "advice":
            return {*game_words(kind.id).get("deeds", {})}
        case "clauses":
            return _clauses(kind)
        case "prompts" | "help" | "where" | "lists" | "results" | "verdicts":
            return {*WORDS[name]}
    return None


def _reasons(kind: type[Game[Any]]) -> Iterator[type[Reason]]:
    """The reasons of a game, those of the games it is derived from, and Sommet's own."""
    packages = {package_of(each.__module__) for each in kind.__mro__}
    for reasons in Reason.__subclasses__():
        if reasons is Ending or package_of(reasons.__module__) in packages:
            yield reasons


def _clauses(kind: type[Game[Any]]) -> set[str] | None:
    """The numbers of the clauses in the rules for people; None if there are no such rules."""
    rules = folder(kind.id) / RULES_FILE
    if not rules.is_file():
        return None
    return {*re.findall(r"^\*\*(\w+)\*\*", rules.read_text(encoding="utf-8"), re.MULTILINE)}
