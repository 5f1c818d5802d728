"""The games shown in the findings are those the solver found."""

from __future__ import annotations

import json

import pytest

from scripts.findings import GAMES, PICTURES, ROOT, SOLVED, replay
from sommet.core.record import Record

FIGURES = json.loads((ROOT / "benchmarks" / "solver.json").read_text("utf-8"))


@pytest.mark.parametrize("name", SOLVED)
def test_a_perfect_game_has_the_value_and_length_of_the_table(name: str) -> None:
    record = Record.parse((GAMES / f"pylos-{name}.txt").read_text("utf-8"))
    assert str(record) == str(replay(name, FIGURES[SOLVED[name]]))
    value, distance = FIGURES[SOLVED[name]]["start"]
    assert record.outcome
    assert record.outcome.winners == {"loss": (1,), "draw": (0, 1)}[value]
    assert distance in (None, len(record.moves))


def test_light_wins_the_perfect_game_of_triedre() -> None:
    record = Record.parse((GAMES / "triedre-on.txt").read_text("utf-8"))
    assert record.outcome
    assert record.outcome.winners == (0,)
    assert str(record.moves[0]) == "L004"


def test_every_picture_is_shown_exactly_once() -> None:
    pages = "".join(page.read_text("utf-8") for page in sorted(PICTURES.parent.glob("*.md")))
    files = {path.name for path in PICTURES.glob("*.svg")}
    assert {name for name in files if f"(pictures/{name})" in pages} == files
    assert pages.count("(pictures/") == len(files)
