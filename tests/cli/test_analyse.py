"""The command `sommet analyse`."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("numba")

import sommet
from sommet import Record
from sommet.cli.seats import Seats
from sommet.engine.mcts.player import SearchPlayer
from tests.cli.fake_terminal import Terminal
from tests.engine.test_analysis import BLUNDER


def test_analyse_prints_the_value_of_every_move_and_draws_a_plot(
    terminal: Terminal, tmp_path: Path
) -> None:
    record = Record.new(sommet.game("pylos", variant="children"), 1)
    for move in BLUNDER.split():
        record = record.play(move)
    file, picture = tmp_path / "game.txt", tmp_path / "game.svg"
    file.write_text(str(record))
    output = terminal("analyse", str(file), "--svg", str(picture), "--seconds", "0.3").out
    assert "1. Light    1c4               loses" in output
    assert "6. Dark     1b4            ?? loses; " in output
    assert "Light: 3 moves, blunders: none." in output
    assert "Dark: 3 moves, blunders: 1." in output
    drawn = ElementTree.fromstring(picture.read_text("utf-8"))
    titles = [found.text or "" for found in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 7
    assert "??" in titles[-1]


def test_analyse_can_use_several_cores(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record.new(sommet.game("kabaleo"), 1)
    record = record.play(record.position.moves()[0])
    file = tmp_path / "game.txt"
    file.write_text(str(record))
    cores = list[int]()
    original_init = SearchPlayer.__init__

    def record_cores(player: SearchPlayer, *given: Any) -> None:
        original_init(player, *given)
        cores.append(player.cores)

    monkeypatch.setattr(SearchPlayer, "__init__", record_cores)
    options = ("--level", "master", "--seconds", "0.05", "--cores", "2")
    assert "Player 1: 1 move" in terminal("analyse", str(file), *options).out
    players = Seats(("master", "person")).opponents(record, 3)
    assert (list(players), cores) == ([0], [2, 3])
