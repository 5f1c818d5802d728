"""One error for each way to be wrong.

An error is a code with parameters and the English sentence for it, which stands where the error is
raised. Other languages have their sentence by the code: a game's in its folder, the house's in
`words.<language>.toml` of the package that raises it.
"""

from __future__ import annotations

from typing import Any

__all__ = ["GameOver", "IllegalMove", "OptionError", "SommetError", "TextError"]


class SommetError(Exception):
    """The root of every error that Sommet raises on purpose.

    `template` is an English sentence with the parameters' names in braces. A parameter may be a
    `Message`, which has words of its own, or the error that lies behind this one.
    """

    def __init__(self, code: str, template: str, **parameters: Any) -> None:
        super().__init__(code)
        self.code = code
        self.template = template
        self.parameters = parameters
        self.game = ""
        """The id of the game whose words these are; empty for the house's own."""

    def sentence(self, language: str = "en") -> str:
        """What is wrong, in one sentence."""
        from sommet.core.i18n import error_sentence

        return error_sentence(self, language)

    def describe(self, language: str = "en") -> str:
        """The sentence, with the place or the clause where the error has one."""
        return self.sentence(language)

    def __str__(self) -> str:
        return self.describe()

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
        template: str,
        *,
        at: int | None = None,
        line: int | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__(code, template, **parameters)
        self.at = at
        self.line = line

    def describe(self, language: str = "en") -> str:
        from sommet.core.i18n import translate

        places = {"line": self.line, "character": None if self.at is None else self.at + 1}
        known: dict[str, Any] = {name: at for name, at in places.items() if at is not None}
        why = self.sentence(language)
        return translate(language, "where", "_".join(known), why=why, **known) if known else why


class IllegalMove(SommetError, ValueError):
    """A well-formed move that breaks a clause, and names it."""

    def __init__(self, clause: str, code: str, template: str, **parameters: Any) -> None:
        super().__init__(code, template, **parameters)
        self.clause = clause

    def describe(self, language: str = "en") -> str:
        return f"{self.sentence(language)} ({self.clause})"


class GameOver(SommetError):
    """The game has ended; nothing more can be played."""

    def __init__(self) -> None:
        super().__init__("game_over", "The game is over.")
