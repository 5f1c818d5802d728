"""The perft tables and playthroughs in `tests/data` match the rules.

`make data` regenerates them; `make perft` checks the tables to their full depth.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from sommet import names
from sommet.core.registry import kind
from sommet.testing import every_option, perft_tables, playthrough

DATA = Path(__file__).parent / "data"
PLAYTHROUGHS = {
    f"{file.stem}-{number}": text
    for file in sorted((DATA / "playthroughs").glob("*.txt"))
    for number, text in enumerate(playthrough.split(file.read_text(encoding="utf-8")), 1)
}
SEQUENCES = 500
"""Leaves counted per position in every run; enough to notice a changed rule."""


@cache
def rows_of(name: str) -> tuple[perft_tables.Row, ...]:
    return tuple(perft_tables.read((DATA / "perft" / f"{name}.txt").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", names())
def test_the_perft_table_has_the_start_and_twenty_positions_for_every_option(name: str) -> None:
    for game in every_option(kind(name)):
        positions = [row.position for row in rows_of(name) if row.position.game == game]
        running = [position for position in positions[1:] if not position.outcome]
        assert len({*running}) >= 20
        assert len(positions[0].moves()) >= 16
        assert any(position.outcome for position in positions)


@pytest.mark.parametrize(
    ("name", "sign"),
    [("pylos", "-"), ("pylos", "x"), ("triedre", "+"), ("colorpop", "*"), ("kabaleo", "1")],
)
def test_the_perft_table_has_positions_rich_in_special_moves(name: str, sign: str) -> None:
    special = [
        sum(sign in str(move) for move in row.position.moves())
        for row in rows_of(name)
        if row.counts[0] > 1
    ]
    assert sum(count > 0 for count in special) >= 20


def test_the_perft_table_of_triedre_includes_skipped_turns() -> None:
    last = [row.position for row in rows_of("triedre") if "0L0D/" in str(row.position)]
    assert (
        sum(position.play(position.moves()[0]).turn == 1 for position in last if position.moves())
        > 1
    )


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", names())
def test_perft_agrees_with_the_table(name: str, part: int) -> None:
    for row in rows_of(name)[part::4]:
        assert row.wrong(SEQUENCES) is None, f"{row.position.game}: {row}"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_can_be_reproduced_line_by_line(name: str) -> None:
    text = PLAYTHROUGHS[name]
    for number, (written, now) in enumerate(
        zip(text.splitlines(), playthrough.replay(text).splitlines(), strict=True), 1
    ):
        assert now == written, f"line {number} of {name}"


def test_every_game_has_playthroughs() -> None:
    assert {*PLAYTHROUGHS} == {f"{name}-{number}" for name in names() for number in range(1, 9)}
