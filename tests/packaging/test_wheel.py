"""The wheel is complete: in an empty environment it plays, serves and analyses; each extra works
on its own, and a missing one is named. `make wheels` repeats this with every installed Python and
with freshly downloaded packages."""

from __future__ import annotations

import re
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import sommet
from scripts.build_metadata import links, readme
from scripts.wheels import GAME, ROOT, build, extras, imports
from tests.packaging.wheel_env import WheelEnv


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


def test_it_plays_serves_and_analyses_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    installed = WheelEnv(tmp_path / "env", wheel, "server")
    location = installed.python("import sommet; print(sommet.__file__)").strip()
    assert Path(location).is_relative_to(installed.packages)
    assert len(installed.python(GAME).splitlines()) == len(sommet.names())
    game = tmp_path / "game.txt"
    game.write_text(str(sommet.Record.new(sommet.game("pylos")).play("1b2").play("1c3")))
    assert "1c3" in installed.sommet("analyse", str(game), "--level", "gentle")
    with serving(installed) as address:
        home = httpx.get(address, timeout=60)
        (style,) = re.findall(r'href="([^"]*static/\w+/sommet.css)"', home.text)
        assert httpx.get(home.url.join(style), timeout=60).is_success
        rules = httpx.get(f"{address}/rules/pylos", headers={"Accept-Language": "fr"}, timeout=60)
        assert "bille" in rules.text
        assert httpx.get(f"{address}/readyz", timeout=60).is_success


@contextmanager
def serving(installed: WheelEnv) -> Iterator[str]:
    command = [str(installed.bin / "sommet"), "serve", "--port", "0"]
    with subprocess.Popen(
        command,
        cwd=installed.folder,
        env=installed.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().partition(" at ")[2].partition(". ")[0]
        finally:
            server.terminate()


def test_every_extra_can_be_imported_on_its_own(wheel: Path, tmp_path: Path) -> None:
    bare = WheelEnv(tmp_path / "bare", wheel)
    for extra in extras():
        installed = WheelEnv(tmp_path / f"with {extra}", bare, extra)
        installed.python(f"import {', '.join(imports(extra))}")


NEEDED_EXTRAS = {
    "serve": "server",
    "operate quarantined": "server",
    "arena pylos gentle novice": "fast",
    "solve pylos": "fast",
    "play pylos --against master": "fast",
}


def test_commands_name_the_missing_extra(wheel: Path, tmp_path: Path) -> None:
    bare = WheelEnv(tmp_path / "env", wheel)
    for command, extra in NEEDED_EXTRAS.items():
        assert f"install sommet[{extra}]." in bare.refused(*command.split()), command


def test_it_contains_exactly_the_files_of_the_package(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/sommet"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    tracked = {name.removeprefix("src/") for name in listed.stdout.split("\n") if name}
    assert {name for name in inside if not name.startswith("sommet/web/docs/")} == tracked - {
        "sommet/web/tsconfig.json"
    }


def test_the_metadata_lists_the_tested_python_versions(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    metadata = zipfile.ZipFile(wheel).read(f"sommet-{sommet.__version__}.dist-info/METADATA")
    for words in project["classifiers"]:
        assert f"Classifier: {words}\n" in metadata.decode()
    assert "License-Expression: MIT\n" in metadata.decode()
    assert "](docs/" not in metadata.decode()  # no relative links: the repository is unknown


def test_the_citation_has_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {sommet.__version__}\n" in citation


PAGE = """![Balls](docs/a.svg) and [rules](src/rules.md), [site](https://example.org/x)
<img src="docs/b.jpg" alt="Boards" height="220">"""


def test_readme_links_become_absolute_when_the_repository_is_known() -> None:
    converted = readme(PAGE, "https://example.org/sommet", "1.2.3")
    raw, blob = (f"https://example.org/sommet/{kind}/v1.2.3" for kind in ("raw", "blob"))
    assert f"![Balls]({raw}/docs/a.svg)" in converted
    assert f'<img src="{raw}/docs/b.jpg" alt="Boards" height="220">' in converted
    assert f"[rules]({blob}/src/rules.md), [site](https://example.org/x)" in converted
    assert links("https://example.org/sommet", "1.2.3")["Source"] == "https://example.org/sommet"


def test_without_a_repository_readme_links_become_plain_text() -> None:
    assert readme(PAGE, "", "1.2.3") == (
        "*Balls* and rules, [site](https://example.org/x)\n*Boards*"
    )
