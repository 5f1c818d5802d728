"""Cached players continue from what they know, their number is limited, and they reveal no
secret."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sommet
from sommet import Record
from sommet.engine import Analyst, Timed
from sommet.games.colorpop import ColorPop
from sommet.games.kabaleo import Kabaleo
from sommet.server.engines.jobs import EngineJob
from sommet.server.engines.player_cache import PlayerCache, run_job
from sommet.testing.strategies import records

pytest.importorskip("numba")


def stopped_early() -> bool:
    """Stops a search at once, so that results don't depend on the speed of the machine."""
    return True


def job(view: Any, level: str = "master", **more: Any) -> EngineJob:
    return EngineJob(view, level, **{"seconds": 60.0, "of": "a table", **more})


@pytest.mark.parametrize("name", sommet.names())
def test_a_search_continues_from_the_tree_of_the_previous_move(name: str) -> None:
    players = PlayerCache()
    view = sommet.game(name).start(1, first=0).view(0)
    first = players.player_for(job(view, seconds=0.2))
    before = first.analyse(view)
    line = before.lines[0].moves
    later = view.play(line[0]).play(line[1])
    again = players.player_for(job(later, seconds=0.1))
    new_player = PlayerCache().player_for(job(later))
    assert again is first
    carried = again.analyse(later, stopped_early).simulations
    assert carried > new_player.analyse(later, stopped_early).simulations


def test_positions_before_a_takeback_are_searched_again() -> None:
    players, game = PlayerCache(), sommet.game("pylos")
    start = game.start(1).view(0)
    later = start.play("1b2").play("1c3")
    for view in (start, later, start, later.play("1a1").play("1d4"), later):
        asked = job(view)
        chosen = run_job(players.player_for(asked), asked, stopped_early).moves[0].move
        assert chosen in set(map(str, view.moves()))


def test_each_table_seat_level_and_set_of_options_has_its_own_player() -> None:
    players, view = PlayerCache(), sommet.game("kabaleo").start(1).view(0)
    one = players.player_for(job(view))
    assert players.player_for(job(view)) is one
    for other in (
        job(view, of="another table"),
        job(view, seed=1),
        job(view, "club"),
        job(sommet.game("kabaleo", players=3).start(1).view(0)),
    ):
        assert players.player_for(other) is not one


def test_all_tables_share_one_perfect_player() -> None:
    players, view = PlayerCache(), sommet.game("triedre").start(1).view(0)
    one = players.player_for(job(view, "perfect", of="a table"))
    assert players.player_for(job(view, "perfect", of="", seed=4)) is one


def test_players_without_memory_are_not_cached() -> None:
    players, view = PlayerCache(), sommet.game("pylos").start(1).view(0)
    for asked in (job(view, "random"), job(view, "gentle"), job(view, of="")):
        players.player_for(asked)
    assert len(players) == 0


def test_a_full_cache_drops_the_least_recently_used_player() -> None:
    players, view = PlayerCache(max_players=3), sommet.game("pylos").start(1).view(0)
    first, second, third = (players.player_for(job(view, of=table)) for table in "123")
    assert players.player_for(job(view, of="1")) is first
    players.player_for(job(view, of="4"))
    assert len(players) == 3
    assert players.player_for(job(view, of="1")) is first
    assert players.player_for(job(view, of="3")) is third
    assert players.player_for(job(view, of="2")) is not second
    assert len(players) == 3


def test_a_cached_player_uses_the_time_of_each_job() -> None:
    players, view = PlayerCache(), sommet.game("pylos").start(1).view(0)
    for level in ("club", "master", "perfect"):
        for seconds in (2.0, 0.25):
            player = players.player_for(job(view, level, seconds=seconds))
            assert isinstance(player, Timed)
            assert player.seconds == seconds


def test_a_forgotten_player_is_created_again() -> None:
    players, view = PlayerCache(), sommet.game("pylos").start(1).view(0)
    one = players.player_for(job(view))
    players.forget(job(view))
    assert players.player_for(job(view)) is not one


def test_the_move_that_was_played_is_evaluated_even_if_it_is_not_among_the_best() -> None:
    view = sommet.game("pylos").start(1).view(0)
    player = PlayerCache().player_for(job(view, seconds=0.3))
    moves = [each.move for each in run_job(player, job(view, lines=99)).moves]
    found = run_job(player, job(view, lines=2, also=moves[-1])).moves
    assert len(found) == 3
    assert found[2].move == moves[-1]
    assert len(run_job(player, job(view, lines=2)).moves) == 2


def test_proven_values_are_marked_in_the_result() -> None:
    view = sommet.game("pylos variant=children").start(1).view(0)
    asked = job(view, level="perfect", lines=99)
    found = run_job(PlayerCache().player_for(asked), asked).moves
    assert {(each.value, each.proven) for each in found} == {(0.0, True)}


def choices(record: Record[Any], seat: int, level: str) -> list[str]:
    """The choices of one cached player at each of its turns, with its tree."""
    players, found = PlayerCache(), []
    for number in range(len(record.moves) + 1):
        past = record.at(number)
        if past.turn == seat and past.outcome is None:
            asked = job(past.view(seat), level, seed=3)
            player: Analyst = players.player_for(asked)
            found.append(run_job(player, asked, stopped_early).moves[0].move)
    return found


@pytest.mark.parametrize("level", ["random", "gentle", "club", "master"])
@settings(max_examples=30)  # tests/engine tries uncached players with more examples
@given(data=st.data())
def test_cached_players_choose_the_same_whatever_is_hidden(level: str, data: st.DataObject) -> None:
    record = data.draw(records(ColorPop) | records(Kabaleo))
    if record.outcome:
        return
    seat = record.turn
    dealt = data.draw(st.sampled_from(record.view(seat).worlds()))
    other = replace(record, start=replace(record.start, secrets=dealt))
    assert choices(other, seat, level) == choices(record, seat, level)
