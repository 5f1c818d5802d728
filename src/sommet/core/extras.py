"""What comes with an extra, and the one sentence for what is not installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from sommet.core.errors import OptionError
from sommet.core.message import Message

__all__ = ["MissingExtra", "missing_extra"]


class MissingExtra(OptionError, ModuleNotFoundError):
    """A part was asked for without the extra that brings what it needs.

    It is an ImportError too, so that who tries an import and goes on without it still can."""

    def __init__(self, code: str, template: str, **parameters: Any) -> None:
        super().__init__(code, template, **parameters)
        self.name = parameters["module"]


def missing_extra(part: str | Message, extra: str, *modules: str) -> MissingExtra | None:
    """The fault to raise where one of these modules is not installed, or None.

    It stands before the imports of a part, as `if fault := missing_extra(…): raise fault`."""
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
