"""`sommet daily`: the same deal for everyone, with its solution."""

from __future__ import annotations

from datetime import date

import pytest

from tests.cli.fake_terminal import Terminal

pytest.importorskip("numba")

from sommet.engine.solo.daily import daily, solo_game


def test_the_solution_of_a_day_is_printed(terminal: Terminal) -> None:
    result = terminal("daily", "--date", "2026-11-16", "--solution")
    assert result.status == 0
    title, *way = result.out.splitlines()
    today = daily(solo_game(), date(2026, 11, 16))
    assert title == f"{today.record.game.name}, 2026-11-16: difficulty {today.grade} of 4"
    assert " ".join(way).split() == [str(move) for move in today.solution]


def test_each_task_has_its_own_deal_of_the_day(terminal: Terminal) -> None:
    default, harder = (
        terminal("daily", *words, "--date", "2026-11-16", "--solution").out
        for words in ((), ("colours=2",))
    )
    assert default != harder


def test_an_invalid_date_is_refused(terminal: Terminal) -> None:
    assert "'tomorrow' is not a date" in terminal("daily", "--date", "tomorrow").err


def test_certificates_of_future_days_are_checked(terminal: Terminal) -> None:
    result = terminal("daily", "--date", "2026-12-30", "--check", "3")
    assert result.status == 0
    first, *grades = result.out.splitlines()
    assert first.endswith("3 days from 2026-12-30 to 2027-01-01: every deal can be solved.")
    assert sum(int(line.rpartition(" ")[2]) for line in grades) == 3
