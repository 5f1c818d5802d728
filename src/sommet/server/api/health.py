"""Monitoring: liveness, readiness and metrics."""

from __future__ import annotations

import asyncio

from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency

from sommet.server.auth.tokens import READ
from sommet.server.live.pubsub import PubSub
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.metrics import CONTENT_TYPE_LATEST, Metrics
from sommet.server.runtime.supervisor import Supervisor
from sommet.server.store import Log, StoreError
from sommet.server.store.write_probe import WriteProbe

__all__ = ["router"]

STAGES = ("open", "running", "over")


@get("/healthz", media_type=MediaType.TEXT)
async def liveness() -> str:
    """Whether the process responds."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT)
async def readiness(
    write_probe: NamedDependency[WriteProbe],
    rooms: NamedDependency[Rooms],
    supervisor: NamedDependency[Supervisor],
    pubsub: NamedDependency[PubSub],
) -> Response[str]:
    """Whether the process can serve games: it has started and is not stopping, the database is
    writable, and no background loop has been down for long. Without its broker it still can."""
    if supervisor.failing_loops:
        return Response(f"{' '.join(supervisor.failing_loops)} down\n", status_code=503)
    try:
        await write_probe.check(asyncio.get_running_loop().time())
    except StoreError as error:
        return Response(f"{error.code}\n", status_code=503)
    if not rooms.open:
        return Response("stopping\n", status_code=503)
    if pubsub.lost_brokers:
        return Response(f"ready, degraded: {' '.join(pubsub.lost_brokers)} lost\n")
    return Response("ready\n")


@get("/metrics", media_type=CONTENT_TYPE_LATEST)
async def prometheus(metrics: NamedDependency[Metrics], log: NamedDependency[Log]) -> bytes:
    """Metrics for Prometheus."""
    return metrics.exposition({stage: await log.count(stage) for stage in STAGES})


router = Router(
    "/",
    route_handlers=[liveness, readiness, prometheus],
    opt=READ,  # monitoring may send a token of its own, which nobody reads
    include_in_schema=False,
)
