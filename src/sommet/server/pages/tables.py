"""The table page, to play at or to watch."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from sommet.core.game import Game
from sommet.core.i18n import catalogue
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, TableId, client_of
from sommet.server.live.drawings import draw_inlaid
from sommet.server.live.rooms import Rooms
from sommet.server.pages.page_response import page
from sommet.server.runtime.system import System
from sommet.server.runtime.worker_pool import RequestPool
from sommet.tables.refusals import Refusal
from sommet.tables.setup import deal_is_random
from sommet.tables.table_state import TableState
from sommet.web.table_page import table_values
from sommet.web.translations import page_text
from sommet.wire.clocks import Clock, Days, PerMove, Total, Untimed

__all__ = ["clock_text", "handlers"]


@get("/tables/{id:str}")
async def table(
    rooms: NamedDependency[Rooms],
    drawing_pool: NamedDependency[RequestPool],
    system: NamedDependency[System],
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
        facts=_setting_labels(state.game, state.opened.setup.clock, language),
        usual=_has_default_settings(state.game, state.opened.setup.clock)
        and not state.opened.score,
        commitment=state.opened.commitment if deal_is_random(state.game) else "",
    )


def _host_name(state: TableState) -> str:
    """The name of the person who created the table."""
    by = state.opened.by
    return next((seat.name for seat in state.seats if seat and seat.person == by != ""), "")


def _has_default_settings(game: Game[Any], clock: Clock) -> bool:
    """Whether the game has default options and no clock."""
    return not game.chosen and isinstance(clock, Untimed)


def _setting_labels(game: Game[Any], clock: Clock, language: str) -> tuple[str, ...]:
    """The options that differ from their defaults, then the clock, in words."""
    rules = tuple(
        page_text(
            language,
            "facts",
            "option",
            option=page_text(language, "options", name, game.id),
            value=_value(game, name, value, language),
        )
        for name, value in game.chosen.items()
    )
    return (*(rules or (page_text(language, "facts", "usual"),)), clock_text(clock, language))


def _value(game: Game[Any], name: str, value: str | int, language: str) -> str:
    if isinstance(value, int):
        return str(value)
    return page_text(language, "values", f"{name}.{value}", game.id)


def clock_text(clock: Clock, language: str) -> str:
    """What a clock gives each player, in a language."""
    facts = partial(page_text, language, "facts")
    match clock:
        case Untimed():
            return facts("untimed")
        case Total(seconds, 0):
            return facts("minutes", minutes=_minutes(seconds, language))
        case Total(seconds, increment):
            minutes = _minutes(seconds, language)
            return facts("increment", minutes=minutes, seconds=_seconds(increment, language))
        case PerMove(seconds):
            return facts("per_move", seconds=_seconds(seconds, language))
        case Days(days):
            return facts("days", days=_days(days, language))


def _minutes(seconds: float, language: str) -> str:
    """A time in minutes; less than one is given in seconds."""
    if seconds < 60:
        return _seconds(seconds, language)
    count = seconds / 60
    text = catalogue(language).ngettext("{count} minute", "{count} minutes", _plural(count))
    return text.format(count=f"{count:g}")


def _seconds(count: float, language: str) -> str:
    text = catalogue(language).ngettext("{count} second", "{count} seconds", _plural(count))
    return text.format(count=f"{count:g}")


def _days(count: float, language: str) -> str:
    text = catalogue(language).ngettext("{count} day", "{count} days", _plural(count))
    return text.format(count=f"{count:g}")


def _plural(count: float) -> int:
    """The number that selects a plural form; gettext accepts only whole ones."""
    return int(count) if float(count).is_integer() else 2


handlers = (table,)
