"""A room: one table in one process. It executes commands and reads the table's log.

The room caches the table's state. An event takes effect only once it is committed to the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace

from sommet.core.errors import SommetError
from sommet.core.move import Move, Path
from sommet.server.live.audience import Audience
from sommet.server.live.quarantine import wrap_log_errors
from sommet.server.live.room_context import RoomContext
from sommet.server.live.room_presence import RoomPresence
from sommet.server.refusals import no_table, read_only_token
from sommet.server.store import LogEntry, SequenceConflict
from sommet.server.store.people import Person
from sommet.server.tables.game_index import index_fields
from sommet.server.tables.invitations import invited_seats
from sommet.tables import log_events
from sommet.tables.clock import NO_LAG, Lag, counts_seconds
from sommet.tables.command_handlers import handle_command
from sommet.tables.command_validation import CommandContext
from sommet.tables.log_events import Event, LoggedEvent, LoggedGame
from sommet.tables.refusals import Refusal
from sommet.tables.table_state import TableState, WarningGiven
from sommet.tables.updates import Update
from sommet.wire import events
from sommet.wire.commands import Claim, Command, Play, Rematch, Say, Sit, Warn

__all__ = ["Room"]

FLAG_GRACE_S = 2.0
"""How long a flag waits for a move that arrived in time but is not processed yet."""
MAX_ATTEMPTS = 8
"""How often a command is retried when other processes append events first."""


class Room:
    """`audience` are the room's connections; `presence` says who is at the table."""

    def __init__(self, context: RoomContext, id: str, game_log: LoggedGame) -> None:
        self._context = context
        self.id = id
        with wrap_log_errors():
            state = TableState.from_log(id, LoggedGame(game_log.seed, game_log.logged[:1]))
        self.audience = Audience(state, context.system, context.max_spectators)
        self.presence = RoomPresence(context, id, self.audience, self._append_returned)
        self._executed: dict[str, int] = {}
        """Sequence numbers of executed commands' events, by sender and command id."""
        self.lock = asyncio.Lock()
        self.opened_at = game_log.logged[0].at
        self.last_used_at = context.system.now()
        self._needs_reread = False
        self._read(game_log.logged[1:])

    @property
    def state(self) -> TableState:
        """The table's state after the events that this process has read."""
        return self.audience.snapshot.state

    # --- commands and events -----------------------------------------------------------------

    async def execute(
        self,
        person: Person | None,
        command: Command,
        latency: float = 0.0,
        arrived: float | None = None,
    ) -> int:
        """Execute a command, and return the sequence number of its event once it is committed.

        The same command of the same person returns the same number again. The clock stops at
        `arrived`, when the command's last byte was received, and doesn't count some of `latency`.
        """
        if person and not person.may_play:
            raise read_only_token()
        arrived_at = self._context.system.now() if arrived is None else arrived
        key = f"{person.id if person else ''}:{command.id}"
        async with self.lock:
            await self._ensure_current()
            if person and key not in self._executed:
                self._check_rate_limit(person, command)
            for _ in range(MAX_ATTEMPTS):
                if key in self._executed:
                    return self._executed[key]
                try:
                    context = await self._command_context(person, command, latency, arrived_at)
                    event = handle_command(context)
                except SommetError as refusal:
                    if self._is_final(refusal, command) or not await self._read_on():
                        raise
                    continue
                if isinstance(event, events.Rematched):
                    network = person.network if person else None
                    await self._context.table_factory.open_next(self.state, network)
                if await self._append(event, key, context.move, context.path):
                    return self.state.sequence
        raise Refusal("busy", "This table is busy. Try again in a moment.", status=503)

    def _is_final(self, refusal: SommetError, command: Command) -> bool:
        """Whether a refusal holds without reading the log for events of other processes."""
        # A single process has read them all. With several, the newest state may accept a command
        # that ours refuses, but not a move for a position that we know: if the board has changed
        # since, the move is stale. Only a clock can get time back without a new position.
        return self._context.pubsub.single_process or (
            isinstance(command, Play)
            and command.position <= self.state.position
            and refusal.code != "time_up"
        )

    def _check_rate_limit(self, person: Person, command: Command) -> None:
        """Limit everything but moves, which the rules and clocks already limit."""
        if not isinstance(command, Play):
            what = "words" if isinstance(command, Say) else "command"
            self._context.rate_limiter.check(what, f"{person.id} {self.id}")

    async def _command_context(
        self, person: Person | None, command: Command, latency: float, arrived_at: float
    ) -> CommandContext:
        lag = self._lag_since_turn(arrived_at)
        context = CommandContext(self.state, person, command, arrived_at, latency, lag)
        if isinstance(command, (Warn, Claim)):
            return replace(context, away=await self._context.presence.at(self.id, arrived_at))
        if isinstance(command, Sit) and command.invitation:
            seats = invited_seats(self._context.signer, self.state, command.invitation)
            return replace(context, invited=seats)
        if isinstance(command, Rematch):
            return replace(context, next=self._context.table_factory.next_id(self.id))
        return context

    async def deal_if_due(self) -> None:
        """Deal if the time for salts is over."""
        async with self.lock:
            await self._ensure_current()
            falls = self.state.deal_deadline
            if falls is not None and falls <= self._context.system.now():
                await self._append(events.Dealt(), None)

    def _lag_since_turn(self, until: float) -> Lag:
        """The lag since the turn began that the clock does not count."""
        if not counts_seconds(self.state.opened.setup.clock):
            return NO_LAG
        lag = self._context.loop_lag.lag_between(self.state.since, until)
        return lag._replace(stalled=self.state.uncounted_stall(lag.stalled))

    async def has_flag_fallen(self) -> bool:
        """Whether the seat to move is out of time.

        A move that arrived in time is processed first, whichever process received it.
        """
        now, falls = self._context.system.now(), self.state.flag_deadline
        if falls is None or falls > now:
            return False
        falls += sum(self._lag_since_turn(now))
        if now > falls + FLAG_GRACE_S:
            return True
        await self.presence.refresh()
        seat = self.state.turn
        held = None if seat is None else self.state.seats[seat]
        here = [each for each in self.audience.subscribers if held and each.held_by(held.person)]
        under_way = any(each.arrivals and each.arrivals[0] <= falls for each in here)
        elsewhere = seat is not None and self.presence.seats[seat] and not here
        return falls <= now and not under_way and not elsewhere

    async def append_if_current(
        self, position: int, event: Event, made: Move | None = None
    ) -> bool:
        """Append an event of the server, if the table is still at this position. Returns whether it
        was appended. `made` is the event's move, if it has been checked."""
        async with self.lock:
            await self._ensure_current()
            return self.state.position == position and await self._append(event, None, made)

    async def _append_returned(self, warned: WarningGiven) -> None:
        """Clear the warning of a player who is back."""
        async with self.lock:
            await self._ensure_current()
            if self.state.warned == warned:
                await self._append(events.Returned(warned.seat), None)

    async def _append(
        self, event: Event, command: str | None, made: Move | None = None, path: Path = ()
    ) -> bool:
        """Commit an event, then notify subscribers. False if another process appended first; then
        the room has read its events.

        `made` is the event's move, if it has been checked; `path` are its steps as they were
        chosen."""
        self._require_known_rules()
        before, at = self.state, self._context.system.now()
        after = before.after(event, at, made)
        sat = (event.who.person,) if isinstance(event, log_events.Joined) else ()
        entry = LogEntry(
            self.id,
            after.sequence,
            at,
            log_events.encode(event),
            index_fields(after),
            command,
            sat,
            words=isinstance(event, events.Said),
        )
        try:
            await self._context.log.append(entry)
        except SequenceConflict:
            await self._read_on()
            return False
        except BaseException:
            self._needs_reread = True
            raise
        if command:
            self._executed[command] = after.sequence
        self._apply(Update(before, event, at, after, path))
        self._context.on_commit(self.id, after)
        return True

    def _require_known_rules(self) -> None:
        """Refuse to write to the log of a table with newer rules, as happens during a rolling
        upgrade: other processes trust logged moves without checking them."""
        if self.state.opened.rules > self.state.game.version:
            raise Refusal(
                "newer_rules",
                "This table uses newer rules than this server process knows. Try again in a "
                "moment.",
                status=503,
            )

    async def _ensure_current(self) -> None:
        """Read the log if a database error left it unknown what was committed."""
        self.last_used_at = self._context.system.now()
        if self._needs_reread:
            await self._read_on()
            self._needs_reread = False

    # --- events of other processes -----------------------------------------------------------

    async def catch_up(self) -> None:
        """Read the events that other processes have appended."""
        async with self.lock:
            await self._read_on()

    async def _read_on(self) -> bool:
        lines = await self._context.log.read_on(self.id, self.state.sequence)
        if lines is None:
            raise no_table()
        self._read(lines)
        return bool(lines)

    def _read(self, lines: Iterable[LoggedEvent]) -> None:
        """Replay events. Raises UnreadableGame if one is invalid."""
        for line in lines:
            with wrap_log_errors():
                before = self.state.with_sequence(line.sequence - 1)
                event = log_events.decode(line.body)
                update = Update(before, event, line.at, before.replay(event, line.at))
            if line.command:
                self._executed[line.command] = line.sequence
            self._apply(update)

    def _apply(self, update: Update) -> None:
        self.audience.publish(update)
        if isinstance(update.event, (log_events.Joined, events.Left)):
            self.presence.record_all()
