"""Our strongest level against OpenSpiel's IS-MCTS at the same time for a move.

    python -m benchmarks.ismcts GAME [--games 40] [--seconds 0.5]

Both play on the same states. The time that a whole turn of ours takes is measured by the clock, and
theirs is given as many simulations a step as took that long in the steps before. Each deal is
played twice, with the seats changed about.
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import sommet
from sommet.arena import Score
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.registry import kind
from sommet.engine.players import share
from sommet.envs.openspiel import short_name


class Theirs:
    """IS-MCTS with random rollouts, which takes about so many seconds for a turn."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        chance = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed + 1))
        self._bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 50, random_state=chance)
        self._rate = 200.0
        self.seconds = seconds
        self.spent: list[float] = []

    def turn(self, state: Any) -> list[int]:
        """The steps of a whole turn."""
        state, steps, begin = state.clone(), [], perf_counter()
        while True:
            share_of_time = (
                self.seconds
                if state.at.moment.fresh and self._single(state)
                else (self.seconds / 2)
            )
            simulations = max(8, int(self._rate * share_of_time))
            self._bot._max_simulations = simulations
            started = perf_counter()
            step = int(self._bot.step(state))
            if len(state.legal_actions()) > 1:
                took = perf_counter() - started
                self._rate = 0.5 * self._rate + 0.5 * simulations / took
            steps.append(step)
            state.apply_action(step)
            if state.at.moment.fresh:
                self.spent.append(perf_counter() - begin)
                return steps

    @staticmethod
    def _single(state: Any) -> bool:
        """Whether any first step ends the turn."""
        return bool(state.at.moment.play(state.legal_actions()[0]).fresh)


def play(name: str, deal: int, seat: int, seconds: float) -> tuple[float, list[float], list[float]]:
    """One game with us at a seat: our share, our times for a turn, theirs."""
    game = pyspiel.load_game(f"{short_name(name)}(seed={deal})")
    state = game.new_initial_state()
    world = np.random.RandomState(deal).randint(len(game.worlds))
    state.apply_action(int(world))
    record = Record.of(Position(game.game, game.start.table, game.worlds[world]))
    ours = sommet.player(name, "master", seconds=seconds, seed=deal)
    theirs, spent = Theirs(game, seconds, deal), list[float]()
    while not record.outcome:
        if record.turn == seat:
            begin = perf_counter()
            path = ours.choose(record.view(seat)).steps
            spent.append(perf_counter() - begin)
            for text in path:
                step = next(
                    step for step in state.legal_actions() if state.action_to_string(step) == text
                )
                state.apply_action(step)
        else:
            path = ()
            for step in theirs.turn(state):
                path = (*path, state.action_to_string(step))
                state.apply_action(step)
        record = record.play("".join(path))
    return share(game.game, record.outcome.winners, seat), spent, theirs.spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.5)
    given = parser.parse_args()
    score, ours, theirs = Score(), list[float](), list[float]()
    for number in range(given.games):
        points, own, other = play(given.game, number // 2, number % 2, given.seconds)
        score, ours, theirs = score.plus(points), ours + own, theirs + other
        low, high = score.interval
        print(
            f"{kind(given.game).name}: {score.won} won, {score.shared} shared, {score.lost} lost; "
            f"{score.rate:.1%}, 95% interval {low:.1%} to {high:.1%}; seconds a move: ours "
            f"{np.mean(ours):.3f}, theirs {np.mean(theirs):.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
