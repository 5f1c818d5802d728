"""Optional dependencies (extras), and the error for one that isn't installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from sommet.core.errors import OptionError
from sommet.core.message import Message

__all__ = ["MissingExtra", "missing_extra"]


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
                "{part} needs {module}: install sommet[{extra}].",
                part=part,
                module=module,
                extra=extra,
            )
    return None
