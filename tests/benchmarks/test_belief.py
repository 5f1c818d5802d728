"""The belief benchmark: calibration, certainty and their charts."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sommet
from benchmarks.belief import Guess, ObservedGame, calibration, certainty, draw, records_of, report
from sommet import Record


def guess(truth: str, **likely: float) -> Guess:
    return Guess("master", 1.0, likely, truth)


def test_calibration_compares_probabilities_with_frequencies() -> None:
    guesses = [guess("B", B=0.75, O=0.25)] * 3 + [guess("O", B=0.75, O=0.25)]
    assert calibration(guesses) == [(0.25, 0.25, 4), (0.75, 0.75, 4)]


def test_the_probability_of_the_truth_is_tracked_move_by_move() -> None:
    games = [
        ObservedGame((), (), (("master", 1, 0.2), ("gentle", 1, 0.5), ("master", 2, 0.4))),
        ObservedGame((), (), (("master", 1, 0.4),)),
    ]
    found = certainty(games)
    assert found["gentle"] == [(1.0, 0.5)]
    assert found["master"] == [(1.0, pytest.approx(0.3)), (2.0, 0.4)]


def test_tables_and_plots_are_made_from_the_games(tmp_path: Path) -> None:
    guesses = tuple(
        Guess("master", stage, {"B": 0.75, "O": 0.25}, "B") for stage in (0.25, 0.5, 0.75, 1.0)
    )
    truths = tuple(("master", number, number / 8) for number in range(1, 9))
    games = [ObservedGame(guesses, (("master", 0.5),), truths)]
    rows = list(report(games))
    assert "| master | 0.29 | 0.29 | 0.29 | 0.29 | 50% | 0% |" in rows
    assert rows[-2:] == ["| 4 | 50% |", "| 8 | 100% |"]
    draw(games, tmp_path / "marbles")
    for name in ("calibration", "certainty"):
        picture = ElementTree.parse(tmp_path / f"marbles-{name}.svg").getroot()
        assert len(list(picture.iter("{http://www.w3.org/2000/svg}polyline"))) == 1


def test_records_come_from_a_folder_or_from_a_file_of_matches(tmp_path: Path) -> None:
    record = Record.new(sommet.game("kabaleo"), 1)
    (tmp_path / "00001.txt").write_text(str(record))
    assert records_of(tmp_path, "") == [record]
    file = tmp_path / "games.jsonl"
    lines = ({"match": f"{game}: a – b", "record": str(record)} for game in ("kabaleo", "colorpop"))
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert records_of(file, "kabaleo") == [record]


def test_the_number_of_games_per_match_can_be_limited(
    tmp_path: Path,
) -> None:
    deals = [Record.new(sommet.game("kabaleo"), seed) for seed in range(8)]
    file = tmp_path / "games.jsonl"
    lines = ({"match": f"kabaleo: a – {b}", "record": str(deal)} for deal in deals for b in "cd")
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert records_of(file, "kabaleo") == deals * 2
    assert records_of(file, "kabaleo", 4) == [*deals[::2], *deals[1::2]]
    assert records_of(file, "kabaleo", 99) == deals * 2
