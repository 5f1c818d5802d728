"""Turns a command into one event, or refuses it."""

from __future__ import annotations

from math import ceil
from typing import Any

import msgspec

from sommet.core.errors import GameOver
from sommet.core.move import Move
from sommet.core.outcome import Ending
from sommet.core.record import Record
from sommet.tables import log_events
from sommet.tables.clock import (
    MAX_LATENCY_S,
    allowed_absence,
    allowed_silence,
    max_credit,
)
from sommet.tables.command_validation import CommandContext, check
from sommet.tables.display_names import clean
from sommet.tables.log_events import Event, SeatOccupant
from sommet.tables.refusals import Refusal, no_such_seat
from sommet.tables.setup import deal_is_random, has_secrets
from sommet.tables.table_state import TableState
from sommet.wire import commands, events
from sommet.wire.setup import Invited

__all__ = ["bot_move_event", "engine_failed_event", "handle_command"]

SECONDS_PER_HOUR = 3600.0


def handle_command(context: CommandContext) -> Event:
    """Check a command and return the event that it leads to."""
    check(context)
    state, command = context.state, context.command
    if isinstance(command, commands.Sit):
        return _sit(context, command)
    seat = context.seat
    match command:
        case commands.Stand():
            return events.Left(seat)
        case commands.Salt(salt=salt):
            return events.Salted(seat, _printable(salt))
        case commands.Play():
            return _play(context, seat)
        case commands.Resign():
            if seat in _record(state).out:
                raise Refusal("left_already", "You have already left this game.")
            return events.Resigned(seat)
        case commands.OfferDraw() | commands.AcceptDraw() | commands.DeclineDraw():
            return _draw(state, command, seat)
        case commands.AskTakeback() | commands.AcceptTakeback() | commands.DeclineTakeback():
            return _takeback(state, command, seat)
        case commands.Warn():
            return _warn(context, seat)
        case commands.Claim():
            return _claim(context, seat)
        case commands.Rematch():
            return _rematch(context, seat)
        case commands.DeclineRematch():
            return _no_rematch(state, seat)
        case commands.Say():
            return _say(command, seat)


def _record(state: TableState) -> Record[Any]:
    assert state.record is not None
    return state.record


def _printable(text: str) -> str:
    if not text.isprintable() or '"' in text:
        raise Refusal(
            "bad_salt", "A salt must be printable text without double quotes.", status=422
        )
    return text


def _sit(context: CommandContext, command: commands.Sit) -> Event:
    state, person = context.state, context.person
    assert person is not None
    if state.seats_of(person.id):  # two seats would reveal the secrets of both
        raise Refusal("seated_already", "You are already seated at this table.")
    free = [index for index, seat in enumerate(state.seats) if seat is None]
    chairs = state.opened.setup.chairs
    allowed = [
        seat for seat in free if seat in context.invited or not isinstance(chairs[seat], Invited)
    ]
    if command.seat is None and not allowed:
        if free:
            raise Refusal(
                "invitation_only", "You need an invite link for the free seats.", status=403
            )
        raise Refusal("table_full", "This table is full.")
    seat = allowed[0] if command.seat is None else command.seat
    if seat not in range(len(state.seats)):
        raise no_such_seat(seat)
    if seat not in free:
        raise Refusal("seat_taken", "Seat {player} is taken.", player=seat + 1)
    if seat not in allowed:
        raise Refusal(
            "seat_by_invitation",
            "You need an invite link for seat {player}.",
            status=403,
            player=seat + 1,
        )
    salt = _printable(command.salt)
    salting = command.salting and not salt and deal_is_random(state.game)
    who = SeatOccupant(person.id, person.name, salt=salt, salting=salting, program=person.program)
    return log_events.Joined(seat, who)


def _play(context: CommandContext, seat: int) -> Event:
    state = context.state
    spent = credited = stalled = 0.0
    if state.ticking:
        stalled = round(context.lag.stalled, 3)
        passed = max(0.0, context.now - state.since - stalled - context.lag.jumped)
        credited = round(min(passed, _creditable_latency(context, seat)), 3)
        spent = round(passed - credited, 3)
        if spent > state.left[seat]:
            raise Refusal("time_up", "Your time is up.")
    uncounted = {"credited": credited, "stalled": stalled}
    return msgspec.structs.replace(
        events.Moved(seat, str(context.move), spent),
        **{name: seconds for name, seconds in uncounted.items() if seconds},
    )


def _creditable_latency(context: CommandContext, seat: int) -> float:
    """The part of the measured latency that may still be credited."""
    state = context.state
    rest = max_credit(state.opened.setup.clock) - state.credited[seat]
    return min(context.latency, MAX_LATENCY_S, max(0.0, rest))


def bot_move_event(state: TableState, move: Move, now: float) -> events.Moved:
    """The move of a bot or a stand-in. They never lose on time."""
    record = _record(state)
    spent = 0.0
    if state.ticking:
        spent = round(min(max(0.0, now - state.since), state.left[record.turn]), 3)
    return events.Moved(record.turn, str(move), spent, stand_in=record.turn in record.out)


def engine_failed_event(state: TableState, ending: Ending) -> Event:
    """The event when the engine to move can't continue: it leaves the game, on time or by
    abandonment."""
    seat = _record(state).turn
    return events.Flagged(seat) if ending is Ending.TIME else events.Abandoned(seat, seat)


def _draw(
    state: TableState,
    command: commands.OfferDraw | commands.AcceptDraw | commands.DeclineDraw,
    seat: int,
) -> Event:
    if not state.game.draws:
        raise Refusal("no_draws", "{game} has no draws.", game=state.game.name)
    if isinstance(command, commands.OfferDraw):
        if not state.people_play_each_other:
            raise Refusal("no_draws_with_bots", "The machine doesn't accept draws.")
        if state.draw_offer is not None:
            raise Refusal("offered_already", "A draw has already been offered.")
        if ("draw", seat) in state.recent_offers:
            raise Refusal(
                "draw_lately",
                "You have already offered a draw. Play a move before you offer another.",
            )
        return events.DrawOffered(seat)
    if state.draw_offer is None or state.draw_offer == seat:
        raise Refusal("no_offer", "Nobody has offered you a draw.")
    accepts = isinstance(command, commands.AcceptDraw)
    return events.DrawAgreed(seat) if accepts else events.DrawDeclined(seat)


def _takeback(
    state: TableState,
    command: commands.AskTakeback | commands.AcceptTakeback | commands.DeclineTakeback,
    seat: int,
) -> Event:
    _check_takeback(state)
    record = _record(state)
    if isinstance(command, commands.AskTakeback):
        moves = _moves_to_undo(record, seat)
        if len(state.people) < 2:  # against bots, or with others at the same screen
            return events.TakenBack(seat, moves)
        if state.takeback_request is not None:
            raise Refusal("takeback_asked", "Someone has already asked to undo.")
        if ("takeback", seat) in state.recent_offers:
            raise Refusal(
                "takeback_lately",
                "You have already asked to undo. Play a move before you ask again.",
            )
        return events.TakebackAsked(seat)
    if state.takeback_request is None or state.takeback_request == seat:
        raise Refusal("no_takeback_request", "Nobody has asked you to undo a move.")
    if isinstance(command, commands.DeclineTakeback):
        return events.TakebackDeclined(seat)
    return events.TakenBack(state.takeback_request, _moves_to_undo(record, state.takeback_request))


def _check_takeback(state: TableState) -> None:
    """Refuse where moves can't be undone: what people or the end have revealed can't be hidden
    again."""
    if state.opened.daily:
        raise Refusal("no_undo_in_daily", "You get one try at the Daily, so there is no undo.")
    secrets = has_secrets(state.game)
    if secrets and state.people_play_each_other:
        raise Refusal(
            "secrets_stay",
            "With hidden colours, you can undo moves only against machines: people would "
            "remember what they saw.",
        )
    if state.stage == "over" and (secrets or len(state.people) > 1 or state.next_table):
        raise GameOver


def _moves_to_undo(record: Record[Any], seat: int) -> int:
    """Number of moves since the seat's last one, including that one."""
    if record.out:
        raise Refusal("somebody_left", "A player has left, so moves can't be undone.")
    turns = [position.turn for position in record.positions[:-1]]
    if seat not in turns:
        raise Refusal("nothing_to_take_back", "You haven't moved yet.")
    return turns[::-1].index(seat) + 1


def _awaited(context: CommandContext, seat: int) -> tuple[int, str]:
    """The seat to move and its person; refuses if the others don't wait for a person."""
    turn = context.state.turn
    assert turn is not None
    held = context.state.seats[turn]
    if turn == seat or held is None or not held.person or turn in _record(context.state).out:
        raise Refusal("nobody_away", "Nobody is keeping you waiting.")
    return turn, held.person


def _away_since(context: CommandContext, turn: int, person: str) -> float:
    """Since when the player to move has been away during this turn; refuses if they haven't been
    for long enough."""
    absence = allowed_absence(context.state.opened.setup.clock)
    if absence is None:
        raise Refusal(
            "days_to_come",
            "With a clock in days, you can't claim the game; wait for the clock to run out.",
        )
    away = context.away.get(person, context.state.since)
    since = context.now if away is None else max(away, context.state.since)
    if context.now - since < absence.warning:
        raise Refusal(
            "not_away_long", "Player {player} hasn't been away long enough.", player=turn + 1
        )
    return since


def _warn(context: CommandContext, seat: int) -> Event:
    """A warning of absence, or of silence if the player is there but hasn't moved for long."""
    state, (turn, person) = context.state, _awaited(context, seat)
    if state.warned and state.warned.silent:
        raise Refusal("called_already", "Player {player} has already been called.", player=turn + 1)
    silence = allowed_silence(state.opened.setup.clock)
    long_silent = silence is not None and context.now - state.since >= silence.warning
    try:
        _away_since(context, turn, person)
    except Refusal:
        if not long_silent:
            raise
        return events.Warned(turn, seat, silent=True)
    return events.Warned(turn, seat)


def _claim(context: CommandContext, seat: int) -> Event:
    state, (turn, person) = context.state, _awaited(context, seat)
    clock, warned = state.opened.setup.clock, state.warned
    if warned and warned.silent:
        patience = allowed_silence(clock)
    else:
        since, patience = _away_since(context, turn, person), allowed_absence(clock)
        # A warning counts only for the absence during which it was given.
        if warned is None or warned.at < since:
            raise Refusal("warn_first", "Call player {player} first.", player=turn + 1)
    assert patience is not None
    wait = warned.at + patience.grace - context.now
    if wait > SECONDS_PER_HOUR:
        hours = ceil(wait / SECONDS_PER_HOUR)
        raise Refusal("hours_to_come", "You can claim the game in {hours} hours.", hours=hours)
    if wait > 0:
        raise Refusal("too_early", "Wait {seconds} more seconds.", seconds=max(1, round(wait)))
    return events.Abandoned(turn, seat, warned.silent)


def _rematch(context: CommandContext, seat: int) -> Event:
    """The next game starts when the last person asks for it."""
    state = context.state
    if state.next_table:
        raise Refusal("next_game", "The rematch has already started.", table=state.next_table)
    if any(held and not (held.person or held.level) for held in state.seats):
        raise Refusal("player_gone", "A player has left for good, so there is no rematch.")
    asked = {
        held.person for index in (seat, *state.rematch_requests) if (held := state.seats[index])
    }
    if state.people <= asked:
        return events.Rematched(context.next)
    if seat in state.rematch_requests:
        raise Refusal("rematch_asked", "You have already asked for a rematch.")
    if state.declined - {seat}:
        raise Refusal("rematch_declined", "The rematch was declined.")
    return events.RematchOffered(seat)


def _no_rematch(state: TableState, seat: int) -> Event:
    if not state.rematch_requests - {seat}:
        raise Refusal("no_rematch_asked", "Nobody has asked you for a rematch.")
    return events.RematchDeclined(seat)


def _say(command: commands.Say, seat: int) -> Event:
    if command.phrase:
        if command.phrase not in commands.PHRASES:
            raise Refusal(
                "unknown_phrase",
                "There is no phrase {phrase!r}. Choose {known}.",
                status=422,
                phrase=command.phrase,
                known=commands.PHRASES,
            )
        return events.Said(seat, phrase=command.phrase)
    text = clean(command.text, 200)
    if not text:
        raise Refusal("nothing_said", "Write a message first.", status=422)
    return events.Said(seat, text)
