"""What every room of a process has."""

from __future__ import annotations

from dataclasses import dataclass

from sommet.server.live.doorbell import Doorbell
from sommet.server.people.keys import Keys
from sommet.server.people.limits import Doors
from sommet.server.process.attention import Attention
from sommet.server.process.background import Background
from sommet.server.process.fate import Fate
from sommet.server.store import Log
from sommet.server.store.aside import Aside
from sommet.server.store.presence import Presence
from sommet.server.tables.hosting import Committed, Host

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
