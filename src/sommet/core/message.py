"""What can be told, before anyone has words for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

__all__ = ["Message", "piece"]

Parameter: TypeAlias = Union[str, int, "Message"]


@dataclass(frozen=True)
class Message:
    """A code with its parameters, which may be phrases themselves: a language has words for it."""

    code: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def piece(kind: str, colour: str) -> Message:
    """A piece by its kind and its colour's letter, such as `blue pyramid`."""
    return Message(f"{kind}.{colour}")
