"""Moves an SQLite database to PostgreSQL: everything or nothing, compared row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Table, delete, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from sommet.server.store.database import Store, StoreError
from sommet.server.store.leases import LEASE_DURATION_S
from sommet.server.store.schema import events, games, metadata, probes, processes, reports
from sommet.tables.log_events import LoggedEvent, LoggedGame

__all__ = ["Transfer", "transfer"]

MOVED = tuple(table for table in metadata.sorted_tables if table is not probes)
"""All tables with data. Heartbeats too: whoever adopts a game gives back the time since the last
one."""
BATCH_SIZE = 1000
"""Number of rows that are copied together."""
GAMES_PER_BATCH = 50
"""Number of games that are compared together."""
LOCK_TIMEOUT_S = 10
"""How long to wait for others to leave the target."""

Replay = Callable[[str, LoggedGame], bool]
"""Whether a game's log can be replayed and leads to the stage in the index."""


@dataclass(frozen=True)
class Transfer:
    """What was moved: the number of rows of each table, the number of games that were replayed, and
    those that can't be, although every row is the same."""

    rows: Mapping[str, int]
    replayed: int
    unreadable: tuple[str, ...]


def transfer(source: Store, target: Store, now: float, replay: Replay) -> Transfer:
    """Copy everything from SQLite to an empty PostgreSQL database, compare every row and replay
    every game there, all in one transaction: after an error, the target is as empty as before.

    Raises StoreError if a server runs on either, if the target has data, or if anything differs.
    """
    try:
        with source.driver.engine().connect() as old, target.driver.engine().begin() as new:
            old.exec_driver_sql("BEGIN IMMEDIATE")  # nobody else writes meanwhile
            _lock(new)
            _check_stopped(old, now)
            _check_stopped(new, now)
            _check_empty(new)
            rows = {table.name: _copy(table, old, new) for table in MOVED}
            _set_sequence(new, reports)
            for table in MOVED:
                if table is not events:
                    _check_same(table.name, _all_rows(table, old), _all_rows(table, new))
            unreadable = tuple(_compare_games(old, new, replay))
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        raise StoreError(
            "move_failed",
            "The database can't be moved; nothing has changed. {why}",
            why=next(iter(str(cause).splitlines()), type(cause).__name__),
        ) from None
    return Transfer(rows, rows[games.name] - len(unreadable), unreadable)


def _lock(target: Connection) -> None:
    """Keep a server that is started too early waiting until everything is there."""
    names = ", ".join(table.name for table in MOVED)
    target.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_S}s'"))
    target.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))


def _check_stopped(connection: Connection, now: float) -> None:
    alive = select(processes.c.id).where(processes.c.beat > now - LEASE_DURATION_S)
    if connection.execute(alive).first():
        raise StoreError(
            "move_running",
            "A server is running on the {database} database, or was seconds ago. Stop it and try "
            "again: what it stores now would be lost.",
            database="SQLite" if connection.dialect.name == "sqlite" else "PostgreSQL",
        )


def _check_empty(target: Connection) -> None:
    target.execute(delete(processes))  # of servers that ran there and left nothing else
    for table in MOVED:
        if target.execute(select(table).limit(1)).first():
            raise StoreError(
                "move_not_empty",
                "The target is not empty: its table {table!r} has rows. Nothing has changed. Move "
                "to a new database, and start the server there.",
                table=table.name,
            )


def _copy(table: Table, old: Connection, new: Connection) -> int:
    """Copy the rows of a table; returns how many."""
    count = 0
    rows = old.execute(select(table), execution_options={"yield_per": BATCH_SIZE})
    for some in rows.mappings().partitions():
        new.execute(insert(table), [dict(row) for row in some])
        count += len(some)
    return count


def _set_sequence(target: Connection, table: Table) -> None:
    """Continue the numbers of a table after the highest."""
    highest = target.execute(select(func.max(table.c.id))).scalar()
    if highest:
        sequence = func.pg_get_serial_sequence(table.name, "id")
        target.execute(select(func.setval(sequence, highest)))


def _all_rows(table: Table, connection: Connection) -> set[Row[Any]]:
    return set(connection.execute(select(table)))


def _compare_games(old: Connection, new: Connection, replay: Replay) -> Iterator[str]:
    """Compare the events of all games, and replay them from the target. Returns the games that
    can't be replayed."""
    found = new.execute(select(games.c.id, games.c.seed, games.c.stage)).all()
    for first in range(0, len(found), GAMES_PER_BATCH):
        some = found[first : first + GAMES_PER_BATCH]
        ids = [id for id, _, _ in some]
        copied = _events(new, ids)
        _check_same(events.name, _events(old, ids), copied)
        for id, seed, stage in some:
            logged = (LoggedEvent(e.sequence, e.at, e.command, e.body) for e in copied[id])
            if not replay(id, LoggedGame(seed, tuple(logged), stage)):
                yield id


def _events(connection: Connection, ids: Sequence[str]) -> dict[str, list[Row[Any]]]:
    """The events of some games in their order."""
    logs: dict[str, list[Row[Any]]] = {id: [] for id in ids}
    wanted = select(events).where(events.c.game.in_(ids)).order_by(events.c.sequence)
    for row in connection.execute(wanted):
        logs[row.game].append(row)
    return logs


def _check_same(table: str, old: object, new: object) -> None:
    if old != new:
        raise StoreError(
            "move_differs",
            "The rows of the table {table!r} are not the same after copying. Nothing has changed.",
            table=table,
        )
