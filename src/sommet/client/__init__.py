"""A client for Sommet servers: write programs that join tables and play.

`Client` blocks, `AsyncClient` is for asyncio; both have the same methods. A `TableConnection` is a
connection to one table that reconnects by itself. It needs the extra `client`; see
`docs/client.md`.
"""

from __future__ import annotations

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.client", "client", "httpx", "msgspec", "websockets"):
    raise fault

from sommet.client.async_client import AsyncClient
from sommet.client.connection import AsyncTableConnection
from sommet.client.http_api import RequestRefused, Unreachable
from sommet.client.models import Card, GameCard, TableSnapshot, TokenCard
from sommet.client.sync_client import Client, TableConnection
from sommet.wire.frame import Seat

__all__ = [
    "AsyncClient",
    "AsyncTableConnection",
    "Card",
    "Client",
    "GameCard",
    "RequestRefused",
    "Seat",
    "TableConnection",
    "TableSnapshot",
    "TokenCard",
    "Unreachable",
]
