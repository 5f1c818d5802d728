"""Check the versions pinned in constraints.txt against a copy of the PyPA advisory database.

    git clone --depth 1 https://github.com/pypa/advisory-database
    python -m scripts.audit advisory-database

The copy needs no network, so look at the date that is printed: it says how current the copy is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

__all__ = ["Finding", "audit", "pins"]

CONSTRAINTS = Path(__file__).parents[1] / "constraints.txt"


@dataclass(frozen=True)
class Finding:
    """An advisory that affects a pinned version; `fixed` are the versions that are not affected."""

    id: str
    package: str
    version: Version
    fixed: tuple[str, ...]


def pins(text: str) -> dict[str, Version]:
    """The pinned version of each package in a file of constraints."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    found: dict[str, Version] = {}
    for requirement in map(Requirement, filter(None, lines)):
        [pin] = requirement.specifier
        found[canonicalize_name(requirement.name)] = Version(pin.version)
    return found


def audit(database: Path, pinned: Mapping[str, Version]) -> Iterator[Finding]:
    """The advisories that affect pinned versions."""
    for name, version in pinned.items():
        for file in sorted((database / "vulns" / name).glob("*.yaml")):
            advisory = yaml.safe_load(file.read_bytes())
            affected = [each for each in advisory["affected"] if _affects(each, version)]
            if affected and "withdrawn" not in advisory:
                fixed = tuple(dict.fromkeys(_bounds(affected, "fixed")))
                yield Finding(advisory["id"], name, version, fixed)


def _affects(affected: Mapping[str, Any], version: Version) -> bool:
    return any(version == _version(each) for each in affected.get("versions", ())) or any(
        _in_range(each["events"], version)
        for each in affected.get("ranges", ())
        if each["type"] == "ECOSYSTEM"
    )


def _in_range(events: list[Mapping[str, Any]], version: Version) -> bool:
    """Whether a version is in a range: the last event before it decides, in the order of the
    versions."""
    inside = False
    for kind, at in sorted(
        ((kind, _version(at)) for event in events for kind, at in event.items()),
        key=lambda event: event[1],
    ):
        if kind == "introduced" and at <= version:
            inside = True
        elif (kind == "fixed" and at <= version) or (kind == "last_affected" and at < version):
            inside = False
    return inside


def _bounds(affected: list[Any], kind: str) -> Iterator[str]:
    for each in affected:
        for range in each.get("ranges", ()):
            if range["type"] == "ECOSYSTEM":
                yield from (str(event[kind]) for event in range["events"] if kind in event)


def _version(text: object) -> Version:
    """A version; the oldest one if it can't be read."""
    try:
        return Version(str(text))
    except InvalidVersion:
        return Version("0.dev0")


def main(database: Path) -> int:
    files = [*database.glob("vulns/*/*.yaml")]
    if not files:
        print(f"{database} is not a copy of the advisory database.")
        return 2
    newest = max(str(yaml.safe_load(file.read_bytes())["modified"])[:10] for file in files)
    pinned = pins(CONSTRAINTS.read_text("utf-8"))
    print(f"{len(pinned)} packages, {len(files)} advisories, the newest of {newest}")
    found = [*audit(database, pinned)]
    for each in found:
        print(f"{each.package} {each.version}: {each.id}, fixed in {', '.join(each.fixed) or '–'}")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
