"""Questions and personal wishes of a visitor: they add nothing to the log."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

import sommet
from sommet.core.view import View
from sommet.server.auth.display_names import clean
from sommet.server.auth.rate_limit import Doors
from sommet.server.engines.engine_pool import Engines
from sommet.server.engines.fair_queue import Rank
from sommet.server.engines.jobs import Problem
from sommet.server.live.messages import (
    Acknowledged,
    Ask,
    Hello,
    Hint,
    HintGiven,
    Lift,
    Listed,
    Moves,
    Mute,
    Ping,
    Pong,
    Report,
    Sketch,
    Sketched,
    Touch,
)
from sommet.server.live.room import Room
from sommet.server.live.scene_json import written_effects, written_scene
from sommet.server.live.subscriber import Visitor
from sommet.server.refusals import Refusal, not_your_seat, not_your_turn
from sommet.server.runtime.system import Fate
from sommet.server.runtime.worker_pool import Chores
from sommet.server.store.people import People, Person
from sommet.server.tables.clock import ALLOWANCE

__all__ = ["Answers"]

KEPT = 256
"""How many positions' moves are kept."""


class Answers:
    """Answers a visitor: from the room alone, or with what people and engines know."""

    def __init__(
        self, people: People, engines: Engines, chores: Chores, doors: Doors, fate: Fate
    ) -> None:
        self._people = people
        self._engines = engines
        self._chores = chores
        self._listed: OrderedDict[tuple[str, int], tuple[str, ...]] = OrderedDict()
        """The moves that were listed last, by table and position."""
        self._doors = doors
        self._fate = fate

    async def answer(self, room: Room, visitor: Visitor, ask: Ask) -> None:
        match ask:
            case Hello():
                raise Refusal("hello_again", "The hello message was already sent.")
            case Ping() | Pong():
                self.measure(visitor, ask)
            case Lift(id, seat):
                _lift(room, visitor, seat)
                visitor.tell(Acknowledged(id))
            case Sketch(id, path):
                visitor.tell(_sketch(room, visitor, id, path))
            case Touch(id, at, path):
                _touch(room, visitor, at, path)
                visitor.tell(Acknowledged(id))
            case Moves(id):
                position = room.sitting.position
                visitor.tell(Listed(id, position, await self._moves(room, visitor)))
            case Hint(id):
                visitor.tell(await self._hint(room, visitor, id))
            case Mute(id, seat, muted):
                await self._mute(room, visitor, seat, muted)
                visitor.tell(Acknowledged(id))
            case Report(id, seat, words):
                person, other = _two(room, visitor, seat)
                self._doors.ask("report", person.id)
                now = self._fate.now()
                await self._people.report(room.id, person.id, other, clean(words, 200), now)
                visitor.tell(Acknowledged(id))

    def measure(self, visitor: Visitor, ask: Ping | Pong) -> None:
        """Find out how long the wire is, or let the other side do so."""
        if isinstance(ask, Ping):
            visitor.tell(Pong(ask.id, self._fate.now()))
        elif sent := visitor.pings.pop(ask.id, None):
            visitor.lag = min(ALLOWANCE, max(0.0, self._fate.now() - sent))
            visitor.pings.clear()

    async def _moves(self, room: Room, visitor: Visitor) -> tuple[str, ...]:
        """All moves of the seat to move. There are positions in which that takes seconds."""
        record, key = room.sitting.running, (room.id, room.sitting.position)
        if record is None:
            return ()
        if key not in self._listed:
            view = replace(record.view(None), start=None, history=())  # a past is not asked for
            client = visitor.person.id if visitor.person else visitor.client
            self._listed[key] = await self._chores.do(client, _texts, view)
            if len(self._listed) > KEPT:
                self._listed.popitem(last=False)
        return self._listed[key]

    async def _hint(self, room: Room, visitor: Visitor, id: str) -> HintGiven:
        sitting = room.sitting
        view = sitting.view(visitor.viewer)
        if view is None or visitor.viewer is None or visitor.viewer != sitting.turn:
            raise not_your_turn()
        if sitting.people_play_each_other:
            raise Refusal("no_hints", "There are no hints in games between people.", status=403)
        if sitting.opened.daily:
            raise Refusal("daily_alone", "There are no hints in the Daily.", status=403)
        person = visitor.person.id if visitor.person else ""
        self._doors.ask("analysis", person, visitor.client)
        level, whose = sommet.levels(view.game)[-1], f"{sitting.id} {visitor.viewer}"
        problem = Problem(view, level, lines=1, of=whose)
        thought = await self._engines.ask(problem, Rank.ASKED, person)
        move, value, *_ = thought.moves[0]
        path = view.move(move).steps
        return HintGiven(id, sitting.position, move, path, value, view.game.tell(view.table, path))

    async def _mute(self, room: Room, visitor: Visitor, seat: int, muted: bool) -> None:
        person, other = _two(room, visitor, seat)
        change = self._people.mute if muted else self._people.unmute
        await change(person.id, other)
        visitor.muted = await self._people.muted_by(person.id)


def _texts(view: View[Any]) -> tuple[str, ...]:
    return tuple(map(str, view.moves()))


def _lift(room: Room, visitor: Visitor, seat: int | None) -> None:
    held = room.sitting.seats_of(visitor.person.id) if visitor.person else ()
    if seat is not None and seat not in held:
        raise not_your_seat(seat)
    room.seat(visitor, seat)
    room.greet(visitor)


def _on_turn(room: Room, visitor: Visitor) -> View[Any]:
    """The view of a visitor whose turn it is."""
    view = room.sitting.view(visitor.viewer)
    if view is None or visitor.viewer is None or visitor.viewer != room.sitting.turn:
        raise not_your_turn()
    return view


def _touch(room: Room, visitor: Visitor, at: str, path: tuple[str, ...]) -> None:
    """Why a solid cannot be chosen now, in the words of the game."""
    if refused := _on_turn(room, visitor).refusal(path, at):
        raise refused


def _sketch(room: Room, visitor: Visitor, id: str, path: tuple[str, ...]) -> Sketched:
    view = _on_turn(room, visitor)
    steps = view.follow(path)
    effects = view.effects(path) if path else ()
    scene = written_scene(view.scene(path), spots=True)
    made = written_effects(effects)
    return Sketched(id, path, scene, made, steps.next, view.whole(path), steps.end)


def _two(room: Room, visitor: Visitor, seat: int) -> tuple[Person, str]:
    """A visitor who is known, and the person on another seat."""
    seated = room.sitting.seats[seat] if seat < len(room.sitting.seats) else None
    if visitor.person is None or seated is None or seated.person in ("", visitor.person.id):
        raise Refusal("nobody_there", "Nobody else is in that seat.")
    return visitor.person, seated.person
