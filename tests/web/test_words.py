"""Every word is there in every language, and none is there for nothing."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import sommet
import sommet.web
from sommet.core import registry
from sommet.core.phrase import Phrase
from sommet.web.languages import LANGUAGES, LOCALE, chosen
from sommet.web.words import GROUPS

WEB = Path(sommet.web.__file__).parent
SOURCE = WEB.parent
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
OTHERS = tuple(language for language in LANGUAGES if language != "en")

SPOKEN = ("Refusal", "Refused", "IllegalMove", "OptionError")
"""Errors whose codes reach a page; texts of positions and records speak for themselves."""
ELSEWHERE = {
    # only programs, the terminal or the operator can meet these
    "not_leaving", "not_left", "bad_tag", "bad_commitment", "needs_server", "needs_fast",
    "bad_limit", "no_kernel",
}  # fmt: skip


def wanted() -> set[str]:
    """What templates and code say."""
    places = (
        (WEB, [("**.py", "python"), ("templates/**.html", "jinja2")]),
        (SOURCE / "server" / "pages", [("**.py", "python")]),
    )
    found = set()
    for folder, methods in places:
        options = {"templates/**.html": {"newstyle_gettext": "true"}}
        for _, _, message, _, _ in extract_from_dir(
            folder, method_map=methods, keywords=KEYWORDS, options_map=options
        ):
            found.add(message if isinstance(message, str) else message[0])
    return {*found, *texts()} - {"words"}


def texts() -> Iterator[str]:
    """What is said of texts that cannot be read: an error's own words are what is translated."""
    for path in (*(SOURCE / "core").glob("*.py"), *(SOURCE / "games").glob("*/text.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            nodes = [*ast.walk(function)]
            calls = [node for node in nodes if isinstance(node, ast.Call)]
            said = [
                call.args[1]
                for call in calls
                if isinstance(call.func, ast.Name) and call.func.id in ("TextError", "_refuse")
            ]
            # A long sentence is given a name first.
            said += [
                node.value
                for node in nodes
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "words"
            ]
            for words in said:
                if isinstance(words, ast.Constant):
                    yield str(words.value)


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_everything_and_nothing_else(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "sommet.po").open("rb") as lines:
        catalogue = read_po(lines, locale=language)
    translated = {
        (each.id if isinstance(each.id, str) else each.id[0]): each.string
        for each in catalogue
        if each.id
    }
    assert wanted() - translated.keys() == set(), "missing"
    assert translated.keys() - wanted() == set(), "unused"
    assert all(words for words in translated.values())


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_its_parameters(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "sommet.po").open("rb") as lines:
        for each in read_po(lines, locale=language):
            if isinstance(each.id, str) and isinstance(each.string, str):
                assert _parameters(each.id) == _parameters(each.string), each.id


def _parameters(words: str) -> set[str]:
    named = {name for _, name, _, _ in Formatter().parse(words) if name}
    return named | set(re.findall(r"%\((\w+)\)s", words))


def codes() -> Iterator[str]:
    """The codes that rules and server speak to a page."""
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] in ("cli", "arena", "testing", "machine"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = 1 if node.func.id == "IllegalMove" else 0
                if node.func.id in SPOKEN and len(node.args) > at:
                    code = node.args[at]
                    if isinstance(code, ast.Constant):
                        yield str(code.value)


def test_every_code_of_rules_and_server_has_words() -> None:
    found = {code for code in codes() if " " not in code}
    assert found - GROUPS["refusals"].keys() - ELSEWHERE == set()


def test_options_values_levels_and_reasons_have_words() -> None:
    for name in sommet.names():
        for option in registry.kind(name).options():
            assert option.name in GROUPS["options"]
            named = {value for value in option.values if isinstance(value, str)}
            assert named <= GROUPS["values"].keys()
    assert set(sommet.levels()) <= GROUPS["levels"].keys()


def told() -> Iterator[Phrase]:
    """What some games tell, with everything that is told within it."""
    games = (*map(sommet.game, sommet.names()), sommet.game("kabaleo", players=4))
    for game in games:
        for seed in range(20):
            chance, position = random.Random(seed), game.start(seed=seed)
            while position.outcome is None:
                move = chance.choice(position.moves())
                phrase = position.game.tell(position.table, move.steps)
                assert phrase is not None, f"{game} tells nothing of {move}"
                yield phrase
                yield from (each for each in phrase.parameters.values() if isinstance(each, Phrase))
                position = position.play(move)


def test_what_moves_do_is_told_with_all_the_words_there_are() -> None:
    found = {phrase.code: phrase for phrase in told()}
    assert found.keys() == GROUPS["deeds"].keys()
    for code, phrase in found.items():
        wanted_there = _parameters(GROUPS["deeds"][code])
        assert wanted_there <= {"name", *phrase.parameters}, code


def test_scripts_use_every_word_of_the_table() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in WEB.rglob("page/*.js"))
    unused = {code for code in GROUPS["table"] if f'"{code}"' not in scripts}
    states = {"free", "invited"}  # these come as they are from a seat's state
    assert unused - states == set()


def test_scripts_stay_small() -> None:
    long = [
        path.name
        for path in WEB.rglob("*.js")
        if len(path.read_text(encoding="utf-8").splitlines()) > 400
    ]
    assert long == []


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("", "de, en;q=0.5, fr;q=0.7", "fr"),
        ("", "ja", "en"),
        ("", "", "en"),
        ("", "fr;q=nonsense", "en"),
        ("en", "fr", "en"),
        ("xx", "fr", "fr"),
    ],
)
def test_the_language_is_chosen_by_cookie_then_browser(
    cookie: str, accepted: str, language: str
) -> None:
    assert chosen(cookie, accepted) == language
