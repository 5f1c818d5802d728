"""Structured logging: one JSON object per line, with its time in UTC. Secrets are never logged."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

__all__ = ["StructuredLog", "configure_logging", "error_location"]


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
    trace = error.__traceback__
    if trace is None:
        return ""
    while trace.tb_next:
        trace = trace.tb_next
    module = str(trace.tb_frame.f_globals.get("__name__", ""))
    return f"{module}.{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "noted", {}),
        }
        if record.exc_info and record.exc_info[0]:
            # Only the error's type and location: its message may contain what a client sent.
            line["error"] = record.exc_info[0].__name__
            if record.exc_info[1] and (where := error_location(record.exc_info[1])):
                line["where"] = where
        return msgspec.json.encode(line).decode()


def configure_logging(level: int = logging.INFO) -> None:
    """Write all logs of this process to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
