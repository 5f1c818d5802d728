"""The folder that a static site is written to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname

from sommet.core.errors import OptionError
from sommet.web.static_site import CONTENTS

__all__ = ["write_site"]


def write_site(folder: Path, site: Mapping[str, bytes]) -> None:
    """Write the files of a site into a folder that is empty or has an earlier site, which is
    replaced. Other files that were added to that stay, and so does what begins with a dot."""
    earlier = _earlier_site(folder, site)
    for name in earlier - site.keys():
        (folder / name).unlink()
    # The list of files comes first, so that a folder can be written again after an interruption.
    for name in sorted(site, key=lambda name: name != CONTENTS):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(site[name])
    for name in {dirname(name) for name in earlier - site.keys()} - {""}:
        _remove_empty(folder, folder / name)


def _remove_empty(folder: Path, path: Path) -> None:
    """Remove a folder within another, and those around it, as far as they are empty."""
    while path != folder and path.is_dir() and not any(path.iterdir()):
        path.rmdir()
        path = path.parent


def _earlier_site(folder: Path, site: Mapping[str, bytes]) -> set[str]:
    """The files of an earlier site in a folder. Raises OptionError if it holds something else."""
    if folder.is_file():
        raise OptionError(
            "site_is_file", "{folder} is a file. Choose a folder.", folder=str(folder)
        )
    contents = folder / CONTENTS
    listed = json.loads(contents.read_text("utf-8"))["files"] if contents.is_file() else ()
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    foreign = {name for name in found - {*listed} if not name.startswith(".")}
    in_the_way = foreign & site.keys() if listed else foreign
    if in_the_way:
        raise OptionError(
            "site_folder_used",
            "{folder} has files that are not part of a site, such as {file}. Choose an empty "
            "folder, or one that this command has written.",
            folder=str(folder),
            file=min(in_the_way),
        )
    return found & {*listed}
