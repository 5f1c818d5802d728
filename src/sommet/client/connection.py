"""A place at a table: a connection that answers pings, comes back by itself and loses nothing.

Every command has a number of its own and is sent again after a break until it is answered; the
server carries it out once.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

from sommet.client.http_api import Asking, Refusal, Unreachable, nobody, refusal_of
from sommet.client.models import Message, Moment, changed, game_of
from sommet.core.errors import SommetError, TextError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.engine_protocol import decode_view
from sommet.engine.players import Player

__all__ = ["AsyncPlace"]

UNWELCOME = 1008
"""The code with which a server says: do not come back like this."""
SHORTEST, LONGEST = 0.2, 15.0
"""Seconds before the first attempt to come back, and before the later ones at most."""
CHANGED = ("stale", "not_your_turn", "game_over")
"""Refusals of a move that came too late: something else has happened meanwhile."""


class AsyncPlace:
    """One table, for somebody who sits there or only watches. Use it with `async with`.

    Whatever the server refuses is a `Refusal`. When it wants us no more, everything raises it.
    """

    def __init__(self, asking: Asking, table: str, lift: int | None = None) -> None:
        self.table = table
        self._asking = asking
        self._lift = lift
        self._name, self._numbers = secrets.token_hex(6), count(1)
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._open: dict[str, tuple[str, asyncio.Future[Message]]] = {}
        """What was sent and is not answered yet, by its id."""
        self._told = asyncio.Condition()
        self._trouble: SommetError | None = None
        self._card: Message = {}
        self._frame: Message | None = None
        self._you: Message = {}
        self._sequence: int | None = None
        self._moves: list[str] = []
        self._start: tuple[int | None, Message] | None = None
        """The sealed record as a viewer has it, for its start."""
        self._answered = -1
        """The position at which we moved last."""
        self._looked_at: int | None = None
        """The position that `turn` has shown and that is not moved from yet."""

    async def __aenter__(self) -> AsyncPlace:
        self._task = asyncio.create_task(self._stay())
        try:
            await self._wait(lambda: self._frame is not None)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._end(Refusal("place_left", "You have left this table."))

    # --- what is to be seen -------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        """How the table stands, as far as was told."""
        assert self._frame is not None
        return Moment.of(self._frame, self._you)

    @property
    def game(self) -> Game[Any]:
        """What is played."""
        return game_of(self._card)

    @property
    def seat(self) -> int | None:
        """The seat whose view we get; None for who watches."""
        return self.moment.viewer

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, as texts."""
        return tuple(self._moves)

    @property
    def outcome(self) -> Message | None:
        """How the game ended, as the protocol tells it; None while it goes on."""
        return self.moment.outcome

    async def moments(self) -> AsyncIterator[Moment]:
        """How the table stands now, and after whatever happens, until the game is over. Who looks
        seldom sees the latest."""
        seen: int | None = None

        def news() -> bool:
            return self._sequence != seen

        while True:
            await self._wait(news)
            seen, moment = self._sequence, self.moment
            yield moment
            if moment.stage in ("over", "closed"):
                return

    async def turn(self) -> View[Any] | None:
        """What our seat sees once it is to move and has not moved yet; None once it is over."""

        def due() -> bool:
            frame, seat = self._frame or {}, self.seat
            if frame["stage"] in ("over", "closed"):
                return True
            mine = seat is not None and frame.get("turn") == seat
            return mine and frame["position"] > self._answered

        await self._wait(due)
        frame, seat = self._frame, self.seat
        if frame is None or seat is None or frame["stage"] != "running":
            return None
        self._looked_at = frame["position"]
        out = [index for index, each in enumerate(self.moment.seats) if each.state == "left"]
        moves, start = [*self._moves], await self._dealt(seat)
        return decode_view(
            {"game": str(self.game), "start": start, "moves": moves, "seat": seat, "out": out}
        )

    async def _dealt(self, seat: int) -> str:
        """The start as a seat knows it: the same as long as the game lasts."""
        path = f"/api/tables/{self.table}/record.json?seat={seat}"
        while self._start is None or self._start[0] != seat:
            await self._alive()
            try:
                self._start = seat, await self._asking.ask("GET", path)
            except Unreachable:  # as with the connection: it comes back
                await asyncio.sleep(SHORTEST)
        told = self._start[1]
        if told["rules"] != str(self.game.version):
            raise TextError(
                "other_rules",
                "The server uses version {found} of the rules of {game}; this program knows "
                "version {version}.",
                game=self.game.name,
                found=told["rules"],
                version=self.game.version,
            )
        return str(told["start"])

    # --- what can be done ---------------------------------------------------------------------

    async def do(self, kind: str, **more: Any) -> Message:
        """Any command or question of the protocol; its answer, once it is there."""
        await self._alive()
        id = f"{self._name} {next(self._numbers)}"
        line = json.dumps({"kind": kind, "id": id, **more})
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._open[id] = line, answer
        if self._socket:
            with suppress(OSError, websockets.WebSocketException):  # it is sent again
                await self._socket.send(line)
        try:
            return await answer
        finally:
            self._open.pop(id, None)

    async def sit(self, seat: int | None = None, *, invitation: str = "") -> int:
        """Take a seat, or any free one; which one it is."""
        wanted = {} if seat is None else {"seat": seat}
        await self.do("sit", invitation=invitation, **wanted)
        await self._wait(lambda: bool(self._you.get("seats")))
        return int(self._you["seats"][0])

    async def play(self, move: Move | str) -> None:
        """Play a move where `turn` has looked last; it is committed when this returns."""
        assert self._frame is not None
        looked_at, self._looked_at = self._looked_at, None
        position = self._frame["position"] if looked_at is None else looked_at
        seat = {} if self.seat is None else {"seat": self.seat}
        await self.do("play", position=position, move=str(move), **seat)
        self._answered = max(self._answered, position)

    async def play_on(self, player: Player) -> Message | None:
        """Let a player play for us to the end, in a thread of its own; the outcome."""
        while (view := await self.turn()) is not None:
            try:
                await self.play(await asyncio.to_thread(player.choose, view))
            except Refusal as refused:
                if refused.code not in CHANGED:
                    raise
        return self.outcome

    async def resign(self) -> None:
        """Give the game up."""
        await self.do("resign")

    async def say(self, text: str) -> None:
        """Say something to the others."""
        await self.do("say", text=text)

    # --- staying there ------------------------------------------------------------------------

    async def _alive(self) -> None:
        if self._trouble:
            raise self._trouble

    async def _wait(self, holds: Callable[[], bool]) -> None:
        """Until something is so; the trouble that lets nothing more be told is raised."""
        async with self._told:
            await self._told.wait_for(lambda: self._trouble is not None or holds())
        await self._alive()

    async def _stay(self) -> None:
        """Come back until we are not wanted any more."""
        pause = SHORTEST
        while self._trouble is None:
            before = self._sequence
            try:
                await self._visit()
            except websockets.WebSocketException:
                pass  # gone in the middle of a word, or too much to do for us
            except OSError as error:
                if self._sequence is None:  # nobody has ever been there
                    await self._end(nobody(self._asking.url, error))
            except SommetError as error:
                await self._end(error)
            except (LookupError, TypeError, ValueError) as error:
                await self._end(_not_understood(error))
            if self._sequence != before:
                pause = SHORTEST
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def _end(self, trouble: SommetError) -> None:
        async with self._told:
            self._trouble = self._trouble or trouble
            for _, answer in self._open.values():
                if not answer.done():
                    answer.set_exception(trouble)
            self._told.notify_all()

    async def _visit(self) -> None:
        """One connection, from its greeting to its end; `Refusal` when we are not wanted."""
        refused: Refusal | None = None
        place = f"{self._asking.live}/{self.table}"
        async with websockets.connect(
            place, additional_headers=self._asking.headers, max_size=None
        ) as socket:
            hello = {"kind": "hello", "version": 2, "after": self._sequence, "lift": self._lift}
            known = {name: value for name, value in hello.items() if value is not None}
            with suppress(websockets.ConnectionClosed):  # it may have said why: that is read below
                await socket.send(json.dumps(known))
                self._socket = socket  # first: what is asked from now on is not forgotten
                for line, _ in [*self._open.values()]:
                    await socket.send(line)
            try:
                while True:
                    message = json.loads(await socket.recv())
                    if message["kind"] == "ping":
                        await socket.send(json.dumps({"kind": "pong", "id": message["id"]}))
                    elif message["kind"] == "refused" and "id" not in message:
                        refused = refusal_of(message["refused"])
                    else:
                        await self._hear(message)
            except websockets.ConnectionClosed:
                if refused and socket.close_code == UNWELCOME:
                    raise refused from None
                raise
            finally:
                self._socket = None

    async def _hear(self, message: Message) -> None:
        async with self._told:
            match message["kind"]:
                case "you":
                    self._you = message
                case "welcome":
                    self._card, self._frame = message["table"], message["frame"]
                    self._moves = [*message.get("moves", ())]
                    self._sequence = message["sequence"]
                case "happened":
                    self._happened(message)
            pending = self._open.get(message.get("id", ""))
            if pending and not pending[1].done():
                if message["kind"] == "refused":
                    pending[1].set_exception(refusal_of(message["refused"]))
                else:
                    pending[1].set_result(message)
            self._told.notify_all()

    def _happened(self, message: Message) -> None:
        event = message["event"]
        if event["kind"] == "moved":
            self._moves.append(event["move"])
        elif event["kind"] == "taken_back":
            del self._moves[len(self._moves) - event["moves"] :]
        board = (self._frame or {}).get("board")
        if (frame := message.get("frame")) is not None:
            self._frame = {**({} if board is None else {"board": board}), **frame}
        elif (change := message.get("change")) is not None:
            self._frame = changed(self._frame or {}, change)
        self._sequence = message["sequence"]


def _not_understood(error: Exception) -> SommetError:
    return TextError(
        "not_understood",
        "The server sent something this program doesn't understand: {why}.",
        why=error,
    )
