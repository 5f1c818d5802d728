"""Every error has one code and one message; every option, move and ending of a game has a text."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

import sommet
from sommet.core import i18n, registry, result_text
from sommet.core.message import Message, Plural, Text
from sommet.core.outcome import Ending, Outcome
from sommet.testing import every_option, random_game
from sommet.testing.catalogues import ErrorSentence, error_sentences

OTHERS = tuple(language for language in i18n.languages() if language != "en")
GROUPS = (
    "options",
    "values",
    "reasons",
    "figures",
    "deeds",
    "advice",
    "things",
    "seats",
    "prompts",
    "help",
    "meanings",
    "clauses",
    "opening",
)


def parameters(text: Text) -> set[str]:
    forms = text.forms if isinstance(text, Plural) else (text,)
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


@cache
def all_errors() -> tuple[ErrorSentence, ...]:
    """Collected on first use, not in every process that collects tests."""
    return tuple(error_sentences())


def messages_by_game() -> Iterator[tuple[str, dict[str, set[str]]]]:
    """The messages by code, for the common code ("") and for each game."""
    for game in ("", *sommet.names()):
        found = defaultdict(set)
        for sentence in all_errors():
            if sentence.game == game:
                found[sentence.code].add(sentence.words)
        yield game, found


def test_every_error_has_a_literal_code_and_message_where_it_is_raised() -> None:
    assert len(all_errors()) > 300
    codeless = [each for each in all_errors() if not re.fullmatch("[a-z0-9_]+", each.code)]
    wordless = [each for each in all_errors() if each.words.startswith("<")]
    assert not codeless, "the code is not a literal"
    assert not wordless, "the message is not a literal"


def test_a_code_has_only_one_message() -> None:
    for game, sentences in messages_by_game():
        twice = {code: found for code, found in sentences.items() if len(found) > 1}
        assert not twice, f"{game or 'sommet'} has two messages for one code"


def test_a_game_reuses_no_common_code() -> None:
    shared = {sentence.code for sentence in all_errors() if not sentence.game}
    for game, sentences in messages_by_game():
        assert not game or not shared & sentences.keys(), game


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_gets_every_error_in_its_language_by_code(language: str) -> None:
    common = {sentence.code for sentence in all_errors() if not sentence.game}
    for game, sentences in messages_by_game():
        known = i18n.group(language, "refusals", game)
        assert known.keys() == common | sentences.keys(), game or "common"
    assert not i18n.group("en", "refusals"), "English sentences come with the error"


@pytest.mark.parametrize("game", sommet.names())
def test_options_values_and_help_have_texts(game: str) -> None:
    kind = registry.kind(game)
    known = i18n.game_words(game)
    assert known["options"].keys() == {option.name for option in kind.options()}
    named = {
        f"{option.name}.{value}"
        for option in kind.options()
        for value in option.values
        if isinstance(value, str)
    }
    assert known["values"].keys() == named
    assert known["help"].keys() == {"move"}
    every = named | {
        option.name for option in kind.options() if not isinstance(option.values[0], str)
    }
    assert known.get("meanings", {}).keys() == every, "every choice is explained"
    assert known.keys() <= {*GROUPS}
    assert known["advice"].keys() == known["deeds"].keys()


def phrases(phrase: Message) -> Iterator[Message]:
    yield phrase
    for inner in phrase.parameters.values():
        if isinstance(inner, Message):
            yield from phrases(inner)


@pytest.mark.parametrize("name", sommet.names())
def test_descriptions_of_moves_use_every_available_text(name: str) -> None:
    used: dict[str, Message] = {}
    for game in every_option(registry.kind(name)):
        for seed in range(4):
            record = random_game(game, seed)[-1]
            for position, move in zip(record.positions, record.moves, strict=False):
                phrase = game.describe_move(position.table, move.steps)
                assert phrase is not None, f"{game} does not describe {move}"
                used |= {each.code: each for each in phrases(phrase)}
    known = {**i18n.english_texts("deeds", name), **i18n.english_texts("things", name)}
    assert i18n.english_texts("deeds", name).keys() <= used.keys()
    for code, phrase in used.items():
        assert parameters(known[code]) <= {"name", *phrase.parameters}, code


@pytest.mark.parametrize("language", i18n.languages())
@pytest.mark.parametrize("name", sommet.names())
def test_every_ending_is_described_in_a_full_sentence(name: str, language: str) -> None:
    chance = random.Random(name)
    for game in every_option(registry.kind(name)):
        outcome = random_game(game, chance.randrange(1000))[-1].outcome
        assert isinstance(outcome, Outcome)
        figures = i18n.group(language, "figures", name)
        assert {figure for figure, _ in outcome.figures} <= figures.keys()
        reason = result_text.reason(game, outcome, lambda seat: f"N{seat}", language)
        who = result_text.headline(game, outcome, lambda seat: f"N{seat}", language)
        for sentence in (reason, who):
            assert sentence.endswith("."), sentence
            assert "{" not in sentence
            assert "_" not in sentence


@pytest.mark.parametrize(
    ("leavers", "english", "french"),
    [
        ((1,), "N1 resigned.", "N1 a abandonné."),
        ((1, 2), "N1 and N2 resigned.", "N1 et N2 ont abandonné."),
    ],
)
def test_a_reason_agrees_with_the_number_of_people(
    leavers: tuple[int, ...], english: str, french: str
) -> None:
    game = sommet.game("kabaleo", players=3)
    outcome = Outcome((0,), Ending.RESIGNATION, leavers=leavers)
    for language, sentence in (("en", english), ("fr", french)):
        assert result_text.reason(game, outcome, "N{}".format, language) == sentence
