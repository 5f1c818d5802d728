"""A policy that learns Trièdre by self-play on a GPU, with PyTorch: it beats `gentle` after a few
minutes.

    python examples/learner_gpu.py --minutes 4 --curve curve.json

Thousands of games stay in the GPU's memory: observations, masks and results are arrays that PyTorch
uses without copying. A network scores each step and predicts the winner. In every round it plays
all games against itself; then the steps of games that went better than predicted become more likely
(PPO).
"""

from __future__ import annotations

import argparse
import json
from copy import deepcopy
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.functional import mse_loss, one_hot

import sommet
from sommet.arena import Score
from sommet.machine.gpu import GpuBatch
from sommet.machine.kernel_interface import kernel_for
from sommet.machine.stepper import KernelPosition

GAME = sommet.game("triedre")
KERNEL = kernel_for(GAME)
CELLS, KINDS, PHASES = 35, 4, 4
INPUTS = CELLS * KINDS + 4 + PHASES + 1
HIDDEN = 512
EPOCHS, CLIP, ENTROPY = 2, 0.2, 0.01
PIECE = 1 << 15
"""Steps per minibatch."""


def encoded(seen: Any) -> Any:
    """The columns of an observation (docs/kernels.md) as numbers from 0 to 1."""
    seen = seen.long()
    cells = one_hot(seen[:, :CELLS], KINDS).flatten(1)
    return torch.cat(
        [cells, seen[:, 35:39] / 13, one_hot(seen[:, 39], PHASES), seen[:, 40:41]], dim=1
    ).float()


class Policy(nn.Module):
    """The score of each step, and the value of the game for the player to act, from -1 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(INPUTS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU()
        )
        self.step, self.value = nn.Linear(HIDDEN, KERNEL.STEPS), nn.Linear(HIDDEN, 1)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        hidden = self.body(encoded(seen))
        scores = self.step(hidden).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(scores, dim=1), torch.tanh(self.value(hidden)).squeeze(1)


class Arrays:
    """The arrays of a batch as tensors that share its memory."""

    def __init__(self, batch: GpuBatch) -> None:
        self.seen, self.mask, self.turns, self.results, self.rewards = (
            torch.as_tensor(array, device="cuda")
            for array in (
                batch.observation,
                batch.mask,
                batch.turns,
                batch.results,
                batch.rewards,
            )
        )


@torch.no_grad()
def play(policy: Policy, batch: GpuBatch, arrays: Arrays) -> tuple[Any, ...]:
    """Play a game in every row, both sides by the policy. Returns the observations, masks, choices,
    their probabilities, the predicted values and the actual ones, step by step."""
    batch.reset()
    games = len(arrays.turns)
    told: list[tuple[Any, ...]] = []
    won = torch.zeros(games, 2, device="cuda")
    left = torch.ones(games, dtype=torch.bool, device="cuda")
    while left.any():
        batch.observe()
        seen, mask, turns = arrays.seen.clone(), arrays.mask.clone(), arrays.turns.long()
        likely, worth = policy(seen, mask)
        chosen = torch.multinomial(likely.exp(), 1).squeeze(1)
        told.append(
            (seen, mask, chosen, likely.gather(1, chosen[:, None])[:, 0], worth, turns, left)
        )
        batch.step(chosen)
        ended = left & (arrays.results > 0)
        won[ended] = arrays.rewards[ended]
        left = left & ~ended
    rows = torch.arange(games, device="cuda").repeat(len(told))
    seen, mask, chosen, likely, worth, turns, left = (
        torch.cat(part) for part in zip(*told, strict=True)
    )
    truth = 2 * won[rows, turns] - 1
    return tuple(part[left] for part in (seen, mask, chosen, likely, worth, truth))


def learn(policy: Policy, optimiser: Any, played: tuple[Any, ...]) -> None:
    """Make steps that went better than predicted more likely, and improve the prediction."""
    surprise = played[5] - played[4]
    surprise = (surprise - surprise.mean()) / surprise.std()
    for _ in range(EPOCHS):
        for some in torch.randperm(len(surprise), device="cuda").split(PIECE):
            seen, mask, chosen, before, _, truth = (part[some] for part in played)
            likely, worth = policy(seen, mask)
            ratio = (likely.gather(1, chosen[:, None])[:, 0] - before).exp()
            gain = torch.minimum(
                ratio * surprise[some], ratio.clamp(1 - CLIP, 1 + CLIP) * surprise[some]
            )
            spread = -(likely.exp() * likely.clamp(min=-30)).sum(1)
            loss = mse_loss(worth, truth) - gain.mean() - ENTROPY * spread.mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


@torch.no_grad()
def turn(policy: Policy, position: Any) -> str:
    """The policy's best turn, step by step."""
    moment, text = KernelPosition.of(position), ""
    seen = np.zeros(KERNEL.OBSERVATION_SIZE, np.uint8)
    while not (text and moment.is_turn_start):
        moment.observe(moment.turn, seen)
        mask = torch.zeros(1, KERNEL.STEPS)
        mask[0, moment.steps] = 1
        likely, _ = policy(torch.from_numpy(seen[None]), mask)
        step = int(likely.argmax())
        text += KERNEL.spell(moment.state, step)
        moment = moment.play(step)
    return text


def match(policy: Policy, level: str, games: int) -> Score:
    """Games with `rules.py` against a built-in player, each opening of two random moves played from
    both sides."""
    policy, score = deepcopy(policy).cpu(), Score()
    for number in range(games):
        record = sommet.Record.new(GAME, 0)
        dice, own = Random(number // 2), number % 2
        rival = sommet.player(GAME, level, seed=number)
        for _ in range(2):
            record = record.play(dice.choice(record.position.moves()))
        while not record.outcome:
            if record.turn == own:
                record = record.play(turn(policy, record.position))
            else:
                record = record.play(rival.choose(record.view(record.turn)))
        winners = record.outcome.winners
        score = score.plus(1 / len(winners) if own in winners else 0.0)
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=4.0, help="minutes of training")
    parser.add_argument("--games", type=int, default=8192, help="games in parallel")
    parser.add_argument("--matches", type=int, default=8, help="number of evaluations")
    parser.add_argument("--level", default="gentle", help="opponent of each evaluation, 200 games")
    parser.add_argument("--curve", type=Path, help="write the results to this file as JSON")
    asked = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    batch = GpuBatch(GAME, asked.games)
    arrays, policy = Arrays(batch), Policy().cuda()
    optimiser = torch.optim.Adam(policy.parameters(), lr=1e-3)
    curve, spent, rounds = [], 0.0, 0
    for number in range(asked.matches + 1):
        while spent < number * asked.minutes * 60 / asked.matches:
            begin = monotonic()
            learn(policy, optimiser, play(policy, batch, arrays))
            torch.cuda.synchronize()
            spent += monotonic() - begin
            rounds += 1
        score = match(policy, asked.level, 200)
        low, high = score.interval
        curve.append({"seconds": spent, "games": rounds * asked.games, "rate": score.rate})
        print(
            f"{spent:5.0f} s, {rounds:4} rounds, {rounds * asked.games:9,} games: "
            f"{score.rate:6.1%} ({low:.1%} to {high:.1%}) against {asked.level}",
            flush=True,
        )
    if asked.curve:
        asked.curve.write_text(json.dumps(curve, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
