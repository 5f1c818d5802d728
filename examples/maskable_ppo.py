"""MaskablePPO of sb3-contrib learns Color Pop alone on a CPU.

    pip install 'sommet[envs]' sb3-contrib
    python examples/maskable_ppo.py --steps 65536 --curve curve.json

The environment has `action_masks`, so it needs no wrapper. The curve is the share of games won and
the mean number of tokens left, over the games since the point before.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor


class Curve(BaseCallback):
    """Records the results of the games of each rollout."""

    def __init__(self) -> None:
        super().__init__()
        self.points: list[dict[str, float]] = []
        self._ends: list[tuple[float, int]] = []

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "episode" in info:
                self._ends.append((info["episode"]["r"], info["figures"]["left"]))
        return True

    def _on_rollout_end(self) -> None:
        won, left = (sum(part) / len(self._ends) for part in zip(*self._ends, strict=True))
        self.points.append({"steps": self.num_timesteps, "won": won, "left": left})
        print(f"{self.num_timesteps:9,} steps: {won:6.1%} won, {left:.2f} left", flush=True)
        self._ends.clear()


def make() -> gymnasium.Env[Any, Any]:
    """The solo game."""
    return Monitor(gymnasium.make("sommet.envs.solo:sommet/colorpop-v0"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=65_536)
    parser.add_argument("--curve", type=Path, help="write the results to this file as JSON")
    asked = parser.parse_args()
    model = MaskablePPO(
        "MultiInputPolicy", make(), n_steps=2048, learning_rate=1e-3, gamma=1.0, seed=0
    )
    curve = Curve()
    model.learn(asked.steps, curve)
    if asked.curve:
        asked.curve.write_text(json.dumps(curve.points, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
