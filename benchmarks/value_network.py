"""Train an evaluation network by self-play: `python -m benchmarks.value_network kabaleo --gpu`.

The network goes into the game's folder, where `master` finds it; a chart of each generation's
log-loss on its own games goes to docs/findings/pictures. The seed determines the games and the
result. Takes a few minutes on one core.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

import sommet
from benchmarks.charts import Point, chart
from sommet.core import registry
from sommet.core.game import Game
from sommet.engine.value_network.network import NETWORKS_FOLDER, network_name
from sommet.engine.value_network.training import SelfPlay, train

PICTURES = Path(__file__).parents[1] / "docs/findings/pictures"
NOTHING_KNOWN = 0.7
"""Top of the chart: a little more than the log-loss of an untrained network."""


def players(game: Game[Any], games: int, seed: int, gpu: bool) -> SelfPlay:
    """The device that plays the games."""
    if not gpu:
        return SelfPlay(game, games, seed)
    from sommet.engine.value_network.gpu import GpuSelfPlay

    return GpuSelfPlay(game, games, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="a two-player game whose kernel has value features")
    parser.add_argument("--gpu", action="store_true", help="play the games on a GPU")
    parser.add_argument("--games", type=int, default=1 << 13, help="games per generation")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--batches", type=int, default=800, help="minibatches per generation")
    parser.add_argument("--units", type=int, default=32, help="hidden units of the network")
    parser.add_argument("--temperature", type=float, default=0.1, help="temperature of its play")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game: Any = sommet.game(asked.game)
    if not network_name(game):
        parser.error(f"{game} has no value features, or has more than two players")
    play = players(game, asked.games, asked.seed, asked.gpu)
    file = Path(str(registry.folder(game.id))) / NETWORKS_FOLDER / network_name(game)
    file.parent.mkdir(exist_ok=True)
    curve: list[Point] = []
    learnt = train(
        play, asked.units, asked.generations, asked.batches, asked.temperature, asked.seed
    )
    for generation in learnt:
        curve.append((generation.number, generation.log_loss))
        print(f"{generation.number:3} {generation.states:9,} {generation.log_loss:.4f}", flush=True)
    with file.open("wb") as kept:
        np.save(kept, generation.network)
    most = (float(asked.generations), NOTHING_KNOWN)
    picture = chart({"log-loss": curve}, str(game), "generation", "log-loss", most=most)
    (PICTURES / f"{game.id}-learned-{file.stem}.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
