"""The letters of colours."""

from __future__ import annotations

from sommet.core.colours import PALETTE, sort_colours


def test_letters_are_in_palette_order_with_jokers_last() -> None:
    assert PALETTE == "BOGPYV"
    assert sort_colours("Y*GB*B") == "BBGY**"
