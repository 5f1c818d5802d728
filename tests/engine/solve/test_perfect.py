"""The level `perfect`, the oracles and the commands, without tables."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("numba")

import sommet
from sommet import GameOver, OptionError
from sommet.cli.app import app
from sommet.engine.solve import PerfectPlayer, Truth, oracle, probe, table_oracle
from sommet.engine.solve.table_oracle import RootMove
from sommet.games.pylos import Pylos

WON = "LDDLDDLDLLLLLLD./LLDDDDD../L.../. D"


REPEATING = """
1a1 1a4 1d1 1d4 1b2 1b3 1c4 1c1 1a3 1c3 1c2 1a2 1c4-2b2 1c1-2a2 1c1 1d2 1b1x1a1x1c1 1c4 1b4
1c4-2a3 1c1x1b1x1c1 1b1 1c4 1b1-2b3 1d1-3a2 1c1 1a1 1d1 2c1 1d3x1d3 1d3 1d4-2c2 1b1 2a1x2a1 2b1
2a1x2a1 1d4 2a1x2a1 1a1-2c3 3b1 3b2 1a1 2a1x3b2x2c3 2c3x2c3x3b1 2a1-3b1 1a1-2c3x2c3 1a1 2a1x2a1
1d4-2a1x2a1 2a1x2a1 2a1x2a1x3b1 2a1x2a1
"""
"""A game in which a position has occurred twice and can occur again."""


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMMET_TABLES", str(tmp_path))


def test_only_solvable_games_have_the_level() -> None:
    assert "perfect" not in sommet.levels()
    from sommet.engine import levels

    assert levels("pylos")[-1] == "perfect"
    assert "perfect" not in levels("kabaleo")
    with pytest.raises(OptionError, match="Kabaleo can't be solved here"):
        sommet.player("kabaleo", "perfect")


def test_proven_lines_are_marked() -> None:
    position = Pylos().parse(WON)
    analysis = sommet.player("pylos", "perfect", seconds=60).analyse(position.view(1))
    worth = {str(line.move): line.value for line in analysis.lines if line.proven}
    assert worth["1d4"] == worth[str(analysis.best)] == 1.0
    assert set(worth.values()) == {0.0, 1.0}  # every move is evaluated
    assert len(analysis.lines) == len(position.moves())


def test_a_won_game_is_won_without_a_table() -> None:
    game = Pylos("children")
    player, rival = PerfectPlayer(game, 1.0), sommet.player(game, "gentle", seed=1)
    record = sommet.Record.new(game, 1).play("1a1")  # a losing first move
    while not record.outcome:
        chooser = player if record.turn == 1 else rival
        record = record.play(chooser.choose(record.view(record.turn)))
    assert record.outcome.winners == (1,)


def test_a_known_draw_is_reported() -> None:
    game = Pylos("expert")
    ranked = oracle(game).rank_moves(game.start().view(0), 0.1)
    assert {one.truth.value for one in ranked if one.truth} == {"draw", "loss"}
    assert ranked[0].truth == Truth("draw", None, "book")


def test_the_order_of_a_deeper_search_takes_precedence_over_older_scores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When time runs out during an iteration, later moves still have scores of the previous one."""

    def interrupted(
        prover: object, states: list[object], stop: object
    ) -> Generator[None, None, list[RootMove]]:
        yield
        others = (RootMove(index, 900 - index, False, False) for index in range(len(states)))
        return [RootMove(2, -300, False, False), *(seen for seen in others if seen.index != 2)]

    position = Pylos("expert").parse("LDDLLDLLDDDL.LLL/LDDDLL.D./.D../. D")
    asked = oracle(position.game)
    monkeypatch.setattr(table_oracle, "deepen", interrupted)
    assert asked.choose(position.view(None), 0.0).move == position.moves()[2]


def test_a_finished_game_has_a_truth_but_no_moves() -> None:
    game = Pylos()
    over = game.parse("LLLLLLLLLLLLLLLD/DDDDDDDDD/..../. D")
    with pytest.raises(GameOver):
        oracle(game).rank_moves(over.view(None))
    assert probe(over) == Truth("win", 0, "rules")


def test_a_position_that_would_occur_for_the_third_time_is_a_draw() -> None:
    game = Pylos("expert")
    record = sommet.Record.new(game, 1)
    for move in REPEATING.split():
        record = record.play(move)
    ranked = oracle(game).rank_moves(record.view(record.turn), 0.1)
    again = next(one for one in ranked if str(one.move) == "2a1x2a1")
    assert again.truth == Truth("draw", 1, "rules")


def test_probe_evaluates_every_move() -> None:
    said = CliRunner().invoke(app, ["probe", "pylos", "variant=expert"]).output
    assert said.startswith("Draw")
    assert "1b1  loses" in said
    assert "1a1  draw" in said


def test_list_shows_files_and_their_problems(tmp_path: Path) -> None:
    assert "Nothing has been solved yet" in CliRunner().invoke(app, ["solve", "--list"]).output
    (tmp_path / "pylos-standard.byte.table").write_bytes(b"half a header")
    said = CliRunner().invoke(app, ["solve", "--list"]).output
    assert "is not a Sommet table" in said
