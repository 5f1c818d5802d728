"""One table of colours and measures: what browsers paint with is what Python paints with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import sommet
from sommet.core import palette as letters
from sommet.drawing import measures, palette, table
from sommet.drawing.picture import GROUNDS

STATIC = Path(sommet.__file__).parent / "web" / "static"


def test_the_script_is_what_the_table_says_today() -> None:
    assert table.FILE.read_text("utf-8") == table.script(), (
        "python -m sommet.drawing writes it anew"
    )


def test_every_constant_of_the_table_is_in_the_script() -> None:
    names = {
        name
        for module in (palette, measures)
        for name in vars(module)
        if name.isupper() and not name.startswith("_") and name not in ("SCENE_UP", *vars(letters))
    }
    exported = re.findall(r"^export const (\w+) = ", table.script(), re.M)
    assert {*exported} == names
    assert len(exported) == len(names)


def test_values_are_written_as_a_script_reads_them() -> None:
    assert table.literal(measures.EDGE) == "{ picture: 0.12, page: 0.14 }"
    assert table.literal({"a": "●", "?": '"'}) == '{ "a": "●", "?": "\\"" }'
    assert json.loads(table.literal(measures.BANDS)) == [[0.05, 0.4], [0.58, 0.84]]
    assert table.kind(measures.LIGHT) == "[number, number, number]"
    assert table.kind(measures.CAST) == "{ length: number, opacity: string }"
    with pytest.raises(TypeError, match="no place in the table"):
        table.kind(None)


def test_scripts_have_no_paint_or_light_of_their_own() -> None:
    """What is drawn is told by the table: a colour anywhere else would drift."""
    for file in (STATIC / "board").glob("*.js"):
        if file != table.FILE:
            assert not re.findall(r'"#[0-9A-F]{3,6}"', file.read_text("utf-8")), file.name


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_page_has_the_grounds_that_pictures_have(ground: str) -> None:
    style = (STATIC / "sommet.css").read_text("utf-8")
    for name, paint in GROUNDS[ground].items():
        assert f"--{name}: {paint};" in style
