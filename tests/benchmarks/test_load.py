"""`make load` with real servers and a few games."""

from __future__ import annotations

import argparse

import msgspec
import pytest

from benchmarks.load import SERVERS, LoadFigures, measure_load, table
from benchmarks.load_boardgame import BoardgameDriver
from benchmarks.load_boardgame import script as pyramid
from benchmarks.load_players import Match

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_games_are_played_on_our_server_and_every_move_is_received() -> None:
    ours = SERVERS["sqlite"]
    few = argparse.Namespace(games=3, rate=40.0, seconds=1.0, rounds=1)
    with ours.start() as running:
        figures = await measure_load(ours, running, few)
    assert figures.problems.startswith("refused 0, ")
    assert figures.problems.endswith(", unanswered 0")
    assert figures.processor > 0
    assert figures.opening > 0
    assert 0 < figures.median <= figures.most <= figures.worst


def test_the_peer_protocol_is_followed() -> None:
    peer = BoardgameDriver(["http://127.0.0.1:1", "http://127.0.0.1:2"])
    match = Match("id", ["7", "3"], ("one", "two"))
    assert peer.handle_message(match, 1, "2").answer == "3"
    assert peer.handle_message(match, 1, '0{"sid":"x"}').answer == "40/pyramid,"
    asked = peer.handle_message(match, 1, '40/pyramid,{"sid":"y"}').answer
    assert asked == '42/pyramid,["sync","id","1","two",2]'
    synced = peer.handle_message(match, 0, '42/pyramid,["sync","id",{"state":{"_stateID":0}}]')
    assert (synced.kind, synced.position) == ("greeted", 0)
    update = peer.handle_message(match, 0, '42/pyramid,["update","id",{"_stateID":4},[]]')
    assert (update.kind, update.position) == ("position", 4)
    match.played, match.position = 1, 4
    _, action, *rest = msgspec.json.decode(peer.move(match).removeprefix("42/pyramid,"))
    assert action["payload"] == {
        "type": "put",
        "args": [3],
        "playerID": "1",
        "credentials": "two",
    }
    assert rest == [4, "id", "1"]


def test_a_pyramid_is_built_from_the_bottom_up() -> None:
    cells = [int(cell) for cell in pyramid(5)]
    assert sorted(cells) == list(range(30))
    assert cells[-1] == 29
    for carried, under in ((16, {0, 1, 4, 5}), (24, {10, 11, 14, 15}), (28, {20, 21, 23, 24})):
        assert under <= set(cells[: cells.index(carried)])


def test_the_table_compares_the_servers() -> None:
    one = LoadFigures(25.0, 420.0, 2.1, 0.0, 5.5, 24.0, 85.0, 140.0, "")
    lines = table({"a": one, "b": one}).splitlines()
    assert len(lines) == 4
    assert lines[2] == "| a | 25 | 420 | 2.10 | – | 5.50 | 24 | 85 | 140 |"
