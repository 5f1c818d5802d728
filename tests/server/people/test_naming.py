from __future__ import annotations

import pytest

from sommet.server.people.naming import NAME, clean


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Zoé", "Zoé"),
        ("two\nlines", "two lines"),
        ("turn\u202eed", "turned"),
        ("in\u200bvisible", "invisible"),
        ("\x00\x1b[31m", "[31m"),
        ("x" * 100, "x" * NAME),
    ],
)
def test_names_are_made_fit_to_be_shown(typed: str, shown: str) -> None:
    assert clean(typed, NAME) == shown
