"""A client for the table: programs of your own that sit down and play.

`Client` waits for every answer, `AsyncClient` lets others work meanwhile; both say and do the same.
A `Place` is a connection to one table that comes back by itself. It needs the extra `client`; see
`docs/client.md`.
"""

from __future__ import annotations

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.client", "client", "websockets"):
    raise fault

from sommet.client.client import AsyncClient
from sommet.client.connection import AsyncPlace
from sommet.client.http_api import Refusal, Unreachable
from sommet.client.models import Card, GameCard, Moment, Seat, TokenCard
from sommet.client.sync_client import Client, Place

__all__ = [
    "AsyncClient",
    "AsyncPlace",
    "Card",
    "Client",
    "GameCard",
    "Moment",
    "Place",
    "Refusal",
    "Seat",
    "TokenCard",
    "Unreachable",
]
