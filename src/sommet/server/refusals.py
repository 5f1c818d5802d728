"""A refusal: what the server says no to, with its code, its parameters and its clause."""

from __future__ import annotations

from typing import Any

import msgspec

from sommet.core.errors import IllegalMove, SommetError

__all__ = ["Refusal", "Refused", "refused"]


class Refusal(SommetError):
    """Something that cannot be done. `status` is the answer's number over HTTP."""

    def __init__(
        self, code: str, words: str, *, status: int = 409, clause: str = "", **parameters: Any
    ) -> None:
        super().__init__(code, words, **parameters)
        self.status = status
        self.clause = clause


class Refused(msgspec.Struct, omit_defaults=True):
    """A refusal as it leaves the house: `code` and `parameters` for programs, `words` in English,
    and the `clause` of the rules that a move breaks."""

    code: str
    words: str
    parameters: dict[str, Any] = {}
    clause: str = ""


def refused(error: SommetError) -> Refused:
    clause = error.clause if isinstance(error, (IllegalMove, Refusal)) else ""
    return Refused(error.code, str(error.args[0]), _plain(error.parameters), clause)


def _plain(parameters: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value if isinstance(value, (str, int, float, bool)) else str(value)
        for name, value in parameters.items()
    }
