"""The kernels reproduce the perft tables of `tests/data` to their full depth."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import sommet
from sommet.machine.perft import perft
from sommet.testing import perft_tables
from sommet.testing.kernels import PairedState

TABLES = Path(__file__).parents[1] / "data" / "perft"
MOST_MOVES = 400
"""In positions with more moves than this, moves are counted but not compared one by one."""


@cache
def rows_of(name: str) -> tuple[perft_tables.Row, ...]:
    return tuple(perft_tables.read((TABLES / f"{name}.txt").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", sommet.names())
def test_perft_matches_the_table(name: str) -> None:
    for row in rows_of(name):
        state = PairedState.of(row.position).state
        counted = tuple(perft(state, depth) for depth in range(1, len(row.counts) + 1))
        assert counted == row.counts, f"{row.position.game}: {row}"


def test_a_turn_may_outgrow_the_initial_scratch_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sommet.machine.perft.ROWS_PER_MOVE", 1)
    row = rows_of("triedre")[0]
    assert perft(PairedState.of(row.position).state, 2) == row.counts[1]


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("name", sommet.names())
def test_rules_and_kernel_agree_on_all_turns_from_the_table(name: str, part: int) -> None:
    for row in rows_of(name)[part::2]:
        pair = PairedState.of(row.position)
        pair.compare()
        if 0 < row.counts[0] < MOST_MOVES:
            pair.compare_turns()


@pytest.mark.parametrize("name", sommet.names())
def test_perft_of_a_finished_game_is_one_at_depth_zero_and_zero_beyond(name: str) -> None:
    over = next(row.position for row in rows_of(name) if row.position.outcome)
    assert [perft(PairedState.of(over).state, depth) for depth in range(3)] == [1, 0, 0]
