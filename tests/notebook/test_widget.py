"""The notebook board from Python's side: messages it receives and what it shows."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import Record
from sommet.notebook import BoardWidget
from sommet.testing import random_game


def send(board: BoardWidget, **message: Any) -> dict[str, Any]:
    """Send a message from the page and return what is shown afterwards."""
    board._on_message(None, message, None)
    return dict(board.shown)


def spots(board: BoardWidget) -> set[str]:
    return {spot["step"] for spot in board.shown["scene"].get("spots", ())}


def test_a_click_plays_a_move_and_the_opponent_replies() -> None:
    board = BoardWidget("pylos", against="gentle", seed=1)
    assert "1b2" in spots(board)
    shown = send(board, do="step", step="1b2")
    assert str(board.record.moves[0]) == "1b2"
    assert len(board.record.moves) == 2
    assert board.record.turn == 0
    assert (shown["move"], shown["moves"]) == (2, 2)
    assert shown["effects"], "the reply is animated"
    assert shown["said"].startswith("Dark places a ball on ")
    assert shown["said"].endswith("Light's turn.")


def test_a_game_against_a_player_is_played_to_its_end() -> None:
    board = BoardWidget("kabaleo", against=sommet.player("kabaleo", "random"), seat=1, seed=3)
    while board.record.outcome is None:
        board.play(str(board.record.position.moves()[0]))
    assert spots(board) == set()
    assert "win" in board.shown["said"]


def test_a_turn_of_several_steps_can_be_undone_before_it_ends() -> None:
    record = Record.new(sommet.game("pylos"))
    for move in ("1a1", "1d4", "1a2", "1d3", "1b1", "1d1"):
        record = record.play(move)
    board = BoardWidget(record)
    shown = send(board, do="step", step="1b2")  # completes a square, so a ball must be taken back
    before = shown["number"]
    assert (shown["finish"], len(board.record.moves)) == (False, 6)
    assert send(board, do="step", step="x1a1")["number"] == before + 1
    assert (board.shown["finish"], len(board.record.moves)) == (True, 6)
    send(board, do="undo")
    assert "1b2" in spots(board)
    for step in ("1b2", "x1a1"):
        send(board, do="step", step=step)
    send(board, do="finish")
    assert str(board.record.moves[-1]) == "1b2x1a1"


def test_a_record_can_be_stepped_through_and_continued_from_any_move() -> None:
    record = random_game(sommet.game("triedre"), 4)[-1]
    board = BoardWidget(record)
    assert board.shown["move"] == len(record.moves)
    assert send(board, do="go", move=3)["move"] == 3
    assert str(board.view) == str(record.at(3).view(None))
    forward = send(board, do="go", move=4)
    assert forward["effects"], "a step forward is animated"
    assert send(board, do="go", move=1)["effects"] == []
    assert send(board, do="go", move=-5)["move"] == 0
    other = next(move for move in record.start.moves() if move != record.moves[0])
    board.play(str(other))
    assert board.record.moves == (other,)


def test_an_analysis_lists_and_colours_moves() -> None:
    record = random_game(sommet.game("triedre"), 4)[-1]
    board = BoardWidget(record)
    board.go(len(record.moves) - 1)
    analysis = board.analyse("gentle")
    assert board.analysis is analysis
    lines = board.shown["lines"]
    assert lines[0]["move"] == str(analysis.best)
    assert {line["worth"] for line in lines} <= {"won", "drawn", "lost"}
    assert lines[0]["words"] in ("wins", "draws", "loses")
    board.play(str(analysis.best))
    assert board.shown["lines"] == []


@pytest.mark.parametrize("game", ["kabaleo", "colorpop players=3"])
def test_secrets_of_others_are_not_shown(game: str) -> None:
    record = Record.new(sommet.game(game), seed=5)
    other = next(
        again
        for seed in range(100)
        if (again := _deal_others_again(record, seed)).start.secrets != record.start.secrets
    )
    boards = [
        BoardWidget(each, against="random", seat=0, language="fr") for each in (record, other)
    ]
    first, second = (board.shown for board in boards)
    if boards[0].record.moves == boards[1].record.moves:
        assert first == second
    assert "?" in str(boards[0].view)


def _deal_others_again(record: Record[Any], seed: int) -> Record[Any]:
    """The same table with different secrets for the others."""
    from random import Random

    start, view = record.start, record.start.view(0)
    secrets = Random(seed).choice(view.worlds())
    return Record.of(sommet.Position(start.game, start.table, secrets))


def test_an_illegal_step_is_explained() -> None:
    board = BoardWidget("pylos", seed=1)
    send(board, do="step", step="1a1")
    number = board.shown["number"]
    shown = send(board, do="step", step="1a1")
    assert "occupied" in shown["said"] or "taken" in shown["said"] or "(P2" in shown["said"]
    assert shown["number"] == number, "the board is unchanged"
    assert send(board, do="dance")["number"] == number
    with pytest.raises(sommet.OptionError, match="has no seat 7"):
        BoardWidget("pylos", seat=7)


def test_it_falls_back_to_a_picture_without_widget_support() -> None:
    data, _ = BoardWidget("pylos", seed=1)._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].endswith(" L")
    assert "application/vnd.jupyter.widget-view+json" in data


def test_it_can_be_shown_in_french() -> None:
    board = BoardWidget("pylos", seed=1, language="fr")
    assert board.shown["words"]["finish"] == "Terminer le tour"
    assert board.shown["said"].startswith("À ")
