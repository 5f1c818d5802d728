"""Nim, a game in one file of at most 60 lines: everything else has a default."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sommet
from sommet import IllegalMove, OptionError, TextError
from sommet.cli.rules_view import show_rules
from sommet.core import registry
from sommet.core.editor import edits_of
from sommet.core.i18n import translate
from sommet.core.scene import Role, Solid
from sommet.engine import levels
from sommet.terminal import StyledText, terminal_board
from sommet.testing import conform, every_option
from sommet.web.rules_html import nutshell
from sommet.web.translations import page_text
from tests import nim
from tests.nim import Nim

MAX_LINES = 60


@pytest.fixture(autouse=True)
def _nim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {"nim": Nim})


def test_it_is_one_short_file() -> None:
    source = Path(nim.__file__)
    assert [file.name for file in source.parent.iterdir() if file.is_file()] == ["__init__.py"]
    assert len(source.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_it_conforms() -> None:
    for game in every_option(Nim):
        conform(game)


@pytest.mark.parametrize(("last", "winner"), [("wins", 0), ("loses", 1)])
def test_n3_the_last_stone_wins_or_loses(last: str, winner: int) -> None:
    position = sommet.game("nim", last=last).parse("0,1,0 1")
    outcome = position.play("b1").outcome
    assert outcome is not None
    assert outcome.winners == (winner,)


def test_positions_are_written_field_by_field() -> None:
    position = sommet.game("nim").start().play("b2")
    assert str(position) == "3,2,5 2"
    assert sommet.game("nim").parse("3,2,5 2") == position


@pytest.mark.parametrize("text", ["3,2,5", "3,2,5 3", "3,2,x 1", "3,,5 1", "03,2,5 1", "- 1 1"])
def test_a_malformed_position_is_refused(text: str) -> None:
    with pytest.raises(TextError):
        sommet.game("nim").parse(text)


@pytest.mark.parametrize("text", ["3,4 1", "3,4,5,6 1"])
def test_a_position_that_the_rules_cannot_handle_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="must be written like '3,4,5 1'"):
        sommet.game("nim").parse(text)


@pytest.mark.parametrize("text", ["", "b5", "a1a1", "d1", "all"])
def test_a_move_that_is_not_offered_is_refused_by_the_rules(text: str) -> None:
    with pytest.raises(IllegalMove, match="N2"):
        sommet.game("nim").start().play(text)


def test_every_step_can_be_clicked_and_typed() -> None:
    view = sommet.game("nim").start().view()
    assert [spot.step for spot in view.scene().spots] == [*view.steps().next]
    drawn = [
        part
        for row in terminal_board(view.game).draw(view, ()).rows()
        for _, line in row
        for part in line
    ]
    assert drawn == [StyledText(f" {step} ", "open") for step in view.steps().next]
    assert "<svg" in view._repr_svg_()


def test_every_step_has_a_label_on_a_board_of_its_size() -> None:
    scene = sommet.game("nim").start().view().scene()
    assert [(label.text, label.role) for label in scene.labels] == [
        (spot.step, Role.COUNT) for spot in scene.spots
    ], "the page always shows counts, but names only to those who want them"
    (board,) = scene.solids
    buttons = [spot.at for spot in scene.spots if isinstance(spot.at, Solid)]
    area = sum(button.size[0] * button.size[1] for button in buttons)
    assert area > board.size[0] * board.size[1] / 2
    for axis in (0, 1):
        assert all(
            abs(button.place[axis]) + button.size[axis] / 2 < board.size[axis] / 2
            for button in buttons
        )


def test_the_board_keeps_its_size_while_stones_are_taken() -> None:
    record = sommet.Record.new(sommet.game("nim"), seed=1)
    after = record.play("c5").play("b4")
    assert after.view(0).scene().solids == record.view(0).scene().solids


def test_codes_without_words_are_shown_by_their_last_word() -> None:
    assert translate("en", "values", "last.wins", game="nim") == "wins"
    with pytest.raises(TextError, match=r"must have 2 fields .*\(heaps, turn\)"):
        sommet.game("nim").parse("3,4,5")
    assert page_text("fr", "values", "last.loses", "nim") == "loses"


def test_it_has_no_summary_and_says_that_it_has_no_rules_page() -> None:
    assert nutshell("nim", "en") == ()
    for language in ("en", "fr"):
        with pytest.raises(OptionError, match=r"^Nim has no rules page\.$"):
            show_rules("nim", language)


def test_what_its_folder_lacks_is_not_offered() -> None:
    game = sommet.game("nim")
    assert levels(game) == ("novice", "gentle")
    view = game.start().view()
    assert edits_of(view) == ()
    assert game.describe_move(view.table, ("a1",)) is None
    assert sommet.player(game, "gentle").choose(view) in view.moves()


def test_it_can_be_written_in_a_notebook() -> None:
    script = f"""{Path(nim.__file__).read_text(encoding="utf-8")}
import sommet
from sommet.core.registry import register

register(Nim)
record = sommet.Record.new(sommet.game("nim"), seed=1).play("a3")
assert sommet.Record.parse(str(record)) == record
assert "<svg" in record.position._repr_svg_()
try:
    record.play("b9")
except sommet.IllegalMove as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-"],
        input=script,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "Take stones that are there, such as a1. (N2)\n"
