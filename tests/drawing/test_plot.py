"""The plot of a game."""

from __future__ import annotations

from xml.etree import ElementTree

from sommet.drawing.plot import Bar, plot


def test_a_plot_shows_certain_values_and_blunders() -> None:
    bars = [Bar(0, 1, True, False, "<first>"), Bar(1, 0.5, False, True, "second")]
    picture = plot(bars, ["Light", "Dark"], "a & b")
    drawn = ElementTree.fromstring(picture)
    rows = [found.get("opacity") for found in drawn.iter("{http://www.w3.org/2000/svg}rect")]
    assert rows == [None, "1", ".45"]  # the background comes first
    assert "&lt;first&gt;" in picture
    assert "a &amp; b" in picture
    marks = [found for found in drawn.iter("{http://www.w3.org/2000/svg}path") if found.get("fill")]
    assert len(marks) == 1
