"""Structured logging: one JSON object per line, with its time in UTC. Secrets are never logged."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

__all__ = ["StructuredLog", "configure_logging", "error_location", "error_trace"]

MAX_CALLS = 12
"""The calls of a traceback that are logged: those next to the error."""
WITHOUT_VALUES = (
    TypeError,
    AttributeError,
    NameError,
    UnboundLocalError,
    ImportError,
    ModuleNotFoundError,
)
"""Errors whose messages name types, attributes and modules. Those of others, such as ValueError,
may contain what a client sent, or a secret."""


class StructuredLog:
    """Logs event codes with parameters. Errors are faults of the server, never of a client, and
    `on_error` is called for each."""

    def __init__(self, process: str, on_error: Callable[[], None] = lambda: None) -> None:
        self._process = process
        self._logger = logging.getLogger("sommet")
        self._on_error = on_error

    def info(self, code: str, /, **parameters: Any) -> None:
        self._log(logging.INFO, code, parameters)

    def warning(self, code: str, /, **parameters: Any) -> None:
        self._log(logging.WARNING, code, parameters)

    def error(self, code: str, /, **parameters: Any) -> None:
        self._on_error()
        self._log(logging.ERROR, code, parameters)

    def _log(self, level: int, code: str, parameters: dict[str, Any]) -> None:
        self._logger.log(level, code, extra={"noted": {"process": self._process, **parameters}})


def error_location(error: BaseException) -> str:
    """Where an error was raised: module, function and line; empty if unknown."""
    calls = _calls(error)
    return calls[-1] if calls else ""


def _calls(error: BaseException) -> list[str]:
    """The calls that led to an error, the innermost last."""
    return [
        f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_name}:{line}"
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]


def error_trace(error: BaseException) -> dict[str, Any]:
    """What to log about a fault of the server: the error's type, the calls that led to it, and its
    message if that can't contain what a client sent."""
    found: dict[str, Any] = {"error": type(error).__name__, "trace": _calls(error)[-MAX_CALLS:]}
    if type(error) in WITHOUT_VALUES:
        found["why"] = str(error)
    return found


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "noted", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line |= error_trace(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def configure_logging(level: int = logging.INFO) -> None:
    """Write all logs of this process to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
