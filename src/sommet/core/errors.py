"""The exceptions that Sommet raises, one class for each kind of mistake.

An error is a code with parameters and its English sentence, written where the error is raised.
Its translations are in the catalogues of the game, for a game's errors, and of Sommet.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from sommet.core.i18n import error_text, fill_in, translate
from sommet.core.message import Message
from sommet.core.printable import printable

__all__ = [
    "GameOver",
    "IllegalMove",
    "MissingExtra",
    "OptionError",
    "SommetError",
    "TextError",
    "missing_extra",
]


class SommetError(Exception):
    """The base class of every error that Sommet raises on purpose.

    `template` is an English sentence with the parameters' names in braces. A parameter may be a
    `Message`, which is translated too, or the error that caused this one.
    """

    def __init__(self, code: str, template: str, **parameters: Any) -> None:
        super().__init__(code)
        self.code = code
        self.template = template
        self.parameters = parameters
        self.game = ""
        """The id of the game that translates this error; empty for an error of Sommet itself."""

    def sentence(self, language: str = "en") -> str:
        """What is wrong, as one sentence, without a place or a clause."""
        text = error_text(language, self.code, self.template, self.game)
        return fill_in(text, self.parameters, language, self.game)

    def describe(self, language: str = "en") -> str:
        """The sentence, with the place or the clause if the error has one."""
        return self.sentence(language)

    def __str__(self) -> str:
        return printable(self.describe())  # a traceback goes to a terminal

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[SommetError], args: tuple[Any, ...], state: dict[str, Any]) -> SommetError:
    """Unpickle an error: workers send them across processes."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class OptionError(SommetError, ValueError):
    """An option or a combination of options that the game doesn't support."""


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
        places = {"line": self.line, "character": None if self.at is None else self.at + 1}
        known: dict[str, Any] = {name: at for name, at in places.items() if at is not None}
        why = self.sentence(language)
        return translate(language, "where", "_".join(known), why=why, **known) if known else why


class IllegalMove(SommetError, ValueError):
    """A well-formed move that breaks a rule; `clause` names it."""

    def __init__(self, clause: str, code: str, template: str, **parameters: Any) -> None:
        super().__init__(code, template, **parameters)
        self.clause = clause

    def describe(self, language: str = "en") -> str:
        return f"{self.sentence(language)} ({self.clause})"


class GameOver(SommetError):
    """The game is over, so nothing more can be played."""

    def __init__(self) -> None:
        super().__init__("game_over", "The game is over.")


class MissingExtra(OptionError, ModuleNotFoundError):
    """A package was imported or used without the extra that installs its dependencies.

    It is also an ImportError, so `try: import …` with a fallback still works."""

    def __init__(self, code: str, template: str, **parameters: Any) -> None:
        super().__init__(code, template, **parameters)
        self.name = parameters["module"]


def missing_extra(part: str | Message, extra: str, *modules: str) -> MissingExtra | None:
    """The error to raise if one of these modules is not installed, otherwise None.

    Use it before the imports that need them: `if fault := missing_extra(…): raise fault`."""
    for module in modules:
        if not find_spec(module):
            return MissingExtra(
                "missing_extra",
                "{part} needs {module}: pip install 'sommet[{extra}]', or "
                "uvx --from 'sommet[{extra}]' sommet.",
                part=part,
                module=module,
                extra=extra,
            )
    return None
