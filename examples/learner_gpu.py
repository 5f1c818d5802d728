"""A policy that learns any of the games for two by self-play on a GPU, with PyTorch.

    python examples/learner_gpu.py pylos --minutes 2 --into checkpoints
    python examples/policy.py checkpoints/pylos-8.npz club     # how strong it is, on a CPU

Thousands of games stay in the GPU's memory: observations, masks and results are arrays that PyTorch
uses without copying. A network scores each step and predicts the winner. In every round it plays
some steps of all games against itself; then steps that turned out better than predicted become more
likely (PPO).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
import torch
from policy import network_for, policy_and_value
from torch import nn
from torch.nn.functional import mse_loss

import sommet
from sommet.machine.batch import Batch

EPOCHS, CLIP = 2, 0.2
MINIBATCHES = 16
LAMBDA = 0.95
"""How far a surprise counts for earlier steps."""
RATE, ENTROPY = (7e-4, 1e-4), (0.02, 0.002)
"""At the start and at the end of the training."""
LIMIT = 256
"""Steps after which a game is a draw; only Pylos has longer ones."""


def predict(network: nn.Module, seen: Any, mask: Any) -> tuple[Any, Any]:
    """Probabilities and values as in `policy.py`, with short numbers."""
    with torch.autocast(seen.device.type, torch.bfloat16):
        return policy_and_value(network, seen, mask)


class Games:
    """A batch of games, and its arrays as tensors that share its memory."""

    def __init__(self, game: sommet.Game[Any], number: int, device: str) -> None:
        if device == "cuda":
            from sommet.machine.gpu import GpuBatch

            self.batch: Batch = GpuBatch(game, number, limit=LIMIT)
        else:
            self.batch = Batch(game, number, limit=LIMIT)
        self.seen, self.mask, self.turns, self.results, self.rewards = (
            torch.as_tensor(array, device=device)
            for array in (
                *(self.batch.observation, self.batch.mask, self.batch.turns),
                *(self.batch.results, self.batch.rewards),
            )
        )


class Played(NamedTuple):
    """Steps that were played: what was seen, what was possible, what was chosen, its probability's
    logarithm, and how much better it was than predicted and how good."""

    seen: Any
    mask: Any
    chosen: Any
    likely: Any
    gain: Any
    worth: Any


@torch.no_grad()
def play(network: nn.Module, games: Games, steps: int) -> Played:
    """Play this many steps of all games, both sides by the network."""
    rows: list[tuple[Any, ...]] = []
    ends: list[tuple[Any, ...]] = []
    for _ in range(steps):
        games.batch.observe()
        seen, mask, turns = games.seen.clone(), games.mask.clone(), games.turns.long()
        likely, value = predict(network, seen, mask)
        noise = -torch.empty_like(likely).exponential_().clamp(1e-20).log()
        chosen = (likely + noise).argmax(1)  # a step by its probability (Gumbel)
        games.batch.step(chosen if seen.is_cuda else chosen.numpy())
        won = games.rewards.gather(1, turns[:, None])[:, 0]
        ends.append((games.results != 0, torch.where(games.results > 0, 2 * won - 1, 0), turns))
        rows.append((seen, mask, chosen, likely.gather(1, chosen[:, None])[:, 0], value))
    games.batch.observe()
    _, after = predict(network, games.seen, games.mask)
    later, gain, gains = games.turns.long(), torch.zeros_like(after), []
    for (over, truth, turns), row in zip(reversed(ends), reversed(rows), strict=True):
        sign = torch.where(turns == later, 1.0, -1.0)  # what is good for the next may be bad here
        expected = torch.where(over, truth, sign * after)
        gain = expected - row[4] + torch.where(over, 0.0, LAMBDA * sign * gain)
        gains.append(gain)
        after, later = row[4], turns
    seen, mask, chosen, likely, value = (torch.cat(part) for part in zip(*rows, strict=True))
    gain = torch.cat(gains[::-1])
    return Played(seen, mask, chosen, likely, (gain - gain.mean()) / gain.std(), gain + value)


def learn(network: nn.Module, optimiser: Any, played: Played, entropy: float) -> None:
    """Make steps that went better than predicted more likely, and improve the prediction."""
    for _ in range(EPOCHS):
        order = torch.randperm(len(played.gain), device=played.gain.device)
        for some in order.chunk(MINIBATCHES):
            seen, mask, chosen, before, gain, worth = (part[some] for part in played)
            likely, value = predict(network, seen, mask)
            ratio = (likely.gather(1, chosen[:, None])[:, 0] - before).exp()
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            spread = -(likely.exp() * likely.clamp(min=-30)).sum(1)
            loss = mse_loss(value, worth) - better.mean() - entropy * spread.mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()


def save(network: nn.Module, game: sommet.Game[Any], file: Path) -> None:
    """Save the weights for `policy.py`."""
    weights = {name: part.cpu().numpy() for name, part in network.state_dict().items()}
    np.savez_compressed(
        file, game=str(game), **{name: part.astype(np.float16) for name, part in weights.items()}
    )


def between(ends: tuple[float, float], share: float) -> float:
    """From the first to the second number as `share` goes from 0 to 1."""
    return ends[0] + (ends[1] - ends[0]) * min(1.0, share)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="a game for two, such as pylos")
    parser.add_argument("--minutes", type=float, default=2.0, help="minutes of training")
    parser.add_argument("--games", type=int, default=16384, help="games in parallel")
    parser.add_argument("--steps", type=int, default=64, help="steps of each game per round")
    parser.add_argument("--checkpoints", type=int, default=8, help="how often to save the policy")
    parser.add_argument("--into", type=Path, default=Path("checkpoints"))
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    asked = parser.parse_args()
    torch.manual_seed(0)
    game = sommet.game(asked.game)
    games = Games(game, asked.games, asked.device)
    network = network_for(game).to(asked.device, memory_format=torch.channels_last)
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE[0])
    asked.into.mkdir(parents=True, exist_ok=True)
    curve, spent, steps = [], 0.0, 0
    for number in range(asked.checkpoints + 1):
        while spent < number * asked.minutes * 60 / asked.checkpoints:
            begin = monotonic()
            share = spent / asked.minutes / 60
            for group in optimiser.param_groups:
                group["lr"] = between(RATE, share)
            learn(network, optimiser, play(network, games, asked.steps), between(ENTROPY, share))
            if asked.device == "cuda":
                torch.cuda.synchronize()
            spent += monotonic() - begin
            steps += asked.games * asked.steps
        file = asked.into / f"{game.id}-{number}.npz"
        save(network, game, file)
        curve.append({"file": file.name, "seconds": round(spent, 1), "steps": steps})
        print(f"{file}: {spent:5.0f} s, {steps:13,} steps", flush=True)
    (asked.into / f"{game.id}.json").write_text(json.dumps(curve, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
