"""The blocking client: the asyncio client on an event loop in a background thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar

from sommet.client.async_client import AsyncClient
from sommet.client.connection import AsyncTableConnection
from sommet.client.models import Card, GameCard, JsonObject, TableSnapshot, TokenCard
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine.players import Player

__all__ = ["Client", "TableConnection"]

T = TypeVar("T")


class _BackgroundLoop:
    """An event loop in a thread, for callers that block on its results."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the loop and return its result. Ctrl-C cancels it."""
        future: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Client:
    """A signed-in person, by a token created on the server's page or by `Client.guest`. Use it with
    `with`, or call `close`."""

    def __init__(self, url: str, token: str = "") -> None:
        self._loop = _BackgroundLoop()
        try:
            self._client = AsyncClient(url, token)
        except BaseException:
            self._loop.close()
            raise

    @classmethod
    def guest(cls, url: str, name: str, *, label: str = "bot") -> Client:
        """Sign in as a new guest with a name, and create a token."""
        client = cls(url)
        try:
            client._client = client._loop.wait(AsyncClient.guest(url, name, label=label))
        except BaseException:
            client.close()
            raise
        return client

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the background thread."""
        self._loop.close()

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._client.url

    @property
    def token(self) -> str:
        """The token that signs us in: keep it for next time, and keep it secret."""
        return self._client.token

    def name(self) -> str:
        """Our name."""
        return self._loop.wait(self._client.name())

    def new_token(self, label: str = "bot", *, scope: str = "play") -> str:
        """Create another token: `play`, or `read` for a program that only looks. The server never
        shows it again."""
        return self._loop.wait(self._client.new_token(label, scope=scope))

    def tokens(self) -> tuple[TokenCard, ...]:
        """Our tokens, newest first."""
        return self._loop.wait(self._client.tokens())

    def revoke(self, token: TokenCard | None = None) -> None:
        """Revoke a token; without one, the token that signs us in."""
        self._loop.wait(self._client.revoke(token))

    def games(self) -> tuple[GameCard, ...]:
        """The games on the server, with the levels of their bots."""
        return self._loop.wait(self._client.games())

    def tables(self, stage: str = "open", game: str | None = None) -> tuple[Card, ...]:
        """Public tables: `open` ones to join, `running` ones to watch."""
        return self._loop.wait(self._client.tables(stage, game))

    def mine(self) -> tuple[Card, ...]:
        """Tables where we have or had a seat, newest first."""
        return self._loop.wait(self._client.mine())

    def create_table(
        self,
        game: str | Game[Any],
        *,
        chairs: Sequence[str] = (),
        clock: Mapping[str, Any] | None = None,
        first: int | None = None,
        public: bool = False,
    ) -> str:
        """Create a table and return its id; see `AsyncClient.create_table`."""
        return self._loop.wait(
            self._client.create_table(game, chairs=chairs, clock=clock, first=first, public=public)
        )

    def find_opponent(
        self, game: str | Game[Any], *, clock: Mapping[str, Any] | None = None
    ) -> str:
        """Join a stranger who wants the same game, or wait for one; the id of the table."""
        return self._loop.wait(self._client.find_opponent(game, clock=clock))

    def connect(self, table: str, *, view_as: int | None = None) -> TableConnection:
        """A live connection to a table, for `with`."""
        return TableConnection(self._loop, self._loop.wait(self._make_connection(table, view_as)))

    async def _make_connection(self, table: str, view_as: int | None) -> AsyncTableConnection:
        return self._client.connect(table, view_as=view_as)  # created on the loop it belongs to

    def record(self, table: str) -> Record[Any]:
        """The record of a game. Raises TextError while it hides secrets."""
        return self._loop.wait(self._client.record(table))


class TableConnection:
    """A connection to one table, to play or to watch; see `AsyncTableConnection`."""

    def __init__(self, loop: _BackgroundLoop, connection: AsyncTableConnection) -> None:
        self._loop = loop
        self._connection = connection

    def __enter__(self) -> TableConnection:
        self._loop.wait(self._connection.__aenter__())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.wait(self._connection.__aexit__(kind, error, trace))

    @property
    def table(self) -> str:
        """The id of the table."""
        return self._connection.table

    @property
    def snapshot(self) -> TableSnapshot:
        """The latest known state of the table."""
        return self._connection.snapshot

    @property
    def game(self) -> Game[Any]:
        """The game, with its options."""
        return self._connection.game

    @property
    def seat(self) -> int | None:
        """The seat whose view we get; None for a spectator."""
        return self._connection.seat

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, in notation."""
        return self._connection.moves

    @property
    def outcome(self) -> JsonObject | None:
        """The outcome, as in the protocol; None while the game goes on."""
        return self._connection.outcome

    def snapshots(self) -> Iterator[TableSnapshot]:
        """The state of the table now and after every event, until the game is over."""
        snapshots = self._connection.snapshots()

        async def next_one() -> TableSnapshot | None:
            return await anext(snapshots, None)

        while (snapshot := self._loop.wait(next_one())) is not None:
            yield snapshot

    def turn(self) -> View[Any] | None:
        """Wait for our turn and return our seat's view; None once the game is over."""
        return self._loop.wait(self._connection.turn())

    def do(self, kind: str, **more: Any) -> JsonObject:
        """Send any command or query of the protocol, and wait for its answer."""
        return self._loop.wait(self._connection.do(kind, **more))

    def sit(self, seat: int | None = None, *, invitation: str = "") -> int:
        """Take a seat, or any free one, and return its number."""
        return self._loop.wait(self._connection.sit(seat, invitation=invitation))

    def play(self, move: Move | str) -> None:
        """Play a move. When this returns, it is committed."""
        self._loop.wait(self._connection.play(move))

    def play_on(self, player: Player) -> JsonObject | None:
        """Let a player finish the game for us, and return the outcome."""
        return self._loop.wait(self._connection.play_on(player))

    def resign(self) -> None:
        """Resign the game."""
        self._loop.wait(self._connection.resign())

    def undo(self) -> None:
        """Undo our last move: at once against bots, otherwise once another player accepts."""
        self._loop.wait(self._connection.undo())

    def say(self, text: str) -> None:
        """Send a chat message."""
        self._loop.wait(self._connection.say(text))
