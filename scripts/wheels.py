"""Try the wheel in empty environments, with every Python on this machine, without and with each
extra, and as a player would start it, with uvx and pipx.

    python -m scripts.wheels                       # `make wheels`: an hour on a slow machine
    python -m scripts.wheels --python 3.12 --extra play --runs 3
    python -m scripts.wheels --wheel dist/sommet-*.whl --extra play

pip installs the dependencies with the versions of `constraints.txt`; `--uv` takes uv, which is
faster but leaves compiling the modules, and so space and time, to the first start. Each
environment imports the modules of its extra and plays; `tests/packaging` tests the rest. Prints a
table in Markdown.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tests.cli.fake_browser import FakeBrowser

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
IMPORTS = {
    "": "sommet.cli sommet.engine.mcts.player sommet.engine.solve sommet.testing",
    "fast": "sommet.machine.batch sommet.arena sommet.engine.solve.table_builder",
    "jit": "sommet.machine.self_check sommet.testing.kernels",
    "gpu": "sommet.machine.gpu",
    "envs": "sommet.envs.aec sommet.envs.solo sommet.envs.render",
    "cluster": "distributed sommet.arena",
    "i18n": "sommet.testing.catalogues",
    "openspiel": "sommet.envs.openspiel",
    "play": "sommet.server.app.run sommet.engine.mcts.player",
    "postgresql": "psycopg psycopg_pool",
    "push": "pywebpush",
    "redis": "redis",
    "server": "sommet.server.app.run sommet.web.templating",
}
"""Modules to import for each extra; by default the package with the extra's name."""
GAME = """
import sommet
for name in sommet.names():
    game = sommet.game(name)
    record = sommet.Record.new(game, seed=7)
    players = [sommet.player(game, level="novice", seed=seat) for seat in range(game.seats)]
    for _ in range(12):
        record = record.play(players[record.turn].choose(record.view(record.turn)))
    assert sommet.Record.parse(str(record)).position == record.position
    print(name, record.position)
"""
"""A dozen moves of every game, by players without extra dependencies."""
TURN = """
import sommet
for name in sommet.names():
    record = sommet.Record.new(sommet.game(name), seed=7)
    record = record.play(record.position.moves()[0])
    master = sommet.player(name, "master", simulations=200)
    print(name, record.play(master.choose(record.view(record.turn))).position)
"""
"""A move in every game, and the reply of `master`."""
WITH_MASTER = ("", "fast", "jit", "play")
WITH_SERVER = ("play", "server")
TOOLS = {
    "uvx": ("uvx", "--isolated", "--python", "{python}", "--from", "{wheel}"),
    "pipx": ("pipx", "run", "--no-cache", "--python", "{python}", "--spec", "{wheel}"),
}
"""How to start a command of the wheel without installing it."""


def extras() -> list[str]:
    """No extra first, then each public extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return ["", *project["optional-dependencies"]]


def imports(extra: str) -> list[str]:
    return IMPORTS.get(extra, f"sommet.{extra}").split()


def build(into: Path, kind: str = "wheel", root: Path = ROOT) -> Path:
    """Build the wheel, or the source package, of a tree."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
    (file,) = into.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return file


def pythons() -> Iterator[tuple[str, str]]:
    """The Pythons of this machine by version, from PATH or pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in PYTHONS:
        found = [*sorted(map(str, kept.glob(f"{version}.*/bin/python"))), f"python{version}"]
        for python in map(shutil.which, found):
            if python and _runs(python, version):
                yield version, python
                break


def _runs(python: str, version: str) -> bool:
    code = "import sys, venv; print('.'.join(map(str, sys.version_info[:2])))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() == version


class Trial(NamedTuple):
    """How it went in one environment."""

    install_s: float
    megabytes: float
    """The size of everything that was installed."""
    import_s: float
    """How long the first import of the extra's modules took; later ones are faster."""
    page_s: float | None
    """How long the first start of the server took, until the page was there."""


def _install(own: str, with_uv: bool) -> list[str]:
    """The command that installs packages for an interpreter."""
    pip = [sys.executable, "-m", "pip", "--python", own, "install", "--no-input"]
    command = ["uv", "pip", "install", "--python", own] if with_uv else pip
    return [*command, "--quiet", "-c", str(ROOT / "constraints.txt")]


def try_wheel(python: str, wheel: Path, extra: str, *, with_uv: bool = False) -> Trial:
    """Install the wheel into an empty environment and use it. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        _run(folder, python, "-m", "venv", "--without-pip", folder)
        scripts = Path(folder, "bin")
        own, sommet = str(scripts / "python"), str(scripts / "sommet")
        wanted = f"sommet[{extra}] @ {wheel.resolve().as_uri()}"
        install_s = _run(folder, *_install(own, with_uv), wanted)
        megabytes = sum(file.lstat().st_size for file in Path(folder).rglob("*")) / 1e6
        import_s = _run(folder, own, "-c", f"import {', '.join(imports(extra))}")
        page_s = _first_page(folder, sommet, "serve") if extra in WITH_SERVER else None
        _run(folder, own, "-c", GAME)
        if extra in WITH_MASTER:
            _run(folder, own, "-c", TURN)
        _run(folder, sommet, "--version")
        return Trial(install_s, megabytes, import_s, page_s)


def try_tool(tool: str, python: str, wheel: Path) -> float:
    """Start the server as a player would, with nothing installed; returns the seconds until the
    page was there."""
    words = {"python": python, "wheel": f"sommet[play] @ {wheel.resolve().as_uri()}"}
    with tempfile.TemporaryDirectory() as folder:
        command = [word.format(**words) for word in TOOLS[tool]]
        return _first_page(folder, *command, "sommet", "serve", PIPX_HOME=folder)


def _run(folder: str, *command: str) -> float:
    """Run a command there; returns how many seconds it took."""
    began = perf_counter()
    subprocess.run(
        command, cwd=folder, env=_environment(folder), capture_output=True, text=True, check=True
    )
    return perf_counter() - began


def _environment(folder: str) -> dict[str, str]:
    """Without the sources and settings of this project."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {name: value for name, value in kept.items() if not name.startswith("SOMMET_")} | {
        "XDG_DATA_HOME": folder
    }


def _first_page(folder: str, *command: str, **variables: str) -> float:
    """Start the server with a browser; returns the seconds until that has read the page."""
    browser = FakeBrowser(Path(folder))
    variables["BROWSER"] = str(browser.command)
    began = perf_counter()
    with subprocess.Popen(
        [*command, "--browser"],
        cwd=folder,
        env=_environment(folder) | variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            browser.seen(server)
            return perf_counter() - began
        finally:
            server.terminate()


@contextmanager
def _built(wheel: Path | None) -> Iterator[Path]:
    """The wheel to try: a given one, or that of this tree."""
    with tempfile.TemporaryDirectory() as folder:
        yield wheel or build(Path(folder))


def _figures(trials: list[Trial]) -> str:
    """The cells of a row of the table."""
    columns = (
        [f"{value:.1f}" for value in each if value is not None]
        for each in zip(*trials, strict=True)
    )
    return " | ".join(", ".join(dict.fromkeys(cells)) or "–" for cells in columns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--python", action="append", help="only this version; may be repeated")
    parser.add_argument("--extra", action="append", help="only this extra; may be repeated")
    parser.add_argument("--wheel", type=Path, help="default: build that of this tree")
    parser.add_argument("--runs", type=int, default=1, help="environments of each kind")
    parser.add_argument("--uv", action="store_true", help="install with uv")
    given = parser.parse_args()
    found = {each: path for each, path in pythons() if each in (given.python or PYTHONS)}
    absent = [each for each in given.python or PYTHONS if each not in found]
    absent += [tool for tool in TOOLS if not shutil.which(tool)]
    failed = False
    print("| Python | extra | install, s | MB | first import, s | first page, s |")
    print("| --- | --- | --: | --: | --: | --: |", flush=True)
    with _built(given.wheel) as wheel:
        for version, python in found.items():
            for extra in given.extra or extras():
                try:
                    trials = [
                        try_wheel(python, wheel, extra, with_uv=given.uv) for _ in range(given.runs)
                    ]
                    cells = _figures(trials)
                except subprocess.CalledProcessError as error:
                    failed, cells = True, (error.stderr or str(error)).strip().splitlines()[-1]
                print(f"| {version} | {extra or '(none)'} | {cells} |", flush=True)
            for tool in () if given.extra else filter(shutil.which, TOOLS):
                times = [try_tool(tool, python, wheel) for _ in range(given.runs)]
                shown = ", ".join(f"{seconds:.1f}" for seconds in times)
                print(f"| {version} | {tool} | | | | {shown} |", flush=True)
    print(f"\nNot run, since not here: {', '.join(absent) or 'nothing'}.")
    sys.exit(failed)


if __name__ == "__main__":
    main()
