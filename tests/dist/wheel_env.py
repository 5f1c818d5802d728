"""Empty environments with the wheel in them, quickly and without a network: what the wheel and an
extra need, and nothing else, is lent by the environment that the tests run in."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

__all__ = ["Place"]


class Place:
    """An environment of its own, with the wheel installed and the needs of some extras lent; in the
    place of a wheel there may be another place, whose package is then lent as well."""

    package: Distribution

    def __init__(self, folder: Path, wheel: Path | Place, *extras: str) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.folder = folder
        self.bin = folder / "bin"
        self.packages = Path(
            sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
        )
        if isinstance(wheel, Place):
            self._lend(wheel.package)
        else:
            self._install(wheel)
        (own,) = self.packages.glob("sommet-*.dist-info")
        self.package = PathDistribution(own)
        for lent in closure(self.package, {*extras}):
            self._lend(lent)

    def _install(self, wheel: Path) -> None:
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install", "-q"]
        self._run([*pip, "--disable-pip-version-check", "--no-deps", "--no-index", str(wheel)])

    def _lend(self, lent: Distribution) -> None:
        for name in {file.parts[0] for file in lent.files or () if file.parts[0] != ".."}:
            place, there = self.packages / name, Path(str(lent.locate_file(name)))
            if name != "__pycache__" and not place.exists():
                place.symlink_to(there)

    def _run(self, command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment | more,
            capture_output=True,
            text=True,
            check=True,
        )

    @property
    def environment(self) -> dict[str, str]:
        """As a stranger has it: no way leads to the sources. Nothing is compiled."""
        outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return {**outside, "NUMBA_DISABLE_JIT": "1", "XDG_DATA_HOME": str(self.folder)}

    def python(self, code: str) -> str:
        """What a program prints there."""
        return self._run([str(self.bin / "python"), "-c", code]).stdout

    def sommet(self, *words: str) -> str:
        """What the command prints there."""
        return self._run([str(self.bin / "sommet"), *words]).stdout

    def refused(self, *words: str) -> str:
        """What the command says that cannot do what it is asked, which is no trace of a fault."""
        with pytest.raises(subprocess.CalledProcessError) as error:
            self.sommet(*words)
        assert error.value.returncode == 2, error.value.stderr
        return str(error.value.stderr)


def closure(home: Distribution, extras: set[str]) -> Iterator[Distribution]:
    """Every package that one needs with these extras, and what those need in turn."""
    waiting = [(home, extras)]
    seen: set[tuple[str, frozenset[str]]] = set()
    for package, wanted in waiting:  # it grows on the way
        for text in package.requires or ():
            need = Requirement(text)
            asked = (need.name.lower(), frozenset(need.extras))
            fits = (
                need.marker.evaluate({"extra": each}) for each in ({""} | wanted) if need.marker
            )
            if asked in seen or (need.marker and not any(fits)):
                continue
            seen.add(asked)
            found = home if need.name == home.metadata["Name"] else distribution(need.name)
            waiting.append((found, set(need.extras)))
            if found is not home:
                yield found
