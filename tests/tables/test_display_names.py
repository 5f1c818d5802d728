from __future__ import annotations

import pytest

from sommet.tables.display_names import MAX_NAME_LENGTH, clean, parse_display_name
from sommet.tables.refusals import Refusal


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Zoé", "Zoé"),
        ("two\nlines", "two lines"),
        ("turn\u202eed", "turned"),
        ("in\u200bvisible", "invisible"),
        ("\x00\x1b[31m", "[31m"),
        ("x" * 100, "x" * MAX_NAME_LENGTH),
        ("Z" + "\u0335" * 20 + "o", "Z" + "\u0335" * 3 + "o"),
        ("\u0301Ada", "Ada"),
        ("A\u3164\u2800da", "A da"),
        ("Nguyễn", "Nguyễn"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_names_are_cleaned_for_display(typed: str, shown: str) -> None:
    assert clean(typed, MAX_NAME_LENGTH) == shown


@pytest.mark.parametrize(
    "typed", ["", " ", "\u200b", "\u3164\u3164", "\u2800", "\u115f", "\u0301", "\ufe0f", "...", "_"]
)
def test_an_unreadable_name_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="at least one letter"):
        parse_display_name(typed)
