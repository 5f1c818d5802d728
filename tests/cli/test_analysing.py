"""The command `sommet analyse`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("numba")

import sommet
from sommet import Record
from tests.cli.terminal import Terminal
from tests.engine.test_analysing import BLUNDER


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
