"""The random and the greedy player."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import Position, Record, View
from sommet.engine.baselines import GreedyPlayer, RandomPlayer


def test_the_random_player_plays_every_move_sooner_or_later() -> None:
    view = sommet.game("pylos").start().view(0)
    chosen = {sommet.player("pylos", "random", seed=seed).choose(view) for seed in range(200)}
    assert chosen == set(view.moves())


def test_the_novice_overlooks_what_others_see() -> None:
    view = sommet.game("kabaleo").start(1).view(0)
    seen = [sommet.player("kabaleo", "novice", seed=seed).analyse(view) for seed in range(20)]
    assert {len(analysis.lines) for analysis in seen} == {2}
    assert len({line.move for analysis in seen for line in analysis.lines}) > 10
    assert all(analysis.lines[0].value >= analysis.lines[1].value for analysis in seen)


def test_the_gentle_player_takes_back_what_it_can() -> None:
    position = sommet.game("pylos").parse("LL..L......D..DD/........./..../. L")
    assert isinstance(position, Position)
    chosen = sommet.player("pylos", "gentle").choose(position.view(0))
    assert str(chosen).count("x") == 2


def test_the_gentle_player_wins_when_it_can_at_once() -> None:
    game = sommet.game("pylos", empty_reserve="may_raise")
    position = game.parse(".LLLLDDLDDDLLLLL/.LL.LDDLL/...D/. D")
    assert isinstance(position, Position)
    analysis = sommet.player(game, "gentle").analyse(position.view(1))
    assert (str(analysis.best), analysis.value, analysis.lines[0].proven) == ("3b1", 1, True)


def test_the_gentle_player_weighs_what_may_be_hidden() -> None:
    """C7: taking the last yellow tokens loses if yellow is the opponent's, one time in four."""
    game = sommet.game("colorpop")
    view = game.parse(
        "PG/P/OGB/O/OBOPP/YYP/BYB/BB/GO 2 BBBBBBOOOOGGGGGGGGGPPPPPYYYYYYYYYYYYYY/"
        "BBBBBBBOOOOOOOOOOGGGGGGGPPPPPPPPPYY***** ?/G"
    )
    assert isinstance(view, View)
    analysis = sommet.player(game, "gentle").analyse(view)
    *_, worst = analysis.lines
    assert str(worst.move) == "Yf1"
    assert worst.value < 0.75
    assert not worst.proven


def test_considering_every_reply_finds_the_safest_move() -> None:
    surprised = 0
    for seed in range(4):
        record = Record.new(sommet.game("pylos"), seed)
        for _ in range(14):
            record = record.play(RandomPlayer(seed).choose(record.view(record.turn)))
        seat, view = record.turn, record.view(record.turn)
        feared = {move: worst(record.position.play(move), seat) for move in view.moves()}
        most = max(feared.values())
        assert feared[GreedyPlayer(seed, max_replies=1000).choose(view)] == most
        surprised += feared[GreedyPlayer(seed).choose(view)] < most
    assert surprised  # who thinks of no answer is


def worst(position: Position[Any], seat: int) -> float:
    """How things look for a seat after the answer that is worst for it. Nobody wins at once."""
    after = [position.play(move) for move in position.moves()]
    assert not any(each.outcome for each in after)
    return min(each.game.evaluate(each.table, each.secrets, seat) for each in after)


@pytest.mark.parametrize("name", sommet.names())
def test_the_seed_breaks_ties(name: str) -> None:
    view = sommet.game(name).start(1).view(0)
    chosen = {sommet.player(name, "gentle", seed=seed).choose(view) for seed in range(20)}
    assert len(chosen) > 1 or name == "colorpop"
