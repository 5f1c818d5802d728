"""Empty environments with the wheel installed, quickly and without a network: exactly the
packages that the wheel and its extras need are linked from the environment of the tests."""

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

__all__ = ["WheelEnv"]

UNSET = ("NUMBA_DISABLE_JIT", "PYTHONPATH", "SOMMET_JIT")
"""Variables of the tests that environments don't get."""


class WheelEnv:
    """A virtual environment with the wheel installed and the dependencies of some extras linked.

    Instead of a wheel it accepts another `WheelEnv` and links its installed package.
    """

    package: Distribution

    def __init__(self, folder: Path, wheel: Path | WheelEnv, *extras: str) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.folder = folder
        self.bin = folder / "bin"
        self.packages = Path(
            sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
        )
        if isinstance(wheel, WheelEnv):
            self._link(wheel.package)
        else:
            self._install(wheel)
        (own,) = self.packages.glob("sommet-*.dist-info")
        self.package = PathDistribution(own)
        for dependency in dependencies(self.package, {*extras}):
            self._link(dependency)

    def _install(self, wheel: Path) -> None:
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install", "-q"]
        self._run([*pip, "--disable-pip-version-check", "--no-deps", "--no-index", str(wheel)])

    def _link(self, dependency: Distribution) -> None:
        for name in {file.parts[0] for file in dependency.files or () if file.parts[0] != ".."}:
            link, target = self.packages / name, Path(str(dependency.locate_file(name)))
            if name != "__pycache__" and not link.exists():
                link.symlink_to(target)

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
        """A user's environment variables: the sources are not importable, nothing is compiled."""
        chosen = {name: value for name, value in os.environ.items() if name not in UNSET}
        if self.has("numba"):
            chosen["NUMBA_DISABLE_JIT"] = "1"
        return chosen | {"XDG_DATA_HOME": str(self.folder)}

    def has(self, name: str) -> bool:
        """Whether a package is installed there."""
        return (self.packages / name).exists()

    def python(self, code: str) -> str:
        """Run Python code there and return its output."""
        return self._run([str(self.bin / "python"), "-c", code]).stdout

    def sommet(self, *words: str) -> str:
        """Run the `sommet` command there and return its output."""
        return self._run([str(self.bin / "sommet"), *words]).stdout

    def refused(self, *words: str) -> str:
        """Run a `sommet` command that must fail with a message, and return the message."""
        with pytest.raises(subprocess.CalledProcessError) as error:
            self.sommet(*words)
        assert error.value.returncode == 2, error.value.stderr
        return str(error.value.stderr)


def dependencies(root: Distribution, extras: set[str]) -> Iterator[Distribution]:
    """Every package that `root` needs with these extras, directly or indirectly."""
    waiting = [(root, extras)]
    seen: set[tuple[str, frozenset[str]]] = set()
    for package, wanted in waiting:  # grows during the loop
        for text in package.requires or ():
            need = Requirement(text)
            asked = (need.name.lower(), frozenset(need.extras))
            fits = (
                need.marker.evaluate({"extra": each}) for each in ({""} | wanted) if need.marker
            )
            if asked in seen or (need.marker and not any(fits)):
                continue
            seen.add(asked)
            found = root if need.name == root.metadata["Name"] else distribution(need.name)
            waiting.append((found, set(need.extras)))
            if found is not root:
                yield found
