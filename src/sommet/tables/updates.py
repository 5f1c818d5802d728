"""Messages about a table: the whole table for new clients, and each event for everyone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from sommet.core.hidden_state import Secrets
from sommet.core.message import Message
from sommet.core.move import Move, Path
from sommet.core.scene import Effect
from sommet.core.view import View, turn_effects
from sommet.tables import log_events
from sommet.tables.log_events import Event
from sommet.tables.scene_json import effects_to_json
from sommet.tables.setup import has_secrets
from sommet.tables.snapshot import Knowledge, Snapshot
from sommet.tables.table_state import TableState
from sommet.wire import events
from sommet.wire.events import OtherEvent, PlayerJoined, PublicEvent, TableOpened
from sommet.wire.frame import DescribedMove, TableCard
from sommet.wire.server_messages import Happened, Welcome

__all__ = ["Broadcast", "Update", "card", "describe_moves", "public_event", "welcome"]

encode = msgspec.json.Encoder().encode


def card(state: TableState) -> TableCard:
    setup = state.opened.setup
    return TableCard(
        state.id,
        setup.game,
        setup.options,
        setup.clock,
        setup.public,
        state.opened.commitment,
        setup.first,
        state.opened.before,
        state.opened.score,
        state.opened.daily,
        has_secrets(state.game),
    )


def welcome(
    snapshot: Snapshot,
    viewer: int | None,
    now: float,
    descriptions: Sequence[DescribedMove],
    silent: frozenset[int] = frozenset(),
) -> Welcome:
    """The whole table, without chat messages of the seats in `silent`. `descriptions` describe the
    moves."""
    state = snapshot.state
    record = state.record
    return Welcome(
        state.sequence,
        now,
        card(state),
        snapshot.frame(viewer),
        tuple(map(str, record.moves)) if record else (),
        tuple(descriptions),
        tuple(OtherEvent(after, event) for after, event in state.other_events),
        tuple(said for said in state.chat if said.seat not in silent),
    )


def describe_moves(state: TableState, known: int = 0) -> list[DescribedMove]:
    """Public descriptions of the moves, skipping the first `known`."""
    record = state.record
    if record is None:
        return []
    made = zip(record.positions, record.moves, strict=False)
    return [
        DescribedMove(position.turn, record.game.describe_move(position.table, move.steps))
        for position, move in list(made)[known:]
    ]


@dataclass(frozen=True)
class Update:
    """An event with the state before and after it. `path` are the steps of a move in the order in
    which they were chosen, if that is known; the move itself has them in canonical order."""

    before: TableState
    event: Event
    at: float
    after: TableState
    path: Path = ()


class Broadcast:
    """An update for everyone in a room, encoded once for all viewers with the same knowledge."""

    def __init__(
        self, update: Update, before: Snapshot | None = None, after: Snapshot | None = None
    ) -> None:
        """`before` and `after` are the snapshots, if the caller has them."""
        self._update = update
        self._event = public_event(update.event)
        self._moved = isinstance(update.event, events.Moved)
        self._before = before or Snapshot(update.before)
        self._after = after or Snapshot(update.after, self._before)
        self._encoded: dict[tuple[Knowledge, Knowledge], bytes] = {}
        self._turn_effects: dict[tuple[Secrets, Secrets], tuple[Effect, ...]] = {}
        self._described_moves = self._describe() if self._moved else None

    def to(self, viewer: int | None) -> bytes:
        """The encoded message for a viewer."""
        key = self._before.knowledge(viewer), self._after.knowledge(viewer)
        if key not in self._encoded:
            self._encoded[key] = encode(self._message(viewer))
        return self._encoded[key]

    def _message(self, viewer: int | None) -> Happened:
        patch = self._after.patch_since(self._before, viewer)
        made = self._turn_effects_for(viewer) if self._moved else ()
        sequence, at = self._update.after.sequence, self._update.at
        return Happened(sequence, at, self._event, patch, made, self._described_moves)

    def _describe(self) -> Message | None:
        was, now = self._update.before.record, self._update.after.record
        assert was is not None
        assert now is not None
        return was.game.describe_move(was.position.table, now.moves[-1].steps)

    def _turn_effects_for(self, viewer: int | None) -> tuple[Effect, ...]:
        was, now = self._before.view(viewer), self._after.view(viewer)
        assert was is not None
        assert now is not None
        key = was.secrets, now.secrets
        if key not in self._turn_effects:
            path = self._update.path
            move = Move(path) if path else now.history[-1]
            self._turn_effects[key] = effects_to_json(effects(was, move, now))
        return self._turn_effects[key]


def effects(was: View[Any], move: Move, now: View[Any]) -> tuple[Effect, ...]:
    """The effects of a move. If the viewer's knowledge is unchanged, nothing is revealed, so the
    scenes need not be compared."""
    if was.secrets != now.secrets:
        return turn_effects(was, move, now)
    steps = move.steps
    return tuple(
        effect for count in range(1, len(steps) + 1) for effect in was.effects(steps[:count])
    )


def public_event(event: Event) -> PublicEvent:
    """An event as anyone may see it: people by seat and name, never by id."""
    match event:
        case log_events.Joined(seat, who):
            return PlayerJoined(seat, who.name)
        case log_events.Opened():
            return TableOpened()
        case _:
            return event
