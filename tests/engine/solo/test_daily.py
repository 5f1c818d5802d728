"""The deal of the day: what is kept is what a search finds, and wins by the rules."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import date

import pytest

from sommet.core.errors import SommetError
from sommet.engine.solo import daily as days
from sommet.engine.solo.daily import daily, days_from, game_for_one, kept, searched

TODAY = date(2026, 11, 16)


def test_a_year_of_deals_is_kept_for_everyone() -> None:
    first, *_, last = days_from(TODAY, 366)
    assert kept(game_for_one(), first)
    assert kept(game_for_one(), last)
    assert days_from(TODAY, 366)[-1] == date(2027, 11, 16)
    assert kept(game_for_one(), date(2031, 1, 1)) is None


@pytest.mark.parametrize("day", [TODAY, date(2027, 2, 28), date(2027, 11, 16)])
def test_a_kept_deal_is_won_by_its_way(day: date) -> None:
    deal = daily(game_for_one(), day)
    assert deal.certified()
    assert not replace(deal, way=deal.way[:-1]).certified()
    assert not replace(deal, way=("Ba1", *deal.way, "Ba1")).certified()


def test_what_is_kept_is_what_a_search_finds() -> None:
    pytest.importorskip("numba")
    game = game_for_one()
    found = searched(game, TODAY)
    assert daily(game, TODAY) == found
    assert pickle.loads(pickle.dumps(found)) == found, "it may be searched in another process"


def test_a_certificate_that_does_not_win_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game, file = game_for_one(), {TODAY.isoformat(): (0, 8, "Ba1")}
    monkeypatch.setattr(days, "_file", lambda game: file)
    with pytest.raises(SommetError, match="doesn't win"):
        daily(game, TODAY)
