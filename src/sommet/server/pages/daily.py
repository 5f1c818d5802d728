"""The deal of the day: play it, see how others did, and share how you did."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency

from sommet.drawing.picture import inlay
from sommet.engine.solo.daily import GRADES
from sommet.server.auth.rate_limit import Doors
from sommet.server.auth.sessions import Entrance, Visit, Whoever, client_of
from sommet.server.live.daily import Days
from sommet.server.pages.page_response import away, page
from sommet.server.pages.thumbnails import cloth
from sommet.server.tables.table_factory import Host

__all__ = ["handlers"]


@get("/daily")
async def daily(
    days: NamedDependency[Days], host: NamedDependency[Host], person: Whoever, request: Visit
) -> Response[bytes]:
    """Today's deal, how others did, and how you did."""
    deal = await days.today()
    table = host.daily_id(deal.day.isoformat(), person.id) if person else ""
    found = await days.own(table) if table else None
    results = await days.results(deal)
    return page(
        request,
        "daily.html",
        person,
        day=deal.day.isoformat(),
        game=deal.record.game.name,
        cloth=cloth(deal.record.game.id),
        grade=deal.grade,
        grades=GRADES,
        board=inlay(deal.record.view(0).scene()),
        table=table if found else "",
        own=found[1] if found else None,
        results=sorted(Counter((each.left, each.moves) for each in results).items()),
        played=len(results),
    )


@post("/daily", status_code=303)
async def play(
    days: NamedDependency[Days],
    host: NamedDependency[Host],
    entrance: NamedDependency[Entrance],
    doors: NamedDependency[Doors],
    person: Whoever,
    request: Visit,
) -> Response[Any]:
    """To the table where one plays today's deal, which is opened when one comes first."""
    deal = await days.today()
    who = person or await entrance.welcome(request)
    doors.ask("table", who.id, client_of(request))
    id = await host.open_daily(who, deal.record.game, deal.day.isoformat(), deal.seed)
    return away(entrance, f"/tables/{id}", None if person else who)


handlers = (daily, play)
