"""Translatable messages: a code with parameters, turned into text by `sommet.core.i18n`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

__all__ = ["Message", "piece"]

Parameter: TypeAlias = Union[str, int, "Message"]


@dataclass(frozen=True)
class Message:
    """A code with parameters, which may be messages themselves; each language has a text for it."""

    code: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def piece(kind: str, colour: str) -> Message:
    """The name of a piece from its kind and its colour's letter, such as `blue pyramid`."""
    return Message(f"{kind}.{colour}")
