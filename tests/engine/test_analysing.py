"""A recorded game looked at again."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("numba")

import sommet
from sommet import Record
from sommet.drawing.plot import Bar, plot
from sommet.engine.analysing import Judged, analysed
from sommet.engine.players import Analysis, Line
from tests.cli.terminal import Terminal

BLUNDER = "1c4 1a3 1b2 1b3 1a4 1b4"
"""Children's Pylos: the sixth move gives back a game that was won since the first."""


def judged(moves: str, **options: Any) -> list[Judged]:
    game = sommet.game("pylos", **options)
    record = Record.new(game, 1)
    for move in moves.split():
        record = record.play(move)
    return list(analysed(record, sommet.player(game, "perfect", seconds=0.3)))


def test_the_moves_that_threw_the_value_away_are_told() -> None:
    found = judged(BLUNDER, variant="children")
    assert [one.played.value for one in found] == [0, 1, 0, 1, 0, 0]
    assert [one.number for one in found if one.threw] == [6]
    assert found[5].best.proven
    assert (found[5].best.value, found[5].loss) == (1, 1)
    assert [one.seat for one in found] == [0, 1, 0, 1, 0, 1]
    assert all(one.played.proven for one in found)


def test_a_guess_throws_nothing_away_for_sure() -> None:
    class Guessing:
        def choose(self, view: Any, stop: Any = None) -> Any:
            raise NotImplementedError

        def analyse(self, view: Any, stop: Any = None) -> Analysis:
            first, *rest = view.moves()
            lines = [Line(first, 0.9, 1, (first,)), *(Line(m, 0.2, 1, (m,)) for m in rest)]
            return Analysis(tuple(lines))

    record = Record.new(sommet.game("pylos"), 1).play("1a1").play("1d4")
    first, second = analysed(record, Guessing())
    assert (first.threw, first.doubtful) == (False, False)
    assert (second.threw, second.doubtful) == (False, True)


def test_analyse_prints_what_moves_were_worth_and_draws_it(
    terminal: Terminal, tmp_path: Path
) -> None:
    record = Record.new(sommet.game("pylos", variant="children"), 1)
    for move in BLUNDER.split():
        record = record.play(move)
    file, picture = tmp_path / "game.txt", tmp_path / "game.svg"
    file.write_text(str(record))
    said = terminal("analyse", str(file), "--svg", str(picture), "--seconds", "0.3").out
    assert "1. Light    1c4               loses" in said
    assert "6. Dark     1b4            ?? loses; " in said
    assert "Light: 3 moves, none threw the value away." in said
    assert "Dark: 3 moves, 1 threw the value away." in said
    drawn = ElementTree.fromstring(picture.read_text("utf-8"))
    titles = [found.text or "" for found in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 7
    assert "??" in titles[-1]


def test_a_plot_tells_what_is_certain_and_what_was_thrown_away() -> None:
    bars = [Bar(0, 1, True, False, "<first>"), Bar(1, 0.5, False, True, "second")]
    picture = plot(bars, ["Light", "Dark"], "a & b")
    drawn = ElementTree.fromstring(picture)
    rows = [found.get("opacity") for found in drawn.iter("{http://www.w3.org/2000/svg}rect")]
    assert rows == [None, "1", ".45"]  # the ground first
    assert "&lt;first&gt;" in picture
    assert "a &amp; b" in picture
    marks = [found for found in drawn.iter("{http://www.w3.org/2000/svg}path") if found.get("fill")]
    assert len(marks) == 1
