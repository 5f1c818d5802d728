"""Frames: what one viewer gets to see. Everything here is made from a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sommet.core.move import Move
from sommet.core.outcome import Outcome
from sommet.core.phrase import Phrase
from sommet.core.scene import Effect, Scene, whole_turn
from sommet.core.secrets import Secrets
from sommet.core.view import View
from sommet.server.live.messages import (
    Board,
    Clocks,
    Frame,
    Happened,
    Happening,
    SatDown,
    Seat,
    TableCard,
    TableSet,
    Welcome,
)
from sommet.server.live.scenes import ended, written_effects, written_scene
from sommet.server.tables import events
from sommet.server.tables.events import Event, Seated
from sommet.server.tables.setup import Invited
from sommet.server.tables.sitting import Sitting

__all__ = ["Telling", "card", "frame", "full_frame", "outward", "welcome"]


def card(sitting: Sitting) -> TableCard:
    setup = sitting.opened.setup
    return TableCard(
        sitting.id,
        setup.game,
        setup.options,
        setup.clock,
        setup.public,
        sitting.opened.commitment,
        setup.first,
        sitting.opened.before,
    )


def welcome(
    sitting: Sitting, viewer: int | None, now: float, silent: frozenset[int] = frozenset()
) -> Welcome:
    """Everything, but the words of the seats in `silent`."""
    record = sitting.record
    return Welcome(
        sitting.sequence,
        now,
        card(sitting),
        full_frame(sitting, viewer),
        tuple(map(str, record.moves)) if record else (),
        tuple(said for said in sitting.said if said.seat not in silent),
    )


@dataclass(frozen=True)
class Telling:
    """An event with the sitting before and after it, as it is told."""

    before: Sitting
    event: Event
    at: float
    after: Sitting

    def to(self, viewer: int | None) -> Happened:
        """What one viewer is told."""
        ((_, happened),) = self.to_each((viewer,))
        return happened

    def to_each(self, viewers: Iterable[int | None]) -> Iterator[tuple[int | None, Happened]]:
        """What each of several viewers is told. Scenes and effects are made once for all who know
        the same."""
        scenes: dict[Secrets, Scene] = {}
        turns: dict[tuple[Secrets, Secrets], tuple[Effect, ...]] = {}
        after, event = self.after, outward(self.event)
        moved = isinstance(self.event, events.Moved)
        told = self._told() if moved else None

        def scene(view: View[Any]) -> Scene:
            if view.secrets not in scenes:
                scenes[view.secrets] = view.scene()
            return scenes[view.secrets]

        for viewer in viewers:
            board = None
            if after.position == after.sequence:
                board = _board(after, viewer, scene)
            made = self._whole_turn(viewer, turns) if moved else ()
            stands = frame(after, board=board)
            yield viewer, Happened(after.sequence, self.at, event, stands, made, told)

    def _told(self) -> Phrase | None:
        was, now = self.before.record, self.after.record
        assert was is not None
        assert now is not None
        return was.game.tell(was.position.table, now.moves[-1].steps)

    def _whole_turn(
        self, viewer: int | None, turns: dict[tuple[Secrets, Secrets], tuple[Effect, ...]]
    ) -> tuple[Effect, ...]:
        was, now = self.before.view(viewer), self.after.view(viewer)
        assert was is not None
        assert now is not None
        key = was.secrets, now.secrets
        if key not in turns:
            turns[key] = written_effects(effects(was, now.history[-1], now))
        return turns[key]


def effects(was: View[Any], move: Move, now: View[Any]) -> tuple[Effect, ...]:
    """What a move did. Nothing is revealed unless more is known: then no scenes are compared."""
    if was.secrets != now.secrets:
        return whole_turn(was, move, now)
    steps = move.steps
    return tuple(
        effect for count in range(1, len(steps) + 1) for effect in was.effects(steps[:count])
    )


def frame(sitting: Sitting, *, board: Board | None) -> Frame:
    clocks = None
    if sitting.left:
        left = tuple(round(time, 3) for time in sitting.left)
        clocks = Clocks(left, sitting.since, sitting.turn is not None)
    return Frame(
        sitting.stage,
        sitting.position,
        seats(sitting),
        sitting.turn,
        clocks,
        sitting.offering,
        sitting.asking,
        sitting.warned[0] if sitting.warned else None,
        tuple(sorted(sitting.wanting)),
        sitting.next,
        board,
    )


def seats(sitting: Sitting) -> tuple[Seat, ...]:
    out = sitting.record.out if sitting.record else frozenset[int]()
    return tuple(
        _seat(seat, isinstance(chair, Invited), index in out)
        for index, (seat, chair) in enumerate(
            zip(sitting.seats, sitting.opened.setup.chairs, strict=True)
        )
    )


def _seat(seated: Seated | None, invited: bool, left: bool) -> Seat:
    if seated is None:
        return Seat("invited" if invited else "free")
    return Seat("left" if left else "taken", seated.name, seated.level, seated.salt)


def full_frame(sitting: Sitting, viewer: int | None) -> Frame:
    """How the table stands for a viewer, the board included."""
    return frame(sitting, board=_board(sitting, viewer, View.scene))


def _board(
    sitting: Sitting, viewer: int | None, scene: Callable[[View[Any]], Scene]
) -> Board | None:
    view = sitting.view(viewer)
    if view is None:
        return None
    playing = viewer is not None and viewer == sitting.turn
    return Board(
        str(view),
        written_scene(scene(view), spots=playing),
        view.steps().next if playing else (),
        ended(view.game, view.outcome) if isinstance(view.outcome, Outcome) else None,
        sitting.seed_shown,
        written_effects(view.closing()),
    )


def outward(event: Event) -> Happening:
    """An event as anyone may see it: people by their seats and names, never by their ids."""
    match event:
        case events.Joined(seat, who):
            return SatDown(seat, who.name)
        case events.Opened():
            return TableSet()
        case _:
            return event
