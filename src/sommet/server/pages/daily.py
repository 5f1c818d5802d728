"""The Daily: play today's deal, see the results, share yours."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency

from sommet.engine.solo.daily import GRADES
from sommet.server.auth.language import language_of
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions, client_of
from sommet.server.live.daily import DailyDeals
from sommet.server.live.drawings import draw_inlay
from sommet.server.pages.page_response import page, redirect
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.tables.table_factory import TableFactory
from sommet.web.link_preview import daily_preview
from sommet.web.thumbnails import cloth_of

__all__ = ["handlers"]


@get("/daily")
async def daily(
    daily_deals: NamedDependency[DailyDeals],
    drawing_pool: NamedDependency[RequestPool],
    table_factory: NamedDependency[TableFactory],
    sessions: NamedDependency[Sessions],
    person: OptionalPerson,
    request: AnyRequest,
) -> Response[bytes]:
    """Today's deal, everyone's results, and your own."""
    deal = await daily_deals.today()
    table = table_factory.daily_id(deal.day.isoformat(), person.id) if person else ""
    found = await daily_deals.own(table) if table else None
    results = await daily_deals.results(deal)
    return page(
        request,
        "daily.html",
        person,
        link_preview=daily_preview(
            deal.record.game.name, deal.day.isoformat(), language_of(request)
        ),
        address=sessions.address(request),
        day=deal.day.isoformat(),
        game=deal.record.game.name,
        cloth=cloth_of(deal.record.game.id),
        grade=deal.grade,
        grades=GRADES,
        board=await draw_inlay(drawing_pool, client_of(request), deal.record.view(0)),
        table=table if found else "",
        own=found[1] if found else None,
        results=sorted(Counter((each.left, each.moves) for each in results).items()),
        played=len(results),
    )


@post("/daily", status_code=303)
async def play(
    daily_deals: NamedDependency[DailyDeals],
    table_factory: NamedDependency[TableFactory],
    sessions: NamedDependency[Sessions],
    rate_limiter: NamedDependency[RateLimiter],
    person: OptionalPerson,
    request: AnyRequest,
) -> Response[Any]:
    """Go to the visitor's table for today's deal; create it on the first visit."""
    deal = await daily_deals.today()
    who = person or await sessions.create_guest(request)
    rate_limiter.check("table", who.id, client_of(request))
    id = await table_factory.open_daily(who, deal.record.game, deal.day.isoformat(), deal.seed)
    return redirect(sessions, f"/tables/{id}", None if person else who)


handlers = (daily, play)
