"""My games: list and export them, link another device, sign out, delete one's data."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

import sommet
from sommet.core import registry
from sommet.server.auth.device_links import redeem_device_link
from sommet.server.auth.language import language_of
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import (
    AnyRequest,
    OptionalPerson,
    Sessions,
    client_of,
    require_person,
)
from sommet.server.auth.signing import Signer
from sommet.server.live.erasure import erase
from sommet.server.live.lobby import MAX_CARDS, Lobby
from sommet.server.live.rooms import Rooms
from sommet.server.pages.lobby_rows import table_row
from sommet.server.pages.page_response import page, redirect
from sommet.server.runtime.system import System
from sommet.server.store import Log
from sommet.server.store.people import People
from sommet.wire.http_api import LobbyCard

__all__ = ["handlers"]

Short = Annotated[str, QueryParameter(max_length=40)]


def result_of(card: LobbyCard) -> str:
    """The result for the person the card is for: `running`, `won`, `lost`, `drawn` or `closed`."""
    if card.winners is None:
        return "closed" if card.frame.stage == "closed" else "running"
    seats = len(card.frame.seats)
    if seats > 1 and len(card.winners) in (0, seats):
        return "drawn"
    return "won" if set(card.yours) & set(card.winners) else "lost"


@get("/mine")
async def my_games(
    lobby: NamedDependency[Lobby],
    person: OptionalPerson,
    request: AnyRequest,
    game: Short = "",
    result: Short = "",
    search: Short = "",
) -> Response[bytes]:
    """The visitor's games, newest first, filtered by game, result and players."""
    language = language_of(request)
    cards = await lobby.tables_of(person.id, MAX_CARDS) if person else ()
    lines = [line for card in cards if (line := _game_row(card, language))["result"] != "closed"]
    shown = [
        line
        for line in lines
        if game in ("", line["kind"])
        and result in ("", line["result"])
        and search.strip().casefold() in " ".join((line["game"], *line["people"])).casefold()
    ]
    return page(
        request,
        "my_games.html",
        person,
        count=len(lines),
        lines=shown,
        games=[(each, registry.kind(each).name) for each in sommet.names()],
        chosen={"game": game, "result": result, "search": search},
    )


def _game_row(card: LobbyCard, language: str) -> dict[str, Any]:
    played = datetime.fromtimestamp(card.opened, UTC)
    address = f"api/tables/{card.table.id}/picture.svg?backdrop=false"
    picture = address if card.frame.stage != "open" else ""
    return {
        **table_row(card, language),
        "result": result_of(card),
        "day": played.date().isoformat(),
        "played": card.played,
        "picture": picture,
    }


@get("/mine/records.zip")
async def export_records(
    rooms: NamedDependency[Rooms],
    log: NamedDependency[Log],
    rate_limiter: NamedDependency[RateLimiter],
    person: OptionalPerson,
    request: AnyRequest,
) -> Response[bytes]:
    """A zip file with one record per game; running games are recorded without their secrets."""
    who = require_person(person)
    rate_limiter.check("table", who.id, client_of(request))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for id in await log.games_of(who.id, MAX_CARDS):
            room = await rooms.get(id)
            record, held = room.state.record, room.state.seats_of(who.id)
            if record is None:
                continue
            day = datetime.fromtimestamp(room.opened_at, UTC).date().isoformat()
            sealed = record.sealed(held[0] if len(held) == 1 else None)
            folder.writestr(f"{day}-{room.state.opened.setup.game}-{id}.txt", sealed)
    return Response(
        packed.getvalue(),
        media_type="application/zip",
        headers={
            "Content-Disposition": 'attachment; filename="sommet.zip"',
            "Cache-Control": "private, no-store",
        },
    )


@post("/mine/sign-out", status_code=303)
async def sign_out_everywhere(
    sessions: NamedDependency[Sessions], rooms: NamedDependency[Rooms], person: OptionalPerson
) -> Response[Any]:
    """Sign out the visitor's other devices, links and programs; this browser stays signed in."""
    who = await sessions.sign_out_everywhere(require_person(person))
    await rooms.close_revoked()
    return redirect(sessions, "/mine", who)


@post("/mine/forget", status_code=303)
async def delete_data(
    sessions: NamedDependency[Sessions],
    rooms: NamedDependency[Rooms],
    log: NamedDependency[Log],
    people: NamedDependency[People],
    person: OptionalPerson,
) -> Response[Any]:
    """Delete the visitor's data and cookie."""
    if person:
        await erase(rooms, log, people, person.id)
    answer = redirect(sessions, "/")
    sessions.delete_cookie(answer)
    return answer


@get("/carry/{code:str}")
async def confirm_device_link(
    person: OptionalPerson, request: AnyRequest, code: FromPath[str]
) -> Response[bytes]:
    """Ask before using a device link, so that a mere preview doesn't use it up."""
    return page(request, "device_link.html", person, code=code[:100])


@post("/carry/{code:str}", status_code=303)
async def use_device_link(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    signer: NamedDependency[Signer],
    system: NamedDependency[System],
    code: FromPath[str],
) -> Response[Any]:
    """Sign this device in as the person who made the link."""
    return redirect(sessions, "/mine", await redeem_device_link(people, signer, system, code))


handlers = (
    my_games,
    export_records,
    sign_out_everywhere,
    delete_data,
    confirm_device_link,
    use_device_link,
)
