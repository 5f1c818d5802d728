"""The facts of a table's page."""

from __future__ import annotations

import pytest

from sommet.web.setting_labels import clock_text
from sommet.wire.clocks import Clock, Days, PerMove, Total, Untimed


@pytest.mark.parametrize(
    ("clock", "english", "french"),
    [
        (Untimed(), "no clock", "sans limite de temps"),
        (Total(60), "1 minute each", "1 minute chacun"),
        (Total(300), "5 minutes each", "5 minutes chacun"),
        (Total(1), "1 second each", "1 seconde chacun"),
        (Total(30), "30 seconds each", "30 secondes chacun"),
        (Total(90), "1.5 minutes each", "1.5 minutes chacun"),
        (Total(60, 1), "1 minute + 1 second per move", "1 minute + 1 seconde par coup"),
        (Total(180, 2), "3 minutes + 2 seconds per move", "3 minutes + 2 secondes par coup"),
        (PerMove(1), "1 second per move", "1 seconde par coup"),
        (PerMove(30), "30 seconds per move", "30 secondes par coup"),
        (Days(1), "1 day per move", "1 jour par coup"),
        (Days(3), "3 days per move", "3 jours par coup"),
    ],
)
def test_a_clock_is_described_in_the_singular_and_the_plural(
    clock: Clock, english: str, french: str
) -> None:
    assert clock_text(clock, "en") == english
    assert clock_text(clock, "fr") == french
