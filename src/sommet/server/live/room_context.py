"""What every room of a process has."""

from __future__ import annotations

from dataclasses import dataclass

from sommet.server.auth.rate_limit import Doors
from sommet.server.auth.signing import Keys
from sommet.server.live.pubsub import Doorbell
from sommet.server.runtime.loop_lag import Attention
from sommet.server.runtime.supervisor import Background
from sommet.server.runtime.system import Fate
from sommet.server.store import Log
from sommet.server.store.presence import Presence
from sommet.server.store.quarantine import Aside
from sommet.server.tables.table_factory import Committed, Host

__all__ = ["Furniture"]


@dataclass(frozen=True)
class Furniture:
    """`most` are the visitors that a room holds."""

    log: Log
    aside: Aside
    presence: Presence
    host: Host
    keys: Keys
    bell: Doorbell
    background: Background
    attention: Attention
    doors: Doors
    fate: Fate
    most: int
    committed: Committed
