"""Requests of a page, answered as the server's HTTP API would, in slices where an engine thinks."""

from __future__ import annotations

import secrets
from collections.abc import Generator
from datetime import date
from typing import Any, TypeAlias

import msgspec

from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine.solo.daily import daily, solo_game
from sommet.local.host import LocalHost, advising_level
from sommet.local.messages import OpenedTable, Request
from sommet.local.slices import analyse_in_slices
from sommet.tables import analysis, free_board, replay
from sommet.tables.free_board import parse_free_position
from sommet.tables.local_table import LocalTable
from sommet.tables.new_table_form import wanted_table
from sommet.tables.record_reader import parse_record
from sommet.tables.refusals import Refusal, not_started, not_your_seat
from sommet.web.exercises import exercise_judge
from sommet.web.setting_labels import has_default_settings, setting_labels
from sommet.wire.http_api import AnalysisResult, FreePosition, RecordText

__all__ = ["receive"]

Answering: TypeAlias = Generator[Any, None, Any]


class _NewTable(msgspec.Struct, frozen=True):
    """The fields of the form for a new table, and the name of whoever plays alone."""

    form: dict[str, str]
    name: str = ""


class _SavedTable(msgspec.Struct, frozen=True):
    saved: str


def receive(host: LocalHost, text: str) -> None:
    """Take a request, which the host will answer."""
    request = msgspec.json.decode(text, type=Request)
    host.answer(request.id, _body(host, request))


def _body(host: LocalHost, request: Request) -> Answering:
    """The body of the answer. Raises a refusal or another SommetError."""
    match request.method, *request.path.split("/"):
        case "POST", "tables":
            return _create_table(host, msgspec.json.decode(request.body, type=_NewTable))
        case "POST", "tables", "restore":
            return _restore_table(host, msgspec.json.decode(request.body, type=_SavedTable))
        case "POST", "tables", "import":
            return _import_table(host, msgspec.json.decode(request.body, type=RecordText))
        case "GET", "tables", id, "frames", move:
            record = _record(host, id)
            return replay.history_scene(record, _viewer(host, request), int(move))
        case "GET", "api", "tables", id, "record":
            return _record(host, id).sealed(_viewer(host, request))
        case "GET", "api", "tables", id, "analysis":
            record = analysis.require_over(_record(host, id))
            view, played = analysis.view_before(record, int(request.query["move"]))
            return (yield from _analyse(host, view, "", analysis.DEFAULT_LINES, played))
        case "POST", "api", "analysis":
            asked = msgspec.json.decode(request.body, type=FreePosition)
            view = analysis.view_of(asked)
            return (yield from _analyse(host, view, asked.level, asked.lines))
        case "POST", "record":
            text = msgspec.json.decode(request.body, type=RecordText).record
            return msgspec.Raw(parse_record(text, host.language))
        case "GET", "free", game, what:
            return _free_board(host, game, what, request.query)
    raise Refusal("no_such_page", "Page not found.", status=404)


# --- tables --------------------------------------------------------------------------------------


def _create_table(host: LocalHost, wanted: _NewTable) -> OpenedTable:
    if day := wanted.form.get("daily"):
        deal = daily(solo_game(), date.fromisoformat(day))
        return _opened(
            host,
            LocalTable.open_daily(deal.record.game, day, deal.seed, wanted.name, now=host.now),
        )
    setup, names = wanted_table(wanted.form, secrets.randbelow)
    setup = msgspec.structs.replace(setup, salting=False)
    return _opened(host, LocalTable.open(setup, wanted.name, names=names, now=host.now))


def _restore_table(host: LocalHost, stored: _SavedTable) -> OpenedTable:
    return _opened(host, LocalTable.restore(stored.saved, now=host.now))


def _import_table(host: LocalHost, given: RecordText) -> OpenedTable:
    record = Record.parse(given.record)
    return _opened(host, LocalTable.of_record(record, now=host.now))


def _opened(host: LocalHost, table: LocalTable) -> OpenedTable:
    host.open(table)
    game, clock = table.state.game, table.state.opened.setup.clock
    facts = setting_labels(game, clock, host.language)
    usual = has_default_settings(game, clock) and not table.state.opened.score
    return OpenedTable(table.state.id, game.id, facts, usual)


def _record(host: LocalHost, id: str) -> Record[Any]:
    state = host.require_table().state
    if state.id != id:
        raise Refusal("no_such_table", "There is no such table.", status=404)
    if state.record is None:
        raise not_started()
    return state.record


def _viewer(host: LocalHost, request: Request) -> int | None:
    """The seat whose view is asked for: by default the only one that people have."""
    held = host.require_table().held
    if "seat" not in request.query:
        return held[0] if len(held) == 1 else None
    seat = int(request.query["seat"])
    if seat not in held:
        raise not_your_seat(seat)
    return seat


# --- engine and free board -----------------------------------------------------------------------


def _analyse(
    host: LocalHost, view: View[Any], level: str, lines: int, also: str = ""
) -> Generator[Any, None, AnalysisResult]:
    """Evaluate the best moves, and another one."""
    player = yield from host.player(view, analysis.level_for(view, level or advising_level(view)))
    yield
    found = yield from analyse_in_slices(player, view)
    best = [line for at, line in enumerate(found.lines) if at < lines or str(line.move) == also]
    moves = tuple(
        analysis.evaluation(
            view,
            str(each.move),
            each.value,
            tuple(map(str, each.moves)),
            each.proven,
            each.distance,
        )
        for each in best
    )
    return AnalysisResult(str(view), view.turn, moves)


def _free_board(host: LocalHost, game: str, what: str, query: dict[str, str]) -> Any:
    options, position = query.get("options", ""), query.get("position", "")
    if what == "draft":
        held = query.get("held", "")
        return free_board.draft(game, options, position, host.language, held)
    view = parse_free_position(game, options, position, host.language)
    path, moves = tuple(query.get("path", "").split()), query.get("moves", "").split()
    match what:
        case "sketch":
            judge = exercise_judge(game, int(query.get("exercise") or 0), host.language)
            return free_board.board_state(view, path, query.get("wanted", ""), judge)
        case "explain":
            return free_board.explain(view, path, query["at"])
        case "record":
            return free_board.record_text(view, moves)
        case "line":
            return free_board.variation(view, moves)
    raise Refusal("no_such_page", "Page not found.", status=404)
