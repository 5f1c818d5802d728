"""A room: one table in one process, with its connections.

The room caches the table's state. An event takes effect only once it is committed to the log.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from sommet.core.errors import SommetError
from sommet.core.move import Move
from sommet.server.live.quarantine import wrap_log_errors
from sommet.server.live.room_context import RoomContext
from sommet.server.live.snapshot import Snapshot
from sommet.server.live.subscriber import Subscriber, encode
from sommet.server.live.updates import Broadcast, Update, describe_moves, welcome
from sommet.server.refusals import Refusal, no_table, refusal_body
from sommet.server.store import LogEntry, LoggedGame, SequenceConflict
from sommet.server.store.log import LoggedEvent
from sommet.server.store.people import Person
from sommet.server.store.presence import Away
from sommet.server.tables import log_events
from sommet.server.tables.clock import counts_seconds
from sommet.server.tables.command_handlers import handle_command
from sommet.server.tables.command_validation import CommandContext
from sommet.server.tables.invitations import invited_seats
from sommet.server.tables.log_events import Event
from sommet.server.tables.table_state import TableState
from sommet.wire import events
from sommet.wire.client_messages import Hello
from sommet.wire.commands import Claim, Command, Play, Rematch, Say, Sit, Warn
from sommet.wire.frame import DescribedMove
from sommet.wire.server_messages import Present, RefusedMessage, ServerMessage, You

__all__ = ["Room"]

MAX_RECENT_UPDATES = 64
"""Number of recent events kept for clients that reconnect."""
MAX_CONNECTIONS_PER_PLAYER = 8
"""The next connection of a player closes their oldest one."""
FLAG_GRACE_S = 2.0
"""How long a flag waits for a move that arrived in time but is not processed yet."""
MAX_ATTEMPTS = 8
"""How often a command is retried when other processes append events first."""


class Room:
    """`updates` are the most recent events, for clients that reconnect."""

    def __init__(self, context: RoomContext, id: str, game_log: LoggedGame) -> None:
        self._context = context
        self.id = id
        with wrap_log_errors():
            self.snapshot = Snapshot(
                TableState.from_log(id, LoggedGame(game_log.seed, game_log.logged[:1]))
            )
        self._described_moves: list[DescribedMove] = []
        """Descriptions of the first moves, as far as they were needed."""
        self.executed: dict[str, int] = {}
        """Sequence numbers of executed commands' events, by sender and command id."""
        self.updates: deque[Update] = deque(maxlen=MAX_RECENT_UPDATES)
        self.subscribers: set[Subscriber] = set()
        self.lock = asyncio.Lock()
        self.opened_at = game_log.logged[0].at
        self.last_used_at = context.system.now()
        self.needs_reread = False
        self.present: tuple[bool, ...] = ()
        self._read(game_log.logged[1:])

    @property
    def state(self) -> TableState:
        """The table's state after the events that this process has read."""
        return self.snapshot.state

    # --- commands and events -----------------------------------------------------------------

    async def execute(
        self,
        person: Person | None,
        command: Command,
        lag: float = 0.0,
        arrived: float | None = None,
    ) -> int:
        """Execute a command, and return the sequence number of its event once it is committed.

        The same command of the same person returns the same number again. The clock stops at
        `arrived`, the time when the command was received.
        """
        arrived_at = self._context.system.now() if arrived is None else arrived
        key = f"{person.id if person else ''}:{command.id}"
        async with self.lock:
            await self._ensure_current()
            if person and key not in self.executed:
                self._check_rate_limit(person, command)
            newest = False
            for _ in range(MAX_ATTEMPTS):
                if key in self.executed:
                    return self.executed[key]
                try:
                    context = await self._command_context(person, command, lag, arrived_at)
                    event = handle_command(context)
                except SommetError:
                    # The command may be valid in the newest state: read the log once, then refuse.
                    newest = newest or not await self._read_on()
                    if newest:
                        raise
                    continue
                if isinstance(event, events.Rematched):
                    await self._context.table_factory.open_next(self.state)
                if await self._append(event, key, context.move):
                    return self.state.sequence
        raise Refusal("busy", "This table is busy. Try again in a moment.", status=503)

    def _check_rate_limit(self, person: Person, command: Command) -> None:
        """Limit everything but moves, which the rules and clocks already limit."""
        if not isinstance(command, Play):
            what = "words" if isinstance(command, Say) else "command"
            self._context.rate_limiter.check(what, f"{person.id} {self.id}")

    async def _command_context(
        self, person: Person | None, command: Command, lag: float, arrived_at: float
    ) -> CommandContext:
        context = CommandContext(
            self.state, person, command, arrived_at, lag + self._lag_since_turn(arrived_at)
        )
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

    def _lag_since_turn(self, until: float) -> float:
        """Event loop lag since the turn began, if the clock counts seconds."""
        if not counts_seconds(self.state.opened.setup.clock):
            return 0.0
        return self._context.loop_lag.lag_between(self.state.since, until)

    async def has_flag_fallen(self) -> bool:
        """Whether the seat to move is out of time.

        A move that arrived in time is processed first, whichever process received it.
        """
        now, falls = self._context.system.now(), self.state.flag_deadline
        if falls is None or falls > now:
            return False
        falls += self._lag_since_turn(now)
        if now > falls + FLAG_GRACE_S:
            return True
        await self.refresh_presence()
        seat = self.state.turn
        held = None if seat is None else self.state.seats[seat]
        here = [each for each in self.subscribers if held and each.held_by(held.person)]
        under_way = any(each.arrivals and each.arrivals[0] <= falls for each in here)
        elsewhere = seat is not None and self.present[seat] and not here
        return falls <= now and not under_way and not elsewhere

    async def append_if_current(self, position: int, event: Event) -> bool:
        """Append an event of the server, if the table is still at this position. Returns whether it
        was appended."""
        async with self.lock:
            await self._ensure_current()
            if self.state.position != position:
                return False
            return await self._append(event, None)

    async def _append(self, event: Event, command: str | None, made: Move | None = None) -> bool:
        """Commit an event, then notify subscribers. False if another process appended first; then
        the room has read its events.

        `made` is the event's move, if it has been checked."""
        self._require_known_rules()
        before, at = self.state, self._context.system.now()
        after = before.after(event, at, made)
        sat = (event.who.person,) if isinstance(event, log_events.Joined) else ()
        entry = LogEntry(
            self.id,
            after.sequence,
            at,
            log_events.encode(event),
            after.index_fields(),
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
            self.needs_reread = True
            raise
        if command:
            self.executed[command] = after.sequence
        self._apply_update(Update(before, event, at, after))
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
        if self.needs_reread:
            await self._read_on()
            self.needs_reread = False

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
                self.executed[line.command] = line.sequence
            self._apply_update(update)

    # --- updates -----------------------------------------------------------------------------

    def _apply_update(self, update: Update) -> None:
        before = self.snapshot
        self.snapshot = Snapshot(update.after, before)
        self.updates.append(update)
        if isinstance(update.event, events.TakenBack) and update.after.record:
            del self._described_moves[len(update.after.record.moves) :]
        if self.subscribers:
            broadcast = Broadcast(update, before, self.snapshot)
            for subscriber in self.subscribers:
                self._send_update(subscriber, update, broadcast)
        if isinstance(update.event, (log_events.Joined, events.Left)):
            for subscriber in self.subscribers:
                seen_as = subscriber.viewer
                self.seat(subscriber, subscriber.viewer)
                if subscriber.viewer != seen_as:
                    self.send_welcome(subscriber)
                self._context.supervisor.spawn(self.record_presence(subscriber.person, True))

    def _send_update(self, subscriber: Subscriber, update: Update, broadcast: Broadcast) -> None:
        """Send an update. Chat messages of people whom the subscriber has muted are empty."""
        if isinstance(update.event, events.Said) and subscriber.muted:
            speaker = update.after.seats[update.event.seat]
            if speaker and speaker.person in subscriber.muted:
                silent = replace(update, event=events.Said(update.event.seat))
                broadcast = Broadcast(silent)
        subscriber.send_encoded(broadcast.to(subscriber.viewer))

    def broadcast(self, message: ServerMessage) -> None:
        """Send a message that is not an event to all subscribers."""
        text = encode(message)
        for subscriber in self.subscribers:
            subscriber.send_encoded(text)

    # --- subscribers and presence ------------------------------------------------------------

    def subscribe(self, subscriber: Subscriber, hello: Hello) -> None:
        """Add a subscriber. A client that returns with the frame of the same viewer gets the events
        that it missed, any other the full table. Refuses when too many people are watching."""
        if self.is_seated(subscriber.person):
            self._close_oldest_if_many(subscriber)
        elif self.spectators >= self._context.max_spectators:
            raise Refusal("room_full", "Too many people are watching this table.", status=503)
        self.seat(subscriber, hello.view_as)
        missed = self._missed_updates(hello)
        if missed is None or hello.viewer != subscriber.viewer:
            self.send_welcome(subscriber)
        else:
            for update in missed:
                self._send_update(subscriber, update, Broadcast(update))
        self.subscribers.add(subscriber)
        if self.present:
            subscriber.send(self._presence())

    def _missed_updates(self, hello: Hello) -> list[Update] | None:
        """The events since the frame of a returning client; None if they are not all known."""
        if (after := hello.after) is None:
            return None
        missed = [update for update in self.updates if update.after.sequence > after]
        return missed if after + len(missed) == self.state.sequence else None

    def _close_oldest_if_many(self, subscriber: Subscriber) -> None:
        """Close a player's oldest connection if they have too many."""
        own = [
            each
            for each in self.subscribers
            if each.person == subscriber.person and not each.closed
        ]
        if len(own) >= MAX_CONNECTIONS_PER_PLAYER:
            oldest = min(own, key=lambda each: each.since)
            oldest.send(RefusedMessage(refusal_body(_too_many_connections())))
            oldest.close("opened_elsewhere")

    def send_welcome(self, subscriber: Subscriber) -> None:
        """Send the full table, without the chat messages of muted people."""
        silent = frozenset(
            index
            for index, seat in enumerate(self.state.seats)
            if seat and seat.person in subscriber.muted
        )
        now = self._context.system.now()
        subscriber.send(
            welcome(self.snapshot, subscriber.viewer, now, self.move_descriptions(), silent)
        )

    def move_descriptions(self) -> list[DescribedMove]:
        """The description of each move."""
        self._described_moves += describe_moves(self.state, len(self._described_moves))
        return self._described_moves

    def seat(self, subscriber: Subscriber, view_as: int | None) -> None:
        """Send a subscriber which seats are theirs and whose view they get."""
        held = self.state.seats_of(subscriber.person.id) if subscriber.person else ()
        subscriber.view_as(view_as, held)
        name = subscriber.person.name if subscriber.person else ""
        subscriber.send(You(held, subscriber.viewer, name))

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        self.last_used_at = self._context.system.now()

    def is_seated(self, person: Person | None) -> bool:
        """Whether a person has a seat at this table."""
        return person is not None and person.id in self.state.people

    @property
    def spectators(self) -> int:
        """Number of connections of spectators."""
        people = self.state.people
        return sum(
            1 for each in self.subscribers if not each.person or each.person.id not in people
        )

    def is_connected(self, person: Person | None) -> bool:
        """Whether a person has a connection here."""
        return person is not None and any(
            subscriber.person == person for subscriber in self.subscribers
        )

    async def record_presence(self, person: Person | None, here: bool) -> None:
        """Record that a player's first connection opened or their last one closed."""
        if person and person.id in self.state.people and here == self.is_connected(person):
            await self._context.presence.record(
                self.id, person.id, here, self._context.system.now()
            )
            self._context.pubsub.publish(self.id, 0)
        await self.refresh_presence()

    async def refresh_presence(self) -> None:
        """Query who is at the table, in all processes, and broadcast changes."""
        self.update_presence(await self._context.presence.at(self.id, self._context.system.now()))

    def update_presence(self, away: Away) -> None:
        """Update who is present, broadcast changes, and clear the warning of a player who is
        back."""
        present = _present(self.state, away)
        if present != self.present:
            self.present = present
            self.broadcast(self._presence())
        if (warned := self.state.warned) and present[warned[0]]:
            self._context.supervisor.spawn(self._append_returned(warned))

    def record_missing_presence(self, away: Away) -> None:
        """Record players who are connected but not in the database, because a write failed."""
        for person in {each.person for each in self.subscribers if each.person}:
            if away.get(person.id, 0.0) is not None and self.is_seated(person):
                self._context.supervisor.spawn(self.record_presence(person, True))

    async def _append_returned(self, warned: tuple[int, float]) -> None:
        async with self.lock:
            await self._ensure_current()
            if self.state.warned == warned:
                await self._append(events.Returned(warned[0]), None)

    def _presence(self) -> Present:
        return Present(self.present, self.spectators)


def _too_many_connections() -> Refusal:
    return Refusal(
        "opened_elsewhere", "You have this table open in too many places, so this one was closed."
    )


def _present(state: TableState, away: Away) -> tuple[bool, ...]:
    """Whether each seat's player is present. Bots always are."""
    return tuple(
        seat is not None and (bool(seat.level) or away.get(seat.person, 0.0) is None)
        for seat in state.seats
    )
