"""For those who watch over the server."""

from __future__ import annotations

from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency

from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.loop_lag import LoopLag
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.supervisor import Supervisor
from sommet.server.runtime.system import System
from sommet.server.store import Log, StoreError
from sommet.server.store.write_probe import WriteProbe

__all__ = ["router"]


@get("/healthz", media_type=MediaType.TEXT)
async def healthy() -> str:
    """The process answers."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT)
async def ready(
    write_probe: NamedDependency[WriteProbe],
    system: NamedDependency[System],
    rooms: NamedDependency[Rooms],
    supervisor: NamedDependency[Supervisor],
) -> Response[str]:
    """The process can play: it has started, is not stopping, its database can be written, and
    nothing that must go on in the background has been down for long."""
    if supervisor.down:
        return Response(f"{' '.join(supervisor.down)} down\n", status_code=503)
    try:
        await write_probe.write(system.now())
    except StoreError as trouble:
        return Response(f"{trouble.code}\n", status_code=503)
    return Response(
        "ready\n" if rooms.open else "stopping\n", status_code=200 if rooms.open else 503
    )


@get("/metrics", media_type=MediaType.TEXT)
async def count(
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
            "loops_down": len(supervisor.down),
            "lapsed_milliseconds": round(1000 * loop_lag.lapsed),
        },
        tables={stage: await log.count(stage) for stage in ("open", "running", "over")},
    )


router = Router("/", route_handlers=[healthy, ready, count], include_in_schema=False)
