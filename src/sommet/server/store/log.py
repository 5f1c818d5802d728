"""The event log: every event of every game, committed before anyone is notified."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Insert,
    Select,
    and_,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from sommet.core.errors import SommetError
from sommet.server.store.batched_read import BatchedReader
from sommet.server.store.database import Store, StoreError, sqlite_sql
from sommet.server.store.log_entry import (
    INSERT_EVENTS,
    UPDATE_INDEX,
    LogEntry,
    columns,
    event_row,
    game_row,
    index_row,
    is_bulk_insertable,
)
from sommet.server.store.schema import events, games, seated

__all__ = ["Commit", "Log", "LoggedEvent", "LoggedGame", "SequenceConflict"]

MAX_CHAT_LINES = 100
"""Number of chat messages that are loaded with a game."""
MAX_BATCH_SIZE = 256
"""Maximum number of events per transaction."""
MIN_COMMIT_INTERVAL_S = 0.004
"""Minimum time between two transactions. A single event never waits; under load, several events
share the cost of a commit, which is mostly the disk's."""


class SequenceConflict(SommetError):
    """Another process has already appended an event with this sequence number."""

    def __init__(self) -> None:
        super().__init__("taken", "The game has moved on.")


@dataclass(frozen=True)
class LoggedEvent:
    """An event as stored in the log."""

    sequence: int
    at: float
    command: str | None
    body: str


@dataclass(frozen=True)
class LoggedGame:
    """A game's seed and its events; `stage` comes from the index of games."""

    seed: str
    logged: tuple[LoggedEvent, ...]
    stage: str = ""


@dataclass(frozen=True)
class Commit:
    """When a transaction ended, in event loop time, and why it failed."""

    at: float
    error: StoreError | None = None


class Log:
    """Groups appended events into transactions: events that arrive during a transaction, or within
    `MIN_COMMIT_INTERVAL_S` of its start, share the next one."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._pending: list[tuple[LogEntry, asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None
        self._began = 0.0
        """When the last transaction began (event loop time)."""
        self.last_commit = Commit(float("-inf"))
        self._reading = None if store.is_sqlite else BatchedReader(store)
        kind = sqlite if store.is_sqlite else postgresql
        self._insert_event = kind.insert(events).on_conflict_do_nothing()
        self._insert_returning = self._insert_event.returning(events.c.game, events.c.sequence)
        self._insert_game = kind.insert(games).on_conflict_do_nothing()
        self._insert_seated = kind.insert(seated).on_conflict_do_nothing()

    async def append(self, entry: LogEntry) -> None:
        """Return once the event is committed. Raises SequenceConflict if its sequence number is
        taken, and StoreError if the database fails: then it is unknown whether the event was
        stored, and the log must be read."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append((entry, future))
        if self._committing is None or self._committing.done():
            self._committing = asyncio.create_task(self._commit_all())
        await future

    async def _commit_all(self) -> None:
        now = asyncio.get_running_loop().time
        while self._pending:
            if (wait := self._began + MIN_COMMIT_INTERVAL_S - now()) > 0:
                await asyncio.sleep(wait)
            self._began = now()
            batch, self._pending = self._pending[:MAX_BATCH_SIZE], self._pending[MAX_BATCH_SIZE:]
            try:
                committed = await self._commit([entry for entry, _ in batch])
                self.last_commit = Commit(now())
            except Exception as error:
                if isinstance(error, StoreError):
                    self.last_commit = Commit(now(), error)
                for _, future in batch:
                    _resolve(future, error)
                continue
            for entry, future in batch:
                if (entry.game, entry.sequence) in committed:
                    committed.discard((entry.game, entry.sequence))
                    _resolve(future, None)
                else:
                    _resolve(future, SequenceConflict())

    async def _commit(self, batch: Sequence[LogEntry]) -> set[tuple[str, int]]:
        """The games and sequence numbers that were inserted. Rows are sorted by key, so that two
        writers can't deadlock."""
        batch = sorted(batch, key=lambda entry: (entry.game, entry.sequence))
        if self.store.write_thread:
            return await self.store.run_in_transaction(
                lambda connection: self._write(connection, batch)
            )
        if is_bulk_insertable(batch):
            inserted = await self.store.fetch(INSERT_EVENTS, **columns(batch))
            return {(str(game), int(sequence)) for game, sequence in inserted}
        async with self.store.transaction() as connection:
            if opened := [game_row(entry, entry.opening) for entry in batch if entry.opening]:
                await connection.execute(self._insert_game, opened)
            rows = await connection.execute(
                self._insert_returning, [event_row(entry) for entry in batch]
            )
            committed = {(str(game), int(sequence)) for game, sequence in rows}
            written = [entry for entry in batch if (entry.game, entry.sequence) in committed]
            if written:
                await connection.execute(UPDATE_INDEX, [index_row(entry) for entry in written])
            if seats_taken := [
                {"person": person, "game": entry.game}
                for entry in written
                for person in entry.seated
            ]:
                await connection.execute(self._insert_seated, seats_taken)
        return committed

    def _write(
        self, connection: sqlite3.Connection, batch: Sequence[LogEntry]
    ) -> set[tuple[str, int]]:
        """The same, on an SQLite connection."""
        committed = set()
        for entry in batch:
            if entry.opening:
                _insert(connection, self._insert_game, game_row(entry, entry.opening))
            if not _insert(connection, self._insert_event, event_row(entry)):
                continue
            committed.add((entry.game, entry.sequence))
            connection.execute(sqlite_sql(UPDATE_INDEX), index_row(entry))
            for person in entry.seated:
                _insert(connection, self._insert_seated, {"person": person, "game": entry.game})
        return committed

    async def read(self, game: str, *, all_chat: bool = False) -> LoggedGame | None:
        """The log of a game, with all chat messages if `all_chat`, otherwise with the latest;
        None if there is no such game."""
        if all_chat:
            lines = await self.store.fetch(_EVENTS_AFTER, game=game, after=0)
        else:
            lines = await self.store.fetch(_NON_CHAT_EVENTS, game=game)
            lines += await self.store.fetch(_LAST_CHAT_EVENTS, game=game)
        if not lines:
            return None
        seed, stage, *_ = lines[0]
        return LoggedGame(
            seed, tuple(sorted(_logged(lines), key=lambda line: line.sequence)), stage
        )

    async def read_on(self, game: str, after: int) -> tuple[LoggedEvent, ...] | None:
        """The events of a game after a sequence number; None if there is no such game."""
        if self._reading:
            found = await self._reading.read_on(game, after)
            return None if found is None else tuple(LoggedEvent(*line) for line in found)
        lines = await self.store.fetch(_EVENTS_AFTER, game=game, after=after)
        return _logged(lines) if lines else None

    async def heads_since(self, moment: float) -> dict[str, int]:
        """The last sequence number of each game that changed since a point in time."""
        return {str(game): int(head) for game, head in await self.store.fetch(_HEADS, since=moment)}

    async def list_games(
        self, *, stage: str, limit: int = 50, kind: str | None = None, wish: str | None = None
    ) -> list[str]:
        """The public games in a stage, latest first; or those with a matchmaking wish, oldest
        first."""
        wanted = select(games.c.id).where(games.c.stage == stage)
        if wish is None:
            wanted = wanted.where(games.c.public, games.c.wish.is_(None))
            wanted = wanted.order_by(games.c.changed.desc())
        else:
            wanted = wanted.where(games.c.wish == wish).order_by(games.c.created, games.c.id)
        if kind is not None:
            wanted = wanted.where(games.c.kind == kind)
        async with self.store.connection() as connection:
            return list((await connection.execute(wanted.limit(limit))).scalars())

    async def games_with_seed(self, kind: str, seed: str, since: float, limit: int) -> list[str]:
        """The finished games of a kind with this seed that changed since a point in time, latest
        first."""
        wanted = (
            select(games.c.id)
            .where(games.c.changed >= since, games.c.stage == "over")
            .where(games.c.kind == kind, games.c.seed == seed)
            .order_by(games.c.changed.desc())
            .limit(limit)
        )
        async with self.store.connection() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def games_of(
        self, person: str, limit: int | None = None, *, stage: str | None = None
    ) -> list[str]:
        """The games of a person, latest first: all of them, or those in a stage."""
        wanted = (
            select(games.c.id)
            .join(seated, seated.c.game == games.c.id)
            .where(seated.c.person == person)
            .order_by(games.c.changed.desc())
            .limit(limit)
        )
        if stage is not None:
            wanted = wanted.where(games.c.stage == stage)
        async with self.store.connection() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def count(self, stage: str) -> int:
        async with self.store.connection() as connection:
            wanted = select(func.count()).select_from(games).where(games.c.stage == stage)
            return int((await connection.execute(wanted)).scalar_one())

    async def rewrite(self, game: str, person: str, bodies: Mapping[int, bytes]) -> None:
        """Replace the bodies of some events and remove a person from a game's index.

        Only for deleting a person's data: nothing that affects the game may change.
        """
        async with self.store.transaction() as connection:
            for sequence, body in bodies.items():
                await connection.execute(
                    update(events)
                    .where(events.c.game == game, events.c.sequence == sequence)
                    .values(body=body.decode())
                )
            await connection.execute(
                update(events)
                .where(events.c.game == game, events.c.command.startswith(f"{person}:"))
                .values(command=None)
            )
            await connection.execute(
                delete(seated).where(seated.c.game == game, seated.c.person == person)
            )

    async def remove(self, game: str) -> None:
        """Delete a game with its log."""
        async with self.store.transaction() as connection:
            await connection.execute(delete(games).where(games.c.id == game))

    async def delete_before(self, moment: float, stages: Sequence[str]) -> int:
        """Delete games in these stages that have not changed since a point in time. Returns how
        many."""
        async with self.store.transaction(timeout_s=None) as connection:
            gone = await connection.execute(
                delete(games).where(games.c.changed < moment, games.c.stage.in_(stages))
            )
            return gone.rowcount


def _resolve(future: asyncio.Future[None], error: Exception | None) -> None:
    """Complete a future, unless it was cancelled."""
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


def _select_events(wanted: ColumnElement[bool]) -> Select[Any]:
    columns = (games.c.seed, games.c.stage, events.c.sequence, events.c.at)
    return (
        select(*columns, events.c.command, events.c.body)
        .select_from(games.outerjoin(events, and_(events.c.game == games.c.id, wanted)))
        .where(games.c.id == bindparam("game"))
    )


_HEADS = select(games.c.id, games.c.head).where(games.c.changed >= bindparam("since"))
_NON_CHAT_EVENTS = _select_events(events.c.words.is_(False)).order_by(events.c.sequence)
_LAST_CHAT_EVENTS = (
    _select_events(events.c.words)
    .order_by(events.c.sequence.desc())
    .limit(literal_column(str(MAX_CHAT_LINES)))
    .offset(literal_column("0"))  # without it, SQLite needs a parameter
)
_EVENTS_AFTER = _select_events(events.c.sequence > bindparam("after")).order_by(events.c.sequence)
"""A game without new events has one row with a null sequence number."""


def _logged(lines: Sequence[Any]) -> tuple[LoggedEvent, ...]:
    return tuple(LoggedEvent(*line) for _, _, *line in lines if line[0] is not None)


def _insert(connection: sqlite3.Connection, statement: Insert, row: dict[str, Any]) -> bool:
    """Insert a row; False if it already exists."""
    return connection.execute(sqlite_sql(statement, *row), row).rowcount > 0
