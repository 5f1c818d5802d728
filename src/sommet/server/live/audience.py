"""A room's audience: the connections to a table, and what each of them is sent."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from sommet.server.live.subscriber import Subscriber, encode
from sommet.server.runtime.system import System
from sommet.server.store.people import Person
from sommet.tables import log_events
from sommet.tables.queries import chosen_viewer
from sommet.tables.refusals import Refusal, refusal_body
from sommet.tables.snapshot import Snapshot
from sommet.tables.table_state import TableState
from sommet.tables.updates import Broadcast, Update, describe_moves, welcome
from sommet.wire import events
from sommet.wire.client_messages import Hello
from sommet.wire.frame import DescribedMove
from sommet.wire.server_messages import RefusedMessage, ServerMessage, You

__all__ = ["Audience"]

MAX_RECENT_UPDATES = 64
"""Number of recent events kept for clients that reconnect."""
MAX_CONNECTIONS_PER_PLAYER = 8
"""The next connection of a player closes their oldest one."""


class Audience:
    """`snapshot` is the table as viewers see it; `updates` are the most recent events, for clients
    that reconnect."""

    def __init__(self, state: TableState, system: System, max_spectators: int) -> None:
        self._system = system
        self._max_spectators = max_spectators
        self.snapshot = Snapshot(state)
        self.updates: deque[Update] = deque(maxlen=MAX_RECENT_UPDATES)
        self.subscribers: set[Subscriber] = set()
        self._described_moves: list[DescribedMove] = []
        """Descriptions of the first moves, as far as they were needed."""

    # --- connections -------------------------------------------------------------------------

    def subscribe(self, subscriber: Subscriber, hello: Hello) -> None:
        """Add a subscriber. A client that returns with the frame of the same viewer gets the events
        that it missed, any other the full table. Refuses when too many people are watching."""
        if self.is_player(subscriber.person):
            self._close_oldest_if_many(subscriber)
        elif self.spectators >= self._max_spectators:
            raise Refusal("room_full", "Too many people are watching this table.", status=503)
        self.seat(subscriber, hello.view_as)
        missed = self._missed_updates(hello)
        if missed is None or hello.viewer != subscriber.viewer:
            self.send_welcome(subscriber)
        else:
            for update in missed:
                _send_update(subscriber, update, Broadcast(update))
        self.subscribers.add(subscriber)

    def _missed_updates(self, hello: Hello) -> list[Update] | None:
        """The events since the frame of a returning client; None if they are not all known."""
        if (after := hello.after) is None:
            return None
        missed = [update for update in self.updates if update.after.sequence > after]
        return missed if after + len(missed) == self.snapshot.state.sequence else None

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

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)

    def close(self, close_reason: str = "") -> None:
        """Close all connections."""
        for subscriber in tuple(self.subscribers):
            subscriber.close(close_reason)

    def is_player(self, person: Person | None) -> bool:
        """Whether a person has a seat at the table."""
        return person is not None and person.id in self.snapshot.state.people

    @property
    def spectators(self) -> int:
        """Number of connections of spectators."""
        people = self.snapshot.state.people
        return sum(
            1 for each in self.subscribers if not each.person or each.person.id not in people
        )

    @property
    def people(self) -> set[Person]:
        """The people who are connected here."""
        return {each.person for each in self.subscribers if each.person}

    # --- messages ----------------------------------------------------------------------------

    def publish(self, update: Update) -> None:
        """Send an event to everyone, and another view to those whose seat it changes."""
        before = self.snapshot
        self.snapshot = Snapshot(update.after, before)
        self.updates.append(update)
        if isinstance(update.event, events.TakenBack) and update.after.record:
            del self._described_moves[len(update.after.record.moves) :]
        if not self.subscribers:
            return
        broadcast = Broadcast(update, before, self.snapshot)
        for subscriber in self.subscribers:
            _send_update(subscriber, update, broadcast)
        if isinstance(update.event, (log_events.Joined, events.Left)):
            for subscriber in self.subscribers:
                self.seat(subscriber, subscriber.viewer)

    def broadcast(self, message: ServerMessage) -> None:
        """Send a message that is not an event to all subscribers."""
        text = encode(message)
        for subscriber in self.subscribers:
            subscriber.send_encoded(text)

    def seat(self, subscriber: Subscriber, view_as: int | None) -> None:
        """Send a subscriber which seats are theirs and whose view they get. If they have the frame
        of another view, the patch that leads to this one comes with it."""
        person, seen_as = subscriber.person, subscriber.viewer
        held = self.snapshot.state.seats_of(person.id) if person else ()
        subscriber.viewer = chosen_viewer(view_as, held)
        has_frame = subscriber in self.subscribers
        patch = self.snapshot.patch_between(seen_as, subscriber.viewer) if has_frame else {}
        subscriber.send(You(held, subscriber.viewer, person.name if person else "", patch))

    def send_welcome(self, subscriber: Subscriber) -> None:
        """Send the full table, without the chat messages of muted people."""
        state = self.snapshot.state
        silent = frozenset(
            index
            for index, seat in enumerate(state.seats)
            if seat and seat.person in subscriber.muted
        )
        self._described_moves += describe_moves(state, len(self._described_moves))
        described, now = self._described_moves, self._system.now()
        subscriber.send(welcome(self.snapshot, subscriber.viewer, now, described, silent))


def _send_update(subscriber: Subscriber, update: Update, broadcast: Broadcast) -> None:
    """Send an update. Chat messages of people whom the subscriber has muted are empty."""
    if isinstance(update.event, events.Said) and subscriber.muted:
        speaker = update.after.seats[update.event.seat]
        if speaker and speaker.person in subscriber.muted:
            broadcast = Broadcast(replace(update, event=events.Said(update.event.seat)))
    subscriber.send_encoded(broadcast.to(subscriber.viewer))


def _too_many_connections() -> Refusal:
    return Refusal(
        "opened_elsewhere", "You have this table open in too many places, so this one was closed."
    )
