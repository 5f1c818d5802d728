"""Translatable messages: codes with parameters, and the English texts that `sommet.core.i18n` looks
up for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

__all__ = ["Message", "Plural", "Text", "Words", "piece"]

Parameter: TypeAlias = Union[str, int, "Message"]


@dataclass(frozen=True)
class Message:
    """A code with parameters, which may be messages themselves; each language has a text for it."""

    code: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


@dataclass(frozen=True)
class Plural:
    """An English text that depends on a number: that of the parameter `number`, or of the people it
    names. Other languages may have more forms, or several where English needs only `one`."""

    number: str
    one: str
    many: str = ""

    @property
    def forms(self) -> tuple[str, str]:
        """The singular and the plural, as gettext wants them."""
        return self.one, self.many or self.one


Text: TypeAlias = str | Plural
Words: TypeAlias = Mapping[str, Mapping[str, Text]]
"""English texts by group and code, with `{name}` for a parameter."""


def piece(kind: str, colour: str) -> Message:
    """The name of a piece from its kind and its colour's letter, such as `blue pyramid`."""
    return Message(f"{kind}.{colour}")
