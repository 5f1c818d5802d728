"""Answers a subscriber's queries and personal settings, which add nothing to the log."""

from __future__ import annotations

from typing import Any

from cachetools import LRUCache

import sommet
from sommet.core.view import View
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.jobs import EngineJob, Priority
from sommet.server.live.room import Room
from sommet.server.live.subscriber import Subscriber
from sommet.server.refusals import read_only_token
from sommet.server.runtime.system import System
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.store.people import People, Person
from sommet.tables import queries
from sommet.tables.display_names import clean
from sommet.tables.refusals import Refusal, nobody_there, not_your_seat
from sommet.wire.client_messages import (
    Explain,
    Hello,
    Hint,
    Moves,
    Mute,
    Query,
    Report,
    Sketch,
    ViewAs,
)
from sommet.wire.server_messages import Acknowledged, HintGiven, Listed

__all__ = ["QueryHandler"]

MAX_CACHED_POSITIONS = 256
"""Number of positions whose legal moves are cached."""


class QueryHandler:
    """Answers queries from the room's state, the database and the engines."""

    def __init__(
        self,
        people: People,
        engines: EnginePool,
        request_pool: RequestPool,
        rate_limiter: RateLimiter,
        system: System,
    ) -> None:
        self._people = people
        self._engines = engines
        self._request_pool = request_pool
        self._listed: LRUCache[tuple[str, int], tuple[str, ...]] = LRUCache(MAX_CACHED_POSITIONS)
        """Legal moves, by table and position."""
        self._rate_limiter = rate_limiter
        self._system = system

    async def answer(self, room: Room, subscriber: Subscriber, ask: Query) -> None:
        match ask:
            case Hello():
                raise Refusal("hello_again", "The hello message was already sent.")
            case ViewAs(id, seat):
                _view_as(room, subscriber, seat)
                subscriber.send(Acknowledged(id))
            case Sketch(id, path):
                subscriber.send(queries.sketch(room.state, subscriber.viewer, id, path))
            case Explain(id, at, path):
                queries.explain(room.state, subscriber.viewer, at, path)
                subscriber.send(Acknowledged(id))
            case Moves(id):
                position = room.state.position
                subscriber.send(Listed(id, position, await self._moves(room, subscriber)))
            case Hint(id):
                subscriber.send(await self._hint(room, subscriber, id))
            case Mute(id, seat, muted):
                await self._mute(room, subscriber, seat, muted)
                subscriber.send(Acknowledged(id))
            case Report(id, seat, words):
                person, other = _person_and_target(room, subscriber, seat)
                self._rate_limiter.check("report", person.id)
                now = self._system.now()
                await self._people.report(room.id, person.id, other, clean(words, 200), now)
                subscriber.send(Acknowledged(id))

    async def _moves(self, room: Room, subscriber: Subscriber) -> tuple[str, ...]:
        """All legal moves of the seat to move. In some positions, listing them takes seconds."""
        record, key = room.state.running, (room.id, room.state.position)
        if record is None:
            return ()
        moves = self._listed.get(key)
        if moves is None:
            view = queries.moves_view(record)
            client = subscriber.person.id if subscriber.person else subscriber.client
            moves = self._listed[key] = await self._request_pool.compute(client, _texts, view)
        return moves

    async def _hint(self, room: Room, subscriber: Subscriber, id: str) -> HintGiven:
        state = room.state
        view = queries.hint_view(state, subscriber.viewer)
        person = subscriber.person.id if subscriber.person else ""
        self._rate_limiter.check("analysis", person, subscriber.client)
        level, player_key = sommet.levels(view.game)[-1], f"{state.id} {subscriber.viewer}"
        job = EngineJob(view, level, lines=1, of=player_key)
        result = await self._engines.ask(job, Priority.ON_REQUEST, person)
        best = result.moves[0]
        return queries.hint(state, view, id, best.move, best.value)

    async def _mute(self, room: Room, subscriber: Subscriber, seat: int, muted: bool) -> None:
        person, other = _person_and_target(room, subscriber, seat)
        change = self._people.mute if muted else self._people.unmute
        await change(person.id, other)
        subscriber.muted = await self._people.muted_by(person.id)


def _texts(view: View[Any]) -> tuple[str, ...]:
    return tuple(map(str, view.moves()))


def _view_as(room: Room, subscriber: Subscriber, seat: int | None) -> None:
    held = room.state.seats_of(subscriber.person.id) if subscriber.person else ()
    if seat is not None and seat not in held:
        raise not_your_seat(seat)
    room.audience.seat(subscriber, seat)


def _person_and_target(room: Room, subscriber: Subscriber, seat: int) -> tuple[Person, str]:
    """The subscriber's person, and the id of the person on another seat."""
    seated = room.state.seats[seat] if seat < len(room.state.seats) else None
    if subscriber.person and not subscriber.person.may_play:
        raise read_only_token()
    if subscriber.person is None or seated is None or seated.person in ("", subscriber.person.id):
        raise nobody_there()
    return subscriber.person, seated.person
