"""The parts by others that the site comes with, and their licences."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["Notice", "notices"]

FOLDER = Path(__file__).with_name("licences")


@dataclass(frozen=True)
class Notice:
    """A part by others. `licence` is its SPDX expression, `source` where its source code is."""

    name: str
    purpose: str
    licence: str
    source: str
    text: str
    """The licence file."""


@cache
def notices() -> tuple[Notice, ...]:
    """Every part, in the order of `licences/parts.toml`."""
    parts = tomllib.loads((FOLDER / "parts.toml").read_text(encoding="utf-8"))["part"]
    return tuple(
        Notice(
            name=part["name"],
            purpose=part["purpose"],
            licence=part["licence"],
            source=part["source"],
            text=(FOLDER / part["file"]).read_text(encoding="utf-8"),
        )
        for part in parts
    )
