"""The messages between the server, the page, the client library and bots; `docs/protocol.md`
explains them. Each is defined once, as a struct."""

from __future__ import annotations

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.wire", "client", "msgspec"):
    raise fault
