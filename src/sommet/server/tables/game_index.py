"""What the index of games says about a table."""

from __future__ import annotations

from sommet.server.store.log_entry import GameIndexFields
from sommet.tables.table_state import TableState

__all__ = ["index_fields"]


def index_fields(state: TableState) -> GameIndexFields:
    wish = state.opened.wish if state.stage == "open" else None
    return GameIndexFields(state.stage, state.due, wish or None)
