"""What a visitor is told of a game that somebody left, now and of its past."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import sommet
from sommet import IllegalMove, Record, TextError
from sommet.core.deal import Deal
from sommet.core.outcome import Ending
from sommet.server.live.messages import Acknowledged, Listed, Moves, Sketch, Sketched, Touch
from sommet.server.live.query_handler import QueryHandler
from sommet.server.live.snapshot import Snapshot
from sommet.server.refusals import Refusal
from sommet.server.runtime.worker_pool import WorkerPool
from sommet.server.store.people import Person
from sommet.server.tables.events import Opened, SeatOccupant
from sommet.server.tables.setup import Me, Setup, complete_setup
from sommet.server.tables.table_state import TableState
from tests.positions import colorpop as pop

pytestmark = pytest.mark.anyio

ADA = Person("a", "Ada")


def state(record: Record[Any]) -> TableState:
    """A table at which this game is played, all by one person."""
    seats = record.game.seats
    setup = complete_setup(
        Setup(record.game.id, record.game.settings, (Me(),) * seats), lambda seats: 0
    )
    seated = (SeatOccupant(ADA.id, ADA.name),) * seats
    begun = TableState.create(
        "t", "seed", 1000.0, Opened(setup, 1, Deal("seed").commitment, ADA.id, seated)
    )
    return replace(begun, record=record)


async def asked(table: TableState, ask: Any, viewer: int | None = None) -> Any:
    told: list[Any] = []
    room: Any = SimpleNamespace(state=table, id=table.id)
    subscriber: Any = SimpleNamespace(person=ADA, viewer=viewer, send=told.append)
    nobody: Any = None
    worker_pool = WorkerPool()
    try:
        await QueryHandler(nobody, nobody, worker_pool, nobody, nobody).answer(
            room, subscriber, ask
        )
    finally:
        worker_pool.close()
    (only,) = told
    return only


async def test_moves_are_listed_though_the_colour_of_who_left_is_gone() -> None:
    table = state(Record.of(pop("BB/OO/GG/PP/YY", "B/O/G")).resign(2).play("Gc1"))
    assert table.stage == "running"
    listed = await asked(table, Moves("x"))
    assert isinstance(listed, Listed)
    assert set(listed.moves) == {"Ba1", "Ob1", "Pc1", "Yd1"}


async def test_no_moves_are_listed_once_the_game_is_over() -> None:
    table = state(Record.of(pop("BB/OO/GG/PP/YY", "B/O")).resign(1))
    assert (await asked(table, Moves("x"))).moves == ()


async def test_a_half_made_turn_is_sketched_or_refused_by_its_clause() -> None:
    table = state(Record.new(sommet.game("pylos"), seed=7))
    sketched = await asked(table, Sketch("x", ("1b2",)), viewer=0)
    assert isinstance(sketched, Sketched)
    assert sketched.end
    with pytest.raises(IllegalMove) as error:
        await asked(table, Sketch("x", ("1b2", "x1a1")), viewer=0)
    assert error.value.game == "pylos"
    assert error.value.clause.startswith("P")


async def test_a_touch_of_what_cannot_be_chosen_is_refused_by_its_clause() -> None:
    table = state(Record.new(sommet.game("pylos"), seed=7).play("1b2").play("1c3"))
    for touched, clause in (("1b2", "P2c"), ("1c3", "P2"), ("reserve 1.3", "P2"), ("board", "P2")):
        with pytest.raises(IllegalMove) as error:
            await asked(table, Touch("x", touched), viewer=0)
        assert (error.value.game, error.value.clause) == ("pylos", clause)
    with pytest.raises(TextError):
        await asked(table, Touch("x", "nothing"), viewer=0)
    with pytest.raises(Refusal):
        await asked(table, Touch("x", "1b2"), viewer=1)
    assert await asked(table, Touch("x", "board", ("1a1",)), viewer=0) == Acknowledged("x")


async def test_a_clock_that_ran_out_stays_at_nothing_and_every_colour_is_told() -> None:
    record: Record[Any] = Record.new(sommet.game("kabaleo"), seed=7)
    over = replace(state(record.leave(1, Ending.TIME)), left=(10.0, 3.0))
    frame = Snapshot(over).frame(None)
    assert frame.clocks is not None
    assert frame.clocks.left == (10.0, 0.0)
    assert frame.board is not None
    assert frame.board.outcome is not None
    assert frame.board.outcome.secrets == record.position.secrets


async def test_the_end_tells_who_left_and_not_who_was_their_partner() -> None:
    record: Record[Any] = Record.new(sommet.game("colorpop players=4 variant=teams"), seed=7)
    board = Snapshot(state(record.resign(1))).frame(None).board
    assert board is not None
    assert board.outcome is not None
    assert board.outcome.winners == (0, 2)
    assert board.outcome.result == "win"
    assert board.outcome.leavers == (1,)
    assert board.outcome.decided == ""
