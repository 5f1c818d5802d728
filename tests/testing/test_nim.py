"""Nim, a game in one file of at most 60 lines: everything else has a default."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sommet
from sommet import IllegalMove, TextError, View
from sommet.core import registry
from sommet.core.editor import edits_of
from sommet.engine import levels
from sommet.terminal import terminal_board
from sommet.testing import conform
from tests import nim
from tests.nim import Nim

MAX_LINES = 60


@pytest.fixture(autouse=True)
def _nim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {"nim": Nim})


def test_it_is_one_short_file() -> None:
    source = Path(nim.__file__)
    assert [file.name for file in source.parent.iterdir() if file.is_file()] == ["__init__.py"]
    lines = [line for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= MAX_LINES


def test_it_conforms() -> None:
    conform(sommet.game("nim"))


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
    drawn = terminal_board(view.game).draw(view, ())
    assert "a1" in str(drawn.__dict__)
    assert "<svg" in view._repr_svg_()


def test_what_its_folder_lacks_is_not_offered() -> None:
    game = sommet.game("nim")
    assert levels(game) == ("novice", "gentle")
    view = game.start().view()
    assert isinstance(view, View)
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
