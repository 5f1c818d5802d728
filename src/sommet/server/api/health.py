"""Monitoring: liveness, readiness and metrics."""

from __future__ import annotations

import asyncio

from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency

from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.loop_lag import LoopLag
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.supervisor import Supervisor
from sommet.server.store import Log, StoreError
from sommet.server.store.write_probe import WriteProbe

__all__ = ["router"]


@get("/healthz", media_type=MediaType.TEXT)
async def liveness() -> str:
    """Whether the process responds."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT)
async def readiness(
    write_probe: NamedDependency[WriteProbe],
    rooms: NamedDependency[Rooms],
    supervisor: NamedDependency[Supervisor],
) -> Response[str]:
    """Whether the process can serve games: it has started and is not stopping, the database is
    writable, and no background loop has been down for long."""
    if supervisor.failing_loops:
        return Response(f"{' '.join(supervisor.failing_loops)} down\n", status_code=503)
    try:
        await write_probe.check(asyncio.get_running_loop().time())
    except StoreError as error:
        return Response(f"{error.code}\n", status_code=503)
    return Response(
        "ready\n" if rooms.open else "stopping\n", status_code=200 if rooms.open else 503
    )


@get("/metrics", media_type=MediaType.TEXT)
async def prometheus(
    loop_lag: NamedDependency[LoopLag],
    supervisor: NamedDependency[Supervisor],
    metrics: NamedDependency[Metrics],
    logger: NamedDependency[StructuredLog],
    rate_limiter: NamedDependency[RateLimiter],
    rooms: NamedDependency[Rooms],
    engines: NamedDependency[EnginePool],
    log: NamedDependency[Log],
) -> str:
    """Metrics for Prometheus."""
    return metrics.exposition(
        errors=logger.errors,
        gauges={
            "sockets": rate_limiter.connections,
            "rooms": len(rooms),
            "engine_queue": engines.waiting,
            "loops_down": len(supervisor.failing_loops),
            "lapsed_milliseconds": round(1000 * loop_lag.total_lag_s),
        },
        tables={stage: await log.count(stage) for stage in ("open", "running", "over")},
    )


router = Router("/", route_handlers=[liveness, readiness, prometheus], include_in_schema=False)
