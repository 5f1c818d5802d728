"""Frames: what one viewer gets to see. Everything here is made from a view."""

from __future__ import annotations

from typing import Any

import msgspec

from sommet.core.outcome import Outcome
from sommet.core.scene import whole_turn
from sommet.server.live.drawing import drawn, told
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

__all__ = ["card", "frame", "happened", "outward", "welcome"]


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
        frame(sitting, viewer),
        tuple(map(str, record.moves)) if record else (),
        tuple(said for said in sitting.said if said.seat not in silent),
    )


def happened(
    before: Sitting, event: Event, at: float, after: Sitting, viewer: int | None
) -> Happened:
    changed = after.position == after.sequence
    effects: tuple[msgspec.Raw, ...] = ()
    if isinstance(event, events.Moved):
        was, now = before.view(viewer), after.view(viewer)
        assert was is not None
        assert now is not None
        effects = told(whole_turn(was, now.history[-1], now))
    return Happened(
        after.sequence, at, outward(event), frame(after, viewer, board=changed), effects
    )


def frame(sitting: Sitting, viewer: int | None, *, board: bool = True) -> Frame:
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
        _board(sitting, viewer) if board else None,
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


def _board(sitting: Sitting, viewer: int | None) -> Board | None:
    view = sitting.view(viewer)
    if view is None:
        return None
    playing = viewer is not None and viewer == sitting.turn
    return Board(
        str(view),
        drawn(view.scene(), spots=playing),
        view.steps().next if playing else (),
        _outcome(view.outcome) if isinstance(view.outcome, Outcome) else None,
        sitting.seed_shown,
    )


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "winners": outcome.winners,
        "reason": str(outcome.reason),
        "figures": dict(outcome.figures),
    }


def outward(event: Event) -> Any:
    """An event as anyone may see it: people by their seats and names, never by their ids."""
    match event:
        case events.Joined(seat, who):
            return {"kind": "joined", "seat": seat, "name": who.name}
        case events.Opened():
            return {"kind": "opened"}
        case _:
            return event
