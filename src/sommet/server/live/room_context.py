"""The services that all rooms of a process share."""

from __future__ import annotations

from dataclasses import dataclass

from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.signing import Signer
from sommet.server.live.pubsub import PubSub
from sommet.server.runtime.loop_lag import LoopLag
from sommet.server.runtime.supervisor import Supervisor
from sommet.server.runtime.system import System
from sommet.server.store import Log
from sommet.server.store.presence import Presence
from sommet.server.store.quarantine import Quarantine
from sommet.server.tables.table_factory import OnCommit, TableFactory

__all__ = ["RoomContext"]


@dataclass(frozen=True)
class RoomContext:
    """`max_spectators` is the maximum number of spectators in a room."""

    log: Log
    quarantine: Quarantine
    presence: Presence
    table_factory: TableFactory
    signer: Signer
    pubsub: PubSub
    supervisor: Supervisor
    loop_lag: LoopLag
    rate_limiter: RateLimiter
    system: System
    max_spectators: int
    on_commit: OnCommit
