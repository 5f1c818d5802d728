"""Solve a game on a GPU and distil its table into a small network, in one run.

    python scripts/distil.py OUT pylos variant=standard [--seconds 60]

Needs a GPU, numba-cuda and PyTorch. Writes into OUT: `<options>.network` (weights for the game's
folder) and `<options>.json` (figures: the training, the errors for each number of balls, and where
exceptions make the network exact).

The network is trained on positions drawn from each bucket. Weights are rounded during training, so
the integers in the file are the ones that were trained. Afterwards every position is evaluated, and
the network's errors become its exceptions, for as many buckets as fit.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from sommet.core import registry
from sommet.engine.solve import distilled_network, gpu, retrograde_pass, solver_adapter_for
from sommet.engine.solve.adapter_interface import features, state_at
from sommet.engine.solve.distilled_network import NARROW, WIDTH, Network
from sommet.machine.gpu import cuda, jit
from sommet.machine.kernel_interface import State

MAX_FILE_BYTES = 3_990_000
"""Maximum size of a file, in bytes."""
POSITIONS_PER_BUCKET = 4096
"""Positions of each bucket in a batch."""
BUCKET_WEIGHTS = {16: 2, 17: 4, 18: 5, 19: 3, 20: 2, 21: 2}
"""Buckets with a larger part of a batch: those where the wall may be."""
ALWAYS_EXACT, WALL_GAP, MAX_WALL = 8, 6, 20
"""Which buckets are made exact: all up to LOW, one as high as fits (the wall; below HIGHEST, since
late positions are a few moves from the end), and one far enough below it that a search always
reaches one of the two in a few moves."""
THREADS = 128

torch.backends.cuda.matmul.allow_tf32 = True  # exact for whole numbers up to 2¹⁰


@jit
def _rows(like: State, numbers: Any, index_tables: Any, into: Any) -> None:
    """The rows of the network's first layer for the positions with these numbers."""
    which = cuda.grid(1)
    if which < numbers.size:
        features(state_at(like, numbers[which], index_tables), into[which])


class LabelledPositions:
    """Positions of a solved game on the GPU, with their values."""

    def __init__(self, game: Any, runner: gpu.GpuPassRunner) -> None:
        solving = solver_adapter_for(game)
        self.like, self.index_tables, self.active = runner.like, runner.index_tables, solving.ACTIVE
        self.values = torch.as_tensor(runner.values, device="cuda")
        first = solving.index_tables(game).first
        self.buckets = [
            (bucket, int(first[bucket]), int(first[bucket + 1]))
            for bucket in range(solving.BUCKETS)
            if first[bucket] < first[bucket + 1]
        ]
        known = np.arange(256)
        won = (known - 1) % 2 == (0 if solving.ends_won(game) else 1)
        labels = np.where(known == 0, 1, np.where(won, 0, 2))
        self.labels = torch.tensor(labels, device="cuda")

    def rows(self, numbers: torch.Tensor) -> torch.Tensor:
        into = torch.empty(len(numbers), self.active, dtype=torch.int64, device="cuda")
        blocks = (len(numbers) + THREADS - 1) // THREADS
        _rows[blocks, THREADS](
            self.like, cuda.as_cuda_array(numbers), self.index_tables, cuda.as_cuda_array(into)
        )
        return into


def quantise(weights: torch.Tensor, unit: float, most: float = 127.0) -> torch.Tensor:
    """The weights as stored, with the gradient of the unrounded ones."""
    with torch.no_grad():
        near = (weights * unit).round().clamp(-most, most) / unit
    return weights + (near - weights).detach()


def floored(levels: torch.Tensor) -> torch.Tensor:
    levels = levels.clamp(0, 1)
    return levels + ((levels * 127 + 1e-3).floor() / 127 - levels).detach()


class DistilledModel(torch.nn.Module):
    """The network during training, in real numbers: 1 stands for 127 in the first layer."""

    def __init__(self, rows: int, buckets: int, active: int) -> None:
        super().__init__()

        def drawn(*shape: int, fan: int) -> torch.nn.Parameter:
            return torch.nn.Parameter(torch.randn(*shape, device="cuda") / math.sqrt(fan))

        def even(*shape: int, value: float = 0.0) -> torch.nn.Parameter:
            return torch.nn.Parameter(torch.full(shape, value, device="cuda"))

        self.rows_of = rows
        self.rows, self.start = drawn(rows, WIDTH, fan=active * 4), even(WIDTH, value=0.3)
        self.second = drawn(buckets, WIDTH, NARROW, fan=WIDTH // 2)
        self.third = drawn(buckets, NARROW, NARROW, fan=NARROW // 2)
        self.last = drawn(buckets, NARROW, 4, fan=NARROW)
        self.second_start = even(buckets, 1, NARROW, value=0.2)
        self.third_start = even(buckets, 1, NARROW, value=0.2)
        self.last_start = even(buckets, 1, 4)

    def forward(self, active: torch.Tensor, buckets: list[int]) -> torch.Tensor:
        """(buckets, each, active) rows to (buckets, each, 4)."""
        kinds, each, _ = active.shape
        flat = active.reshape(kinds * each, -1)
        filled = torch.zeros(len(flat), self.rows_of, device="cuda").scatter_(1, flat, 1.0)
        first = filled @ (quantise(self.rows, 127.0) * 127)  # whole numbers: exact
        levels = (first / 127 + quantise(self.start, 127.0, 32000)).clamp(0, 1)
        levels = levels.reshape(kinds, each, WIDTH)
        levels = torch.baddbmm(
            self.second_start[buckets], levels, quantise(self.second[buckets], 64.0)
        )
        levels = torch.baddbmm(
            self.third_start[buckets], floored(levels), quantise(self.third[buckets], 64.0)
        )
        return torch.baddbmm(
            self.last_start[buckets], floored(levels), quantise(self.last[buckets], 64.0)
        )

    def whole(self) -> dict[str, np.ndarray[Any, Any]]:
        """The integer weights to store."""

        def of(weights: torch.Tensor, unit: float, most: float = 127.0) -> np.ndarray[Any, Any]:
            found: np.ndarray[Any, Any] = (
                (weights.detach() * unit).round().clamp(-most, most).cpu().numpy()
            )
            return found

        floats = {
            "second": of(self.second, 64).transpose(0, 2, 1),
            "second_start": of(self.second_start, 8128, 1e6)[:, 0],
            "third": of(self.third, 64).transpose(0, 2, 1),
            "third_start": of(self.third_start, 8128, 1e6)[:, 0],
            "last": of(self.last, 64).transpose(0, 2, 1),
            "last_start": of(self.last_start, 8128, 1e6)[:, 0],
        }
        return {
            "rows": of(self.rows, 127).astype(np.int8),
            "start": of(self.start, 127, 32000).astype(np.int16),
            **{name: np.ascontiguousarray(found, np.float32) for name, found in floats.items()},
        }


def train(
    labelled: LabelledPositions,
    model: DistilledModel,
    seconds: float,
    say: Any,
    most: float = 2e-3,
    often: dict[int, int] = BUCKET_WEIGHTS,
) -> list[Any]:
    """Train for `seconds`, with a learning rate that falls from `most`; returns the figures."""
    wanted = [
        entry
        for entry in labelled.buckets
        if entry[2] - entry[1] > 4000
        for _ in range(often.get(entry[0], 1))
    ]
    kinds = [bucket for bucket, _, _ in wanted]
    begins = torch.tensor([begin for _, begin, _ in wanted], device="cuda")[:, None]
    sizes = torch.tensor([end - begin for _, begin, end in wanted], device="cuda")[:, None]
    optimiser = torch.optim.Adam(model.parameters(), lr=most, betas=(0.9, 0.99), fused=True)
    begin, batch, story = time.time(), 0, []
    while (spent := time.time() - begin) < seconds:
        share = spent / seconds
        rate = most * min(1.0, batch / 200) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        chance = torch.rand(len(kinds), POSITIONS_PER_BUCKET, device="cuda", dtype=torch.float64)
        numbers = (begins + (chance * sizes).long()).reshape(-1)
        known = labelled.values[numbers].long()
        labels = labelled.labels[known].reshape(len(kinds), POSITIONS_PER_BUCKET)
        active = labelled.rows(numbers).reshape(len(kinds), POSITIONS_PER_BUCKET, -1)
        out = model(active, kinds)
        away = (known.reshape(len(kinds), POSITIONS_PER_BUCKET).float() - 1) / 32
        loss = torch.nn.functional.cross_entropy(
            out[..., :3].reshape(-1, 3) * 2, labels.reshape(-1)
        )
        decided = labels != 1
        apart = ((out[..., 3] - away) ** 2 * decided).mean()
        optimiser.zero_grad(set_to_none=True)
        (loss + 0.1 * apart).backward()
        optimiser.step()
        with torch.no_grad():
            model.rows.clamp_(-1, 1)
            for layer in (model.second, model.third, model.last):
                layer.clamp_(-1.98, 1.98)
        batch += 1
        if batch % 500 == 0 or batch == 20:
            wrong = (out[..., :3].argmax(-1) != labels).float().mean(dim=1)
            by_bucket = {kind: round(float(w), 4) for kind, w in zip(kinds, wrong, strict=True)}
            story.append([round(spent, 1), batch, float(loss.detach()), by_bucket])
            say(f"{spent:.0f} s, batch {batch}, loss {float(loss.detach()):.4f}, {by_bucket}")
    say(f"{batch} batches of {len(kinds) * POSITIONS_PER_BUCKET} positions")
    return story


class QuantisedModel:
    """The integer network on the GPU, bit for bit the same as `network.outputs`."""

    def __init__(self, whole: dict[str, np.ndarray[Any, Any]]) -> None:
        self.of = {name: torch.tensor(found).float().cuda() for name, found in whole.items()}

    def __call__(self, active: torch.Tensor, bucket: int) -> torch.Tensor:
        of = self.of
        levels = torch.nn.functional.embedding_bag(active, of["rows"], mode="sum") + of["start"]
        levels = levels.clamp(0, 127)
        for name in ("second", "third"):
            sums = levels @ of[name][bucket].T + of[f"{name}_start"][bucket]
            levels = (sums / 64).floor().clamp(0, 127)
        return levels @ of["last"][bucket].T + of["last_start"][bucket]


def predicted_values(out: torch.Tensor) -> torch.Tensor:
    """0 for a win, 1 for a draw, 2 for a loss; ties as in `network.verdict`."""
    win, draw, loss = out[:, 0], out[:, 1], out[:, 2]
    of_win = torch.where(win >= loss, 0, 2)
    of_draw = torch.where(draw >= loss, 1, 2)
    return torch.where(win >= draw, of_win, of_draw)


def exceptions(
    labelled: LabelledPositions, whole: dict[str, np.ndarray[Any, Any]], say: Any
) -> tuple[list[np.ndarray[Any, Any]], list[Any]]:
    """All errors of the network, bucket by bucket, encoded as `Network.exceptions`."""
    fixed, found, figures, total = QuantisedModel(whole), [], [], 0
    for bucket, begin, end in labelled.buckets:
        parts = []
        for start in range(begin, end, 1 << 20):
            numbers = torch.arange(start, min(start + (1 << 20), end), device="cuda")
            said = predicted_values(fixed(labelled.rows(numbers), bucket))
            true = labelled.labels[labelled.values[numbers].long()]
            wrong = said != true
            # Of the two values it did not give, in the order win, draw, loss: is it the second?
            second = torch.where(said == 2, true == 1, true == 2)
            parts.append((numbers[wrong] * 2 + second[wrong]).cpu().numpy())
        found.append(np.concatenate(parts))
        total += len(found[-1])
        figures.append([bucket, end - begin, len(found[-1])])
        say(f"{bucket} balls: {len(found[-1])} of {end - begin} wrong, {total} so far")
    return found, figures


def distil(
    game: Any, runner: gpu.GpuPassRunner, path: Path, seconds: float, say: Any
) -> tuple[Network, dict[str, Any]]:
    """Train, find the exceptions and keep as many as fit; returns the network and figures."""
    solving = solver_adapter_for(game)
    labelled = LabelledPositions(game, runner)
    model = DistilledModel(solving.ROWS, solving.BUCKETS, solving.ACTIVE)
    story = train(labelled, model, seconds, say)
    whole = model.whole()
    found, figures = exceptions(labelled, whole, say)
    by_bucket = {entry[0]: wrong for entry, wrong in zip(labelled.buckets, found, strict=False)}
    walls = [set(by_bucket)]  # all, or else the highest wall that fits
    for wall in range(MAX_WALL, 0, -1):
        walls.append(
            {one for one in by_bucket if one <= ALWAYS_EXACT or one in (wall, wall - WALL_GAP)}
        )
    for chosen in walls:
        kept = np.concatenate([by_bucket[bucket] for bucket in sorted(chosen)])
        exact = np.array([bucket in chosen for bucket in range(solving.BUCKETS)], np.uint8)
        best = Network(**whole, exceptions=kept, exact=exact)
        if (
            len(kept) < 1.4 * MAX_FILE_BYTES
            and distilled_network.pack(best, path) <= MAX_FILE_BYTES
        ):
            break
    size, exact_to = distilled_network.pack(best, path), sorted(chosen)
    say(f"{path.name}: {size} bytes, exact for {exact_to} balls")
    return best, {"training": story, "wrong": figures, "size": size, "exact_to": exact_to}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("words", nargs="+")
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    begin = time.time()

    def say(words: str) -> None:
        print(f"{time.time() - begin:7.1f}  {words}", flush=True)

    name, *pairs = arguments.words
    game = registry.game(name, **dict(pair.split("=", 1) for pair in pairs))
    runner = gpu.GpuPassRunner(game)
    retrograde_pass.run_passes(game, runner, 0, lambda distance, share: None, lambda distance: None)
    say(f"{game}: solved")
    arguments.out.mkdir(parents=True, exist_ok=True)
    stem = "-".join(map(str, solver_adapter_for(game).relevant_options(game).values()))
    _, figures = distil(game, runner, arguments.out / f"{stem}.network", arguments.seconds, say)
    (arguments.out / f"{stem}.json").write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
