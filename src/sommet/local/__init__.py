"""A page's tables without a server: what a browser's Python runs."""

from __future__ import annotations

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.local", "client", "msgspec"):
    raise fault
