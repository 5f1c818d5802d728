"""The seat benchmark: shares by deal, printed and drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from benchmarks.match_lists import Entry
from benchmarks.seat_advantage import pictures, side_shares, table
from benchmarks.strength import MatchResult

SVG = "{http://www.w3.org/2000/svg}"


def result(*games: tuple[float, float]) -> MatchResult:
    """A match between equal players in which the sides had these shares of each game."""
    found = MatchResult(Entry("kabaleo players=2", "gentle", "gentle", 4, 4))
    for number, sides in enumerate(games):
        found.plus({"number": number, "share": sides[number % 2], "sides": list(sides)})
    return found


def test_shares_are_counted_by_side_whoever_played_it() -> None:
    first, second = side_shares(result((1.0, 0.0), (0.0, 1.0), (0.0, 1.0), (0.5, 0.5)))
    assert (first.value, second.value) == (0.375, 0.625)
    assert first.low <= first.value <= first.high


def test_identical_games_of_one_deal_do_not_narrow_the_interval() -> None:
    alike = [game for sides in ((1.0, 0.0), (0.0, 1.0)) * 20 for game in (sides, sides)]
    (twice, _), (once, _) = (
        side_shares(result(*alike)),
        side_shares(result(*((1.0, 0.0), (0.0, 1.0)) * 40)),
    )
    assert twice.high - twice.low == pytest.approx(0.31, abs=0.02)
    assert once.high == once.low  # every deal was shared evenly


def test_results_are_printed_and_plotted() -> None:
    unplayed = MatchResult(Entry("kabaleo players=3", "gentle", "gentle", 3, 3))
    results = [result((1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0)), unplayed]
    assert [row.split(" (")[0] for row in table(results)][2:] == [
        "| kabaleo players=2 | 4 | 50.0% | 75.0%"
    ]
    (name, picture), *others = pictures(results).items()
    assert (name, others) == ("kabaleo", [])
    drawn = ElementTree.fromstring(picture)
    assert len(list(drawn.iter(f"{SVG}circle"))) == 2
