"""My games: list and export them, link another device, sign out, delete one's data."""

from __future__ import annotations

import asyncio
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
from sommet.server.live.quarantine import UnreadableGame, wrap_log_errors
from sommet.server.live.rooms import Rooms
from sommet.server.pages.lobby_rows import table_row
from sommet.server.pages.page_response import page, redirect
from sommet.server.runtime.system import System
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.store import Log
from sommet.server.store.people import People
from sommet.tables.log_events import LoggedGame
from sommet.tables.table_state import TableState
from sommet.wire.http_api import LobbyCard

__all__ = ["handlers"]

GAMES_PER_TASK = 5
"""How many games are read and replayed at a time for a download."""

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
    request_pool: NamedDependency[RequestPool],
    log: NamedDependency[Log],
    rate_limiter: NamedDependency[RateLimiter],
    person: OptionalPerson,
    request: AnyRequest,
) -> Response[bytes]:
    """A zip file with one record per game; running games are recorded without their secrets."""
    who, client = require_person(person), client_of(request)
    rate_limiter.check("table", who.id, client)
    files: dict[str, str] = {}
    ids = await log.games_of(who.id, MAX_CARDS)
    for first in range(0, len(ids), GAMES_PER_TASK):
        some = ids[first : first + GAMES_PER_TASK]
        logs = await asyncio.gather(*(log.read(id, all_chat=True) for id in some))  # one query
        files |= await request_pool.compute(client, _record_files, some, logs, who.id)
    return Response(
        await request_pool.compute(client, _packed, files),
        media_type="application/zip",
        headers={
            "Content-Disposition": 'attachment; filename="sommet.zip"',
            "Cache-Control": "private, no-store",
        },
    )


def _record_files(ids: list[str], logs: list[LoggedGame | None], person: str) -> dict[str, str]:
    """The names and texts of the records of some games."""
    files: dict[str, str] = {}
    for id, game_log in zip(ids, logs, strict=True):
        files |= _record_file(id, game_log, person) if game_log else {}
    return files


def _record_file(id: str, game_log: LoggedGame, person: str) -> dict[str, str]:
    """The name and the text of a game's record for a player; empty if it has not started or can't
    be read."""
    try:
        with wrap_log_errors():
            state = TableState.from_log(id, game_log)
    except UnreadableGame:
        return {}
    if state.record is None:
        return {}
    held, day = state.seats_of(person), datetime.fromtimestamp(game_log.logged[0].at, UTC).date()
    sealed = state.record.sealed(held[0] if len(held) == 1 else None)
    return {f"{day.isoformat()}-{state.opened.setup.game}-{id}.txt": sealed}


def _packed(files: dict[str, str]) -> bytes:
    """A zip file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, text in files.items():
            folder.writestr(name, text)
    return packed.getvalue()


@post("/mine/sign-out", status_code=303)
async def sign_out_everywhere(
    sessions: NamedDependency[Sessions], rooms: NamedDependency[Rooms], person: OptionalPerson
) -> Response[Any]:
    """Sign out the visitor's other devices, links and programs; this browser stays signed in."""
    who = await sessions.sign_out_everywhere(require_person(person))
    await rooms.close_revoked(who.id)
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
