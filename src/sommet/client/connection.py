"""A live connection to a table. It answers pings, reconnects by itself and loses nothing.

Every command has a unique id and is sent again after a reconnection until it is answered; the
server executes it once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from sommet.client.http_api import HttpApi, RequestRefused, Unreachable, refusal_from, unreachable
from sommet.client.models import JsonObject, TableSnapshot, game_of
from sommet.core.errors import SommetError, TextError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.engine_protocol import decode_view
from sommet.engine.players import Player
from sommet.wire.client_messages import VERSION, Hello, Pong
from sommet.wire.commands import AskTakeback, Command, Play, Resign, Say, Sit
from sommet.wire.merge_patch import apply
from sommet.wire.refusals import Refused
from sommet.wire.server_messages import You

__all__ = ["AsyncTableConnection"]

POLICY_VIOLATION = 1008
"""The close code that means: don't reconnect."""
MIN_RECONNECT_DELAY_S, MAX_RECONNECT_DELAY_S = 0.2, 15.0
"""The delay before reconnecting doubles from the first value to the second."""
STALE_MOVE_CODES = ("stale", "not_your_turn", "game_over")
"""Refusals of a move that came too late, because something else happened first."""


class AsyncTableConnection:
    """A connection to one table, to play or to watch. Use it with `async with`.

    Whatever the server refuses raises `RequestRefused`. Once it closes the connection for good,
    every method raises the reason.
    """

    def __init__(self, api: HttpApi, table: str, view_as: int | None = None) -> None:
        self.table = table
        self._api = api
        self._view_as = view_as
        self._name, self._numbers = secrets.token_hex(6), count(1)
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._pending: dict[str, tuple[str, asyncio.Future[JsonObject]]] = {}
        """Commands without an answer yet, by id."""
        self._changed = asyncio.Condition()
        self._failure: SommetError | None = None
        self._card: JsonObject = {}
        self._frame: JsonObject | None = None
        self._frame_viewer: int | None = None
        """The seat whose frame it is."""
        self._you = You()
        self._sequence: int | None = None
        self._moves: list[str] = []
        self._start: tuple[int | None, JsonObject] | None = None
        """A viewer and their sealed record, for its start."""
        self._last_played_at = -1
        """The position at which we last played."""
        self._turn_shown_at: int | None = None
        """The position that `turn` returned and that we haven't played at yet."""

    async def __aenter__(self) -> AsyncTableConnection:
        self._task = asyncio.create_task(self._reconnect_forever())
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
        await self._fail(RequestRefused("place_left", "You have left this table."))

    # --- the state of the table ---------------------------------------------------------------

    @property
    def snapshot(self) -> TableSnapshot:
        """The latest known state of the table."""
        assert self._frame is not None
        return TableSnapshot.of(self._frame, self._you)

    @property
    def game(self) -> Game[Any]:
        """The game, with its options."""
        return game_of(self._card)

    @property
    def seat(self) -> int | None:
        """The seat whose view we get; None for a spectator."""
        return self.snapshot.viewer

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, in notation."""
        return tuple(self._moves)

    @property
    def outcome(self) -> JsonObject | None:
        """The outcome, as in the protocol; None while the game goes on."""
        return self.snapshot.outcome

    async def snapshots(self) -> AsyncIterator[TableSnapshot]:
        """The state of the table now and after every event, until the game is over. A slow consumer
        skips states and gets the latest."""
        seen: int | None = None

        def news() -> bool:
            return self._sequence != seen

        while True:
            await self._wait(news)
            seen, snapshot = self._sequence, self.snapshot
            yield snapshot
            if snapshot.stage in ("over", "closed"):
                return

    async def turn(self) -> View[Any] | None:
        """Wait for our turn and return our seat's view; None once the game is over."""

        def due() -> bool:
            frame, seat = self._frame or {}, self.seat
            if frame["stage"] in ("over", "closed"):
                return True
            mine = seat is not None and frame.get("turn") == seat
            return mine and frame["position"] > self._last_played_at

        await self._wait(due)
        frame, seat = self._frame, self.seat
        if frame is None or seat is None or frame["stage"] != "running":
            return None
        self._turn_shown_at = frame["position"]
        out = [index for index, each in enumerate(self.snapshot.seats) if each.state == "left"]
        moves, start = [*self._moves], await self._start_text(seat)
        return decode_view(
            {"game": str(self.game), "start": start, "moves": moves, "seat": seat, "out": out}
        )

    async def _start_text(self, seat: int) -> str:
        """The start position as a seat knows it; it doesn't change during the game."""
        path = f"/api/tables/{self.table}/record.json?seat={seat}"
        while self._start is None or self._start[0] != seat:
            await self._check_alive()
            try:
                self._start = seat, await self._api.ask("GET", path)
            except Unreachable:  # retry, as for the connection
                await asyncio.sleep(MIN_RECONNECT_DELAY_S)
        record = self._start[1]
        if record["rules"] != str(self.game.version):
            raise TextError(
                "other_rules",
                "The server uses version {found} of the rules of {game}; this program knows "
                "version {version}.",
                game=self.game.name,
                found=record["rules"],
                version=self.game.version,
            )
        return str(record["start"])

    # --- commands -----------------------------------------------------------------------------

    async def do(self, kind: str, **more: Any) -> JsonObject:
        """Send any command or query of the protocol, and wait for its answer."""
        id = self._new_id()
        return await self._send(id, encode({"kind": kind, "id": id, **more}))

    async def _command(self, command: Command) -> None:
        await self._send(command.id, encode(command))

    def _new_id(self) -> str:
        return f"{self._name} {next(self._numbers)}"

    async def _send(self, id: str, line: str) -> JsonObject:
        """Send a message until it is answered."""
        await self._check_alive()
        answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self._pending[id] = line, answer
        if self._socket:
            # If this fails, the line is sent again after reconnecting.
            with suppress(OSError, websockets.WebSocketException):
                await self._socket.send(line)
        try:
            return await answer
        finally:
            self._pending.pop(id, None)

    async def sit(self, seat: int | None = None, *, invitation: str = "") -> int:
        """Take a seat, or any free one, and return its number."""
        await self._command(Sit(self._new_id(), seat, invitation))
        await self._wait(lambda: bool(self._you.seats))
        return self._you.seats[0]

    async def play(self, move: Move | str) -> None:
        """Play a move at the position that `turn` returned last. When this returns, it is
        committed."""
        assert self._frame is not None
        looked_at, self._turn_shown_at = self._turn_shown_at, None
        position = self._frame["position"] if looked_at is None else looked_at
        await self._command(Play(self._new_id(), self.seat, position=position, move=str(move)))
        self._last_played_at = max(self._last_played_at, position)

    async def play_on(self, player: Player) -> JsonObject | None:
        """Let a player, in its own thread, finish the game for us, and return the outcome."""
        while (view := await self.turn()) is not None:
            try:
                await self.play(await asyncio.to_thread(player.choose, view))
            except RequestRefused as refused:
                if refused.code not in STALE_MOVE_CODES:
                    raise
        return self.outcome

    async def resign(self) -> None:
        """Resign the game."""
        await self._command(Resign(self._new_id()))

    async def undo(self) -> None:
        """Undo our last move: at once against bots, otherwise once another player accepts."""
        await self._command(AskTakeback(self._new_id()))

    async def say(self, text: str) -> None:
        """Send a chat message."""
        await self._command(Say(self._new_id(), text=text))

    # --- the connection -----------------------------------------------------------------------

    async def _check_alive(self) -> None:
        if self._failure:
            raise self._failure

    async def _wait(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds. Raises the failure that ended the connection, if any."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._failure is not None or holds())
        await self._check_alive()

    async def _reconnect_forever(self) -> None:
        """Reconnect until the connection fails for good."""
        pause = MIN_RECONNECT_DELAY_S
        while self._failure is None:
            before = self._sequence
            try:
                await self._run_connection()
            except websockets.WebSocketException:
                pass  # the connection broke, or the server is overloaded
            except OSError as error:
                if self._sequence is None:  # we were never connected
                    await self._fail(unreachable(self._api.url, error))
            except SommetError as error:
                await self._fail(error)
            except (LookupError, TypeError, ValueError, msgspec.MsgspecError) as error:
                await self._fail(_protocol_error(error))
            if self._sequence != before:
                pause = MIN_RECONNECT_DELAY_S
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_RECONNECT_DELAY_S)

    async def _fail(self, error: SommetError) -> None:
        async with self._changed:
            self._failure = self._failure or error
            for _, answer in self._pending.values():
                if not answer.done():
                    answer.set_exception(error)
            self._changed.notify_all()

    async def _run_connection(self) -> None:
        """One connection, from hello to close. Raises `RequestRefused` if the server rejects us."""
        refused: RequestRefused | None = None
        url = f"{self._api.live}/{self.table}"
        async with websockets.connect(
            url, additional_headers=self._api.headers, max_size=None
        ) as socket:
            hello = Hello(self._sequence, self._frame_viewer, self._view_as, VERSION)
            # If the connection is closed already, the reason is read below.
            with suppress(websockets.ConnectionClosed):
                await socket.send(encode(hello))
                self._socket = socket  # before sending, so that no new command is missed
                for line, _ in [*self._pending.values()]:
                    await socket.send(line)
            try:
                while True:
                    message = msgspec.json.decode(await socket.recv())
                    if message["kind"] == "ping":
                        await socket.send(encode(Pong(message["id"])))
                    elif message["kind"] == "refused" and "id" not in message:
                        refused = _refusal(message)
                    else:
                        await self._handle(message)
            except websockets.ConnectionClosed:
                if refused and socket.close_code == POLICY_VIOLATION:
                    raise refused from None
                raise
            finally:
                self._socket = None

    async def _handle(self, message: JsonObject) -> None:
        async with self._changed:
            match message["kind"]:
                case "you":
                    self._you = msgspec.convert(message, You)
                    if self._frame is not None and "patch" in message:
                        self._frame = apply(self._frame, message["patch"])
                        self._frame_viewer = self._you.viewer
                case "welcome":
                    self._card, self._frame = message["table"], message["frame"]
                    self._moves = [*message.get("moves", ())]
                    self._sequence, self._frame_viewer = message["sequence"], self._you.viewer
                case "happened":
                    self._apply_event(message)
            pending = self._pending.get(message.get("id", ""))
            if pending and not pending[1].done():
                if message["kind"] == "refused":
                    pending[1].set_exception(_refusal(message))
                else:
                    pending[1].set_result(message)
            self._changed.notify_all()

    def _apply_event(self, message: JsonObject) -> None:
        match message["event"]:
            case {"kind": "moved", "move": move}:
                self._moves.append(move)
            case {"kind": "taken_back", "moves": moves}:
                del self._moves[len(self._moves) - moves :]
        self._frame = apply(self._frame, message.get("patch", {}))
        self._sequence = message["sequence"]


def encode(message: object) -> str:
    return msgspec.json.encode(message).decode()


def _refusal(message: JsonObject) -> RequestRefused:
    return refusal_from(msgspec.convert(message["refused"], Refused))


def _protocol_error(error: Exception) -> SommetError:
    return TextError(
        "not_understood",
        "The server sent something this program doesn't understand: {why}.",
        why=error,
    )
