"""One error for each way to be wrong.

An error is a code with parameters, so that a page can say it in any language; `str(error)` says it
in English.
"""

from __future__ import annotations

from typing import Any

__all__ = ["GameOver", "IllegalMove", "OptionError", "SommetError", "TextError"]


class SommetError(Exception):
    """The root of every error that Sommet raises on purpose.

    `words` is an English sentence with the parameters' names in braces.
    """

    def __init__(self, code: str, words: str, **parameters: Any) -> None:
        super().__init__(words.format(**parameters))
        self.code = code
        self.words = words
        self.parameters = parameters
        self.game = ""
        """The id of the game whose words these are; empty for the house's own."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[SommetError], args: tuple[Any, ...], state: dict[str, Any]) -> SommetError:
    """Bring an error back from a pickle: workers send them across processes."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class OptionError(SommetError, ValueError):
    """An option, or a combination of options, that the game does not have."""


class TextError(SommetError, ValueError):
    """A malformed text. `at` is the offset of the first wrong character, `line` its line."""

    def __init__(
        self,
        code: str,
        words: str,
        *,
        at: int | None = None,
        line: int | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__(code, words, **parameters)
        self.at = at
        self.line = line

    def __str__(self) -> str:
        where = [] if self.line is None else [f"line {self.line}"]
        if self.at is not None:
            where.append(f"character {self.at + 1}")
        return ", ".join(where) + ": " * bool(where) + str(self.args[0])


class IllegalMove(SommetError, ValueError):
    """A well-formed move that breaks a clause, and names it."""

    def __init__(self, clause: str, code: str, words: str, **parameters: Any) -> None:
        super().__init__(code, words, **parameters)
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.args[0]} ({self.clause})"


class GameOver(SommetError):
    """The game has ended; nothing more can be played."""

    def __init__(self) -> None:
        super().__init__("game_over", "The game is over.")
