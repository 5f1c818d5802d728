"""What every level guarantees: determinism, limits, interruption, errors."""

from __future__ import annotations

from itertools import count
from math import inf
from time import perf_counter
from typing import Any

import pytest

import sommet
from sommet import Game, GameOver, OptionError, Record
from sommet.testing.random_games import every_game
from tests.marbles import Marbles
from tests.missing_extras import needs
from tests.new_interpreter import run_code

pytest.importorskip("numba")

from sommet.engine.mcts.player import SearchPlayer
from sommet.engine.players import Deadline
from sommet.machine import shipped_library


def play_game(game: Game[Any], moves: int, seed: int = 3) -> Record[Any]:
    """An unfinished game between gentle players."""
    record, gentle = Record.new(game, seed), sommet.player(game, "gentle", seed=seed)
    for _ in range(moves):
        record = record.play(gentle.choose(record.view(record.turn)))
    return record


def test_levels_are_ordered_from_weak_to_strong() -> None:
    assert sommet.levels() == ("novice", "gentle", "club", "strong", "master")


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_every_level_plays_every_variant_to_the_end(game: Game[Any]) -> None:
    players = [
        sommet.player(game, level, seed=seat, simulations=12)
        for seat, level in zip(range(game.seats), ("master", "club", "strong") * 2, strict=False)
    ]
    record = Record.new(game, 5)
    if len(game.sides) > 2:
        record = record.resign(1)
    while not record.outcome:
        seat = record.turn
        move = record.stand_in() if seat in record.out else players[seat].choose(record.view(seat))
        record = record.play(move)
    assert record.out.isdisjoint(record.outcome.winners)


@pytest.mark.parametrize("level", sommet.levels())
@pytest.mark.parametrize("name", sommet.names())
def test_seed_simulations_and_view_determine_the_choice(name: str, level: str) -> None:
    view = play_game(sommet.game(name), 4).view(0)
    busy = sommet.player(name, level, seed=1, simulations=100)
    busy.choose(play_game(sommet.game(name), 2).view(0))
    for seed in range(3):
        players = [sommet.player(name, level, seed=seed, simulations=100) for _ in range(2)]
        assert len({player.choose(view) for player in players}) == 1
    assert busy.choose(view) == sommet.player(name, level, seed=1, simulations=100).choose(view)


@pytest.mark.parametrize("level", sommet.levels())
@pytest.mark.parametrize("name", sommet.names())
def test_an_analysis_lists_each_legal_move_at_most_once_best_first(name: str, level: str) -> None:
    view = play_game(sommet.game(name), 6).view(0)
    analysis = sommet.player(name, level, simulations=500).analyse(view)
    moves = [line.move for line in analysis.lines]
    assert len(moves) == len(set(moves))
    assert set(moves) <= set(view.moves())
    assert analysis.best == moves[0]
    assert analysis.value == analysis.lines[0].value
    for line in analysis.lines:
        assert 0 <= line.value <= 1
        assert line.moves[0] == line.move
        ahead = view
        for move in line.moves:
            ahead = ahead.play(move)


@pytest.mark.parametrize("name", sommet.names())
def test_a_line_continues_as_deep_as_the_tree(name: str) -> None:
    analysis = sommet.player(name, "master", simulations=3000).analyse(
        sommet.game(name).start(1).view(0)
    )
    assert len(analysis.lines[0].moves) > 1
    assert analysis.simulations == 3000
    assert sum(line.visits for line in analysis.lines) <= 3000


def test_a_player_that_never_slips_plays_the_first_line_of_its_analysis() -> None:
    view = play_game(sommet.game("pylos", variant="expert"), 12).view(0)
    master = sommet.player("pylos", "master", simulations=400)
    assert master.choose(view) == master.analyse(view).best


def test_the_club_player_slips_now_and_then() -> None:
    view = sommet.game("triedre").start().view(0)
    chosen = {sommet.player("triedre", "club", seed=seed).choose(view) for seed in range(12)}
    assert len(chosen) > 2


def test_a_player_uses_its_time_limit() -> None:
    master = sommet.player("kabaleo", "master", seconds=0.2)
    begin = perf_counter()
    master.choose(sommet.game("kabaleo").start(1).view(0))
    assert perf_counter() - begin >= 0.2


def test_time_is_measured_by_the_clock_of_the_player() -> None:
    player = sommet.player("pylos", "strong_v1", seconds=5)
    assert isinstance(player, SearchPlayer)
    player.clock = count(0.0).__next__  # each call advances it by a second
    shares = [one.done for one in player.analyse_in_slices(sommet.game("pylos").start().view(0))]
    assert shares == [0.25, 0.5, 0.75]


@pytest.mark.parametrize(
    ("limits", "simulations"),
    [({"seconds": 2.0}, 8000), ({"seconds": 0.1, "simulations": 2000}, 500)],
)
def test_inference_gets_a_quarter_of_the_simulations_per_move_and_role(
    limits: dict[str, Any], simulations: int
) -> None:
    master = sommet.player("kabaleo", "master", **limits)
    assert isinstance(master, SearchPlayer)
    assert master.inference_simulations == simulations
    unread = sommet.player("kabaleo", "master_unread", **limits)
    assert isinstance(unread, SearchPlayer)
    assert unread.inference_simulations == 0


@pytest.mark.parametrize("name", ["kabaleo players=4", "colorpop"])
def test_inference_leaves_time_to_search(name: str) -> None:
    view = play_game(sommet.game(name), 6).view(0)
    master = sommet.player(view.game, "master", seconds=40)
    assert isinstance(master, SearchPlayer)
    master.clock = count(0.0).__next__  # each call advances it by a second
    searching = [one.done for one in master.analyse_in_slices(view) if one.done > 0.4]
    assert len(searching) > 15


@pytest.mark.parametrize("name", ["kabaleo", "colorpop players=3"])
def test_a_player_may_analyse_the_view_of_a_seat_and_then_that_of_a_spectator(name: str) -> None:
    """A spectator must consider more roles than a seat that knows its own."""
    record = play_game(sommet.game(name), 4)
    used, fresh = (sommet.player(name, "strong", seed=1, simulations=400) for _ in range(2))
    used.analyse(record.view(record.turn))
    assert used.analyse(record.view(None)) == fresh.analyse(record.view(None))


def test_the_limit_reached_first_applies() -> None:
    view = sommet.game("pylos").start().view(0)
    few = sommet.player("pylos", "master", seconds=60, simulations=300).analyse(view)
    assert few.simulations == 300
    short = sommet.player("pylos", "master", seconds=0.01, simulations=10**9).analyse(view)
    assert 0 < short.simulations < 10**7


def test_a_player_that_is_stopped_answers_at_once() -> None:
    view = sommet.game("colorpop").start(1).view(0)
    master = sommet.player("colorpop", "master", seconds=1e9)
    calls = count()
    assert master.choose(view, stop=lambda: next(calls) > 3) in view.moves()
    assert master.analyse(view, stop=lambda: True).simulations > 0


def test_a_forced_move_is_played_without_searching() -> None:
    game = sommet.game("triedre")
    position = game.parse("LLDLLLDLLDLLLLD/DDLDDDLDLD/LDLLDD/DLD/. D 0L1D/0L1D")
    view = position.view(1)
    assert len(view.moves()) == 1
    assert sommet.player(game, "master", seconds=1e9).choose(view) == view.moves()[0]


@pytest.mark.parametrize("name", sommet.names())
def test_only_a_player_limited_by_seconds_alone_reuses_its_tree(name: str) -> None:
    view = sommet.game(name).start(1, first=0).view(0)
    counted = sommet.player(name, "master", simulations=1500)
    line = counted.analyse(view).lines[0]
    later = view.play(line.moves[0]).play(line.moves[1])
    assert counted.analyse(later).simulations == 1500

    timed = sommet.player(name, "master", seconds=0.1)
    line = timed.analyse(view).lines[0]
    later = view.play(line.moves[0]).play(line.moves[1])
    another = sommet.player(name, "master", seconds=0.1)
    assert (
        timed.analyse(later, stop=lambda: True).simulations
        > another.analyse(later, stop=lambda: True).simulations
    )


def test_players_refuse_to_move_once_the_game_is_over() -> None:
    over = Record.new(sommet.game("pylos")).resign(0).view(1)
    for level in sommet.levels():
        with pytest.raises(GameOver):
            sommet.player("pylos", level, simulations=10).choose(over)


def test_unknown_levels_and_invalid_limits_are_refused_by_name() -> None:
    with pytest.raises(OptionError, match=r"There is no level 'flawless'\. Choose novice, gentle"):
        sommet.player("pylos", "flawless")
    with pytest.raises(OptionError, match="`seconds` must be greater than 0"):
        sommet.player("pylos", "master", seconds=0)
    with pytest.raises(OptionError, match="`simulations` must be greater than 0"):
        sommet.player("pylos", "gentle", simulations=-1)


def test_a_game_without_a_kernel_still_has_players() -> None:
    game = Marbles()
    view = game.start(1).view(0)
    assert sommet.player(game, "gentle").choose(view) in view.moves()
    with pytest.raises(OptionError, match="Level club needs a kernel, and Marbles has none"):
        sommet.player(game, "club")


def test_the_levels_of_a_game_are_those_available_here() -> None:
    program = """
import os, sys
os.environ["SOMMET_JIT"] = "1"
sys.modules["numba"] = None
import sommet
from sommet.tables.setup import Bot, Me, Setup, complete_setup
print(*sommet.levels("pylos"))
try:
    complete_setup(Setup("pylos", chairs=(Me(), Bot("master"))), lambda below: 0)
except sommet.SommetError as refused:
    print(refused)
"""
    assert run_code(program).splitlines() == [
        "novice gentle",
        "There is no level 'master'. Choose novice or gentle.",
    ]


def test_without_the_extra_the_levels_that_need_it_name_it() -> None:
    program = """
import os, sys
os.environ["SOMMET_JIT"] = "1"
sys.modules["numba"] = None
import sommet
view = sommet.game("pylos").start().view(0)
for level in sommet.levels():
    try:
        print(sommet.player("pylos", level).choose(view) in view.moves())
    except sommet.OptionError as error:
        print(error)
"""
    assert run_code(program).splitlines() == [
        "True",
        "True",
        needs("Level club", "numba", "jit"),
        needs("Level strong", "numba", "jit"),
        needs("Level master", "numba", "jit"),
    ]


@pytest.mark.skipif(not shipped_library.loaded(), reason="there is no library for this machine")
def test_without_numba_the_library_chooses_the_moves_that_the_jit_chooses() -> None:
    hidden = "import sys; sys.modules['numba'] = sys.modules['filelock'] = None"
    program = """
import sommet
for name in sommet.names():
    assert sommet.levels(name)[:5] == sommet.levels()
    start = sommet.game(name).start(5)
    player = sommet.player(name, "master", seed=1, simulations=300)
    print(player.choose(start.view(start.turn)))
"""
    by_jit = run_code(program, SOMMET_JIT="1")
    assert run_code(f"{hidden}\n{program}") == by_jit


def test_a_deadline_expires_at_its_time() -> None:
    time = [3.0]
    deadline = Deadline(until=5.0, clock=lambda: time[0])
    assert not deadline.expired
    time[0] = 5.0
    assert deadline.expired


def test_stop_expires_a_deadline() -> None:
    assert Deadline(lambda: True).expired
    assert not Deadline(lambda: False).expired
    assert not Deadline(lambda: True).without_stop.expired


def test_time_is_split_and_unused_time_goes_to_later_parts() -> None:
    time = [10.0]
    deadline = Deadline(until=40.0, clock=lambda: time[0])
    assert deadline.part(3).until == 20.0
    time[0] = 12.0
    assert deadline.part(2).until == 26.0
    assert deadline.part(0.25).until == deadline.until, "more cores than work"
    assert Deadline().part(3).until == inf
