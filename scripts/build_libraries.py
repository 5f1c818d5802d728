"""Choose the compiled kernels for a wheel: those in `build/libraries` if they're current, otherwise
the ones that are checked in.

`make dist` builds `build/libraries` for every platform. Only the libraries for Linux and the
browser are checked in, so a wheel without that folder has just these.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = Path("build", "libraries")
PACKAGE = Path("src", "sommet")


def libraries(root: Path) -> Path:
    """The folder whose libraries go into a wheel that is built from the tree at `root`."""
    known = _shipped_library(root / PACKAGE)
    manifest = root / BUILT / known.MANIFEST
    if manifest.is_file():
        built = json.loads(manifest.read_text("utf-8"))["sources"]
        if built == known.digest(root / PACKAGE):
            return root / BUILT
    return root / PACKAGE / "machine" / "libraries"


def _shipped_library(package: Path) -> ModuleType:
    """The module `shipped_library`, which needs neither an installed package nor NumPy."""
    file = package / "machine" / "shipped_library.py"
    spec = importlib.util.spec_from_file_location("shipped_library", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Libraries(BuildHookInterface[BuilderConfig]):
    """Called by the build back end."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # it uses the sources, and so the libraries that are there
        for file in sorted(libraries(Path(self.root)).iterdir()):
            build_data["force_include"][str(file)] = f"sommet/machine/libraries/{file.name}"
