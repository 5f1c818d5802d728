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
from sommet.server.live.quarantine import from_the_log
from sommet.server.live.room_context import Furniture
from sommet.server.live.snapshot import Standing
from sommet.server.live.subscriber import Visitor, encode
from sommet.server.live.updates import Delivery, Telling, told_moves, welcome
from sommet.server.refusals import Refusal, no_table, refused
from sommet.server.store import Entry, Story, Taken
from sommet.server.store.log import Logged
from sommet.server.store.people import Person
from sommet.server.store.presence import Away
from sommet.server.tables import events
from sommet.server.tables.command_handlers import decide
from sommet.server.tables.command_validation import Case
from sommet.server.tables.commands import Claim, Command, Play, Rematch, Say, Sit, Warn
from sommet.server.tables.events import Event
from sommet.server.tables.invitations import invited
from sommet.server.tables.table_state import Sitting

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
    """`tellings` are the last events, for those who come back."""

    def __init__(self, furniture: Furniture, id: str, story: Story) -> None:
        self._has = furniture
        self.id = id
        with from_the_log():
            self.standing = Standing(Sitting.read(id, Story(story.seed, story.logged[:1])))
        self._told: list[ToldMove] = []
        """What the first moves did, as far as somebody has asked."""
        self.done: dict[str, int] = {}
        """The commands that have been carried out, by sender and id, with their events' numbers."""
        self.tellings: deque[Telling] = deque(maxlen=RING)
        self.visitors: set[Visitor] = set()
        self.lock = asyncio.Lock()
        self.opened_at = story.logged[0].at
        self.used = furniture.fate.now()
        self.unsure = False
        self.present: tuple[bool, ...] = ()
        self._read(story.logged[1:])

    @property
    def sitting(self) -> Sitting:
        """What the log says, as far as it has been read here."""
        return self.standing.sitting

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
        came = self._has.fate.now() if arrived is None else arrived
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
                    await self._has.host.open_next(self.sitting)
                if await self._append(event, key, case.move):
                    return self.sitting.sequence
        raise Refusal("busy", "This table is busy. Try again in a moment.", status=503)

    def _ask_leave(self, person: Person, command: Command) -> None:
        """Refuse who fills the log with anything but moves, which the rules and clocks bound."""
        if not isinstance(command, Play):
            what = "words" if isinstance(command, Say) else "command"
            self._has.doors.ask(what, f"{person.id} {self.id}")

    async def _case(self, person: Person | None, command: Command, lag: float, came: float) -> Case:
        case = Case(self.sitting, person, command, came, lag + self._unheard(came))
        if isinstance(command, (Warn, Claim)):
            return replace(case, away=await self._has.presence.at(self.id, came))
        if isinstance(command, Sit) and command.invitation:
            seats = invited(self._has.keys, self.sitting, command.invitation)
            return replace(case, invited=seats)
        if isinstance(command, Rematch):
            return replace(case, next=self._has.host.next_id(self.id))
        return case

    async def deal_if_due(self) -> None:
        """Let the deal fall that has waited long enough for salts."""
        async with self.lock:
            await self._be_sure()
            falls = self.sitting.deal_falls
            if falls is not None and falls <= self._has.fate.now():
                await self._append(events.Dealt(), None)

    def _unheard(self, until: float) -> float:
        """Seconds of this turn in which this process did not listen."""
        if not self.sitting.opened.setup.clock.live:
            return 0.0
        return self._has.attention.lost(self.sitting.since, until)

    async def flag_has_fallen(self) -> bool:
        """Whether the seat to move is out of time.

        A move that came in time is followed first, whichever process it came to.
        """
        now, falls = self._has.fate.now(), self.sitting.flag_falls
        if falls is None or falls > now:
            return False
        falls += self._unheard(now)
        if now > falls + PATIENCE:
            return True
        await self.look_round()
        seat = self.sitting.turn
        held = None if seat is None else self.sitting.seats[seat]
        here = [each for each in self.visitors if held and each.held_by(held.person)]
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
        before, at = self.sitting, self._has.fate.now()
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
        except Taken:
            await self._read_on()
            return False
        except BaseException:
            self.unsure = True
            raise
        if command:
            self.done[command] = after.sequence
        self._take(Telling(before, event, at, after))
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
        self.used = self._has.fate.now()
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

    def _read(self, lines: Iterable[Logged]) -> None:
        """Unreadable where a line does not follow from those before it."""
        for line in lines:
            with from_the_log():
                before = self.sitting.numbered(line.sequence - 1)
                event = events.decode(line.body)
                telling = Telling(before, event, line.at, before.replayed(event, line.at))
            if line.command:
                self.done[line.command] = line.sequence
            self._take(telling)

    # --- what is told ------------------------------------------------------------------------

    def _take(self, telling: Telling) -> None:
        before = self.standing
        self.standing = Standing(telling.after, before)
        self.tellings.append(telling)
        if isinstance(telling.event, events.TakenBack) and telling.after.record:
            del self._told[len(telling.after.record.moves) :]
        if self.visitors:
            delivery = Delivery(telling, before, self.standing)
            for visitor in self.visitors:
                self._deliver(visitor, telling, delivery, whole=visitor.wants_whole)
        if isinstance(telling.event, (events.Joined, events.Left)):
            for visitor in self.visitors:
                seen_as = visitor.viewer
                self.seat(visitor, visitor.viewer)
                if visitor.viewer != seen_as:
                    self.greet(visitor)
                self._has.background.soon(self.note(visitor.person, True))

    def _deliver(
        self, visitor: Visitor, telling: Telling, delivery: Delivery, *, whole: bool
    ) -> None:
        """Words of somebody whom the visitor has muted come without the words."""
        if isinstance(telling.event, events.Said) and visitor.muted:
            speaker = telling.after.seats[telling.event.seat]
            if speaker and speaker.person in visitor.muted:
                silent = replace(telling, event=events.Said(telling.event.seat))
                delivery = Delivery(silent)
        visitor.hand(delivery.to(visitor.viewer, whole=whole))

    def tell(self, message: Answer) -> None:
        """Tell everyone here something that is not part of the game."""
        text = encode(message)
        for visitor in self.visitors:
            visitor.hand(text)

    # --- who is here -------------------------------------------------------------------------

    def admit(self, visitor: Visitor, after: int | None, lift: int | None) -> None:
        """Let a visitor in: who comes back gets what they missed, who is new gets everything."""
        if self.has_seated(visitor.person):
            self._make_way(visitor)
        elif self.watching >= self._has.most:
            raise Refusal("room_full", "Too many people are watching this table.", status=503)
        self.seat(visitor, lift)
        missed = [
            each for each in self.tellings if after is not None and each.after.sequence > after
        ]
        if after is not None and after + len(missed) == self.sitting.sequence:
            for telling in missed:
                self._deliver(visitor, telling, Delivery(telling), whole=True)
        else:
            self.greet(visitor)
        self.visitors.add(visitor)
        if self.present:
            visitor.tell(self._presence())

    def _make_way(self, visitor: Visitor) -> None:
        """A player always gets in; who has many connections already loses the oldest."""
        own = [each for each in self.visitors if each.person == visitor.person and not each.cut]
        if len(own) >= OWN:
            oldest = min(own, key=lambda each: each.since)
            oldest.tell(Trouble(refused(_elsewhere())))
            oldest.leave("elsewhere")

    def greet(self, visitor: Visitor) -> None:
        """Send everything. Words of the muted are left out."""
        silent = frozenset(
            index
            for index, seat in enumerate(self.sitting.seats)
            if seat and seat.person in visitor.muted
        )
        now = self._has.fate.now()
        visitor.tell(welcome(self.standing, visitor.viewer, now, self.told(), silent))

    def told(self) -> list[ToldMove]:
        """What each move did, for a sentence."""
        self._told += told_moves(self.sitting, len(self._told))
        return self._told

    def seat(self, visitor: Visitor, lift: int | None) -> None:
        """Tell a visitor which seats are theirs and whose view they get."""
        held = self.sitting.seats_of(visitor.person.id) if visitor.person else ()
        visitor.lift(lift, held)
        name = visitor.person.name if visitor.person else ""
        visitor.tell(You(held, visitor.viewer, name))

    def dismiss(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self.used = self._has.fate.now()

    def has_seated(self, person: Person | None) -> bool:
        """Whether a person holds a seat at this table."""
        return person is not None and person.id in self.sitting.people

    @property
    def watching(self) -> int:
        """How many connections here are nobody's who plays."""
        people = self.sitting.people
        return sum(1 for each in self.visitors if not each.person or each.person.id not in people)

    def holds(self, person: Person | None) -> bool:
        """Whether a person has a connection here."""
        return person is not None and any(visitor.person == person for visitor in self.visitors)

    async def note(self, person: Person | None, here: bool) -> None:
        """A connection came or went: the first and the last one of a player are noted."""
        if person and person.id in self.sitting.people and here == self.holds(person):
            await self._has.presence.note(self.id, person.id, here, self._has.fate.now())
            self._has.bell.ring(self.id, 0)
        await self.look_round()

    async def look_round(self) -> None:
        """Find out who is at the table, in all processes, and tell if that changed."""
        self.see(await self._has.presence.at(self.id, self._has.fate.now()))

    def see(self, away: Away) -> None:
        """Learn who is there: tell it if it changed, and take back the call for who came back."""
        present = _present(self.sitting, away)
        if present != self.present:
            self.present = present
            self.tell(self._presence())
        if (warned := self.sitting.warned) and present[warned[0]]:
            self._has.background.soon(self._welcome_back(warned))

    def note_again(self, away: Away) -> None:
        """Note who is here though the database does not know: it could not be written then."""
        for person in {each.person for each in self.visitors if each.person}:
            if away.get(person.id, 0.0) is not None and self.has_seated(person):
                self._has.background.soon(self.note(person, True))

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


def _present(sitting: Sitting, away: Away) -> tuple[bool, ...]:
    """A bot is always there; a person, while one of their connections is."""
    return tuple(
        seat is not None and (bool(seat.level) or away.get(seat.person, 0.0) is None)
        for seat in sitting.seats
    )
