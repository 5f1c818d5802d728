from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from sommet import GameOver, IllegalMove, Record, TextError
from sommet.cli.seats import Seats
from sommet.core.deal import Deal
from sommet.engine.seat_tags import Occupant, occupants_of
from sommet.tables import table_state
from sommet.tables.clock import (
    MAX_LATENCY_S,
    MAX_STALL_PER_GAME_S,
    MAX_STALL_PER_TURN_S,
    SECONDS_PER_DAY,
    Lag,
    max_credit,
)
from sommet.tables.command_handlers import handle_command
from sommet.tables.command_validation import CHECKS, CommandContext
from sommet.tables.log_events import Opened, SeatOccupant
from sommet.tables.refusals import Refusal
from sommet.tables.setup import complete_setup
from sommet.tables.table_state import TableState
from sommet.wire import commands, events
from sommet.wire.clocks import Clock, Days, PerMove, Total, Untimed
from sommet.wire.commands import Command
from sommet.wire.setup import Bot, Invited, Me, Open, Setup
from tests.tables.people import Person

ADA, BOB, EVE = Person("a", "Ada"), Person("b", "Bob"), Person("e", "Eve")


def state(
    game: str = "pylos",
    *,
    clock: Clock | None = None,
    seats: tuple[Person | str | None, ...] = (ADA, BOB),
    **options: str | int,
) -> TableState:
    chairs = tuple(Bot(seat) if isinstance(seat, str) else Open() for seat in seats)
    setup = complete_setup(
        Setup(game, options, chairs, clock or Untimed(), first=0), lambda seats: 0
    )
    seated = tuple(
        None
        if seat is None
        else SeatOccupant(level=seat)
        if isinstance(seat, str)
        else SeatOccupant(seat.id, seat.name)
        for seat in seats
    )
    commitment = Deal("seed").commitment
    return TableState.create("t", "seed", 1000.0, Opened(setup, 1, commitment, "a", seated))


def execute(
    table: TableState,
    person: Person | None,
    command: Command,
    at: float = 1000.0,
    **circumstances: Any,
) -> TableState:
    return table.after(
        handle_command(CommandContext(table, person, command, at, **circumstances)), at
    )


def refusal(
    table: TableState,
    person: Person | None,
    command: Command,
    at: float = 1000.0,
    **circumstances: Any,
) -> Refusal:
    with pytest.raises(Refusal) as refused:
        execute(table, person, command, at, **circumstances)
    return refused.value


def play(table: TableState, move: str = "1a1") -> commands.Play:
    return commands.Play("c", position=table.position, move=move)


def first_move(table: TableState) -> commands.Play:
    """The first legal move."""
    view = table.view(table.turn)
    assert view is not None
    return play(table, str(view.moves()[0]))


def test_checks_run_in_a_fixed_order() -> None:
    names = [check.__name__ for check in CHECKS]
    assert names == [
        "check_sender",
        "check_seat",
        "check_stage",
        "check_turn",
        "check_program",
        "check_position",
        "check_legality",
    ]


def test_each_check_refuses_with_its_code() -> None:
    table = state()
    waiting = state(seats=(ADA, None))
    assert refusal(table, None, play(table)).code == "not_signed_in"
    assert refusal(table, EVE, play(table)).code == "not_seated"
    assert refusal(table, ADA, commands.Resign("c", seat=1)).code == "not_your_seat"
    assert refusal(waiting, ADA, play(waiting)).code == "not_started"
    assert refusal(table, BOB, play(table)).code == "not_your_turn"
    assert refusal(table, ADA, commands.Play("c", position=7, move="1a1")).code == "stale"
    with pytest.raises(TextError):
        execute(table, ADA, play(table, "nonsense"))
    with pytest.raises(IllegalMove) as illegal:
        execute(table, ADA, play(table, "2a1"))
    assert illegal.value.clause, "an illegal move names its clause"
    over = execute(table, ADA, commands.Resign("c"))
    with pytest.raises(GameOver):
        execute(over, BOB, play(over))


def test_an_earlier_check_wins_over_a_later_one() -> None:
    table = state()
    wrong_everywhere = commands.Play("c", position=99, move="nonsense")
    assert refusal(table, None, wrong_everywhere).code == "not_signed_in"
    assert refusal(table, EVE, wrong_everywhere).code == "not_seated"
    assert refusal(table, BOB, wrong_everywhere).code == "not_your_turn"
    assert refusal(table, ADA, wrong_everywhere).code == "stale"


def test_a_move_may_be_given_as_a_path_of_steps() -> None:
    table = state()
    moved = execute(table, ADA, commands.Play("c", position=table.position, path=("1a1",)))
    assert moved.record is not None
    assert [str(move) for move in moved.record.moves] == ["1a1"]


def test_the_game_starts_when_the_last_seat_is_taken() -> None:
    waiting = state(seats=(ADA, None))
    assert waiting.stage == "open"
    running = execute(waiting, BOB, commands.Sit("c", salt="pepper"))
    assert running.stage == "running"
    assert running.record is not None
    assert running.record.deal is not None
    assert running.record.deal.salts == ("", "pepper")
    assert running.record.verify().ok


def test_a_salt_can_be_added_until_the_game_starts() -> None:
    waiting = execute(state(seats=(ADA, None)), ADA, commands.Salt("c", salt="mine"))
    running = execute(waiting, BOB, commands.Sit("c"))
    assert running.record is not None
    assert running.record.deal is not None
    assert running.record.deal.salts == ("mine", "")
    assert refusal(running, ADA, commands.Salt("c", salt="late")).code == "started"


def test_an_invited_seat_needs_its_invitation() -> None:
    setup = complete_setup(Setup("pylos", chairs=(Me(), Invited())), lambda seats: 0)
    event = Opened(setup, 1, "0" * 64, "a", (SeatOccupant("a", "Ada"), None))
    table = TableState.create("t", "seed", 0.0, event)
    assert refusal(table, BOB, commands.Sit("c")).code == "invitation_only"
    assert execute(table, BOB, commands.Sit("c"), invited=frozenset({1})).stage == "running"


def test_a_taken_seat_and_a_full_table_have_different_codes() -> None:
    waiting = state(seats=(ADA, None))
    assert refusal(waiting, BOB, commands.Sit("c", seat=0)).code == "seat_taken"
    assert refusal(waiting, BOB, commands.Sit("c", seat=9)).code == "no_such_seat"
    assert refusal(state(), EVE, commands.Sit("c")).code == "started"


def test_a_draw_needs_both_players_and_a_game_with_draws() -> None:
    offered = execute(state(), ADA, commands.OfferDraw("c"))
    assert refusal(offered, ADA, commands.AcceptDraw("c")).code == "no_offer"
    assert execute(offered, BOB, commands.DeclineDraw("c")).draw_offer is None
    agreed = execute(offered, BOB, commands.AcceptDraw("c"))
    assert agreed.draw_offer is None, "nothing is left to answer"
    assert agreed.record is not None
    assert agreed.record.outcome is not None
    assert agreed.record.outcome.winners == (0, 1)
    assert refusal(state("triedre"), ADA, commands.OfferDraw("c")).code == "no_draws"


def test_a_move_declines_a_draw_offer() -> None:
    offered = execute(state(), BOB, commands.OfferDraw("c"))
    assert execute(offered, ADA, play(offered)).draw_offer is None


def test_a_move_is_taken_back_when_both_agree() -> None:
    table = state()
    moved = execute(table, ADA, play(table))
    asked = execute(moved, ADA, commands.AskTakeback("c"))
    assert refusal(asked, ADA, commands.AcceptTakeback("c")).code == "no_takeback_request"
    back = execute(asked, BOB, commands.AcceptTakeback("c"))
    assert back.record is not None
    assert back.record.moves == ()
    assert back.turn == 0
    assert back.position == back.sequence, "a move chosen earlier is stale now"


def test_a_takeback_also_takes_back_the_opponents_reply() -> None:
    table = state()
    moved = execute(table, ADA, play(table))
    answered = execute(moved, BOB, play(moved, "1a2"))
    asked = execute(answered, ADA, commands.AskTakeback("c"))
    back = execute(asked, BOB, commands.AcceptTakeback("c"))
    assert back.record is not None
    assert back.record.moves == ()


def test_bots_grant_a_takeback_at_once() -> None:
    table = state(seats=(ADA, "gentle"))
    moved = execute(table, ADA, play(table))
    back = execute(moved, ADA, commands.AskTakeback("c"))
    assert back.turn == 0


def test_only_the_last_moves_can_be_taken_back() -> None:
    table = state()
    for person, move in ((ADA, "1a1"), (BOB, "1a2"), (ADA, "1a3")):
        table = execute(table, person, play(table, move))
    asked = execute(table, ADA, commands.AskTakeback("c"))
    back = execute(asked, BOB, commands.AcceptTakeback("c"))
    assert back.record is not None
    assert list(map(str, back.record.moves)) == ["1a1", "1a2"]
    other = execute(back, ADA, play(back, "1d4"))
    assert other.record is not None
    assert list(map(str, other.record.moves)) == ["1a1", "1a2", "1d4"]


def test_a_record_names_the_players_as_the_terminal_does() -> None:
    table = state(seats=("gentle", ADA))
    assert table.record is not None
    assert occupants_of(table.record) == (
        Occupant("gentle"),
        Occupant(name=ADA.name),
    )
    downloaded = Record.parse(table.record.sealed(1))
    assert Seats.of(downloaded) == Seats(("gentle", "person"))


@pytest.mark.parametrize("seats", [(ADA, BOB), (ADA, BOB, "gentle")])
@pytest.mark.parametrize("game", ["colorpop", "kabaleo"])
def test_people_with_secrets_take_no_move_back(game: str, seats: tuple[Person | str, ...]) -> None:
    table = state(game, seats=seats, players=len(seats))
    table = execute(table, ADA, first_move(table))
    assert refusal(table, ADA, commands.AskTakeback("c")).code == "secrets_stay"


@pytest.mark.parametrize("game", ["colorpop", "kabaleo"])
def test_against_machines_a_game_with_secrets_goes_back_to_your_own_last_turn(game: str) -> None:
    start = state(game, seats=(ADA, "gentle", "gentle"), players=3)
    table = execute(start, ADA, first_move(start))
    for seat in (1, 2):
        table = table.after(events.Moved(seat, first_move(table).move), 1000.0)
    back = execute(table, ADA, commands.AskTakeback("c"))
    assert back.record == start.record
    for viewer in (0, 1, 2, None):
        assert back.view(viewer) == start.view(viewer)
    assert (start.undone, back.undone) == (0, 1)


def test_the_daily_is_played_once_without_undo() -> None:
    alone = state("colorpop", seats=(ADA,), players=1)
    table = replace(alone, opened=msgspec.structs.replace(alone.opened, daily="2026-01-01"))
    table = execute(table, ADA, first_move(table))
    assert refusal(table, ADA, commands.AskTakeback("c")).code == "no_undo_in_daily"


def finished(game: str, seats: tuple[Person | str, ...]) -> TableState:
    """A game that ended with the last move."""
    table = state(game, seats=seats)
    while table.stage == "running":
        table = table.after(events.Moved(table.turn or 0, first_move(table).move), 1000.0)
    return table


def test_the_move_that_lost_to_a_machine_can_be_undone_where_nothing_was_hidden() -> None:
    over = finished("triedre", (ADA, "gentle"))
    back = execute(over, ADA, commands.AskTakeback("c"))
    assert (back.stage, back.turn) == ("running", 0)
    for final in (finished("triedre", (ADA, BOB)), finished("kabaleo", (ADA, "gentle"))):
        with pytest.raises((GameOver, Refusal)):
            execute(final, ADA, commands.AskTakeback("c"))
    with pytest.raises(GameOver):
        execute(replace(over, next_table="next"), ADA, commands.AskTakeback("c"))
    resigned = execute(state(seats=(ADA, "gentle")), ADA, commands.Resign("c"))
    assert refusal(resigned, ADA, commands.AskTakeback("c")).code == "somebody_left"


def started_game(clock: Clock) -> TableState:
    """A game in which Ada made the first move at 1000, so it is Bob's turn."""
    table = state(clock=clock)
    return execute(table, ADA, play(table))


def test_a_clock_starts_with_the_first_move() -> None:
    table = state(clock=Total(60))
    assert not table.ticking
    assert table.left == (60.0, 60.0)
    moved = execute(table, ADA, play(table), at=1030.0)
    assert moved.left == (60.0, 60.0)
    assert moved.ticking
    assert moved.since == 1030.0


def test_a_table_waiting_for_the_first_move_closes_after_a_minute() -> None:
    table = state(clock=Total(600))
    assert (table.first_move_deadline, table.flag_deadline) == (1060.0, None)
    assert table.due == 1060.0
    closed = table.after(events.Closed("unmoved"), 1060.0)
    assert (closed.stage, closed.first_move_deadline) == ("closed", None)
    assert closed.record is not None
    assert closed.record.outcome is None


def test_a_table_closes_when_its_game_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_state, "MAX_MOVES", 3)
    table = state(clock=Total(600.0))
    for person, move in ((ADA, "1a1"), (BOB, "1b2")):
        table = execute(table, person, play(table, move))
    taken_back = table.after(events.TakenBack(1, 1), 1000.0)
    assert execute(taken_back, BOB, play(taken_back, "1b2")).stage == "running"
    table = execute(table, ADA, play(table, "1a3"))
    assert (table.stage, table.turn, table.due) == ("closed", None, None)
    assert refusal(table, BOB, play(table, "1c1")).code == "table_closed"


def test_a_last_move_that_ends_the_game_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.new(state().game, 7)
    while not record.outcome:
        record = record.play(record.position.moves()[0])
    monkeypatch.setattr(table_state, "MAX_MOVES", len(record.moves))
    table = state()
    for move in record.moves:
        table = table.after(events.Moved(table.turn or 0, str(move), 0.0), 1000.0)
    assert table.stage == "over"


def test_without_a_clock_nothing_waits_for_the_first_move() -> None:
    assert state(clock=Untimed()).first_move_deadline is None


def test_a_correspondence_clock_allows_as_long_for_the_first_move_as_for_any_other() -> None:
    table, day = state(clock=Days(3)), 86400.0
    assert not table.ticking
    assert (table.flag_deadline, table.first_move_deadline) == (None, 1000.0 + 3 * day)
    assert table.left == (3 * day, 3 * day)
    moved = execute(table, ADA, play(table), at=1000.0 + day)
    assert moved.ticking
    assert moved.left == (3 * day, 3 * day)
    assert moved.since == 1000.0 + day


def test_a_first_move_starts_the_clock_even_if_it_is_taken_back() -> None:
    table = started_game(Total(60)).after(events.TakenBack(0, 1), 1010.0)
    assert table.ticking
    assert table.first_move_deadline is None


def test_total_time_runs_down_and_gains_the_increment() -> None:
    table = started_game(Total(60, 5))
    assert table.left == (65.0, 60.0)
    moved = execute(table, BOB, play(table, "1a2"), at=1010.0)
    assert moved.left == (65.0, 55.0)
    assert moved.since == 1010.0


def test_some_latency_is_not_counted() -> None:
    table = started_game(Total(60))
    moved = execute(table, BOB, play(table, "1a2"), at=1010.0, latency=0.1)
    assert moved.left[1] == 50.1
    assert moved.credited == (0.0, 0.1)
    fast = execute(table, BOB, play(table, "1a2"), at=1000.05, latency=0.1)
    assert (fast.left[1], fast.credited[1]) == (60.0, 0.05), "no more than has passed"


def test_latency_is_credited_up_to_a_limit_per_turn_and_per_game() -> None:
    table = started_game(Total(10, 1))
    moved = execute(table, BOB, play(table, "1a2"), at=1005.0, latency=5.0)
    assert moved.credited == (0.0, MAX_LATENCY_S)
    assert max_credit(Total(10, 1)) == pytest.approx(0.6)
    spent = replace(table, credited=(0.0, 0.55))
    assert execute(spent, BOB, play(table, "1a2"), at=1005.0, latency=5.0).credited[
        1
    ] == pytest.approx(0.6)
    used_up = replace(table, credited=(0.0, 0.6))
    assert execute(used_up, BOB, play(table, "1a2"), at=1005.0, latency=5.0).left[1] == 6.0


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(Total(300, 5), 8.0), (PerMove(10), 4.0), (Days(1), 0.0), (Untimed(), 0.0)],
)
def test_the_latency_credited_in_a_game_is_a_small_part_of_its_time(
    clock: Clock, seconds: float
) -> None:
    assert max_credit(clock) == seconds


def test_time_when_the_server_did_not_run_is_not_counted_up_to_a_limit_per_turn_and_per_game() -> (
    None
):
    table = started_game(Total(60))
    moved = execute(table, BOB, play(table, "1a2"), at=1010.0, lag=Lag(3.0, 0.0))
    assert moved.left[1] == 53.0
    assert moved.stalled == (0.0, 3.0)
    assert table.uncounted_stall(20.0) == 20.0
    assert table.uncounted_stall(3600.0) == MAX_STALL_PER_TURN_S
    used = replace(table, stalled=(0.0, MAX_STALL_PER_GAME_S - 1))
    assert used.uncounted_stall(20.0) == 1.0
    others = replace(table, stalled=(MAX_STALL_PER_GAME_S, 0.0))
    assert others.uncounted_stall(20.0) == 20.0, "each player has their own limit"


def test_time_that_never_passed_is_not_counted_without_limit() -> None:
    table = started_game(Total(60))
    moved = execute(table, BOB, play(table, "1a2"), at=4610.0, lag=Lag(0.0, 3600.0))
    assert moved.left[1] == 50.0
    assert moved.stalled == (0.0, 0.0)


def test_time_per_move_restarts_with_each_move() -> None:
    table = started_game(PerMove(30))
    moved = execute(table, BOB, play(table, "1a2"), at=1020.0)
    assert moved.left == (30.0, 30.0)
    assert moved.flag_deadline == 1020.0 + 30.0 + MAX_LATENCY_S


def test_a_correspondence_clock_counts_days_per_move() -> None:
    assert started_game(Days(2)).flag_deadline == 1000.0 + 2 * 86400 + MAX_LATENCY_S


def test_a_move_after_the_flag_fell_is_refused() -> None:
    table = started_game(Total(10))
    assert refusal(table, BOB, play(table, "1a2"), at=1010.6).code == "time_up"


def test_a_flag_ends_a_two_player_game() -> None:
    fallen = state(clock=Total(10)).after(events.Flagged(0), 1011.0)
    assert fallen.record is not None
    assert fallen.record.outcome is not None
    assert fallen.record.outcome.winners == (1,)


def test_time_lost_by_the_server_is_returned() -> None:
    table = started_game(Total(60)).after(events.HandedOver(20.0), 1025.0)
    assert execute(table, BOB, play(table, "1a2"), at=1030.0).left[1] == 50.0


def test_a_stand_in_plays_for_one_of_three_players_who_leaves() -> None:
    table = state("kabaleo", seats=(ADA, BOB, EVE), players=3)
    left = execute(table, ADA, commands.Resign("c"))
    assert left.stage == "running"
    assert left.is_server_turn
    assert refusal(left, ADA, commands.Resign("c")).code == "left_already"


def away(**since: float | None) -> Mapping[str, float | None]:
    return since


@pytest.mark.parametrize(
    ("clock", "absence"),
    [
        (Untimed(), (60.0, 240.0)),
        (Total(300), (30.0, 60.0)),
        (Total(3600), (360.0, 720.0)),
        (PerMove(1000), (100.0, 200.0)),
    ],
)
def test_how_soon_an_absent_player_can_be_warned_and_claimed_depends_on_the_clock(
    clock: Clock, absence: tuple[float, float]
) -> None:
    table = state(clock=clock)
    early, later = 1000.0 + absence[0] - 1, 1000.0 + absence[0] + 1
    warn, claim = commands.Warn("c"), commands.Claim("c")
    gone = away(a=1000.0)
    assert refusal(table, BOB, warn, at=early, away=gone).code == "not_away_long"
    assert refusal(table, BOB, warn, at=later, away=away(a=None)).code == "not_away_long"
    assert refusal(table, BOB, claim, at=later, away=gone).code == "warn_first"
    warned = execute(table, BOB, warn, at=later, away=gone)
    assert refusal(warned, BOB, claim, at=later + 1, away=gone).code == "too_early"
    claimed = execute(warned, BOB, claim, at=later + absence[1], away=gone)
    assert claimed.record is not None
    assert claimed.record.outcome is not None
    assert claimed.record.outcome.winners == (1,)
    assert str(claimed.record.outcome.reason) == "abandonment"


def test_a_correspondence_player_is_never_absent() -> None:
    table, gone = state(clock=Days(3)), away(a=1000.0)
    for command in (commands.Warn("c"), commands.Claim("c")):
        assert refusal(table, BOB, command, at=100_000.0, away=gone).code == "days_to_come"


def test_a_move_clears_the_warning() -> None:
    table = state()
    warned = execute(table, BOB, commands.Warn("c"), at=1070.0, away=away(a=1000.0))
    assert execute(warned, ADA, play(warned), at=1080.0).warned is None


def test_returning_clears_the_warning_even_if_the_player_leaves_again() -> None:
    warned = execute(state(), BOB, commands.Warn("c"), at=1070.0, away=away(a=1000.0))
    assert warned.after(events.Returned(0), 1080.0).warned is None
    claim, again = commands.Claim("c"), away(a=1100.0)
    assert refusal(warned, BOB, claim, at=1500.0, away=again).code == "warn_first"


def test_a_player_who_is_there_but_silent_for_a_day_can_be_warned_and_a_day_later_claimed() -> None:
    table, here = state(), away(a=None)
    warn, claim = commands.Warn("c"), commands.Claim("c")
    day_later = 1000.0 + SECONDS_PER_DAY
    assert refusal(table, BOB, warn, at=day_later - 1, away=here).code == "not_away_long"
    warned = execute(table, BOB, warn, at=day_later, away=here)
    assert warned.warned == (0, day_later, True)
    too_early = refusal(warned, BOB, claim, at=day_later + 3600, away=here)
    assert (too_early.code, too_early.parameters["hours"]) == ("hours_to_come", 23)
    assert refusal(warned, BOB, warn, at=day_later + 60, away=here).code == "called_already"
    end = day_later + SECONDS_PER_DAY
    assert refusal(warned, BOB, claim, at=end - 1, away=here).code == "too_early"
    claimed = execute(warned, BOB, claim, at=end, away=here)
    assert claimed.record is not None
    assert claimed.record.outcome is not None
    assert claimed.record.outcome.winners == (1,)


def test_only_a_move_clears_a_warning_of_silence() -> None:
    later = 1000.0 + SECONDS_PER_DAY
    warned = execute(state(), BOB, commands.Warn("c"), at=later, away=away(a=None))
    gone = away(a=later + 60)
    absent = refusal(warned, BOB, commands.Warn("c"), at=later + 600, away=gone)
    assert absent.code == "called_already", "a warning of absence would end when they return"
    assert execute(warned, ADA, play(warned), at=later + 700).warned is None


@pytest.mark.parametrize("clock", [Total(60), PerMove(30)])
def test_where_a_clock_runs_nobody_is_warned_of_silence(clock: Clock) -> None:
    table, later = state(clock=clock), 1000.0 + 2 * SECONDS_PER_DAY
    assert refusal(table, BOB, commands.Warn("c"), at=later, away=away(a=None)).code == (
        "not_away_long"
    )


def test_nobody_can_send_a_warning_on_their_own_turn() -> None:
    assert refusal(state(), ADA, commands.Warn("c"), at=2000.0).code == "nobody_away"


def test_a_rematch_starts_when_everyone_has_asked_for_it() -> None:
    over = execute(state(), ADA, commands.Resign("c"))
    asked = execute(over, ADA, commands.Rematch("c"), next="n")
    assert asked.rematch_requests == {0}
    assert refusal(asked, ADA, commands.Rematch("c"), next="n").code == "rematch_asked"
    assert execute(asked, BOB, commands.Rematch("c"), next="n").next_table == "n"


def test_a_declined_rematch_cannot_be_asked_for_again() -> None:
    over = execute(state(), ADA, commands.Resign("c"))
    decline = commands.DeclineRematch("c")
    assert refusal(over, BOB, decline).code == "no_rematch_asked"
    asked = execute(over, ADA, commands.Rematch("c"), next="n")
    assert refusal(asked, ADA, decline).code == "no_rematch_asked"
    declined = execute(asked, BOB, decline)
    assert not declined.rematch_requests
    assert declined.declined == {1}
    assert refusal(declined, ADA, commands.Rematch("c"), next="n").code == "rematch_declined"
    again = execute(declined, BOB, commands.Rematch("c"), next="n")  # Bob has changed his mind
    assert execute(again, ADA, commands.Rematch("c"), next="n").next_table == "n"


def test_a_declined_draw_can_be_offered_again_only_after_a_move() -> None:
    table = execute(state(), ADA, commands.OfferDraw("c"))
    table = execute(table, BOB, commands.DeclineDraw("c"))
    assert refusal(table, ADA, commands.OfferDraw("c")).code == "draw_lately"
    assert execute(table, BOB, commands.OfferDraw("c")).draw_offer == 1
    table = execute(table, ADA, play(table))
    assert execute(table, ADA, commands.OfferDraw("c")).draw_offer == 0


def test_a_declined_takeback_can_be_asked_for_again_only_after_a_move() -> None:
    table = state()
    table = execute(table, ADA, play(table))
    table = execute(table, ADA, commands.AskTakeback("c"))
    table = execute(table, BOB, commands.DeclineTakeback("c"))
    assert refusal(table, ADA, commands.AskTakeback("c")).code == "takeback_lately"
    table = execute(table, BOB, play(table, "1b1"))
    assert refusal(table, ADA, commands.AskTakeback("c")).code == "takeback_lately"
    table = execute(table, ADA, play(table, "1c1"))
    assert execute(table, ADA, commands.AskTakeback("c")).takeback_request == 0


def test_a_win_scores_one_and_a_shared_win_half_each() -> None:
    table = state()
    assert table.score == (0.0, 0.0)
    assert execute(table, ADA, commands.Resign("c")).score == (0.0, 1.0)
    drawn = execute(table, ADA, commands.OfferDraw("c"))
    assert execute(drawn, BOB, commands.AcceptDraw("c")).score == (0.5, 0.5)


def test_a_bot_is_always_ready_for_a_rematch() -> None:
    over = execute(state(seats=(ADA, "gentle")), ADA, commands.Resign("c"))
    assert execute(over, ADA, commands.Rematch("c"), next="n").next_table == "n"


def test_only_players_chat_and_phrases_must_be_known() -> None:
    table = state()
    assert execute(table, ADA, commands.Say("c", phrase="hello")).chat[0].phrase == "hello"
    assert execute(table, ADA, commands.Say("c", text=" a\u202eb\n c ")).chat[0].text == "ab c"
    assert refusal(table, ADA, commands.Say("c", phrase="boo")).code == "unknown_phrase"
    assert refusal(table, ADA, commands.Say("c", text="\u200b")).code == "nothing_said"
    assert refusal(table, EVE, commands.Say("c", text="psst")).code == "not_seated"


def test_the_seed_is_revealed_only_at_the_end() -> None:
    table = state()
    assert table.revealed_seed == ""
    assert execute(table, ADA, commands.Resign("c")).revealed_seed == "seed"
    assert table.after(events.Closed(), 0.0).revealed_seed == ""
    assert "seed" not in repr(table)


def test_one_person_may_hold_several_seats() -> None:
    table = state(seats=(ADA, ADA))
    moved = execute(table, ADA, play(table))
    assert execute(moved, ADA, play(moved, "1a2")).turn == 0
