"""A refusal as clients receive it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from sommet.core.message import Message

__all__ = ["Plain", "Refused"]

Plain: TypeAlias = str | int | float | Message
"""The type of a refusal's parameter; a parameter can also be a tuple of these."""


class Refused(msgspec.Struct, omit_defaults=True):
    """Why a request was refused: `code` and `parameters` for programs, `words` in English,
    and the `clause` of the rules that a move breaks. A translatable parameter is an object with a
    code of its own."""

    code: str
    words: str
    parameters: dict[str, Plain | tuple[Plain, ...]] = {}
    clause: str = ""
