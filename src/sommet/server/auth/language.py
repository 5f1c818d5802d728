"""A reader's language: the one they chose, or the one their browser asks for."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from sommet.web.languages import negotiate_language

__all__ = ["LANGUAGE_COOKIE", "language_of"]

LANGUAGE_COOKIE = "language"
"""The cookie that stores the chosen language."""


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return negotiate_language(
        connection.cookies.get(LANGUAGE_COOKIE, ""), connection.headers.get("accept-language", "")
    )
