"""Colours and sizes are defined once: the browser's constants are generated from Python's."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import sommet
from sommet.core import colours as letters
from sommet.drawing import constants, grain_constants, js_export, light, palette

STATIC = Path(sommet.__file__).parent / "web" / "static"


@pytest.mark.parametrize("name", js_export.FILES)
def test_the_generated_scripts_are_up_to_date(name: str) -> None:
    assert (js_export.FOLDER / name).read_text("utf-8") == js_export.script(name), (
        "run python -m sommet.drawing to regenerate it"
    )


def test_every_constant_is_exported_once() -> None:
    others = ("SCENE_UP", *vars(letters))
    names = {
        name
        for module in (palette, constants, light, grain_constants)
        for name in vars(module)
        if name.isupper() and not name.startswith("_") and name not in others
    }
    scripts = "".join(map(js_export.script, js_export.FILES))
    exported = re.findall(r"^export const (\w+) = ", scripts, re.M)
    assert {*exported} == names
    assert len(exported) == len(names)


def test_values_become_javascript_literals_and_types() -> None:
    assert js_export.literal(constants.SCENE_MARGIN) == "{ picture: 0.12, page: 0.14 }"
    assert js_export.literal({"a": "●", "?": '"'}) == '{ "a": "●", "?": "\\"" }'
    assert json.loads(js_export.literal(constants.PYRAMID_RINGS)) == [
        [*band] for band in constants.PYRAMID_RINGS
    ]
    assert js_export.kind(light.LIGHT) == "[number, number, number]"
    assert js_export.kind(constants.RING) == "{ halo: number, line: number }"
    with pytest.raises(TypeError, match="cannot be exported"):
        js_export.kind(None)


def test_scripts_define_no_colours_of_their_own() -> None:
    """All colours come from the generated constants; others would drift."""
    for file in (STATIC / "board").glob("*.js"):
        if file.name not in js_export.FILES:
            assert not re.findall(r'"#[0-9A-F]{3,6}"', file.read_text("utf-8")), file.name


@pytest.mark.parametrize("cloth", palette.CLOTHS)
def test_the_page_has_the_same_cloths_as_pictures(cloth: str) -> None:
    style = (STATIC / "board.css").read_text("utf-8")
    day, night = palette.CLOTHS[cloth]
    assert style.count(f"--{cloth}: {day};") == 1
    assert style.count(f"--{cloth}: {night};") == 2, (
        "once for the system preference, once for the setting"
    )
    assert f"var(--{cloth})" in style


@pytest.mark.parametrize("sign", palette.SIGNS)
def test_the_page_has_the_same_sign_colours_as_pictures(sign: str) -> None:
    style = (STATIC / "board.css").read_text("utf-8")
    assert f"--sign-{sign}: {palette.SIGNS[sign]};" in style
    assert f"var(--sign-{sign})" in style


def test_the_page_has_the_same_felt_as_pictures() -> None:
    felt = (STATIC / "felt.svg").read_text("utf-8")
    for step in re.findall(r"<fe(?:Turbulence|ColorMatrix) [^/]*", light.FELT):
        assert step.removesuffix("/") in felt
