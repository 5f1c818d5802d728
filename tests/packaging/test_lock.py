"""The locks have the pinned versions, with hashes, of everything that is installed from them."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.audit import CONSTRAINTS, pins
from scripts.locks import LOCKS, ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
GROUPS: dict[str, list[Any]] = PROJECT["dependency-groups"]
NEEDED = {
    "requirements.lock": [EXTRAS[name] for name in ("play", "postgresql", "redis", "server")],
    "requirements-build.lock": [GROUPS["build"]],
    "requirements-dev.lock": [*EXTRAS.values(), *GROUPS.values()],
}
UNPINNED = {"appnope", "async-timeout", "cffi", "colorama", "pycparser"}
"""For old Pythons, other interpreters, macOS and Windows."""


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def locked(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text(name), re.MULTILINE))


@pytest.mark.parametrize("name", LOCKS)
def test_locked_versions_are_the_pinned_ones(name: str) -> None:
    pinned = {each: str(version) for each, version in pins(CONSTRAINTS.read_text("utf-8")).items()}
    unpinned = locked(name).keys() - pinned.keys()
    assert unpinned <= UNPINNED
    assert locked(name).items() - pinned.items() == {
        (each, version) for each, version in locked(name).items() if each in unpinned
    }


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes(name: str) -> None:
    entries = re.split(r"\n(?=[a-z])", text(name))[1:]
    assert len(entries) == len(locked(name))
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


@pytest.mark.parametrize("name", LOCKS)
def test_everything_needed_is_locked(name: str) -> None:
    listed = [each for group in NEEDED[name] for each in group if isinstance(each, str)]
    if name != "requirements-build.lock":
        listed += PROJECT["project"]["dependencies"]
    wanted = {canonicalize_name(Requirement(each).name) for each in listed} - {"sommet"}
    assert wanted <= locked(name).keys()


def test_servers_get_no_compiler() -> None:
    assert not {"llvmlite", "numba"} & locked("requirements.lock").keys()


@pytest.mark.parametrize("name", [*LOCKS, CONSTRAINTS.name])
def test_no_package_index_is_named(name: str) -> None:
    assert "://" not in text(name)
    assert "--index" not in text(name)
