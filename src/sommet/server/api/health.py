"""For those who watch over the server."""

from __future__ import annotations

from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency

from sommet.server.auth.rate_limit import Doors
from sommet.server.engines.engine_pool import Engines
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.loop_lag import Attention
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import Notes
from sommet.server.runtime.supervisor import Background
from sommet.server.runtime.system import Fate
from sommet.server.store import Log, StoreTrouble
from sommet.server.store.write_probe import Probe

__all__ = ["router"]


@get("/healthz", media_type=MediaType.TEXT)
async def healthy() -> str:
    """The process answers."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT)
async def ready(
    probe: NamedDependency[Probe],
    fate: NamedDependency[Fate],
    rooms: NamedDependency[Rooms],
    background: NamedDependency[Background],
) -> Response[str]:
    """The process can play: it has started, is not stopping, its database can be written, and
    nothing that must go on in the background has been down for long."""
    if background.down:
        return Response(f"{' '.join(background.down)} down\n", status_code=503)
    try:
        await probe.write(fate.now())
    except StoreTrouble as trouble:
        return Response(f"{trouble.code}\n", status_code=503)
    return Response(
        "ready\n" if rooms.open else "stopping\n", status_code=200 if rooms.open else 503
    )


@get("/metrics", media_type=MediaType.TEXT)
async def count(
    attention: NamedDependency[Attention],
    background: NamedDependency[Background],
    metrics: NamedDependency[Metrics],
    notes: NamedDependency[Notes],
    doors: NamedDependency[Doors],
    rooms: NamedDependency[Rooms],
    engines: NamedDependency[Engines],
    log: NamedDependency[Log],
) -> str:
    """Metrics for Prometheus."""
    return metrics.exposition(
        errors=notes.errors,
        gauges={
            "sockets": doors.connections,
            "rooms": len(rooms),
            "engine_queue": engines.waiting,
            "loops_down": len(background.down),
            "lapsed_milliseconds": round(1000 * attention.lapsed),
        },
        tables={stage: await log.count(stage) for stage in ("open", "running", "over")},
    )


router = Router("/", route_handlers=[healthy, ready, count], include_in_schema=False)
