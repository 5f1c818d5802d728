"""Games as a browser stores them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sommet.core.record import Record
from sommet.local.messages import SavedGame, SavedPlayer, SavedResult
from sommet.tables.daily import DailyResult
from sommet.tables.local_table import LocalTable

__all__ = ["saved_game"]


def saved_game(table: LocalTable, now: float) -> SavedGame:
    """A table's game, with what a list of games shows of it."""
    state = table.state
    record = state.record
    outcome = record.outcome if record else None
    return SavedGame(
        id=state.id,
        game=state.opened.setup.game,
        stage=state.stage,
        moves=len(record.moves) if record else 0,
        opened=table.opened_at,
        at=now,
        players=tuple(SavedPlayer(seat.name, seat.level) for seat in state.seats if seat),
        yours=table.held,
        record=record.sealed(None) if record else "",
        saved=table.save().decode(),
        turn=state.turn,
        result=_daily_result(state.record) if state.opened.daily and outcome else None,
        winners=outcome.winners if outcome else None,
        daily=state.opened.daily,
    )


def _daily_result(record: Record[Any] | None) -> SavedResult | None:
    return SavedResult(**asdict(DailyResult.of(record))) if record else None
