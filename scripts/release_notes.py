"""Print what the changelog says about a release: `python scripts/release_notes.py v1.2.3`.

Fails unless the tag is that of this tree's version and the changelog has a section with a date for
it. Needs nothing but Python.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

__all__ = ["notes"]

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


def notes(tag: str, root: Path = ROOT) -> str:
    """The changelog's section on the version of a tag. Raises ValueError if there is none, or if
    this tree has another version."""
    found = VERSION.search((root / "src/sommet/__init__.py").read_text("utf-8"))
    version = found[1] if found else "unknown"
    if tag != f"v{version}":
        raise ValueError(f"The tag is {tag}, but src/sommet/__init__.py has version {version}.")
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)"
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    if not (section := re.search(heading, changelog, re.MULTILINE | re.DOTALL)):
        raise ValueError(f"CHANGELOG.md needs a section '## [{version}] - YYYY-MM-DD'.")
    return section[1].strip() + "\n"


if __name__ == "__main__":
    try:
        print(notes(sys.argv[1]), end="")
    except ValueError as error:
        sys.exit(str(error))
