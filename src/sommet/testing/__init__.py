"""The conformance kit: checks that every game must pass, Sommet's and yours.

    from sommet.testing import conform

    conform(MyGame.create(players=3))

`CHECKS` lists the checks one by one, for `pytest.mark.parametrize`. Hypothesis strategies are in
`sommet.testing.strategies`, which needs Hypothesis.
"""

from __future__ import annotations

from typing import Any

from sommet.core import registry
from sommet.core.game import Game
from sommet.core.game_definition import check_class
from sommet.testing.checks import CHECKS, Check
from sommet.testing.random_games import Stages, every_game, every_option, random_game

__all__ = ["CHECKS", "Check", "Stages", "conform", "every_game", "every_option", "random_game"]


def conform(game: str | Game[Any], games: int = 3) -> None:
    """Run every check on a few random games; AssertionError says what is wrong, TypeError what the
    class lacks."""
    if isinstance(game, str):
        game = registry.game(game)
    check_class(type(game))
    for seed in range(games):
        stages = random_game(game, seed)
        for check in CHECKS:
            check(stages)
