"""Games that were set aside: their log cannot be read any more, by the rules that there are now."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update

from sommet.server.store.database import Store
from sommet.server.store.log_entry import GameIndexFields
from sommet.server.store.schema import games

__all__ = ["QUARANTINED", "Quarantine", "QuarantinedGame"]

QUARANTINED = "aside"
"""The stage of a game that was set aside: nothing is due there, and nobody drives it."""
MAX_ROWS = 500
"""How many are looked at together."""


@dataclass(frozen=True)
class QuarantinedGame:
    """A game that was set aside: what is known without reading its log."""

    game: str
    kind: str
    created: float
    changed: float


class Quarantine:
    """Sets games aside, and takes them up again."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, game: str) -> bool:
        """Set a game aside. False if it was, or if it was closed."""
        async with self.store.transaction() as connection:
            updated = await connection.execute(
                update(games)
                .where(games.c.id == game, games.c.stage.not_in((QUARANTINED, "closed")))
                .values(stage=QUARANTINED, due=None, wish=None)
            )
            return updated.rowcount > 0

    async def release(self, game: str, index_fields: GameIndexFields) -> bool:
        """Go on with a game that can be read again. False if it was not set aside."""
        async with self.store.transaction() as connection:
            taken = await connection.execute(
                update(games)
                .where(games.c.id == game, games.c.stage == QUARANTINED)
                .values(stage=index_fields.stage, due=index_fields.due, wish=index_fields.wish)
            )
            return taken.rowcount > 0

    async def close(self, game: str) -> bool:
        """Close a game that was set aside. False if it was not."""
        async with self.store.transaction() as connection:
            closed = await connection.execute(
                update(games)
                .where(games.c.id == game, games.c.stage == QUARANTINED)
                .values(stage="closed")
            )
            return closed.rowcount > 0

    async def list_all(self) -> list[QuarantinedGame]:
        """The games that were set aside, the latest first."""
        wanted = (
            select(games.c.id, games.c.kind, games.c.created, games.c.changed)
            .where(games.c.stage == QUARANTINED)
            .order_by(games.c.changed.desc())
            .limit(MAX_ROWS)
        )
        async with self.store.connection() as connection:
            return [QuarantinedGame(*row) for row in await connection.execute(wanted)]
