"""Our strongest level against OpenSpiel's IS-MCTS at equal processor time per move.

    python -m benchmarks.ismcts GAME [--games 40] [--seconds 0.5 | --simulations 2000]

Both play on the same states. Ours stops by the clock or, on a shared machine, after a number of
simulations; its processor time per turn is measured, and theirs gets as many simulations per step
as took that long in its previous steps. Each deal is played twice, with seats swapped.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import sommet
from sommet.arena import Score
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.registry import kind
from sommet.engine.players import win_share
from sommet.envs.openspiel import short_name

NO_LIMIT_S = 600.0
"""Longer than any move takes."""


class OpenSpielPlayer:
    """IS-MCTS with random rollouts."""

    def __init__(self, game: Any, seed: int) -> None:
        chance = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed + 1))
        self._bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 50, random_state=chance)
        self._rate = 200.0
        self.spent: list[float] = []

    def turn(self, state: Any, seconds: float) -> list[int]:
        """The steps of a whole turn, in about `seconds` of processor time."""
        state, steps, begin = state.clone(), [], process_time()
        while True:
            alone = state.at.moment.is_turn_start and self._single(state)
            simulations = max(8, int(self._rate * (seconds if alone else seconds / 2)))
            self._bot._max_simulations = simulations
            started = process_time()
            step = int(self._bot.step(state))
            if len(state.legal_actions()) > 1:
                took = process_time() - started
                self._rate = 0.5 * self._rate + 0.5 * simulations / took
            steps.append(step)
            state.apply_action(step)
            if state.at.moment.is_turn_start:
                self.spent.append(process_time() - begin)
                return steps

    @staticmethod
    def _single(state: Any) -> bool:
        """Whether any first step ends the turn."""
        return bool(state.at.moment.play(state.legal_actions()[0]).is_turn_start)


def play(
    name: str, deal: int, seat: int, seconds: float, simulations: int | None
) -> tuple[float, list[float], list[float]]:
    """One game with us at `seat`: our share of the win, our times per turn, theirs."""
    game = pyspiel.load_game(f"{short_name(name)}(seed={deal})")
    state = game.new_initial_state()
    world = np.random.RandomState(deal).randint(len(game.worlds))
    state.apply_action(int(world))
    record = Record.of(Position(game.game, game.start.table, game.worlds[world]))
    patience = seconds if simulations is None else NO_LIMIT_S
    ours = sommet.player(name, "master", seconds=patience, simulations=simulations, seed=deal)
    theirs, spent = OpenSpielPlayer(game, deal), list[float]()
    while not record.outcome:
        if record.turn == seat:
            begin = process_time()
            path = ours.choose(record.view(seat)).steps
            spent.append(process_time() - begin)
            for text in path:
                step = next(
                    step for step in state.legal_actions() if state.action_to_string(step) == text
                )
                state.apply_action(step)
        else:
            path = ()
            for step in theirs.turn(state, float(np.mean(spent)) if spent else seconds):
                path = (*path, state.action_to_string(step))
                state.apply_action(step)
        record = record.play("".join(path))
    return win_share(game.game, record.outcome.winners, seat), spent, theirs.spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--simulations", type=int)
    given = parser.parse_args()
    score, ours, theirs = Score(), list[float](), list[float]()
    for number in range(given.games):
        points, own, other = play(
            given.game, number // 2, number % 2, given.seconds, given.simulations
        )
        score, ours, theirs = score.plus(points), ours + own, theirs + other
        low, high = score.interval
        print(
            f"{kind(given.game).name}: {score.won} won, {score.shared} shared, {score.lost} lost; "
            f"{score.rate:.1%}, 95% interval {low:.1%} to {high:.1%}; processor seconds per "
            f"move: ours {np.mean(ours):.3f}, theirs {np.mean(theirs):.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
