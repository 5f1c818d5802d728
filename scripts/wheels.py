"""Test the wheel in clean environments, with every Python on this machine, without and with each
extra.

    python -m scripts.wheels                       # `make wheels`: an hour on a slow machine
    python -m scripts.wheels --python 3.12 --extra server

pip installs the dependencies with the versions of `constraints.txt`. Each environment imports the
modules of its extra and plays; `tests/packaging` tests the rest.
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
from pathlib import Path

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
    "redis": "redis",
    "server": "sommet.server.app.run sommet.web.templating",
}
"""Modules to import for each extra; by default the package with the extra's name."""
OWN_EXTRAS = ("dev",)
"""Extras for developers of this project."""

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


def extras() -> list[str]:
    """No extra first, then each public extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return ["", *(name for name in project["optional-dependencies"] if name not in OWN_EXTRAS)]


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
    code = "import ensurepip, sys, venv; print('.'.join(map(str, sys.version_info[:2])))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() == version


def try_wheel(python: str, wheel: Path, extra: str) -> str:
    """Install the wheel into a clean environment and use it; returns the error, if any."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, "bin", "python")
        wanted = f"{wheel}[{extra}]" if extra else str(wheel)
        pip = [str(own), "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-input"]
        commands = [
            [python, "-m", "venv", folder],
            [*pip, "-c", str(ROOT / "constraints.txt"), wanted],
            [str(own), "-c", f"import {', '.join(imports(extra))}"],
            [str(own), "-c", GAME],
            [str(Path(folder, "bin", "sommet")), "--version"],
        ]
        for command in commands:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode:
                return done.stderr.strip().splitlines()[-1]
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--python", action="append", help="only this version; may be repeated")
    parser.add_argument("--extra", action="append", help="only this extra; may be repeated")
    given = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        for version, python in pythons():
            if given.python and version not in given.python:
                continue
            for extra in given.extra or extras():
                why = try_wheel(python, wheel, extra)
                failed += bool(why)
                print(f"{version:5} {extra or '(none)':10} {why or 'ok'}", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
