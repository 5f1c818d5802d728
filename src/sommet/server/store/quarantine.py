"""Quarantined games: the current rules can't replay their logs."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update

from sommet.server.store.database import Store
from sommet.server.store.log_entry import GameIndexFields
from sommet.server.store.schema import games

__all__ = ["QUARANTINED", "Quarantine", "QuarantinedGame"]

QUARANTINED = "aside"
"""The stage of a quarantined game: nothing is due there, and no process drives it."""
MAX_ROWS = 500
"""Maximum number of games in a list."""


@dataclass(frozen=True)
class QuarantinedGame:
    """What is known of a quarantined game without reading its log."""

    game: str
    kind: str
    created: float
    changed: float


class Quarantine:
    """Quarantines games and releases them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, game: str) -> bool:
        """Quarantine a game. False if it already was, or if it is closed."""
        [updated] = await self.store.write(
            update(games)
            .where(games.c.id == game, games.c.stage.not_in((QUARANTINED, "closed")))
            .values(stage=QUARANTINED, due=None, wish=None)
        )
        return updated.count > 0

    async def release(self, game: str, index_fields: GameIndexFields) -> bool:
        """Release a game that can be read again. False if it was not quarantined."""
        [taken] = await self.store.write(
            update(games)
            .where(games.c.id == game, games.c.stage == QUARANTINED)
            .values(stage=index_fields.stage, due=index_fields.due, wish=index_fields.wish)
        )
        return taken.count > 0

    async def close(self, game: str) -> bool:
        """Close a quarantined game. False if it was not quarantined."""
        [closed] = await self.store.write(
            update(games)
            .where(games.c.id == game, games.c.stage == QUARANTINED)
            .values(stage="closed")
        )
        return closed.count > 0

    async def list_all(self) -> list[QuarantinedGame]:
        """The quarantined games, latest first."""
        wanted = (
            select(games.c.id, games.c.kind, games.c.created, games.c.changed)
            .where(games.c.stage == QUARANTINED)
            .order_by(games.c.changed.desc())
            .limit(MAX_ROWS)
        )
        return [QuarantinedGame(*row) for row in await self.store.fetch(wanted)]
