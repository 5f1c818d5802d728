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
from sommet.server.live.frame_schema import ToldMove
from sommet.server.live.messages import Answer, Present, Trouble, You
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
from sommet.server.tables.command_handlers import decide
from sommet.server.tables.command_validation import CommandContext
from sommet.server.tables.commands import Claim, Command, Play, Rematch, Say, Sit, Warn
from sommet.server.tables.events import Event
from sommet.server.tables.invitations import invited
from sommet.server.tables.table_state import TableState

__all__ = ["Room"]

RING = 64
"""How many of the last events are kept for those who come back."""
OWN = 8
"""How many connections a player may have at their table; the next one ends the oldest."""
PATIENCE = 2.0
"""Seconds after which a flag falls though a move that came in time may be under way."""
TRIES = 8
"""How often a command is decided anew when other processes are quicker."""


class Room:
    """`updates` are the last events, for those who come back."""

    def __init__(self, context: RoomContext, id: str, story: LoggedGame) -> None:
        self._has = context
        self.id = id
        with wrap_log_errors():
            self.snapshot = Snapshot(TableState.read(id, LoggedGame(story.seed, story.logged[:1])))
        self._told: list[ToldMove] = []
        """What the first moves did, as far as somebody has asked."""
        self.done: dict[str, int] = {}
        """The commands that have been carried out, by sender and id, with their events' numbers."""
        self.updates: deque[Update] = deque(maxlen=RING)
        self.subscribers: set[Subscriber] = set()
        self.lock = asyncio.Lock()
        self.opened_at = story.logged[0].at
        self.used = context.system.now()
        self.unsure = False
        self.present: tuple[bool, ...] = ()
        self._read(story.logged[1:])

    @property
    def sitting(self) -> TableState:
        """What the log says, as far as it has been read here."""
        return self.snapshot.sitting

    # --- what people do ----------------------------------------------------------------------

    async def carry_out(
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
        came = self._has.system.now() if arrived is None else arrived
        key = f"{person.id if person else ''}:{command.id}"
        async with self.lock:
            await self._be_sure()
            if person and key not in self.done:
                self._ask_leave(person, command)
            newest = False
            for _ in range(TRIES):
                if key in self.done:
                    return self.done[key]
                try:
                    case = await self._case(person, command, lag, came)
                    event = decide(case)
                except SommetError:
                    # What was refused may be right on the newest state: look once before saying no.
                    newest = newest or not await self._read_on()
                    if newest:
                        raise
                    continue
                if isinstance(event, events.Rematched):
                    await self._has.table_factory.open_next(self.sitting)
                if await self._append(event, key, case.move):
                    return self.sitting.sequence
        raise Refusal("busy", "This table is busy. Try again in a moment.", status=503)

    def _ask_leave(self, person: Person, command: Command) -> None:
        """Refuse who fills the log with anything but moves, which the rules and clocks bound."""
        if not isinstance(command, Play):
            what = "words" if isinstance(command, Say) else "command"
            self._has.rate_limiter.ask(what, f"{person.id} {self.id}")

    async def _case(
        self, person: Person | None, command: Command, lag: float, came: float
    ) -> CommandContext:
        case = CommandContext(self.sitting, person, command, came, lag + self._unheard(came))
        if isinstance(command, (Warn, Claim)):
            return replace(case, away=await self._has.presence.at(self.id, came))
        if isinstance(command, Sit) and command.invitation:
            seats = invited(self._has.signer, self.sitting, command.invitation)
            return replace(case, invited=seats)
        if isinstance(command, Rematch):
            return replace(case, next=self._has.table_factory.next_id(self.id))
        return case

    async def deal_if_due(self) -> None:
        """Let the deal fall that has waited long enough for salts."""
        async with self.lock:
            await self._be_sure()
            falls = self.sitting.deal_falls
            if falls is not None and falls <= self._has.system.now():
                await self._append(events.Dealt(), None)

    def _unheard(self, until: float) -> float:
        """Seconds of this turn in which this process did not listen."""
        if not self.sitting.opened.setup.clock.live:
            return 0.0
        return self._has.loop_lag.lost(self.sitting.since, until)

    async def flag_has_fallen(self) -> bool:
        """Whether the seat to move is out of time.

        A move that came in time is followed first, whichever process it came to.
        """
        now, falls = self._has.system.now(), self.sitting.flag_falls
        if falls is None or falls > now:
            return False
        falls += self._unheard(now)
        if now > falls + PATIENCE:
            return True
        await self.look_round()
        seat = self.sitting.turn
        held = None if seat is None else self.sitting.seats[seat]
        here = [each for each in self.subscribers if held and each.held_by(held.person)]
        under_way = any(each.arrivals and each.arrivals[0] <= falls for each in here)
        elsewhere = seat is not None and self.present[seat] and not here
        return falls <= now and not under_way and not elsewhere

    async def enter(self, position: int, event: Event) -> bool:
        """Append what the house itself does, if the table still stands as it was seen."""
        async with self.lock:
            await self._be_sure()
            if self.sitting.position != position:
                return False
            return await self._append(event, None)

    async def _append(self, event: Event, command: str | None, made: Move | None = None) -> bool:
        """Commit, then tell. False if another process was quicker; the room has caught up then.

        `made` is the move of the event, if it has been judged."""
        self._know_the_rules()
        before, at = self.sitting, self._has.system.now()
        after = before.after(event, at, made)
        sat = (event.who.person,) if isinstance(event, events.Joined) else ()
        entry = Entry(
            self.id,
            after.sequence,
            at,
            events.encode(event),
            after.heading(),
            command,
            sat,
            words=isinstance(event, events.Said),
        )
        try:
            await self._has.log.append(entry)
        except SequenceConflict:
            await self._read_on()
            return False
        except BaseException:
            self.unsure = True
            raise
        if command:
            self.done[command] = after.sequence
        self._take(Update(before, event, at, after))
        self._has.committed(self.id, after)
        return True

    def _know_the_rules(self) -> None:
        """Others trust what stands in the log of a table by its rules: who has older ones, while a
        server is being renewed process by process, writes nothing there."""
        if self.sitting.opened.rules > self.sitting.game.version:
            raise Refusal(
                "newer_rules",
                "This table uses newer rules than this server process knows. Try again in a "
                "moment.",
                status=503,
            )

    async def _be_sure(self) -> None:
        """After trouble with the database nobody knows what was committed: read the log first."""
        self.used = self._has.system.now()
        if self.unsure:
            await self._read_on()
            self.unsure = False

    # --- what comes from elsewhere -----------------------------------------------------------

    async def catch_up(self) -> None:
        """Read what other processes have written."""
        async with self.lock:
            await self._read_on()

    async def _read_on(self) -> bool:
        lines = await self._has.log.read_on(self.id, self.sitting.sequence)
        if lines is None:
            raise no_table()
        self._read(lines)
        return bool(lines)

    def _read(self, lines: Iterable[LoggedEvent]) -> None:
        """Unreadable where a line does not follow from those before it."""
        for line in lines:
            with wrap_log_errors():
                before = self.sitting.numbered(line.sequence - 1)
                event = events.decode(line.body)
                update = Update(before, event, line.at, before.replayed(event, line.at))
            if line.command:
                self.done[line.command] = line.sequence
            self._take(update)

    # --- what is told ------------------------------------------------------------------------

    def _take(self, update: Update) -> None:
        before = self.snapshot
        self.snapshot = Snapshot(update.after, before)
        self.updates.append(update)
        if isinstance(update.event, events.TakenBack) and update.after.record:
            del self._told[len(update.after.record.moves) :]
        if self.subscribers:
            delivery = Broadcast(update, before, self.snapshot)
            for subscriber in self.subscribers:
                self._deliver(subscriber, update, delivery, whole=subscriber.wants_whole)
        if isinstance(update.event, (events.Joined, events.Left)):
            for subscriber in self.subscribers:
                seen_as = subscriber.viewer
                self.seat(subscriber, subscriber.viewer)
                if subscriber.viewer != seen_as:
                    self.greet(subscriber)
                self._has.supervisor.soon(self.note(subscriber.person, True))

    def _deliver(
        self, subscriber: Subscriber, update: Update, delivery: Broadcast, *, whole: bool
    ) -> None:
        """Words of somebody whom the visitor has muted come without the words."""
        if isinstance(update.event, events.Said) and subscriber.muted:
            speaker = update.after.seats[update.event.seat]
            if speaker and speaker.person in subscriber.muted:
                silent = replace(update, event=events.Said(update.event.seat))
                delivery = Broadcast(silent)
        subscriber.hand(delivery.to(subscriber.viewer, whole=whole))

    def tell(self, message: Answer) -> None:
        """Tell everyone here something that is not part of the game."""
        text = encode(message)
        for subscriber in self.subscribers:
            subscriber.hand(text)

    # --- who is here -------------------------------------------------------------------------

    def admit(self, subscriber: Subscriber, after: int | None, lift: int | None) -> None:
        """Let a visitor in: who comes back gets what they missed, who is new gets everything."""
        if self.has_seated(subscriber.person):
            self._make_way(subscriber)
        elif self.watching >= self._has.most:
            raise Refusal("room_full", "Too many people are watching this table.", status=503)
        self.seat(subscriber, lift)
        missed = [
            each for each in self.updates if after is not None and each.after.sequence > after
        ]
        if after is not None and after + len(missed) == self.sitting.sequence:
            for update in missed:
                self._deliver(subscriber, update, Broadcast(update), whole=True)
        else:
            self.greet(subscriber)
        self.subscribers.add(subscriber)
        if self.present:
            subscriber.tell(self._presence())

    def _make_way(self, subscriber: Subscriber) -> None:
        """A player always gets in; who has many connections already loses the oldest."""
        own = [
            each for each in self.subscribers if each.person == subscriber.person and not each.cut
        ]
        if len(own) >= OWN:
            oldest = min(own, key=lambda each: each.since)
            oldest.tell(Trouble(refused(_elsewhere())))
            oldest.leave("elsewhere")

    def greet(self, subscriber: Subscriber) -> None:
        """Send everything. Words of the muted are left out."""
        silent = frozenset(
            index
            for index, seat in enumerate(self.sitting.seats)
            if seat and seat.person in subscriber.muted
        )
        now = self._has.system.now()
        subscriber.tell(welcome(self.snapshot, subscriber.viewer, now, self.told(), silent))

    def told(self) -> list[ToldMove]:
        """What each move did, for a sentence."""
        self._told += describe_moves(self.sitting, len(self._told))
        return self._told

    def seat(self, subscriber: Subscriber, lift: int | None) -> None:
        """Tell a visitor which seats are theirs and whose view they get."""
        held = self.sitting.seats_of(subscriber.person.id) if subscriber.person else ()
        subscriber.lift(lift, held)
        name = subscriber.person.name if subscriber.person else ""
        subscriber.tell(You(held, subscriber.viewer, name))

    def dismiss(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        self.used = self._has.system.now()

    def has_seated(self, person: Person | None) -> bool:
        """Whether a person holds a seat at this table."""
        return person is not None and person.id in self.sitting.people

    @property
    def watching(self) -> int:
        """How many connections here are nobody's who plays."""
        people = self.sitting.people
        return sum(
            1 for each in self.subscribers if not each.person or each.person.id not in people
        )

    def holds(self, person: Person | None) -> bool:
        """Whether a person has a connection here."""
        return person is not None and any(
            subscriber.person == person for subscriber in self.subscribers
        )

    async def note(self, person: Person | None, here: bool) -> None:
        """A connection came or went: the first and the last one of a player are noted."""
        if person and person.id in self.sitting.people and here == self.holds(person):
            await self._has.presence.note(self.id, person.id, here, self._has.system.now())
            self._has.pubsub.ring(self.id, 0)
        await self.look_round()

    async def look_round(self) -> None:
        """Find out who is at the table, in all processes, and tell if that changed."""
        self.see(await self._has.presence.at(self.id, self._has.system.now()))

    def see(self, away: Away) -> None:
        """Learn who is there: tell it if it changed, and take back the call for who came back."""
        present = _present(self.sitting, away)
        if present != self.present:
            self.present = present
            self.tell(self._presence())
        if (warned := self.sitting.warned) and present[warned[0]]:
            self._has.supervisor.soon(self._welcome_back(warned))

    def note_again(self, away: Away) -> None:
        """Note who is here though the database does not know: it could not be written then."""
        for person in {each.person for each in self.subscribers if each.person}:
            if away.get(person.id, 0.0) is not None and self.has_seated(person):
                self._has.supervisor.soon(self.note(person, True))

    async def _welcome_back(self, warned: tuple[int, float]) -> None:
        async with self.lock:
            await self._be_sure()
            if self.sitting.warned == warned:
                await self._append(events.Returned(warned[0]), None)

    def _presence(self) -> Present:
        return Present(self.present, self.watching)


def _elsewhere() -> Refusal:
    return Refusal(
        "elsewhere", "You have this table open in too many places, so this one was closed."
    )


def _present(sitting: TableState, away: Away) -> tuple[bool, ...]:
    """A bot is always there; a person, while one of their connections is."""
    return tuple(
        seat is not None and (bool(seat.level) or away.get(seat.person, 0.0) is None)
        for seat in sitting.seats
    )
