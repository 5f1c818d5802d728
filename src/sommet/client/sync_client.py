"""The client for programs that wait for every answer: a loop of its own works behind it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar

from sommet.client.client import AsyncClient
from sommet.client.connection import AsyncPlace
from sommet.client.models import Card, GameCard, Message, Moment, TokenCard
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine.players import Player

__all__ = ["Client", "Place"]

T = TypeVar("T")


class _Loop:
    """An event loop in a thread, for what is waited for outside of it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of some work. Ctrl-C ends it too."""
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
    """Somebody at a server, by a token that was made on the page or by `Client.guest`. Use it with
    `with`, or `close` it."""

    def __init__(self, url: str, token: str = "") -> None:
        self._loop = _Loop()
        try:
            self._client = AsyncClient(url, token)
        except BaseException:
            self._loop.close()
            raise

    @classmethod
    def guest(cls, url: str, name: str, *, label: str = "bot") -> Client:
        """Somebody new, who comes in with a name and takes a token."""
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
        """Let go of the thread that works behind it."""
        self._loop.close()

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._client.url

    @property
    def token(self) -> str:
        """What makes us who we are: keep it to come back, and to yourself."""
        return self._client.token

    def name(self) -> str:
        """What we are called."""
        return self._loop.wait(self._client.name())

    def new_token(self, label: str = "bot") -> str:
        """Another token; nobody is shown it again."""
        return self._loop.wait(self._client.new_token(label))

    def tokens(self) -> tuple[TokenCard, ...]:
        """Our tokens, the newest first."""
        return self._loop.wait(self._client.tokens())

    def revoke(self, token: TokenCard) -> None:
        """Make a token worthless."""
        self._loop.wait(self._client.revoke(token))

    def games(self) -> tuple[GameCard, ...]:
        """The games that the server has, those of ours and others."""
        return self._loop.wait(self._client.games())

    def tables(self, stage: str = "open", game: str | None = None) -> tuple[Card, ...]:
        """Public tables: `open` ones to sit at, `running` ones to watch."""
        return self._loop.wait(self._client.tables(stage, game))

    def mine(self) -> tuple[Card, ...]:
        """The tables at which we sit or sat, the latest first."""
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
        """The id of a new table; see `AsyncClient.create_table`."""
        return self._loop.wait(
            self._client.create_table(game, chairs=chairs, clock=clock, first=first, public=public)
        )

    def find_opponent(
        self, game: str | Game[Any], *, clock: Mapping[str, Any] | None = None
    ) -> str:
        """The id of a table with a stranger who wants the same, or where one may come."""
        return self._loop.wait(self._client.find_opponent(game, clock=clock))

    def at(self, table: str, *, lift: int | None = None) -> Place:
        """A live place at a table, for `with`."""
        return Place(self._loop, self._loop.wait(self._made(table, lift)))

    async def _made(self, table: str, lift: int | None) -> AsyncPlace:
        return self._client.at(table, lift=lift)  # in the loop that it belongs to

    def record(self, table: str) -> Record[Any]:
        """The record of a game; while secrets are hidden there, TextError."""
        return self._loop.wait(self._client.record(table))


class Place:
    """One table, for somebody who sits there or only watches; see `AsyncPlace`."""

    def __init__(self, loop: _Loop, place: AsyncPlace) -> None:
        self._loop = loop
        self._place = place

    def __enter__(self) -> Place:
        self._loop.wait(self._place.__aenter__())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.wait(self._place.__aexit__(kind, error, trace))

    @property
    def table(self) -> str:
        """The id of the table."""
        return self._place.table

    @property
    def moment(self) -> Moment:
        """How the table stands, as far as was told."""
        return self._place.moment

    @property
    def game(self) -> Game[Any]:
        """What is played."""
        return self._place.game

    @property
    def seat(self) -> int | None:
        """The seat whose view we get; None for who watches."""
        return self._place.seat

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, as texts."""
        return self._place.moves

    @property
    def outcome(self) -> Message | None:
        """How the game ended, as the protocol tells it; None while it goes on."""
        return self._place.outcome

    def moments(self) -> Iterator[Moment]:
        """How the table stands now, and after whatever happens, until the game is over."""
        told = self._place.moments()

        async def next_one() -> Moment | None:
            return await anext(told, None)

        while (moment := self._loop.wait(next_one())) is not None:
            yield moment

    def turn(self) -> View[Any] | None:
        """What our seat sees once it is to move and has not moved yet; None once it is over."""
        return self._loop.wait(self._place.turn())

    def do(self, kind: str, **more: Any) -> Message:
        """Any command or question of the protocol; its answer, once it is there."""
        return self._loop.wait(self._place.do(kind, **more))

    def sit(self, seat: int | None = None, *, invitation: str = "") -> int:
        """Take a seat, or any free one; which one it is."""
        return self._loop.wait(self._place.sit(seat, invitation=invitation))

    def play(self, move: Move | str) -> None:
        """Play a move; it is committed when this returns."""
        self._loop.wait(self._place.play(move))

    def play_on(self, player: Player) -> Message | None:
        """Let a player play for us to the end; the outcome."""
        return self._loop.wait(self._place.play_on(player))

    def resign(self) -> None:
        """Give the game up."""
        self._loop.wait(self._place.resign())

    def say(self, text: str) -> None:
        """Say something to the others."""
        self._loop.wait(self._place.say(text))
