"""The random player and the greedy players."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import Position, Record
from sommet.engine.baselines import GreedyPlayer, RandomPlayer


def test_the_random_player_eventually_plays_every_move() -> None:
    view = sommet.game("pylos").start().view(0)
    chosen = {sommet.player("pylos", "random", seed=seed).choose(view) for seed in range(200)}
    assert chosen == set(view.moves())


def test_the_novice_considers_only_two_moves() -> None:
    view = sommet.game("kabaleo").start(1).view(0)
    seen = [sommet.player("kabaleo", "novice", seed=seed).analyse(view) for seed in range(20)]
    assert {len(analysis.lines) for analysis in seen} == {2}
    assert len({line.move for analysis in seen for line in analysis.lines}) > 10
    assert all(analysis.lines[0].value >= analysis.lines[1].value for analysis in seen)


def test_the_gentle_player_takes_back_two_balls_if_possible() -> None:
    position = sommet.game("pylos").parse("LL..L......D..DD/........./..../. L")
    chosen = sommet.player("pylos", "gentle").choose(position.view(0))
    assert str(chosen).count("x") == 2


def test_the_gentle_player_wins_at_once_if_possible() -> None:
    game = sommet.game("pylos", empty_reserve="may_raise")
    position = game.parse(".LLLLDDLDDDLLLLL/.LL.LDDLL/...D/. D")
    analysis = sommet.player(game, "gentle").analyse(position.view(1))
    assert (str(analysis.best), analysis.value, analysis.lines[0].proven) == ("3b1", 1, True)


def test_the_gentle_player_accounts_for_hidden_secrets() -> None:
    """C7: taking the last yellow tokens loses if yellow is the opponent's, a one in four chance."""
    game = sommet.game("colorpop")
    view = game.parse_view(
        "PG/P/OGB/O/OBOPP/YYP/BYB/BB/GO 2 BBBBBBOOOOGGGGGGGGGPPPPPYYYYYYYYYYYYYY/"
        "BBBBBBBOOOOOOOOOOGGGGGGGPPPPPPPPPYY***** ?/G"
    )
    analysis = sommet.player(game, "gentle").analyse(view)
    *_, worst_evaluation = analysis.lines
    assert str(worst_evaluation.move) == "Yf1"
    assert worst_evaluation.value < 0.75
    assert not worst_evaluation.proven


def test_considering_every_reply_finds_the_safest_move() -> None:
    improvements = 0
    for seed in range(4):
        record = Record.new(sommet.game("pylos"), seed)
        for _ in range(14):
            record = record.play(RandomPlayer(seed).choose(record.view(record.turn)))
        seat, view = record.turn, record.view(record.turn)
        worst_cases = {
            move: worst_evaluation(record.position.play(move), seat) for move in view.moves()
        }
        most = max(worst_cases.values())
        assert worst_cases[GreedyPlayer(seed, max_replies=1000).choose(view)] == most
        improvements += worst_cases[GreedyPlayer(seed).choose(view)] < most
    assert improvements  # the default player ignores replies


def worst_evaluation(position: Position[Any], seat: int) -> float:
    """The evaluation for a seat after the reply that is worst for it. No reply ends the game."""
    after = [position.play(move) for move in position.moves()]
    assert not any(each.outcome for each in after)
    return min(each.game.evaluate(each.table, each.secrets, seat) for each in after)


@pytest.mark.parametrize("name", sommet.names())
def test_the_seed_breaks_ties(name: str) -> None:
    view = sommet.game(name).start(1).view(0)
    chosen = {sommet.player(name, "gentle", seed=seed).choose(view) for seed in range(20)}
    assert len(chosen) > 1 or name == "colorpop"


@pytest.mark.parametrize("level", ["random", "novice", "gentle"])
def test_a_player_refuses_the_view_of_another_game(level: str) -> None:
    player = sommet.player("pylos", level)
    with pytest.raises(sommet.OptionError, match=r"^This player plays pylos .*, not kabaleo "):
        player.choose(sommet.game("kabaleo").start(seed=7).view(0))
    view = sommet.game("pylos").start().view(0)
    assert player.choose(view) in view.moves()
