"""The level `perfect`, the façade and the commands, with what ships and no table."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("numba")

import sommet
from sommet import GameOver, OptionError
from sommet.cli.app import app
from sommet.engine.solve import Truth, oracle, probe
from sommet.engine.solve.perfect import PerfectPlayer
from sommet.games.pylos import Pylos

WON = "LDDLDDLDLLLLLLD./LLDDDDD../L.../. D"


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMMET_TABLES", str(tmp_path))


def test_only_games_that_can_be_solved_have_the_level() -> None:
    assert sommet.levels() == ("random", "gentle", "club", "strong")
    from sommet.engine import levels

    assert levels("pylos")[-1] == "perfect"
    assert "perfect" not in levels("kabaleo")
    with pytest.raises(OptionError, match="Kabaleo cannot be solved here"):
        sommet.player("kabaleo", "perfect")


def test_what_is_proven_is_said_to_be() -> None:
    position = Pylos().parse(WON)
    analysis = sommet.player("pylos", "perfect", seconds=1).analyse(position.view(1))
    assert (analysis.value, analysis.lines[0].proven, str(analysis.best)) == (1.0, True, "1d4")
    assert len(analysis.lines) == len(position.moves())


def test_a_won_game_is_won_without_a_table() -> None:
    game = Pylos("children")
    player, rival = PerfectPlayer(game, 1.0), sommet.player(game, "gentle", seed=1)
    record = sommet.Record.new(game, 1).play("1a1")  # the first player has lost
    while not record.outcome:
        chooser = player if record.turn == 1 else rival
        record = record.play(chooser.choose(record.view(record.turn)))
    assert record.outcome.winners == (1,)


def test_a_third_occurrence_counts_as_the_draw_that_it_is() -> None:
    game = Pylos("expert")
    view = sommet.Record.new(game, 1).view(0)
    weighed = oracle(game).weigh(view, 0.1)
    assert {one.truth.value for one in weighed if one.truth} == {"draw", "loss"}
    assert weighed[0].truth == Truth("draw", None, "book")


def test_a_finished_game_has_no_move_and_its_truth() -> None:
    game = Pylos()
    over = game.parse("LLLLLLLLLLLLLLLD/DDDDDDDDD/..../. D")
    with pytest.raises(GameOver):
        oracle(game).weigh(over.view(None))
    assert probe(over) == Truth("win", 0, "rules")


def test_probe_says_what_every_move_is_worth() -> None:
    said = CliRunner().invoke(app, ["probe", "pylos", "variant=expert"]).output
    assert said.startswith("Draw")
    assert "1b1  loses" in said
    assert "1a1  draw" in said


def test_list_says_what_is_there_and_what_is_wrong(tmp_path: Path) -> None:
    assert "Nothing is solved yet" in CliRunner().invoke(app, ["solve", "--list"]).output
    (tmp_path / "pylos-standard.byte.table").write_bytes(b"half a header")
    said = CliRunner().invoke(app, ["solve", "--list"]).output
    assert "is not a table of Sommet" in said
