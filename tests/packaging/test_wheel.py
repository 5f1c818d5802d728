"""The wheel is complete: in an empty environment it plays, serves and analyses; each extra works
on its own, and a missing one is named. `make wheels` repeats this with every installed Python and
with freshly downloaded packages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

import sommet
from scripts.build_libraries import BUILT, PACKAGE, libraries
from scripts.build_metadata import links, readme
from scripts.wheels import GAME, ROOT, build, extras, imports
from sommet.machine import shipped_library
from sommet.machine.shipped_library import MANIFEST, file_name
from tests.e2e.actions import play_one_turn
from tests.e2e.conftest import TIMEOUT_MS
from tests.e2e.live_server import launch_browser
from tests.packaging.wheel_env import WheelEnv


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> WheelEnv:
    """The environment of a player."""
    return WheelEnv(tmp_path_factory.mktemp("play") / "env", wheel, "play")


def test_it_plays_serves_and_analyses_in_an_empty_environment(
    installed: WheelEnv, tmp_path: Path
) -> None:
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


SEARCH = """
import sommet
for name in sommet.names():
    start = sommet.game(name).start(7)
    view = start.view(start.turn)
    assert sommet.player(name, "master", simulations=200).choose(view) in view.moves()
"""


@pytest.mark.skipif(not shipped_library.loaded(), reason="there is no library for this machine")
def test_players_search_without_a_compiler(wheel: Path, tmp_path: Path) -> None:
    installed = WheelEnv(tmp_path / "env", wheel, "fast")
    assert not [name for name in ("filelock", "llvmlite", "numba") if installed.has(name)]
    installed.python(SEARCH)


@pytest.mark.skipif(not shipped_library.loaded(), reason="there is no library for this machine")
def test_master_and_perfect_play_in_a_browser_without_a_compiler(installed: WheelEnv) -> None:
    assert not installed.has("numba")
    opponents = [(game, "master") for game in sommet.names()]
    opponents += [("pylos", "perfect"), ("triedre", "perfect")]
    with serving(installed) as address, launch_browser() as browser:
        pages = []
        for game, level in opponents:  # the machine already thinks at one table, and has light
            page = browser.new_context(reduced_motion="reduce").new_page()
            page.set_default_timeout(TIMEOUT_MS)
            page.goto(f"{address}/new/{game}?seat=1&level={level}")
            expect(page.locator(f"[name=level][value={level}]")).to_be_checked()
            page.locator("form.choices button.main").click()
            page.wait_for_url("**/tables/*")
            pages.append(page)
        for page in pages:
            expect(page.locator("#moves li")).to_have_count(1, timeout=TIMEOUT_MS)
            play_one_turn(page, seed=1)  # waits for the reply


def test_the_typed_example_is_60_lines_and_passes_strict_checks(
    wheel: Path, tmp_path: Path
) -> None:
    installed = WheelEnv(tmp_path / "env", wheel, "fast")
    program = shutil.copy(ROOT / "examples" / "study.py", tmp_path)
    assert len(Path(program).read_text(encoding="utf-8").splitlines()) == 60
    python = str(installed.bin / "python")
    options = ("--strict", "--cache-dir", str(tmp_path / "cache"), "--python-executable", python)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, program],
        cwd=tmp_path,
        env=installed.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    shown = installed.python(
        f"import runpy, sys; sys.argv = [{program!r}, {str(tmp_path)!r}]\n"
        f"runpy.run_path({program!r}, run_name='__main__')"
    )
    assert "of 4 against novice" in shown
    assert (tmp_path / "end.svg").read_text(encoding="utf-8").startswith("<svg")


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
NEEDED_DRIVERS = {
    "--database postgresql://me@127.0.0.1/none": "postgresql",
    "--broker redis://127.0.0.1": "redis",
}


def test_commands_name_the_missing_extra(wheel: Path, tmp_path: Path) -> None:
    bare = WheelEnv(tmp_path / "env", wheel)
    for command, extra in NEEDED_EXTRAS.items():
        assert f"uvx --from 'sommet[{extra}]' sommet." in bare.refused(*command.split()), command


def test_the_server_names_the_extra_of_a_missing_driver(wheel: Path, tmp_path: Path) -> None:
    installed = WheelEnv(tmp_path / "env", wheel, "server")
    for options, extra in NEEDED_DRIVERS.items():
        refused = installed.refused("serve", "--port", "0", *options.split())
        assert f"uvx --from 'sommet[{extra}]' sommet." in refused, options
        assert len(refused.splitlines()) == 1


def test_it_contains_exactly_the_files_of_the_package(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/sommet"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    tracked = {name.removeprefix("src/") for name in listed.stdout.split("\n") if name}
    built = {f"sommet/machine/libraries/{file.name}" for file in libraries(ROOT).iterdir()}
    from_build = ("sommet/web/browser/", "sommet/web/docs/")
    checked = {"sommet/web/tsconfig.json", "sommet/web/tsconfig.worker.json"}
    found = {name for name in inside if not name.startswith(from_build)}
    assert found == (tracked | built) - checked


def libraries_in(wheel: Path) -> dict[str, bytes]:
    """The libraries in a wheel, and their manifest, by file name."""
    with zipfile.ZipFile(wheel) as opened:
        return {
            name.rpartition("/")[2]: opened.read(name)
            for name in opened.namelist()
            if name.startswith("sommet/machine/libraries/")
        }


def test_the_manifest_lists_the_libraries_of_the_wheel(wheel: Path) -> None:
    found = libraries_in(wheel)
    assert found.keys() >= {file_name("Linux", "x86_64"), file_name("Linux", "aarch64")}
    assert {*json.loads(found[MANIFEST])["libraries"], MANIFEST} == found.keys()


def test_the_source_package_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(build(tmp_path, "sdist")) as packed:
        packed.extractall(tmp_path / "sources", filter="data")
    (unpacked,) = (tmp_path / "sources").iterdir()
    again = build(tmp_path / "again", root=unpacked)
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert {*one.namelist()} == {*other.namelist()}
    assert libraries_in(again) == libraries_in(wheel)


def test_a_wheel_has_the_libraries_of_a_release_only_if_they_are_current(tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / PACKAGE, tmp_path / PACKAGE, ignore=shutil.ignore_patterns("__pycache__")
    )
    assert libraries(tmp_path) == tmp_path / PACKAGE / "machine" / "libraries"
    (tmp_path / BUILT).mkdir(parents=True)
    manifest = tmp_path / BUILT / MANIFEST
    manifest.write_text(json.dumps({"sources": shipped_library.digest(), "libraries": {}}))
    assert libraries(tmp_path) == tmp_path / BUILT
    manifest.write_text(json.dumps({"sources": "of an older version", "libraries": {}}))
    assert libraries(tmp_path) == tmp_path / PACKAGE / "machine" / "libraries"


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
