"""Package metadata in addition to `pyproject.toml`: the README and the project's links.

A package index does not have the files that the README links to. SOMMET_ADDRESS names the
repository while a release is built, such as `SOMMET_ADDRESS=https://example.org/sommet make dist`.
Then the README's links and pictures point there, at the tag of this version, and the project's
links are included. Without it, links become plain text and pictures their descriptions.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

IMAGE = re.compile(r'<img src="(?P<path>[^":]+)" alt="(?P<words>[^"]*)"(?P<rest>[^>]*)>')
PICTURE = re.compile(r"!\[(?P<words>[^]]*)\]\((?P<path>[^):#]+)\)")
LINK = re.compile(r"(?<!!)\[(?P<words>[^][]*)\]\((?P<path>[^):#]+)\)")


def readme(text: str, address: str, version: str) -> str:
    """The README for a package index, with links into the repository at an address, or without
    links."""
    raw, blob = f"{address}/raw/v{version}", f"{address}/blob/v{version}"

    def image(found: re.Match[str]) -> str:
        if not address:
            return f"*{found['words']}*"
        return f'<img src="{raw}/{found["path"]}" alt="{found["words"]}"{found["rest"]}>'

    def picture(found: re.Match[str]) -> str:
        return f"![{found['words']}]({raw}/{found['path']})" if address else f"*{found['words']}*"

    def link(found: re.Match[str]) -> str:
        return f"[{found['words']}]({blob}/{found['path']})" if address else found["words"]

    for pattern, there in ((IMAGE, image), (PICTURE, picture), (LINK, link)):
        text = pattern.sub(there, text)
    return text


def links(address: str, version: str) -> dict[str, str]:
    """The project's links, by the names that package indexes use."""
    blob = f"{address}/blob/v{version}"
    return {
        "Source": address,
        "Documentation": f"{blob}/docs/index.md",
        "Changelog": f"{blob}/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


class Metadata(MetadataHookInterface):
    """Called by the build back end."""

    def update(self, metadata: dict[str, Any]) -> None:
        address = os.environ.get("SOMMET_ADDRESS", "").rstrip("/")
        page = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = readme(page, address, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = links(address, metadata["version"]) if address else {}
