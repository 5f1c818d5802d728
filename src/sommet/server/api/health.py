"""For those who watch over the server."""

from __future__ import annotations

from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency

from sommet.server.live.rooms import Rooms
from sommet.server.people.limits import Doors
from sommet.server.process.fate import Fate
from sommet.server.process.metrics import Metrics
from sommet.server.process.notes import Notes
from sommet.server.store import Log, StoreTrouble
from sommet.server.store.probe import Probe
from sommet.server.thinking.engines import Engines

__all__ = ["router"]


@get("/healthz", media_type=MediaType.TEXT)
async def healthy() -> str:
    """The process answers."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT)
async def ready(
    probe: NamedDependency[Probe], fate: NamedDependency[Fate], rooms: NamedDependency[Rooms]
) -> Response[str]:
    """The process can play: it has started, is not stopping, and its database can be written."""
    try:
        await probe.write(fate.now())
    except StoreTrouble as trouble:
        return Response(f"{trouble.code}\n", status_code=503)
    return Response(
        "ready\n" if rooms.open else "stopping\n", status_code=200 if rooms.open else 503
    )


@get("/metrics", media_type=MediaType.TEXT)
async def count(
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
            "sockets": doors.sockets.total(),
            "rooms": len(rooms),
            "engine_queue": engines.waiting,
        },
        tables={stage: await log.count(stage) for stage in ("open", "running", "over")},
    )


router = Router("/", route_handlers=[healthy, ready, count], include_in_schema=False)
