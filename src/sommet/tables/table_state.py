"""The state of one table, rebuilt from its log event by event."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.outcome import Ending
from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine.seat_tags import Occupant, seat_tags
from sommet.tables import clock, log_events
from sommet.tables.clock import MAX_LATENCY_S, counts_seconds
from sommet.tables.log_events import MAX_CHAT_LINES, Event, LoggedGame, Opened, SeatOccupant
from sommet.tables.setup import MAX_MOVES, game_of
from sommet.wire import events
from sommet.wire.clocks import Untimed
from sommet.wire.frame import Stage

__all__ = ["Offer", "TableState", "WarningGiven"]

Offer: TypeAlias = Literal["draw", "takeback"]

FIRST_MOVE_TIMEOUT_S = 60.0
"""Time for the first move, before the clock starts, for clocks that count seconds."""
SALT_TIMEOUT_S = 3.0
"""How long the deal waits for salts once all seats are taken."""


class WarningGiven(NamedTuple):
    """The seat that was warned, when, and whether it was for silence rather than absence."""

    seat: int
    at: float
    silent: bool


@dataclass(frozen=True)
class TableState:
    """The immutable state of a table; `after` returns the next one.

    `record` is set once every seat is taken and the game is dealt from the seed and the salts. Seed
    and record contain secrets, so `repr` shows neither.
    """

    id: str
    opened: Opened
    game: Game[Any]
    seats: tuple[SeatOccupant | None, ...]
    sequence: int
    position: int
    """The sequence number of the last event that changed the board."""
    _seed: str = field(repr=False)
    record: Record[Any] | None = field(default=None, repr=False)
    left: tuple[float, ...] = ()
    """Seconds left for each seat when the turn began; empty without a clock."""
    since: float = 0.0
    """When the turn began."""
    draw_offer: int | None = None
    """The seat that offers a draw."""
    takeback_request: int | None = None
    """The seat that asks to undo a move."""
    credited: tuple[float, ...] = ()
    """Seconds of network latency that each seat's clock hasn't counted so far."""
    stalled: tuple[float, ...] = ()
    """Seconds when the server did not run that each seat's clock hasn't counted so far."""
    warned: WarningGiven | None = None
    rematch_requests: frozenset[int] = frozenset()
    """The seats that want a rematch."""
    declined: frozenset[int] = frozenset()
    """The seats that declined a rematch."""
    recent_offers: frozenset[tuple[Offer, int]] = frozenset()
    """Offers and requests, with the seat that made them, since that seat's last move."""
    next_table: str = ""
    """The id of the rematch table."""
    full_since: float | None = None
    """When the last seat was taken, while the deal waits for salts."""
    chat: tuple[events.Said, ...] = ()
    """The latest chat messages."""
    other_events: tuple[tuple[int, events.Between], ...] = ()
    """Other events, each with the number of moves before it."""
    begun: bool = False
    """Whether a move has been made, even if it was undone."""
    undone: int = 0
    """How often moves were undone."""
    closed: bool = False

    @classmethod
    def create(cls, id: str, seed: str, at: float, opened: Opened) -> TableState:
        state = cls(id, opened, game_of(opened.setup), opened.seats, 1, 1, seed)
        return state._deal_if_full(at)

    @classmethod
    def from_log(cls, id: str, game_log: LoggedGame) -> TableState:
        """The state that a log leads to."""
        first, *others = game_log.logged
        opened = log_events.decode(first.body)
        assert isinstance(opened, Opened)
        state = cls.create(id, game_log.seed, first.at, opened)
        for line in others:
            before = state.with_sequence(line.sequence - 1)
            state = before.replay(log_events.decode(line.body), line.at)
        return state

    # --- queries -----------------------------------------------------------------------------

    @cached_property
    def stage(self) -> Stage:
        """Open until every seat is taken, then running, then over; or closed before that."""
        if self.closed:
            return "closed"
        if self.record is None:
            return "open"
        return "running" if self.record.outcome is None else "over"

    @cached_property
    def running(self) -> Record[Any] | None:
        """The record, while the game is running."""
        return self.record if self.stage == "running" else None

    @cached_property
    def turn(self) -> int | None:
        """The seat to move, while the game is running."""
        return self.running.turn if self.running else None

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person has."""
        return tuple(
            index for index, seat in enumerate(self.seats) if seat and seat.person == person != ""
        )

    @property
    def people(self) -> frozenset[str]:
        return frozenset(seat.person for seat in self.seats if seat and seat.person)

    @property
    def people_play_each_other(self) -> bool:
        """Whether more than one seat is for a person: then engine help is not allowed."""
        return sum(1 for seat in self.seats if seat is None or seat.person) > 1

    @property
    def is_server_turn(self) -> bool:
        """Whether the server moves for the seat to move: a bot, or a player who left."""
        record = self.running
        if record is None:
            return False
        seat = self.seats[record.turn]
        return record.turn in record.out or (seat is not None and bool(seat.level))

    @property
    def ticking(self) -> bool:
        """Whether the clock of the seat to move is running; clocks start with the first move."""
        return self.turn is not None and bool(self.left) and self.begun

    def uncounted_stall(self, stalled: float) -> float:
        """How much of a stall during this turn its player's clock does not count."""
        before = self.stalled[self.turn] if self.ticking and self.turn is not None else 0.0
        return clock.uncounted_stall(stalled, before)

    @property
    def flag_deadline(self) -> float | None:
        """When the seat to move runs out of time, including the latency that may be credited."""
        if self.turn is None or not self.ticking or self.is_server_turn:
            return None
        return self.since + self.left[self.turn] + MAX_LATENCY_S

    @property
    def first_move_deadline(self) -> float | None:
        """When the table closes without a result because nobody has made the first move: after a
        minute, or after the days per move. None without a clock."""
        if self.turn is None or not self.left or self.ticking or self.is_server_turn:
            return None
        return self.since + (
            FIRST_MOVE_TIMEOUT_S
            if counts_seconds(self.opened.setup.clock)
            else self.left[self.turn]
        )

    @property
    def revealed_seed(self) -> str:
        """The seed once the game is over; empty before."""
        return self._seed if self.stage == "over" else ""

    @property
    def score(self) -> tuple[float, ...]:
        """Points of each seat over all games, including this one once it is over: 1 for a win, 0.5
        if everyone wins."""
        before = self.opened.score or (0.0,) * len(self.seats)
        outcome = self.record.outcome if self.record else None
        if outcome is None:
            return before
        worth = 0.5 if len(outcome.winners) == len(self.seats) > 1 else 1.0
        won = (worth if seat in outcome.winners else 0.0 for seat in range(len(self.seats)))
        return tuple(points + more for points, more in zip(before, won, strict=True))

    @property
    def due(self) -> float | None:
        """When something happens without a command: a deal without the missing salts, a move of a
        bot or a stand-in, a fallen flag, the end of a table without a first move."""
        return self.deal_deadline or (
            self.since if self.is_server_turn else self.flag_deadline or self.first_move_deadline
        )

    def view(self, viewer: int | None) -> View[Any] | None:
        return self.record.view(viewer) if self.record else None

    # --- transitions -------------------------------------------------------------------------

    def with_sequence(self, sequence: int) -> TableState:
        """The same state after skipped events that change nothing (old chat messages)."""
        return self if sequence == self.sequence else replace(self, sequence=sequence)

    def replay(self, event: Event, at: float) -> TableState:
        """The state after an event from the log.

        Logged moves were checked before they were committed, so they are not checked again if the
        table was created under the current version of the rules. Otherwise they are, and an error
        means that the game can't continue.
        """
        if not isinstance(event, events.Moved) or self.opened.rules != self.game.version:
            return self.after(event, at)
        assert self.record is not None
        return self.after(event, at, self.game.trusted_move(self.record.position.table, event.move))

    def after(self, event: Event, at: float, made: Move | None = None) -> TableState:
        """The state after an event. `made` is the event's move, if it has been checked; otherwise
        it is checked here."""
        if isinstance(event, events.Moved):
            return self._with_move(event, at, made)
        now = replace(self, sequence=self.sequence + 1)
        if isinstance(event, events.Between):
            now = now._with_other_event(event)
        match event:
            case log_events.Joined(seat, who):
                return now._with_seat(seat, who)._deal_if_full(at)
            case events.Left(seat):
                return now._with_seat(seat, None)._deal_if_full(at)
            case events.Salted(seat, salt):
                held = self.seats[seat]
                assert held is not None
                salted = msgspec.structs.replace(held, salt=salt, salting=False)
                return now._with_seat(seat, salted)._deal_if_full(at)
            case events.Dealt():
                return now._deal(at)
            case events.TakenBack(_, moves):
                assert self.record is not None
                undone = self.record.at(len(self.record.moves) - moves)
                return replace(
                    now._with_record(undone, at),
                    takeback_request=None,
                    draw_offer=None,
                    recent_offers=frozenset(),
                    undone=self.undone + 1,
                )
            case events.Resigned(seat):
                return now._with_leaver(seat, Ending.RESIGNATION, at)
            case events.Flagged(seat):
                return now._with_leaver(seat, Ending.TIME, at)
            case events.Abandoned(seat):
                return now._with_leaver(seat, Ending.ABANDONMENT, at)
            case events.DrawAgreed():
                assert self.record is not None
                return replace(
                    now._with_record(self.record.agree(), at),
                    draw_offer=None,
                    takeback_request=None,
                )
            case events.DrawOffered(seat):
                return replace(
                    now, draw_offer=seat, recent_offers=self.recent_offers | {("draw", seat)}
                )
            case events.DrawDeclined():
                return replace(now, draw_offer=None)
            case events.TakebackAsked(seat):
                return replace(
                    now,
                    takeback_request=seat,
                    recent_offers=self.recent_offers | {("takeback", seat)},
                )
            case events.TakebackDeclined():
                return replace(now, takeback_request=None)
            case events.Warned(seat, _, silent):
                return replace(now, warned=WarningGiven(seat, at, silent))
            case events.Returned():
                return replace(now, warned=None)
            case events.RematchOffered(seat):
                return replace(
                    now,
                    rematch_requests=self.rematch_requests | {seat},
                    declined=self.declined - {seat},
                )
            case events.RematchDeclined(seat):
                return replace(now, rematch_requests=frozenset(), declined=self.declined | {seat})
            case events.Rematched(table):
                return replace(now, next_table=table)
            case events.Said():
                return replace(now, chat=(*self.chat, event)[-MAX_CHAT_LINES:])
            case events.HandedOver(lost):
                return replace(now, since=self.since + lost)
            case events.Closed():
                return replace(now, closed=True, position=now.sequence)
            case Opened():
                raise AssertionError("a table is created once")

    def _with_move(self, event: events.Moved, at: float, made: Move | None) -> TableState:
        before, seat = self.record, event.seat
        assert before is not None
        record = before.play(event.move) if made is None else before.play_trusted(made)
        return replace(
            self,
            sequence=self.sequence + 1,
            position=self.sequence + 1,
            record=record,
            # A table has more events than moves, which take long to count.
            closed=self.sequence >= MAX_MOVES <= len(record.moves) and record.outcome is None,
            since=at,
            begun=True,
            left=clock.moved(self.opened.setup.clock, self.left, seat, event.spent),
            credited=_added(self.credited, seat, event.credited),
            stalled=_added(self.stalled, seat, event.stalled),
            draw_offer=self.draw_offer if self.draw_offer == seat else None,
            takeback_request=None,
            warned=None,
            recent_offers=frozenset(made for made in self.recent_offers if made[1] != seat),
        )

    def _with_other_event(self, event: events.Between) -> TableState:
        moves = len(self.record.moves) if self.record else 0
        if isinstance(event, events.TakenBack):
            moves -= event.moves
        kept = (noted for noted in self.other_events if noted[0] <= moves)
        return replace(self, other_events=(*kept, (moves, event))[-MAX_CHAT_LINES:])

    def _with_seat(self, index: int, who: SeatOccupant | None) -> TableState:
        return replace(self, seats=(*self.seats[:index], who, *self.seats[index + 1 :]))

    def _deal_if_full(self, at: float) -> TableState:
        """Deal once every seat is taken and every announced salt has arrived."""
        if None in self.seats:
            return replace(self, full_since=None)
        if any(seat.salting for seat in self.seats if seat):
            return replace(self, full_since=at if self.full_since is None else self.full_since)
        return self._deal(at)

    @property
    def deal_deadline(self) -> float | None:
        """When the game is dealt even if salts are missing."""
        return (
            self.full_since + SALT_TIMEOUT_S
            if self.full_since is not None and self.stage == "open"
            else None
        )

    def _deal(self, at: float) -> TableState:
        """Deal from the committed seed and the salts, in seat order."""
        salts = tuple(seat.salt for seat in self.seats if seat)
        first = self.opened.setup.first
        record = Record.new(
            self.game, self._seed, salts=salts if any(salts) else (), first=first, tags=self._tags()
        )
        time = self.opened.setup.clock
        left = () if isinstance(time, Untimed) else clock.budget(time, self.game.seats)
        none = (0.0,) * len(left)
        begun = self._with_record(record, at)
        return replace(begun, left=left, credited=none, stalled=none, full_since=None)

    def _tags(self) -> dict[str, str]:
        return seat_tags(
            Occupant(seat.level, "" if seat.level else seat.name) for seat in self.seats if seat
        )

    def _with_record(self, record: Record[Any], at: float) -> TableState:
        return replace(self, record=record, since=at, position=self.sequence)

    def _with_leaver(self, seat: int, reason: Ending, at: float) -> TableState:
        assert self.record is not None
        moved = self.record.leave(seat, reason)
        since = at if seat == self.turn else self.since
        return replace(
            self._with_record(moved, since), draw_offer=None, takeback_request=None, warned=None
        )


def _added(totals: tuple[float, ...], seat: int, more: float) -> tuple[float, ...]:
    """The totals of all seats after one of them got more."""
    return tuple(total + more if index == seat else total for index, total in enumerate(totals))
