"""What viewers learn about a game that a player left, and about its past."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import sommet
from sommet import IllegalMove, Record, TextError
from sommet.core.deal import Deal
from sommet.core.outcome import Ending
from sommet.server.live.query_handler import QueryHandler
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.store.people import Person
from sommet.tables.log_events import Opened, SeatOccupant
from sommet.tables.refusals import Refusal
from sommet.tables.setup import complete_setup
from sommet.tables.snapshot import Snapshot
from sommet.tables.table_state import TableState
from sommet.wire.client_messages import Explain, Moves, Sketch
from sommet.wire.server_messages import Acknowledged, Listed, Sketched
from sommet.wire.setup import Me, Setup
from tests.positions import colorpop as pop

pytestmark = pytest.mark.anyio

ADA = Person("a", "Ada")


def state(record: Record[Any]) -> TableState:
    """A table with this game, where one person holds every seat."""
    seats = record.game.seats
    setup = complete_setup(
        Setup(record.game.id, record.game.settings, (Me(),) * seats), lambda seats: 0
    )
    seated = (SeatOccupant(ADA.id, ADA.name),) * seats
    begun = TableState.create(
        "t", "seed", 1000.0, Opened(setup, 1, Deal("seed").commitment, ADA.id, seated)
    )
    return replace(begun, record=record)


async def answer_to(table: TableState, ask: Any, viewer: int | None = None) -> Any:
    answers: list[Any] = []
    room: Any = SimpleNamespace(state=table, id=table.id)
    subscriber: Any = SimpleNamespace(person=ADA, viewer=viewer, send=answers.append)
    nobody: Any = None
    request_pool = RequestPool()
    try:
        await QueryHandler(nobody, nobody, request_pool, nobody, nobody).answer(
            room, subscriber, ask
        )
    finally:
        request_pool.close()
    (only,) = answers
    return only


async def test_moves_are_listed_after_the_colour_of_a_player_who_left_is_gone() -> None:
    table = state(Record.of(pop("BB/OO/GG/PP/YY", "B/O/G")).resign(2).play("Gc1"))
    assert table.stage == "running"
    listed = await answer_to(table, Moves("x"))
    assert isinstance(listed, Listed)
    assert set(listed.moves) == {"Ba1", "Ob1", "Pc1", "Yd1"}


async def test_no_moves_are_listed_once_the_game_is_over() -> None:
    table = state(Record.of(pop("BB/OO/GG/PP/YY", "B/O")).resign(1))
    assert (await answer_to(table, Moves("x"))).moves == ()


async def test_an_unfinished_turn_is_sketched_or_refused_with_its_clause() -> None:
    table = state(Record.new(sommet.game("pylos"), seed=7))
    sketched = await answer_to(table, Sketch("x", ("1b2",)), viewer=0)
    assert isinstance(sketched, Sketched)
    assert sketched.end
    with pytest.raises(IllegalMove) as error:
        await answer_to(table, Sketch("x", ("1b2", "x1a1")), viewer=0)
    assert error.value.game == "pylos"
    assert error.value.clause.startswith("P")


async def test_touching_an_illegal_piece_is_refused_with_its_clause() -> None:
    table = state(Record.new(sommet.game("pylos"), seed=7).play("1b2").play("1c3"))
    for touched, clause in (("1b2", "P2c"), ("1c3", "P2"), ("reserve 1.3", "P2"), ("board", "P2")):
        with pytest.raises(IllegalMove) as error:
            await answer_to(table, Explain("x", touched), viewer=0)
        assert (error.value.game, error.value.clause) == ("pylos", clause)
    with pytest.raises(TextError):
        await answer_to(table, Explain("x", "nothing"), viewer=0)
    with pytest.raises(Refusal):
        await answer_to(table, Explain("x", "1b2"), viewer=1)
    assert await answer_to(table, Explain("x", "board", ("1a1",)), viewer=0) == Acknowledged("x")


async def test_an_expired_clock_stays_at_zero_and_all_colours_are_revealed() -> None:
    record: Record[Any] = Record.new(sommet.game("kabaleo"), seed=7)
    over = replace(state(record.leave(1, Ending.TIME)), left=(10.0, 3.0))
    frame = Snapshot(over).frame(None)
    assert frame.clocks is not None
    assert frame.clocks.left == (10.0, 0.0)
    assert frame.board is not None
    assert frame.board.outcome is not None
    assert frame.board.outcome.secrets == record.position.secrets


async def test_the_result_names_who_left_but_not_their_partner() -> None:
    record: Record[Any] = Record.new(sommet.game("colorpop players=4 variant=teams"), seed=7)
    board = Snapshot(state(record.resign(1))).frame(None).board
    assert board is not None
    assert board.outcome is not None
    assert board.outcome.winners == (0, 2)
    assert board.outcome.result == "win"
    assert board.outcome.leavers == (1,)
    assert board.outcome.decided == ""
