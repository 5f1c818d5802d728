"""A room: one table in one process, with the connections that are there.

The room keeps the sitting at hand and never decides by itself: an event counts once the log has it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from sommet.core.errors import SommetError
from sommet.core.move import Move
from sommet.server.live.frame_schema import DescribedMove
from sommet.server.live.messages import Present, RefusedMessage, ServerMessage, You
from sommet.server.live.quarantine import wrap_log_errors
from sommet.server.live.room_context import RoomContext
from sommet.server.live.snapshot import Snapshot
from sommet.server.live.subscriber import Subscriber, encode
from sommet.server.live.updates import Broadcast, Update, describe_moves, welcome
from sommet.server.refusals import Refusal, no_table, refused
from sommet.server.store import Entry, LoggedGame, SequenceConflict
from sommet.server.store.log import LoggedEvent
from sommet.server.store.people import Person
from sommet.server.store.presence import Away
from sommet.server.tables import events
from sommet.server.tables.command_handlers import handle_command
from sommet.server.tables.command_validation import CommandContext
from sommet.server.tables.commands import Claim, Command, Play, Rematch, Say, Sit, Warn
from sommet.server.tables.events import Event
from sommet.server.tables.invitations import invited
from sommet.server.tables.table_state import TableState

__all__ = ["Room"]

MAX_RECENT_UPDATES = 64
"""How many of the last events are kept for those who come back."""
MAX_CONNECTIONS_PER_PLAYER = 8
"""How many connections a player may have at their table; the next one ends the oldest."""
FLAG_GRACE_S = 2.0
"""Seconds after which a flag falls though a move that came in time may be under way."""
MAX_ATTEMPTS = 8
"""How often a command is decided anew when other processes are quicker."""


class Room:
    """`updates` are the last events, for those who come back."""

    def __init__(self, context: RoomContext, id: str, game_log: LoggedGame) -> None:
        self._context = context
        self.id = id
        with wrap_log_errors():
            self.snapshot = Snapshot(
                TableState.read(id, LoggedGame(game_log.seed, game_log.logged[:1]))
            )
        self._described_moves: list[DescribedMove] = []
        """What the first moves did, as far as somebody has asked."""
        self.executed: dict[str, int] = {}
        """The commands that have been carried out, by sender and id, with their events' numbers."""
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
        """What the log says, as far as it has been read here."""
        return self.snapshot.state

    # --- what people do ----------------------------------------------------------------------

    async def execute(
        self,
        person: Person | None,
        command: Command,
        lag: float = 0.0,
        arrived: float | None = None,
    ) -> int:
        """The number of the event that a command led to, once it is committed.

        The same command of the same person again gives the same number. The clock counts to the
        moment at which the command arrived.
        """
        came = self._context.system.now() if arrived is None else arrived
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
                    case = await self._command_context(person, command, lag, came)
                    event = handle_command(case)
                except SommetError:
                    # What was refused may be right on the newest state: look once before saying no.
                    newest = newest or not await self._read_on()
                    if newest:
                        raise
                    continue
                if isinstance(event, events.Rematched):
                    await self._context.table_factory.open_next(self.state)
                if await self._append(event, key, case.move):
                    return self.state.sequence
        raise Refusal("busy", "This table is busy. Try again in a moment.", status=503)

    def _check_rate_limit(self, person: Person, command: Command) -> None:
        """Refuse who fills the log with anything but moves, which the rules and clocks bound."""
        if not isinstance(command, Play):
            what = "words" if isinstance(command, Say) else "command"
            self._context.rate_limiter.check(what, f"{person.id} {self.id}")

    async def _command_context(
        self, person: Person | None, command: Command, lag: float, came: float
    ) -> CommandContext:
        case = CommandContext(self.state, person, command, came, lag + self._lag_since_turn(came))
        if isinstance(command, (Warn, Claim)):
            return replace(case, away=await self._context.presence.at(self.id, came))
        if isinstance(command, Sit) and command.invitation:
            seats = invited(self._context.signer, self.state, command.invitation)
            return replace(case, invited=seats)
        if isinstance(command, Rematch):
            return replace(case, next=self._context.table_factory.next_id(self.id))
        return case

    async def deal_if_due(self) -> None:
        """Let the deal fall that has waited long enough for salts."""
        async with self.lock:
            await self._ensure_current()
            falls = self.state.deal_deadline
            if falls is not None and falls <= self._context.system.now():
                await self._append(events.Dealt(), None)

    def _lag_since_turn(self, until: float) -> float:
        """Seconds of this turn in which this process did not listen."""
        if not self.state.opened.setup.clock.live:
            return 0.0
        return self._context.loop_lag.lag_between(self.state.since, until)

    async def has_flag_fallen(self) -> bool:
        """Whether the seat to move is out of time.

        A move that came in time is followed first, whichever process it came to.
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
        """Append what the house itself does, if the table still stands as it was seen."""
        async with self.lock:
            await self._ensure_current()
            if self.state.position != position:
                return False
            return await self._append(event, None)

    async def _append(self, event: Event, command: str | None, made: Move | None = None) -> bool:
        """Commit, then tell. False if another process was quicker; the room has caught up then.

        `made` is the move of the event, if it has been judged."""
        self._require_known_rules()
        before, at = self.state, self._context.system.now()
        after = before.after(event, at, made)
        sat = (event.who.person,) if isinstance(event, events.Joined) else ()
        entry = Entry(
            self.id,
            after.sequence,
            at,
            events.encode(event),
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
        self._context.committed(self.id, after)
        return True

    def _require_known_rules(self) -> None:
        """Others trust what stands in the log of a table by its rules: who has older ones, while a
        server is being renewed process by process, writes nothing there."""
        if self.state.opened.rules > self.state.game.version:
            raise Refusal(
                "newer_rules",
                "This table uses newer rules than this server process knows. Try again in a "
                "moment.",
                status=503,
            )

    async def _ensure_current(self) -> None:
        """After trouble with the database nobody knows what was committed: read the log first."""
        self.last_used_at = self._context.system.now()
        if self.needs_reread:
            await self._read_on()
            self.needs_reread = False

    # --- what comes from elsewhere -----------------------------------------------------------

    async def catch_up(self) -> None:
        """Read what other processes have written."""
        async with self.lock:
            await self._read_on()

    async def _read_on(self) -> bool:
        lines = await self._context.log.read_on(self.id, self.state.sequence)
        if lines is None:
            raise no_table()
        self._read(lines)
        return bool(lines)

    def _read(self, lines: Iterable[LoggedEvent]) -> None:
        """Unreadable where a line does not follow from those before it."""
        for line in lines:
            with wrap_log_errors():
                before = self.state.with_sequence(line.sequence - 1)
                event = events.decode(line.body)
                update = Update(before, event, line.at, before.replay(event, line.at))
            if line.command:
                self.executed[line.command] = line.sequence
            self._apply_update(update)

    # --- what is told ------------------------------------------------------------------------

    def _apply_update(self, update: Update) -> None:
        before = self.snapshot
        self.snapshot = Snapshot(update.after, before)
        self.updates.append(update)
        if isinstance(update.event, events.TakenBack) and update.after.record:
            del self._described_moves[len(update.after.record.moves) :]
        if self.subscribers:
            broadcast = Broadcast(update, before, self.snapshot)
            for subscriber in self.subscribers:
                self._send_update(subscriber, update, broadcast, whole=subscriber.wants_full_frames)
        if isinstance(update.event, (events.Joined, events.Left)):
            for subscriber in self.subscribers:
                seen_as = subscriber.viewer
                self.seat(subscriber, subscriber.viewer)
                if subscriber.viewer != seen_as:
                    self.send_welcome(subscriber)
                self._context.supervisor.spawn(self.note(subscriber.person, True))

    def _send_update(
        self, subscriber: Subscriber, update: Update, broadcast: Broadcast, *, whole: bool
    ) -> None:
        """Words of somebody whom the visitor has muted come without the words."""
        if isinstance(update.event, events.Said) and subscriber.muted:
            speaker = update.after.seats[update.event.seat]
            if speaker and speaker.person in subscriber.muted:
                silent = replace(update, event=events.Said(update.event.seat))
                broadcast = Broadcast(silent)
        subscriber.send_encoded(broadcast.to(subscriber.viewer, whole=whole))

    def broadcast(self, message: ServerMessage) -> None:
        """Tell everyone here something that is not part of the game."""
        text = encode(message)
        for subscriber in self.subscribers:
            subscriber.send_encoded(text)

    # --- who is here -------------------------------------------------------------------------

    def subscribe(self, subscriber: Subscriber, after: int | None, lift: int | None) -> None:
        """Let a visitor in: who comes back gets what they missed, who is new gets everything."""
        if self.is_seated(subscriber.person):
            self._close_oldest_if_many(subscriber)
        elif self.watching >= self._context.most:
            raise Refusal("room_full", "Too many people are watching this table.", status=503)
        self.seat(subscriber, lift)
        missed = [
            each for each in self.updates if after is not None and each.after.sequence > after
        ]
        if after is not None and after + len(missed) == self.state.sequence:
            for update in missed:
                self._send_update(subscriber, update, Broadcast(update), whole=True)
        else:
            self.send_welcome(subscriber)
        self.subscribers.add(subscriber)
        if self.present:
            subscriber.send(self._presence())

    def _close_oldest_if_many(self, subscriber: Subscriber) -> None:
        """A player always gets in; who has many connections already loses the oldest."""
        own = [
            each
            for each in self.subscribers
            if each.person == subscriber.person and not each.closed
        ]
        if len(own) >= MAX_CONNECTIONS_PER_PLAYER:
            oldest = min(own, key=lambda each: each.since)
            oldest.send(RefusedMessage(refused(_too_many_connections())))
            oldest.close("elsewhere")

    def send_welcome(self, subscriber: Subscriber) -> None:
        """Send everything. Words of the muted are left out."""
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
        """What each move did, for a sentence."""
        self._described_moves += describe_moves(self.state, len(self._described_moves))
        return self._described_moves

    def seat(self, subscriber: Subscriber, lift: int | None) -> None:
        """Tell a visitor which seats are theirs and whose view they get."""
        held = self.state.seats_of(subscriber.person.id) if subscriber.person else ()
        subscriber.lift(lift, held)
        name = subscriber.person.name if subscriber.person else ""
        subscriber.send(You(held, subscriber.viewer, name))

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        self.last_used_at = self._context.system.now()

    def is_seated(self, person: Person | None) -> bool:
        """Whether a person holds a seat at this table."""
        return person is not None and person.id in self.state.people

    @property
    def watching(self) -> int:
        """How many connections here are nobody's who plays."""
        people = self.state.people
        return sum(
            1 for each in self.subscribers if not each.person or each.person.id not in people
        )

    def is_connected(self, person: Person | None) -> bool:
        """Whether a person has a connection here."""
        return person is not None and any(
            subscriber.person == person for subscriber in self.subscribers
        )

    async def note(self, person: Person | None, here: bool) -> None:
        """A connection came or went: the first and the last one of a player are noted."""
        if person and person.id in self.state.people and here == self.is_connected(person):
            await self._context.presence.note(self.id, person.id, here, self._context.system.now())
            self._context.pubsub.publish(self.id, 0)
        await self.refresh_presence()

    async def refresh_presence(self) -> None:
        """Find out who is at the table, in all processes, and tell if that changed."""
        self.update_presence(await self._context.presence.at(self.id, self._context.system.now()))

    def update_presence(self, away: Away) -> None:
        """Learn who is there: tell it if it changed, and take back the call for who came back."""
        present = _present(self.state, away)
        if present != self.present:
            self.present = present
            self.broadcast(self._presence())
        if (warned := self.state.warned) and present[warned[0]]:
            self._context.supervisor.spawn(self._append_returned(warned))

    def record_missing_presence(self, away: Away) -> None:
        """Note who is here though the database does not know: it could not be written then."""
        for person in {each.person for each in self.subscribers if each.person}:
            if away.get(person.id, 0.0) is not None and self.is_seated(person):
                self._context.supervisor.spawn(self.note(person, True))

    async def _append_returned(self, warned: tuple[int, float]) -> None:
        async with self.lock:
            await self._ensure_current()
            if self.state.warned == warned:
                await self._append(events.Returned(warned[0]), None)

    def _presence(self) -> Present:
        return Present(self.present, self.watching)


def _too_many_connections() -> Refusal:
    return Refusal(
        "elsewhere", "You have this table open in too many places, so this one was closed."
    )


def _present(state: TableState, away: Away) -> tuple[bool, ...]:
    """A bot is always there; a person, while one of their connections is."""
    return tuple(
        seat is not None and (bool(seat.level) or away.get(seat.person, 0.0) is None)
        for seat in state.seats
    )
