"""People who send commands."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Person"]


class Person(NamedTuple):
    id: str
    name: str
    program: bool = False
