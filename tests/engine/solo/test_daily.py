"""The daily deal: stored deals are those a search finds, and their solutions win."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import date

import pytest

from sommet.core.errors import SommetError
from sommet.engine.solo import daily as days
from sommet.engine.solo.daily import daily, date_range, find_daily, solo_game, stored_daily

TODAY = date(2026, 11, 16)


def test_a_year_of_daily_deals_is_stored() -> None:
    first, *_, last = date_range(TODAY, 366)
    assert stored_daily(solo_game(), first)
    assert stored_daily(solo_game(), last)
    assert date_range(TODAY, 366)[-1] == date(2027, 11, 16)
    assert stored_daily(solo_game(), date(2031, 1, 1)) is None


@pytest.mark.parametrize("day", [TODAY, date(2027, 2, 28), date(2027, 11, 16)])
def test_the_solution_of_a_stored_deal_wins(day: date) -> None:
    deal = daily(solo_game(), day)
    assert deal.is_valid()
    assert not replace(deal, solution=deal.solution[:-1]).is_valid()
    assert not replace(deal, solution=("Ba1", *deal.solution, "Ba1")).is_valid()


def test_a_stored_deal_is_the_one_a_search_finds() -> None:
    pytest.importorskip("numba")
    game = solo_game()
    found = find_daily(game, TODAY)
    assert daily(game, TODAY) == found
    assert pickle.loads(pickle.dumps(found)) == found, "it may be searched in another process"


def test_a_certificate_that_does_not_win_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game, file = solo_game(), {TODAY.isoformat(): (0, 8, "Ba1")}
    monkeypatch.setattr(days, "_file", lambda game: file)
    with pytest.raises(SommetError, match="doesn't win"):
        daily(game, TODAY)
