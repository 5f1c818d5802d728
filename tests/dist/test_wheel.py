"""The wheel is whole: installed where nothing else is, it plays, serves and analyses; each extra
stands alone, and what is missing is said in a sentence. `make wheels` does it with every Python
here, and with packages as they are fetched."""

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
from tests.dist.wheel_env import Place


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


def test_it_plays_serves_and_analyses_where_nothing_else_is(wheel: Path, tmp_path: Path) -> None:
    place = Place(tmp_path / "env", wheel, "server")
    home = place.python("import sommet; print(sommet.__file__)").strip()
    assert Path(home).is_relative_to(place.packages)
    assert len(place.python(GAME).splitlines()) == len(sommet.names())
    game = tmp_path / "game.txt"
    game.write_text(str(sommet.Record.new(sommet.game("pylos")).play("1b2").play("1c3")))
    assert "1c3" in place.sommet("analyse", str(game), "--level", "gentle")
    with serving(place) as address:
        (style,) = re.findall(r'href="(/static/\w+/sommet.css)"', httpx.get(address).text)
        assert httpx.get(address + style).is_success
        rules = httpx.get(f"{address}/rules/pylos", headers={"Accept-Language": "fr"})
        assert "bille" in rules.text
        assert httpx.get(f"{address}/readyz").is_success


@contextmanager
def serving(place: Place) -> Iterator[str]:
    command = [str(place.bin / "sommet"), "serve", "--port", "0"]
    with subprocess.Popen(
        command,
        cwd=place.folder,
        env=place.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().partition(" at ")[2].partition(";")[0]
        finally:
            server.terminate()


def test_every_extra_is_imported_alone(wheel: Path, tmp_path: Path) -> None:
    bare = Place(tmp_path / "bare", wheel)
    for extra in extras():
        place = Place(tmp_path / f"with {extra}", bare, extra)
        place.python(f"import {', '.join(imports(extra))}")


MISSING = {
    "serve": "server",
    "operate aside": "server",
    "match pylos gentle novice": "fast",
    "arena pylos gentle novice": "fast",
    "solve pylos": "fast",
    "play pylos --against master": "fast",
}


def test_what_is_missing_is_said_in_a_sentence(wheel: Path, tmp_path: Path) -> None:
    bare = Place(tmp_path / "env", wheel)
    for command, extra in MISSING.items():
        assert f"install sommet[{extra}]." in bare.refused(*command.split()), command


def test_everything_of_the_package_is_in_it_and_nothing_else(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/sommet"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    kept = {name.removeprefix("src/") for name in listed.stdout.split("\n") if name}
    assert {name for name in inside if not name.startswith("sommet/web/docs/")} == kept - {
        "sommet/web/tsconfig.json"
    }


def test_the_metadata_names_the_pythons_that_are_tried(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    metadata = zipfile.ZipFile(wheel).read(f"sommet-{sommet.__version__}.dist-info/METADATA")
    for words in project["classifiers"]:
        assert f"Classifier: {words}\n" in metadata.decode()
    assert "License-Expression: MIT\n" in metadata.decode()
    assert "](docs/" not in metadata.decode()  # no link into a repository that nobody named


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {sommet.__version__}\n" in citation


PAGE = """![Balls](docs/a.svg) and [rules](src/rules.md), [site](https://example.org/x)
<img src="docs/b.jpg" alt="Boards" height="220">"""


def test_pictures_of_the_readme_show_on_an_index_that_knows_the_repository() -> None:
    told = readme(PAGE, "https://example.org/sommet", "1.2.3")
    raw, blob = (f"https://example.org/sommet/{kind}/v1.2.3" for kind in ("raw", "blob"))
    assert f"![Balls]({raw}/docs/a.svg)" in told
    assert f'<img src="{raw}/docs/b.jpg" alt="Boards" height="220">' in told
    assert f"[rules]({blob}/src/rules.md), [site](https://example.org/x)" in told
    assert links("https://example.org/sommet", "1.2.3")["Source"] == "https://example.org/sommet"


def test_without_an_address_the_readme_has_words_instead() -> None:
    assert readme(PAGE, "", "1.2.3") == (
        "*Balls* and rules, [site](https://example.org/x)\n*Boards*"
    )
