"""Frames: what one viewer gets to see. Everything here is made from a view."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec

from sommet.core.move import Move
from sommet.core.outcome import Outcome
from sommet.core.phrase import Phrase
from sommet.core.scene import Effect, Scene, whole_turn
from sommet.core.secrets import Secrets
from sommet.core.view import View
from sommet.server.live.drawing import drawn, ended, told
from sommet.server.live.messages import (
    Board,
    Clocks,
    Frame,
    Happened,
    Seat,
    TableCard,
    Welcome,
)
from sommet.server.tables import events
from sommet.server.tables.events import Event, Seated
from sommet.server.tables.setup import Invited
from sommet.server.tables.sitting import Sitting

__all__ = ["Telling", "card", "full_frame", "outward", "welcome"]


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


class Telling:
    """An event as it is told. Scenes and effects are drawn once for all who know the same."""

    def __init__(self, before: Sitting, event: Event, at: float, after: Sitting) -> None:
        self.before = before
        self.event = event
        self.at = at
        self.after = after
        self._scenes: dict[Secrets, Scene] = {}
        self._effects: dict[tuple[Secrets, Secrets], tuple[msgspec.Raw, ...]] = {}

    def to(self, viewer: int | None) -> Happened:
        """What one viewer is told."""
        after = self.after
        board = None
        if after.position == after.sequence:
            board = _board(after, viewer, self._scene)
        moved = isinstance(self.event, events.Moved)
        effects = self._whole_turn(viewer) if moved else ()
        shown = frame(after, viewer, board=board)
        told = self._told if moved else None
        return Happened(after.sequence, self.at, outward(self.event), shown, effects, told)

    @cached_property
    def _told(self) -> Phrase | None:
        was, now = self.before.record, self.after.record
        assert was is not None
        assert now is not None
        return was.game.tell(was.position.table, now.moves[-1].steps)

    def _scene(self, view: View[Any]) -> Scene:
        if view.secrets not in self._scenes:
            self._scenes[view.secrets] = view.scene()
        return self._scenes[view.secrets]

    def _whole_turn(self, viewer: int | None) -> tuple[msgspec.Raw, ...]:
        was, now = self.before.view(viewer), self.after.view(viewer)
        assert was is not None
        assert now is not None
        key = was.secrets, now.secrets
        if key not in self._effects:
            self._effects[key] = told(effects(was, now.history[-1], now))
        return self._effects[key]


def effects(was: View[Any], move: Move, now: View[Any]) -> tuple[Effect, ...]:
    """What a move did. Nothing is revealed unless more is known: then no scenes are compared."""
    if was.secrets != now.secrets:
        return whole_turn(was, move, now)
    steps = move.steps
    return tuple(
        effect for count in range(1, len(steps) + 1) for effect in was.effects(steps[:count])
    )


def frame(sitting: Sitting, viewer: int | None, *, board: Board | None) -> Frame:
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
        sitting.drawing,
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
    return frame(sitting, viewer, board=_board(sitting, viewer, View.scene))


def _board(
    sitting: Sitting, viewer: int | None, draw: Callable[[View[Any]], Scene]
) -> Board | None:
    view = sitting.view(viewer)
    if view is None:
        return None
    playing = viewer is not None and viewer == sitting.turn
    return Board(
        str(view),
        drawn(draw(view), spots=playing),
        view.steps().next if playing else (),
        ended(view.game, view.outcome) if isinstance(view.outcome, Outcome) else None,
        sitting.seed_shown,
        told(view.closing()),
    )


def outward(event: Event) -> Any:
    """An event as anyone may see it: people by their seats and names, never by their ids."""
    match event:
        case events.Joined(seat, who):
            return {"kind": "joined", "seat": seat, "name": who.name}
        case events.Opened():
            return {"kind": "opened"}
        case _:
            return event
