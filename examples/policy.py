"""Networks for the four games, as learner_gpu.py trains them with PyTorch, and a player that uses
one.

    python examples/policy.py pylos-8.npz club --games 200      # how strong it is

A network scores each step of a turn, and the player takes the best one that is legal. It has
`choose`, so it can play wherever a player can.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.functional import log_softmax, one_hot, pad

import sommet
from sommet.arena import Executor, Match, Score
from sommet.core.game import Game
from sommet.machine.kernel_interface import kernel_for
from sommet.machine.stepper import KernelPosition


class FlatNetwork(nn.Module):
    """Two layers, for games without hidden colours. An input is 1 if a column of the observation
    has a certain value; there is one for every value that a column can have."""

    def __init__(self, game: Game[Any], hidden: int = 512) -> None:
        super().__init__()
        limits = game.find_part("observation").observation_limits(game)
        inputs = [
            (column, value) for column, most in enumerate(limits) for value in range(most + 1)
        ]
        columns, values = torch.tensor(inputs).T
        self.register_buffer("columns", columns, persistent=False)
        self.register_buffer("values", values.byte(), persistent=False)
        self.body = nn.Sequential(
            nn.Linear(len(inputs), hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.step, self.value = nn.Linear(hidden, kernel_for(game).STEPS), nn.Linear(hidden, 1)

    def forward(self, seen: Any) -> tuple[Any, Any]:
        hidden = self.body((seen[:, self.columns] == self.values).to(input_type(seen)))
        return self.step(hidden), self.value(hidden)


def input_type(seen: Any) -> torch.dtype:
    """Short numbers while learning."""
    return torch.bfloat16 if torch.is_autocast_enabled(seen.device.type) else torch.float32


def swapped(codes: Any, own: Any, first: int = 0) -> Any:
    """The codes with one's own colour in place of the first one, and the first one in its place:
    what is learnt for one colour holds for all."""
    own = own[:, None]
    return torch.where(codes == first + own, first, torch.where(codes == first, first + own, codes))


def colours_swapped(table: Any, own: Any) -> Any:
    """The same for columns, one for each colour."""
    order = torch.arange(table.shape[-1], device=table.device).expand(len(table), -1)
    order = swapped(order, own)
    return (
        table.gather(-1, order[:, None].expand_as(table))
        if table.ndim == 3
        else table.gather(-1, order)
    )


class BoardNetwork(nn.Module):
    """Convolutions over the cells of a board, for games with hidden colours. Every layer also sees
    the mean of all cells."""

    REACH: int
    """The size of the convolutions."""
    CHANNELS: int
    OTHERS: int
    """How many numbers describe a cell, and what is not on the board."""
    WIDTH = 64
    LAYERS = 3

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        width = self.WIDTH
        self.first = nn.Conv2d(self.CHANNELS, width, self.REACH, padding=self.REACH // 2)
        self.others = nn.Linear(self.OTHERS, width)
        self.layers = nn.ModuleList(
            nn.Conv2d(width, width, self.REACH, padding=self.REACH // 2) for _ in range(self.LAYERS)
        )
        self.means = nn.ModuleList(nn.Linear(width, width) for _ in range(self.LAYERS))
        self.cell = nn.Conv2d(width, 1, 1)
        self.summary = nn.Sequential(nn.Linear(2 * width, 128), nn.ReLU())
        self.value = nn.Linear(128, 1)

    def board(self, seen: Any) -> tuple[Any, Any]:
        """The board (games, channels, …) and the rest (games, others) of an observation, with one's
        own colour as the first."""
        raise NotImplementedError

    def forward(self, seen: Any) -> tuple[Any, Any, Any]:
        """The score of each cell, the value, and 128 numbers that sum up the board."""
        board, others = self.board(seen.long())
        others = self.others(others.to(input_type(seen)))
        hidden = torch.relu(self.first(board.to(input_type(seen))) + others[:, :, None, None])
        for layer, mean in zip(self.layers, self.means, strict=True):
            more = layer(hidden) + mean(hidden.mean((2, 3)))[:, :, None, None]
            hidden = hidden + torch.relu(more)
        summary = self.summary(torch.cat([hidden.mean((2, 3)), hidden.amax((2, 3))], 1))
        return self.cell(hidden).flatten(1), self.value(summary), summary


class ColorPopNetwork(BoardNetwork):
    REACH, CHANNELS, OTHERS = 3, 7, 30

    def board(self, seen: Any) -> tuple[Any, Any]:
        own = seen[:, 130:135].argmax(1)
        cells = one_hot(swapped(seen[:, :100], own, 1), 7)
        taken = seen[:, 100:130].view(-1, 5, 6)
        colours = colours_swapped(taken[:, :, :5], own)
        others = torch.cat([colours.flatten(1), taken[:, :, 5]], 1) / 19
        return cells.view(-1, 10, 10, 7).permute(0, 3, 1, 2), others

    def forward(self, seen: Any) -> tuple[Any, Any]:
        cells, value, _ = super().forward(seen)
        return cells, value


class KabaleoNetwork(BoardNetwork):
    """For two players: four colours, and sixteen locations, whose order does not matter."""

    LOCATIONS, COLOURS, SLOTS = 16, 4, 8
    REACH, OTHERS, WIDTH = 1, 4 * 2 + 5, 128
    CHANNELS = SLOTS * 9 + 1

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.colour = nn.Linear(128, self.COLOURS)

    def board(self, seen: Any) -> tuple[Any, Any]:
        own = seen[:, 84]
        row = swapped(swapped(seen[:, :60], own, 1), own, 7)
        codes = torch.where(row > 6, row - 2, row)  # 1–4 a piece, 5–8 a case
        is_case, places = codes > 4, torch.arange(60, device=row.device)
        location = is_case.cumsum(1) - 1
        height = places - torch.where(is_case, places, 0).cummax(1).values
        slot = location * self.SLOTS + height.clamp(max=self.SLOTS - 2)
        is_top = (pad(is_case[:, 1:], (0, 1)) | (pad(codes[:, 1:], (0, 1)) == 0)) & (codes > 0)
        nowhere = self.LOCATIONS * self.SLOTS
        slots = codes.new_zeros(len(codes), nowhere + 1)
        slots.scatter_(1, torch.where(codes > 0, slot, nowhere), codes)
        top = location * self.SLOTS + self.SLOTS - 1
        slots.scatter_(1, torch.where(is_top, top, nowhere), codes)
        piles = one_hot(slots[:, :-1].view(-1, self.LOCATIONS, self.SLOTS), 9).flatten(2)
        last = one_hot(seen[:, 85], self.LOCATIONS + 1)[:, 1:, None]
        stocks = seen[:, 60:72].view(-1, 2, 6)[:, :, :4]
        in_hand = one_hot(swapped(seen[:, 87:88], own)[:, 0], 4) * seen[:, 86:87]
        others = [colours_swapped(stocks, own).flatten(1) / 6, in_hand, seen[:, 86:87]]
        return torch.cat([piles, last], 2).transpose(1, 2)[..., None], torch.cat(others, 1)

    def forward(self, seen: Any) -> tuple[Any, Any]:
        cells, value, summary = super().forward(seen)
        colours = colours_swapped(self.colour(summary), seen[:, 84].long())
        return torch.cat([pad(cells, (0, 8)), pad(colours, (0, 2))], 1), value


def network_for(game: Game[Any]) -> nn.Module:
    """A network: observations (games, features) in, scores (games, steps) and values (games, 1)
    out."""
    kinds: dict[str, Any] = {"kabaleo": KabaleoNetwork, "colorpop": ColorPopNetwork}
    return kinds.get(game.id, FlatNetwork)(game)


def policy_and_value(network: nn.Module, seen: Any, mask: Any) -> tuple[Any, Any]:
    """The logarithm of each step's probability, and the value for the player to act, from -1 to
    1."""
    scores, value = network(seen)
    scores = scores.float().masked_fill(mask == 0, -1e9)
    return log_softmax(scores, dim=1), torch.tanh(value.float()).squeeze(1)


class Policy:
    """A player that takes the step with the highest score."""

    def __init__(self, file: str | Path) -> None:
        with np.load(file) as saved:
            self.game = sommet.game(str(saved["game"]))
            weights = {name: torch.from_numpy(saved[name]) for name in saved if name != "game"}
        self.name = Path(file).stem
        self.network = network_for(self.game).eval()
        self.network.load_state_dict({name: part.float() for name, part in weights.items()})

    @torch.no_grad()
    def choose(self, view: Any) -> Any:
        """The best turn, step by step."""
        kernel = kernel_for(self.game)
        at = KernelPosition.at(kernel.encode(view.table, view.secrets))
        seen = np.zeros((1, kernel.OBSERVATION_SIZE), np.uint8)
        path: list[str] = []
        while not path or not at.is_turn_start:
            at.observe(at.turn, seen[0])
            scores = self.network(torch.from_numpy(seen))[0][0].tolist()
            step = max(at.steps, key=scores.__getitem__)
            path.append(str(kernel.spell(at.state, step)))
            at = at.play(step)
        return view.table.walk(tuple(filter(None, path)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("policy", type=Path)
    parser.add_argument("level")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    policy, score = Policy(asked.policy), Score()
    # Every deal, with an opening of two random moves, is played from both sides.
    match = Match(policy.game, policy, asked.level, asked.games, asked.seed, opening=2)
    for played in match.run(Executor(asked.jobs)):
        score = score.plus(played.share)
    low, high = score.interval
    print(f"{score.rate:.1%} ({low:.1%} to {high:.1%}) against {asked.level}, {score.games} games")


if __name__ == "__main__":
    main()
