"""The letters of colours."""

from __future__ import annotations

from sommet.core.colours import PALETTE, in_order


def test_letters_come_in_palette_order_and_jokers_last() -> None:
    assert PALETTE == "BOGPYV"
    assert in_order("Y*GB*B") == "BBGY**"
