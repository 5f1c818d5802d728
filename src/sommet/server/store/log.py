"""The event log: every event of every game, committed before anyone is notified."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import json
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    text,
    update,
)

from sommet.core.errors import SommetError
from sommet.server.store.batcher import Batcher
from sommet.server.store.database import Store, StoreError
from sommet.server.store.log_entry import LogEntry
from sommet.server.store.schema import events, games, seated
from sommet.tables.log_events import MAX_CHAT_LINES, LoggedEvent, LoggedGame

__all__ = ["Commit", "Log", "SequenceConflict"]

MIN_COMMIT_INTERVAL_S = 0.004
"""Minimum time between two transactions: under load, several events share the cost of a commit,
which is mostly the disk's."""


class SequenceConflict(SommetError):
    """Another process has already appended an event with this sequence number."""

    def __init__(self) -> None:
        super().__init__("taken", "The game has moved on.")


@dataclass(frozen=True)
class Commit:
    """When a transaction ended, in event loop time, and why it failed."""

    at: float
    error: StoreError | None = None


class Log:
    """Groups appended events into transactions."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.last_commit = Commit(float("-inf"))
        self._appends = Batcher(self._commit, MIN_COMMIT_INTERVAL_S)
        self._reads = Batcher(self._read_on)

    async def append(self, entry: LogEntry) -> None:
        """Return once the event is committed. Raises SequenceConflict if its sequence number is
        taken, and StoreError if the database fails: then it is unknown whether the event was
        stored, and the log must be read."""
        if not await self._appends.submit(entry):
            raise SequenceConflict

    async def _commit(self, batch: Sequence[LogEntry]) -> list[bool]:
        now = asyncio.get_running_loop().time
        try:
            appended = await self.store.append(batch)
        except StoreError as error:
            self.last_commit = Commit(now(), error)
            raise
        self.last_commit = Commit(now())
        return appended

    async def read(self, game: str, *, all_chat: bool = False) -> LoggedGame | None:
        """The log of a game, with all chat messages if `all_chat`, otherwise with the latest;
        None if there is no such game."""
        if all_chat:
            lines = await self._reads.submit((game, 0))
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
        lines = await self._reads.submit((game, after))
        return _logged(lines, after) if lines else None

    async def _read_on(self, wanted: Sequence[tuple[str, int]]) -> list[list[Any]]:
        """The events of several games in one query."""
        after: dict[str, int] = {}
        for game, sequence in wanted:
            after[game] = min(sequence, after.get(game, sequence))
        found: dict[str, list[Any]] = {}
        for game, *line in await self.store.fetch(_EVENTS_AFTER, games=json.encode(after).decode()):
            found.setdefault(game, []).append(line)
        return [found.get(game, []) for game, _ in wanted]

    async def heads_since(self, moment: float) -> dict[str, int]:
        """The last sequence number of each game that changed since a point in time."""
        return {str(game): int(head) for game, head in await self.store.fetch(_HEADS, since=moment)}

    async def list_games(
        self, *, stage: str, limit: int = 50, kind: str | None = None, wish: str | None = None
    ) -> list[str]:
        """The public games in a stage, latest first; or those with a matchmaking wish, oldest
        first.

        The first game of every network comes before the second one of any, so that nobody can fill
        the list alone.
        """
        conditions = [games.c.stage == stage]
        if wish is None:
            conditions += [games.c.public, games.c.wish.is_(None)]
            order = games.c.changed.desc()
        else:
            conditions += [games.c.wish == wish]
            order = games.c.created.asc()
        if kind is not None:
            conditions += [games.c.kind == kind]
        network = func.coalesce(games.c.network, games.c.id)
        turn = func.row_number().over(partition_by=network, order_by=(order, games.c.id))
        wanted = select(games.c.id).where(*conditions).order_by(turn, order, games.c.id)
        return [game for (game,) in await self.store.fetch(wanted.limit(limit))]

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
        return [game for (game,) in await self.store.fetch(wanted)]

    async def games_of(
        self,
        person: str,
        limit: int | None = None,
        *,
        stage: str | None = None,
        kind: str | None = None,
    ) -> list[str]:
        """The games of a person, latest first: all of them, or those in a stage or of a kind."""
        wanted = (
            select(games.c.id)
            .join(seated, seated.c.game == games.c.id)
            .where(seated.c.person == person)
            .order_by(games.c.changed.desc())
            .limit(limit)
        )
        if stage is not None:
            wanted = wanted.where(games.c.stage == stage)
        if kind is not None:
            wanted = wanted.where(games.c.kind == kind)
        return [game for (game,) in await self.store.fetch(wanted)]

    async def count(self, stage: str) -> int:
        wanted = select(func.count()).select_from(games).where(games.c.stage == stage)
        [(count,)] = await self.store.fetch(wanted)
        return int(count)

    async def rewrite(self, game: str, person: str, bodies: Mapping[int, bytes]) -> None:
        """Replace the bodies of some events and remove a person from a game's index.

        Only for deleting a person's data: nothing that affects the game may change.
        """
        await self.store.write(
            *(
                (_REWRITE, {"at_game": game, "at_sequence": sequence, "to_body": body.decode()})
                for sequence, body in bodies.items()
            ),
            update(events)
            .where(events.c.game == game, events.c.command.startswith(f"{person}:"))
            .values(command=None),
            delete(seated).where(seated.c.game == game, seated.c.person == person),
        )

    async def remove(self, game: str) -> None:
        """Delete a game with its log."""
        await self.store.write(delete(games).where(games.c.id == game))

    async def delete_before(self, moment: float, stages: Sequence[str]) -> int:
        """Delete games in these stages that have not changed since a point in time. Returns how
        many."""
        old = delete(games).where(*_unchanged(moment, stages))
        [gone] = await self.store.write(old, timeout_s=None)
        return gone.count

    async def count_before(self, moment: float, stages: Sequence[str]) -> int:
        """How many games `delete_before` would delete."""
        old = select(func.count()).select_from(games).where(*_unchanged(moment, stages))
        [(count,)] = await self.store.fetch(old)
        return int(count)


def _unchanged(moment: float, stages: Sequence[str]) -> tuple[ColumnElement[bool], ...]:
    return games.c.changed < moment, games.c.stage.in_(stages)


def _select_events(wanted: ColumnElement[bool]) -> Select[Any]:
    columns = (games.c.seed, games.c.stage, events.c.sequence, events.c.at)
    return (
        select(*columns, events.c.command, events.c.body)
        .select_from(games.outerjoin(events, and_(events.c.game == games.c.id, wanted)))
        .where(games.c.id == bindparam("game"))
    )


_REWRITE = (
    update(events)
    .where(events.c.game == bindparam("at_game"), events.c.sequence == bindparam("at_sequence"))
    .values(body=bindparam("to_body"))
)
_HEADS = select(games.c.id, games.c.head).where(games.c.changed >= bindparam("since"))
_NON_CHAT_EVENTS = _select_events(events.c.words.is_(False)).order_by(events.c.sequence)
_LAST_CHAT_EVENTS = (
    _select_events(events.c.words)
    .order_by(events.c.sequence.desc())
    .limit(literal_column(str(MAX_CHAT_LINES)))
    .offset(literal_column("0"))  # without it, SQLite needs a parameter
)
_EVENTS_AFTER = text("""
SELECT game.id, game.seed, game.stage, event.sequence, event.at, event.command, event.body
FROM json_each(:games) AS wanted
JOIN game ON game.id = wanted.key
LEFT JOIN event ON event.game = game.id
  AND event.sequence > CAST(CAST(wanted.value AS text) AS integer)
ORDER BY event.game, event.sequence
""")
"""`games` is a JSON object with a sequence number for each game. A game without new events has one
row with a null sequence number."""


def _logged(lines: Sequence[Any], after: int = 0) -> tuple[LoggedEvent, ...]:
    return tuple(
        LoggedEvent(*line) for _, _, *line in lines if line[0] is not None and line[0] > after
    )
