"""Logs are replayed: moves are trusted if the same rules wrote them, otherwise validated."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sommet
from sommet import IllegalMove
from sommet.core.table import Table
from sommet.tables import log_events
from sommet.tables.log_events import Event, LoggedEvent, LoggedGame, Opened, SeatOccupant
from sommet.tables.table_state import TableState
from sommet.wire import events
from sommet.wire.setup import Me, Setup


def game_log(name: str, moves: tuple[str, ...], rules: int) -> LoggedGame:
    game = sommet.game(name)
    setup = Setup(name, game.settings, (Me(),) * game.seats, first=0)
    seats = (SeatOccupant("a", "Ada"),) * game.seats
    lines: list[Event] = [Opened(setup, rules, "", "a", seats)]
    turn = 0
    for move in moves:
        lines.append(events.Moved(turn, move))
        turn = (turn + 1) % game.seats
    return LoggedGame(
        "seed",
        tuple(
            LoggedEvent(number, 1.0, None, log_events.encode(event).decode())
            for number, event in enumerate(lines, 1)
        ),
    )


def moves_of(name: str) -> tuple[str, ...]:
    """A random game from the deal in the log."""
    record = TableState.from_log("t", game_log(name, (), 0)).record
    chance = random.Random(5)
    assert record
    while record.outcome is None:
        record = record.play(chance.choice(record.position.moves()))
    return tuple(map(str, record.moves))


@pytest.mark.parametrize("name", sommet.names())
def test_a_trusted_log_replays_to_the_same_table(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = moves_of(name)
    version = sommet.game(name).version
    wanted = TableState.from_log("t", game_log(name, moves, 0))

    def never(*_: Any) -> Any:
        raise AssertionError("judged again")

    monkeypatch.setattr(Table, "walk", never)
    found = TableState.from_log("t", game_log(name, moves, version))
    assert found.record == wanted.record
    assert found.stage == wanted.stage == "over"


def test_a_log_written_by_other_rules_is_validated() -> None:
    with pytest.raises(IllegalMove, match="2b2"):
        TableState.from_log("t", game_log("pylos", ("1a1", "2b2"), 99))


def test_events_between_moves_keep_their_place_after_a_takeback() -> None:
    state = TableState.from_log("t", game_log("pylos", ("1a1", "1a2"), 0))
    offered, declined = events.DrawOffered(0), events.DrawDeclined(1)
    for event in (offered, declined, events.Moved(0, "1a3"), events.TakebackAsked(0)):
        state = state.after(event, 2.0)
    assert state.other_events == ((2, offered), (2, declined), (3, events.TakebackAsked(0)))
    back = events.TakenBack(0, 1)
    assert state.after(back, 3.0).other_events == ((2, offered), (2, declined), (2, back))
