"""For those who watch over the server."""

from __future__ import annotations

from litestar import MediaType, Response, Router, get

from sommet.server.entrance import InHouse
from sommet.server.figures import exposition
from sommet.server.store import StoreTrouble

__all__ = ["router"]


@get("/healthz", media_type=MediaType.TEXT)
async def healthy() -> str:
    """The process answers."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT)
async def ready(house: InHouse) -> Response[str]:
    """The process can play: it has started, is not stopping, and its database answers."""
    try:
        await house.log.count("running")
    except StoreTrouble as trouble:
        return Response(f"{trouble.code}\n", status_code=503)
    return Response(
        "ready\n" if house.ready else "stopping\n", status_code=200 if house.ready else 503
    )


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(house: InHouse) -> str:
    """Figures for Prometheus."""
    stages = ("open", "running", "over")
    return exposition(house, {stage: await house.log.count(stage) for stage in stages})


router = Router("/", route_handlers=[healthy, ready, metrics], include_in_schema=False)
