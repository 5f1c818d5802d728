from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, cast

import pytest

import sommet
from sommet import GameOver, IllegalMove, OptionError, Record, SommetError, TextError, View

START = sommet.game("pylos").start()

ERRORS = [
    OptionError("bad_value", "{game} has no {option}.", game="Pylos", option="x"),
    TextError("letter", "Not {letter!r}.", at=3, line=2, letter="{"),
    IllegalMove(
        "P2c", "carries_another", "The ball on {cell} has another ball on top of it.", cell="1a1"
    ),
    GameOver(),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error: SommetError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_every_error_has_a_code_parameters_and_a_message() -> None:
    error = ERRORS[0]
    assert error.code == "bad_value"
    assert error.parameters == {"game": "Pylos", "option": "x"}
    assert str(error) == "Pylos has no x."
    assert error.template.format(**error.parameters) == str(error)


def test_an_illegal_move_names_its_clause() -> None:
    assert str(ERRORS[2]) == "The ball on 1a1 has another ball on top of it. (P2c)"


def test_a_text_error_gives_the_line_and_character() -> None:
    assert str(ERRORS[1]) == "Line 2, character 4: Not '{'."
    assert str(TextError("a", "Words.", line=2)) == "Line 2: Words."
    assert str(TextError("a", "Words.", at=0)) == "Character 1: Words."
    assert str(TextError("a", "Words.")) == "Words."


def test_all_errors_share_a_base_class_and_bad_values_are_value_errors() -> None:
    assert all(isinstance(error, SommetError) for error in ERRORS)
    assert [isinstance(error, ValueError) for error in ERRORS] == [True, True, True, False]


def test_an_error_raised_by_a_game_survives_pickling_too() -> None:
    with pytest.raises(IllegalMove) as error:
        sommet.game("pylos").start(seed=7).play("2a1")
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


@pytest.mark.parametrize(
    ("misuse", "sentence"),
    [
        (lambda: START.play(cast(str, None)), "A move must be a Move or its text, not None."),
        (lambda: START.view(0).play(cast(str, 3)), "A move must be a Move or its text, not 3."),
        (lambda: sommet.perft(START, -1), "The depth must be 0 or more, not -1."),
        (lambda: sommet.game(cast(str, None)), "A game must be given by its name, not by None."),
        (lambda: Record.parse(cast(str, None)), "A record must be a string, not None."),
        (
            lambda: sommet.player("pylos").choose(cast(View[Any], START)),
            "A player needs a view, such as position.view(position.turn), not a Position.",
        ),
        (
            lambda: sommet.player("kabaleo", "strong").choose(START.view(0)),
            "This player plays kabaleo players=2 deal=random edition=later, not "
            "pylos variant=standard takeback=1-2 empty_reserve=loses.",
        ),
        (
            lambda: sommet.player("pylos variant=expert", "perfect").choose(START.view(0)),
            "This player plays pylos variant=expert takeback=1-2 empty_reserve=loses, not "
            "pylos variant=standard takeback=1-2 empty_reserve=loses.",
        ),
    ],
)
def test_common_misuse_raises_an_error_that_explains_it(
    misuse: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(SommetError) as error:
        misuse()
    assert str(error.value) == sentence


def test_dir_lists_lazily_loaded_names_too() -> None:
    assert {"player", "levels", "game", "Record"} <= set(dir(sommet))


def test_a_traceback_cannot_control_the_terminal() -> None:
    """Records come from strangers, and a program may print the error of one that is invalid."""
    with pytest.raises(TextError) as fault:
        Record.parse('[Game "\x1b]0;gotcha\x07\x1b[2J\u202e"]\n\nresult *\n')
    assert not set(str(fault.value)) & set("\x1b\x07\u202e")


def test_what_to_choose_from_is_joined_by_or() -> None:
    choices = {1: "Choose a.", 2: "Choose a or b.", 3: "Choose a, b or c."}
    for count, sentence in choices.items():
        error = SommetError("code", "Choose {known}.", known=tuple("abc"[:count]))
        assert error.sentence() == sentence
    error = SommetError("code", "({names})", names=["a", "b", "c"])
    assert error.sentence() == "(a, b, c)"
    with pytest.raises(OptionError) as refused:
        sommet.game("colorpop", players=9)
    assert refused.value.describe().endswith("Choose 1, 2, 3, 4 or 5.")
    assert refused.value.describe("fr").endswith("1, 2, 3, 4 ou 5.")
