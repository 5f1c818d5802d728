"""A game with a mistake in its class is named with what it lacks, and can't be loaded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from sommet.core import game_folders
from sommet.core.game import Game
from sommet.core.game_definition import check_class, check_game
from sommet.core.i18n import game_words
from sommet.core.move import Steps
from sommet.core.outcome import Outcome
from tests.marbles import words
from tests.nim import Nim, NimReason, NimTable


@pytest.fixture(autouse=True)
def _forget_new_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_folders, "_modules", dict(game_folders._modules))


def offer(monkeypatch: pytest.MonkeyPatch, *steps: Any) -> None:
    """Let Nim offer these steps."""
    monkeypatch.setattr(NimTable, "steps", lambda table, path: Steps(steps, False))


def test_a_complete_game_passes() -> None:
    check_game(Nim)


def test_a_method_that_is_missing_is_named() -> None:
    @dataclass(frozen=True)
    class Lacking(Game[NimTable]):
        id = "lacking"
        name = "Lacking"

    kind: Any = Lacking
    with pytest.raises(TypeError, match=r"^Lacking lacks judge, set_up$"):
        check_class(kind)


@pytest.mark.parametrize("member", ["id", "name"])
def test_an_id_or_a_name_that_is_missing_is_named(
    member: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Nim, member)
    with pytest.raises(TypeError, match=rf'^Nim needs `{member} = "…"`$'):
        check_class(Nim)


def test_something_else_is_not_a_game() -> None:
    wrong: Any = Nim()
    with pytest.raises(TypeError, match="is not a subclass of Game"):
        check_class(wrong)


def test_a_table_that_lacks_a_method_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Lacking(NimTable):
        pass

    Lacking.__abstractmethods__ = frozenset({"after"})
    monkeypatch.setattr("tests.nim.NimTable", Lacking)
    with pytest.raises(TypeError, match=r"abstract class Lacking .*after"):
        check_game(Nim)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("a 1", r"^NimTable\.steps\(\(\)\) offers 'a 1': a step may not contain spaces$"),
        (1, r"^NimTable\.steps\(\(\)\) offers 1: a step is a text$"),
        ("", r"^NimTable\.steps\(\(\)\) offers an empty text: a step has at least one character$"),
    ],
)
def test_a_step_that_is_not_a_text_without_spaces_is_named(
    step: object, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, step)
    with pytest.raises(TypeError, match=says):
        check_game(Nim)


def test_steps_that_are_not_steps_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NimTable, "steps", lambda table, path: ("a1",))
    with pytest.raises(TypeError, match=r"NimTable\.steps\(\(\)\) must return Steps\(next, end\)"):
        check_game(Nim)


def test_steps_that_are_numbers_are_named_wherever_moves_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, numbers = Nim().start().table, Steps((cast("str", 1), cast("str", 2)), False)
    monkeypatch.setattr(NimTable, "steps", lambda table, path: Steps((), True) if path else numbers)
    with pytest.raises(TypeError, match=r"NimTable\.steps\(\(\)\) offers 1: a step is a text"):
        _ = replace(table).moves


def test_a_set_up_without_secrets_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Nim, "set_up", lambda game, stream, first: NimTable((3, 4, 5), 0))
    says = r"^Nim\.set_up must return \(table, secrets\), not NimTable$"
    with pytest.raises(TypeError, match=says):
        Nim().start()


def test_a_game_that_is_over_at_its_start_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    over = Outcome((0,), NimReason.LAST_STONE)
    monkeypatch.setattr(Nim, "judge", lambda game, table, secrets, out=frozenset(): over)
    with pytest.raises(TypeError, match=r"^Nim\.judge ends the game at its start$"):
        check_game(Nim)


def test_words_without_their_variable_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "ENGLISH", words.WORDS, raising=False)
    monkeypatch.delattr(words, "WORDS")
    with pytest.raises(
        TypeError, match=r"^tests\.marbles\.words must define `WORDS: Words = {…}`$"
    ):
        game_words.__wrapped__("marbles")
