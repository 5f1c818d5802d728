"""The lock of the server has the pinned versions, with hashes."""

from __future__ import annotations

import re
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.audit import CONSTRAINTS, pins
from scripts.wheels import ROOT

LOCK = (ROOT / "requirements.lock").read_text("utf-8")
LOCKED = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", LOCK, re.MULTILINE))
INSTALLED = ("postgresql", "redis", "server")
"""The extras that the lock is for."""


def test_locked_versions_are_the_pinned_ones() -> None:
    pinned = pins(CONSTRAINTS.read_text("utf-8"))
    assert {name: LOCKED[name] for name in LOCKED.keys() & pinned.keys()} == {
        name: str(pinned[name]) for name in LOCKED.keys() & pinned.keys()
    }
    assert LOCKED.keys() - pinned.keys() == {"async-timeout", "colorama"}, (
        "for old Pythons, Windows"
    )


def test_every_locked_package_has_hashes() -> None:
    entries = re.split(r"\n(?=[a-z])", LOCK)[1:]
    assert len(entries) == len(LOCKED)
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


def test_everything_the_server_needs_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    listed = sum((extras[name] for name in INSTALLED), project["dependencies"])
    assert {canonicalize_name(Requirement(each).name) for each in listed} <= LOCKED.keys()
    assert not {"llvmlite", "numba"} & LOCKED.keys()
