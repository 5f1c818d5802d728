"""Tells people that it is their turn, in games with days per move: one notice per table until they
have looked at it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec

from sommet.core.i18n import catalogue
from sommet.server.runtime.public_url import PublicUrl
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.system import System
from sommet.server.store import StoreError
from sommet.server.store.presence import Presence
from sommet.server.store.push_subscriptions import PushSubscriptions
from sommet.tables.table_state import TableState
from sommet.web.translations import page_text
from sommet.wire.clocks import Days
from sommet.wire.http_api import PushUnavailable

if TYPE_CHECKING:
    from sommet.server.push.push_client import PushClient

__all__ = ["TurnNotices", "unavailable_because"]

MAX_WAITING = 1000
"""Maximum number of notices that wait to be sent; further ones are dropped."""
SENDERS = 4
"""How many notices are sent at the same time."""


@dataclass(frozen=True)
class Notice:
    """What a notice says to a person: no more than the game, the others' names and the link."""

    person: str
    table: str
    game: str
    others: tuple[tuple[str, str], ...]
    """The name of each other player, and a bot's level."""

    @classmethod
    def of(cls, state: TableState) -> Notice | None:
        """The notice for a table's new state; None if nobody needs one."""
        board_changed = state.position == state.sequence
        if state.turn is None or not board_changed or state.is_server_turn:
            return None
        seat = state.seats[state.turn]
        if not isinstance(state.opened.setup.clock, Days) or seat is None or seat.program:
            return None
        others = dict.fromkeys(
            (other.name, other.level)
            for other in state.seats
            if other is not None and other.person != seat.person
        )
        return cls(seat.person, state.id, state.game.name, tuple(others))

    def text(self, language: str) -> str:
        """The message to the service worker of the page."""
        title = f"{catalogue(language).gettext('Your turn')} · {self.game}"
        names = (
            page_text(language, "bots", name) if level else name for name, level in self.others
        )
        message = {
            "title": title,
            "body": ", ".join(filter(None, names)),
            "page": f"tables/{self.table}",
        }
        return msgspec.json.encode(message).decode()

    @property
    def topic(self) -> str:
        """Names the table to the push service, which doesn't learn its link."""
        return sha256(self.table.encode()).hexdigest()[:32]


class TurnNotices:
    """Without a `client`, `unavailable` says why there are no notices."""

    def __init__(
        self,
        client: PushClient | None,
        unavailable: PushUnavailable | None,
        subscriptions: PushSubscriptions,
        presence: Presence,
        logger: StructuredLog,
        system: System,
    ) -> None:
        self.client = client
        self.unavailable = unavailable
        self._subscriptions = subscriptions
        self._presence = presence
        self._logger = logger
        self._system = system
        self._waiting: asyncio.Queue[Notice] = asyncio.Queue(MAX_WAITING)

    @property
    def waiting(self) -> int:
        """Number of notices that wait to be sent."""
        return self._waiting.qsize()

    def on_commit(self, state: TableState) -> None:
        """Queue a notice if an event that was committed here began a person's turn."""
        notice = Notice.of(state) if self.client else None
        if notice is None:
            return
        try:
            self._waiting.put_nowait(notice)
        except asyncio.QueueFull:
            self._logger.warning("push_queue_full")

    async def send_queued(self) -> None:
        """Send what is queued, forever."""
        assert self.client is not None
        async with asyncio.TaskGroup() as senders:
            for _ in range(SENDERS):
                senders.create_task(self._send_queued(self.client))

    async def _send_queued(self, client: PushClient) -> None:
        while True:
            notice = await self._waiting.get()
            with suppress(StoreError):  # the store reports it
                await self._send(client, notice)
            self._waiting.task_done()

    async def _send(self, client: PushClient, notice: Notice) -> None:
        """Send a notice to all devices of a person who isn't at the table."""
        devices = await self._subscriptions.of(notice.person)
        if not devices:
            return
        away = await self._presence.at(notice.table, self._system.now())
        if away.get(notice.person, 0.0) is None:
            return
        if await self._subscriptions.begin_notice(notice.person, notice.table):
            for device in devices:
                text = notice.text(device.language)
                if not await client.send(device, text, notice.topic):
                    await self._subscriptions.remove(device.person, device.id)

    async def flush(self) -> None:
        """Wait until everything that is queued has been sent."""
        await self._waiting.join()

    async def close(self) -> None:
        if self.client is not None:
            await self.client.close()


def unavailable_because(url: PublicUrl) -> PushUnavailable | None:
    """Why a server sends no notices: browsers want TLS for them."""
    if not url.secure:
        return "no_https"
    return None if find_spec("pywebpush") else "not_installed"
