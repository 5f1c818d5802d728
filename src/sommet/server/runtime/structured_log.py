"""Structured notes of what the server does: one JSON object a line. No secret goes in here."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

__all__ = ["StructuredLog", "configure_logging", "error_location"]


class StructuredLog:
    """Codes with parameters, as everywhere in the house."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._logger = logging.getLogger("sommet")
        self.errors = 0
        """How many errors were noted: faults of ours, never of who asks."""

    def info(self, code: str, /, **parameters: Any) -> None:
        self._note(logging.INFO, code, parameters)

    def warning(self, code: str, /, **parameters: Any) -> None:
        self._note(logging.WARNING, code, parameters)

    def error(self, code: str, /, **parameters: Any) -> None:
        self.errors += 1
        self._note(logging.ERROR, code, parameters)

    def _note(self, level: int, code: str, parameters: dict[str, Any]) -> None:
        self._logger.log(level, code, extra={"noted": {"process": self._process, **parameters}})


def error_location(error: BaseException) -> str:
    """Where an error was raised: module, function and line; nothing if that is not known."""
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
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "noted", {}),
        }
        if record.exc_info and record.exc_info[0]:
            # The kind of the error and where it came from; its words may hold what a client sent.
            line["error"] = record.exc_info[0].__name__
            if record.exc_info[1] and (where := error_location(record.exc_info[1])):
                line["where"] = where
        return msgspec.json.encode(line).decode()


def configure_logging(level: int = logging.INFO) -> None:
    """Send every note of this process to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.Formatter.converter = time.gmtime
    logging.basicConfig(level=level, handlers=[handler], force=True)
