"""A table without a server: one client, whose messages are answered as a server's would be."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

import msgspec

from sommet.core.deal import Deal
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.core.history import Agreement, Entry, Leave
from sommet.core.move import Move, Path
from sommet.core.outcome import Ending
from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine import seat_levels
from sommet.engine.players import Line
from sommet.engine.seat_tags import Occupant, occupants_of
from sommet.tables import log_events, queries
from sommet.tables.clock import counts_seconds
from sommet.tables.command_handlers import bot_move_event, handle_command
from sommet.tables.command_validation import CommandContext
from sommet.tables.log_events import Event, LoggedEvent, LoggedGame, Opened
from sommet.tables.opening import open_daily, open_rematch, open_table
from sommet.tables.refusals import Refusal, nobody_there, not_your_seat, refusal_body
from sommet.tables.setup import chairs_around, complete_setup, game_of
from sommet.tables.snapshot import Snapshot
from sommet.tables.table_state import TableState
from sommet.tables.updates import Broadcast, Update, describe_moves, welcome
from sommet.wire import events
from sommet.wire.client_messages import (
    Explain,
    Hello,
    Hint,
    Moves,
    Mute,
    Ping,
    Pong,
    Query,
    Report,
    Sketch,
    ViewAs,
    parse,
)
from sommet.wire.commands import Command
from sommet.wire.server_messages import (
    Acknowledged,
    HintGiven,
    Listed,
    Present,
    RefusedMessage,
    ServerMessage,
    Thinking,
    You,
)
from sommet.wire.setup import Bot, Me, Setup

__all__ = ["BotTurn", "Choose", "LocalTable"]

Choose: TypeAlias = Callable[[View[Any], str], Move]
"""A bot's move, from its own view and its level."""

encode = msgspec.json.Encoder().encode


class _Person(NamedTuple):
    """The people at the table are one person to it, as on a screen that they share."""

    name: str
    id: str = "here"
    program: bool = False


class BotTurn(NamedTuple):
    """A bot is to move: its seat and level, what it may know, and the number of the position."""

    seat: int
    level: str
    view: View[Any]
    position: int


class _SavedEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    at: float
    event: msgspec.Raw
    command: str = ""


SAVED_FORMAT = 1
"""The format of saved tables. It grows when older versions can't read new ones."""


class _Format(msgspec.Struct, frozen=True):
    format: int


class _SavedTable(msgspec.Struct, frozen=True):
    """A table's log. `at` is when it was saved."""

    format: int

    id: str
    name: str
    seed: str
    at: float
    events: tuple[_SavedEvent, ...]


class LocalTable:
    """One table in one process, for the people at one device and bots.

    `receive` takes a client's messages and returns those for it, encoded as on a server's
    WebSocket. Whoever holds the table calls `run` after them, and again at `state.due`.

    `hint` evaluates the best move for a view; without it there are no hints. `now` is the time in
    seconds since 1970.
    """

    def __init__(
        self,
        id: str,
        name: str,
        log: LoggedGame,
        *,
        hint: Callable[[View[Any]], Line] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._person = _Person(name)
        self._seed = log.seed
        self._log = list(log.logged)
        self._hint = hint
        self._now = now
        self._executed = {line.command: line.sequence for line in log.logged if line.command}
        """Sequence numbers of executed commands' events, by command id."""
        self._snapshot = Snapshot(TableState.from_log(id, log))
        self._viewer = queries.chosen_viewer(None, self.held)

    @classmethod
    def open(
        cls,
        setup: Setup,
        name: str = "",
        *,
        names: Sequence[str] = (),
        levels: Sequence[str] = (),
        id: str = "",
        seed: str = "",
        hint: Callable[[View[Any]], Line] | None = None,
        now: Callable[[], float] = time.time,
    ) -> LocalTable:
        """A new table. Without chairs, all seats are for people.

        `name` is the name of whoever sits alone, `names` are those of several people, by seat.
        Bots can have the engine's levels and those in `levels`. `id` and `seed` default to random
        ones.
        """
        chairs = setup.chairs or chairs_around(0, Me(), game_of(setup).seats)
        if not all(isinstance(chair, (Me, Bot)) for chair in chairs):
            raise Refusal(
                "nobody_can_join",
                "Nobody can join a table without a server: each seat must be yours or a bot's.",
                status=422,
            )
        setup = msgspec.structs.replace(setup, chairs=chairs)
        setup = complete_setup(setup, secrets.randbelow, levels)
        id, deal = id or secrets.token_hex(11), Deal(seed or secrets.token_hex(16))
        opened = open_table(id, setup, deal.commitment, _Person(name), names)
        return cls(id, name, _first_log(opened, deal.seed, now()), hint=hint, now=now)

    @classmethod
    def restore(
        cls,
        saved: str | bytes,
        *,
        hint: Callable[[View[Any]], Line] | None = None,
        now: Callable[[], float] = time.time,
    ) -> LocalTable:
        """The table that `save` returned. Clocks that count seconds didn't run meanwhile. Refuses
        one that a newer version saved in a format of its own."""
        if msgspec.json.decode(saved, type=_Format).format > SAVED_FORMAT:
            raise Refusal(
                "saved_by_newer",
                "A newer version of Sommet saved this game. Reload the page to update it.",
                status=422,
            )
        table = msgspec.json.decode(saved, type=_SavedTable)
        logged = tuple(
            LoggedEvent(number, line.at, line.command or None, bytes(line.event).decode())
            for number, line in enumerate(table.events, 1)
        )
        restored = cls(table.id, table.name, LoggedGame(table.seed, logged), hint=hint, now=now)
        restored._give_back_time(table.at)
        return restored

    @classmethod
    def open_daily(
        cls, game: Game[Any], day: str, seed: str, name: str = "", *, now: Callable[[], float]
    ) -> LocalTable:
        """The table for a daily deal, of which a device has one."""
        setup = complete_setup(Setup(game.id, game.settings, (Me(),)), secrets.randbelow)
        opened = open_daily(setup, Deal(seed).commitment, _Person(name), day)
        return cls(f"daily-{day}", name, _first_log(opened, seed, now()), now=now)

    @classmethod
    def of_record(
        cls, record: Record[Any], *, id: str = "", now: Callable[[], float] = time.time
    ) -> LocalTable:
        """A table with the game of a record, which must have its deal. The people who are named
        in it are those at this device."""
        deal = record.deal
        if deal is None:
            raise Refusal(
                "record_without_deal",
                "This record has no seed, so it can't become a game here. You can open it on the "
                "free board.",
                status=422,
            )
        levels = seat_levels(record.game)
        players = occupants_of(record) or (Occupant(),) * record.game.seats
        chairs = tuple(Bot(who.level) if who.level in levels else Me() for who in players)
        setup = Setup(record.game.id, record.game.settings, chairs, first=deal.first)
        names = tuple(who.name for who in players)
        id = id or secrets.token_hex(11)
        opened = open_table(id, setup, deal.commitment, _Person(""), names)
        if deal.salts:
            salted = zip(opened.seats, deal.salts, strict=True)
            seats = tuple(who and msgspec.structs.replace(who, salt=salt) for who, salt in salted)
            opened = msgspec.structs.replace(opened, seats=seats)
        table = cls(id, "", _first_log(opened, deal.seed, now()), now=now)
        for entry in record.entries:
            table._append(_event_of(entry, table.state))
        return table

    def save(self) -> bytes:
        """The table's log as JSON. It has the seed, and with it all secrets."""
        return encode(
            _SavedTable(
                SAVED_FORMAT,
                self.state.id,
                self._person.name,
                self._seed,
                self._now(),
                tuple(
                    _SavedEvent(line.at, msgspec.Raw(line.body.encode()), line.command or "")
                    for line in self._log
                ),
            )
        )

    def open_rematch(self, seed: str = "") -> LocalTable:
        """The table that a `Rematched` event leads to, with the seats rotated. `seed` defaults to a
        random one."""
        deal, now = Deal(seed or secrets.token_hex(16)), self._now()
        log = _first_log(open_rematch(self.state, deal.commitment), deal.seed, now)
        return LocalTable(self._next_id, self._person.name, log, hint=self._hint, now=self._now)

    @property
    def state(self) -> TableState:
        return self._snapshot.state

    @property
    def held(self) -> tuple[int, ...]:
        """The seats of people."""
        return self.state.seats_of(self._person.id)

    @property
    def opened_at(self) -> float:
        """When the table was created."""
        return self._log[0].at

    @property
    def _next_id(self) -> str:
        return sha256(f"rematch {self.state.id}".encode()).hexdigest()[:22]

    # --- messages ----------------------------------------------------------------------------

    def receive(self, text: str | bytes) -> list[bytes]:
        """The messages that answer a client's message, in order.

        Raises msgspec.ValidationError or DecodeError if it isn't one.
        """
        message = parse(text)
        id = getattr(message, "id", "")
        try:
            if isinstance(message, Query):
                return list(map(encode, self._answer(message)))
            return self._execute(message)
        except SommetError as error:
            return [encode(RefusedMessage(refusal_body(error), id))]

    def _answer(self, ask: Query) -> Iterator[ServerMessage]:
        match ask:
            case Hello(view_as=seat):
                yield from self._greet(seat)
            case ViewAs(id, seat):
                if seat is not None and seat not in self.held:
                    raise not_your_seat(seat)
                yield self._view_as(seat)
                yield Acknowledged(id)
            case Sketch(id, path):
                yield queries.sketch(self.state, self._viewer, id, path)
            case Explain(id, at, path):
                queries.explain(self.state, self._viewer, at, path)
                yield Acknowledged(id)
            case Moves(id):
                record = self.state.running
                moves = queries.moves_view(record).moves() if record else ()
                yield Listed(id, self.state.position, tuple(map(str, moves)))
            case Hint(id):
                yield self._give_hint(id)
            case Mute() | Report():
                raise nobody_there()
            case Ping(id):
                yield Pong(id, self._now())
            case Pong():
                pass

    def _greet(self, view_as: int | None) -> Iterator[ServerMessage]:
        """The whole table. A client that returns gets it again, because no message is ever lost:
        the page was loaded again."""
        self._viewer = None
        yield self._view_as(view_as, patched=False)
        described = describe_moves(self.state)
        yield welcome(self._snapshot, self._viewer, self._now(), described)
        yield Present(tuple(seat is not None for seat in self.state.seats), 0)

    def _view_as(self, seat: int | None, *, patched: bool = True) -> You:
        """Show the view of another seat."""
        seen_as, self._viewer = self._viewer, queries.chosen_viewer(seat, self.held)
        patch = self._snapshot.patch_between(seen_as, self._viewer) if patched else {}
        return You(self.held, self._viewer, self._person.name, patch)

    def hint_view(self) -> View[Any]:
        """The view for which the client may ask for a hint; refuses where there are none."""
        return queries.hint_view(self.state, self._viewer)

    def hint_given(self, id: str, view: View[Any], best: Line) -> HintGiven:
        """The answer to the request `id` for a hint, from the evaluation of its view."""
        return queries.hint(self.state, view, id, str(best.move), best.value)

    def _give_hint(self, id: str) -> HintGiven:
        view = self.hint_view()
        if self._hint is None:
            raise Refusal("no_hints_here", "There are no hints at this table.", status=403)
        return self.hint_given(id, view, self._hint(view))

    # --- commands and events -----------------------------------------------------------------

    def _execute(self, command: Command) -> list[bytes]:
        """Execute a command once, and acknowledge it."""
        messages: list[bytes] = []
        if command.id not in self._executed:
            context = CommandContext(
                self.state,
                self._person,
                command,
                self._now(),
                away={self._person.id: None},
                next=self._next_id,
            )
            event = handle_command(context)
            messages += self._append(event, context.move, context.path, command.id)
        messages.append(encode(Acknowledged(command.id, self._executed[command.id])))
        return messages

    def _append(
        self, event: Event, made: Move | None = None, path: Path = (), command: str | None = None
    ) -> list[bytes]:
        """Append an event to the log, and return what the client sees of it. `made` is its move, if
        it has been checked; `path` are its steps as they were chosen."""
        before, at = self._snapshot, self._now()
        state = self.state.after(event, at, made)
        body = log_events.encode(event).decode()
        self._log.append(LoggedEvent(state.sequence, at, command, body))
        if command:
            self._executed[command] = state.sequence
        self._snapshot = Snapshot(state, before)
        update = Update(before.state, event, at, state, path)
        messages = [Broadcast(update, before, self._snapshot).to(self._viewer)]
        if isinstance(event, (log_events.Joined, events.Left)):
            messages.append(encode(self._view_as(self._viewer)))
        return messages

    def _give_back_time(self, since: float) -> None:
        """Give back the time from a moment until now to the player to move."""
        state = self.state
        if state.turn is not None and counts_seconds(state.opened.setup.clock):
            lost = self._now() - max(since, state.since)
            if lost > 0:
                self._append(events.HandedOver(round(lost, 3)))

    # --- what happens without a command ------------------------------------------------------

    def run(self, choose: Choose) -> Iterator[bytes]:
        """Let bots move until it's a person's turn, and do whatever else is due. Consume it: each
        message comes as soon as there is one."""
        yield from self.advance()
        while turn := self.bot_turn:
            yield encode(Thinking(turn.seat, 0))
            yield from self.move_bot(turn, str(choose(turn.view, turn.level)))
            yield from self.advance()

    def advance(self) -> list[bytes]:
        """Do what is due: deal without the missing salts, move for players who left, flag a player,
        or close a table without a first move."""
        messages: list[bytes] = []
        deadline = self.state.deal_deadline
        if deadline is not None and deadline <= self._now():
            messages += self._append(events.Dealt())
        while (record := self.state.running) and record.turn in record.out:
            move = record.stand_in()
            messages += self._append(bot_move_event(self.state, move, self._now()), move)
        state, now = self.state, self._now()
        if state.flag_deadline is not None and state.flag_deadline <= now:
            assert state.turn is not None
            messages += self._append(events.Flagged(state.turn))
        elif state.first_move_deadline is not None and state.first_move_deadline <= now:
            messages += self._append(events.Closed("unmoved"))
        return messages

    @property
    def bot_turn(self) -> BotTurn | None:
        """The bot to move; None if it's a person's turn or the game isn't running."""
        record = self.state.running
        seat = self.state.seats[record.turn] if record else None
        if record is None or seat is None or not seat.level or record.turn in record.out:
            return None
        return BotTurn(record.turn, seat.level, record.view(record.turn), self.state.position)

    def move_bot(self, turn: BotTurn, move: str) -> list[bytes]:
        """Play a bot's move, unless the table has changed. Raises TextError or IllegalMove."""
        if turn.position != self.state.position:
            return []
        made = turn.view.move(move)
        return self._append(bot_move_event(self.state, made, self._now()), made)


def _first_log(opened: Opened, seed: str, at: float) -> LoggedGame:
    return LoggedGame(seed, (LoggedEvent(1, at, None, log_events.encode(opened).decode()),))


def _event_of(entry: Entry, state: TableState) -> Event:
    """The event that leads to an entry of a record."""
    assert state.record is not None
    turn = state.record.turn
    match entry:
        case Leave(seat, Ending.TIME):
            return events.Flagged(seat)
        case Leave(seat, Ending.ABANDONMENT):
            return events.Abandoned(seat, seat)
        case Leave(seat):
            return events.Resigned(seat)
        case Agreement():
            return events.DrawAgreed(turn)
        case _:
            return events.Moved(turn, str(entry), stand_in=turn in state.record.out)
