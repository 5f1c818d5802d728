"""The table page, to play at or to watch."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

import sommet
from sommet.core.i18n import catalogue
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import (
    AnyRequest,
    OptionalPerson,
    Sessions,
    TableId,
    client_of,
)
from sommet.server.live.drawings import draw_inlaid
from sommet.server.live.rooms import Rooms
from sommet.server.pages.lobby_rows import player_name
from sommet.server.pages.page_response import page
from sommet.server.runtime.system import System
from sommet.server.runtime.worker_pool import RequestPool
from sommet.tables.refusals import Refusal
from sommet.tables.setup import deal_is_random, require_game
from sommet.tables.table_state import TableState
from sommet.web.link_preview import LinkPreview, game_picture
from sommet.web.setting_labels import has_default_settings, setting_labels
from sommet.web.static_files import browser_files
from sommet.web.table_page import NO_TABLE, table_values

__all__ = ["handlers"]


@get("/tables/{id:str}")
async def table(
    rooms: NamedDependency[Rooms],
    drawing_pool: NamedDependency[RequestPool],
    system: NamedDependency[System],
    sessions: NamedDependency[Sessions],
    person: OptionalPerson,
    request: AnyRequest,
    id: TableId,
    invitation: Annotated[str, QueryParameter(max_length=200)] = "",
) -> Response[bytes]:
    """A table as HTML; the scripts then connect to it."""
    room, language = await rooms.get_current(id), language_of(request)
    state = room.state
    held = state.seats_of(person.id) if person else ()
    if invitation and not held and state.stage != "open":
        raise Refusal("used_link", "This invite link has already been used.", status=410)
    # Until the scripts load: a spectator's view, from the player's side.
    view, seat = state.view(None), held[0] if len(held) == 1 else None
    board = await draw_inlaid(drawing_pool, client_of(request), view, seat) if view else ""
    return page(
        request,
        "table.html",
        person,
        link_preview=_link_preview(state, language),
        address=sessions.address(request),
        **table_values(state.game, language),
        id=id,
        stage=state.stage,
        daily=state.opened.daily,
        today=datetime.fromtimestamp(system.now(), UTC).date().isoformat(),
        held=held,
        invitation=invitation,
        waits=state.stage == "open" and None in state.seats,
        since=room.opened_at,
        inviter=_host_name(state),
        first=board,
        facts=setting_labels(state.game, state.opened.setup.clock, language),
        usual=has_default_settings(state.game, state.opened.setup.clock) and not state.opened.score,
        commitment=state.opened.commitment if deal_is_random(state.game) else "",
    )


@get("/local/{name:str}")
async def local_table(
    drawing_pool: NamedDependency[RequestPool],
    person: OptionalPerson,
    request: AnyRequest,
    name: FromPath[str],
) -> Response[bytes]:
    """A table that the visitor's browser runs: the one that its address names or describes."""
    if not browser_files():
        raise Refusal("no_local_tables", "This server has no tables on your device.", status=404)
    game = sommet.game(require_game(name))
    first = await draw_inlaid(drawing_pool, client_of(request), game.start("0").view(None))
    values = {**table_values(game, language_of(request)), **NO_TABLE, "first": first}
    return page(request, "table.html", person, local=True, **values)


def _link_preview(state: TableState, language: str) -> LinkPreview:
    """What is shown next to a link to a table. That of a private one names nobody and shows only
    the game."""
    public, game, gettext = state.opened.setup.public, state.game.name, catalogue(language).gettext
    facts = setting_labels(state.game, state.opened.setup.clock, language)
    if public and state.record is not None:
        names = dict.fromkeys(player_name(seat, language) for seat in state.seats if seat)
        moves = len(state.record.moves)
        return LinkPreview(
            f"{', '.join(filter(None, names))} · {game}",
            " · ".join((_count_moves(moves, language), *facts)),
            # Sites keep pictures, so that of another position has another address.
            f"tables/{state.id}/picture.png?moves={moves}",
        )
    inviter = _host_name(state) if public else ""
    invites = gettext("%(name)s invites you to play %(game)s") % {"name": inviter, "game": game}
    title = invites if inviter else gettext("Play %(game)s") % {"game": game}
    return LinkPreview(
        game if state.record else title, " · ".join(facts), game_picture(state.game.id)
    )


def _count_moves(count: int, language: str) -> str:
    text = catalogue(language).ngettext("one move", "%(count)s moves", count)
    return text % {"count": count}


def _host_name(state: TableState) -> str:
    """The name of the person who created the table."""
    by = state.opened.by
    return next((seat.name for seat in state.seats if seat and seat.person == by != ""), "")


handlers = (local_table, table)
