"""Compile everything the tests need, once: `python -m scripts.warm`.

Otherwise each test process would compile the same code while browsers wait for their bots.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import sommet
from sommet.machine.batch import Batch
from sommet.machine.perft import perft
from sommet.machine.playout import playouts
from sommet.machine.single import Moment, Single


def warm(name: str) -> str:
    """Compile one game: its players, batches and perft."""
    begin, game = time.perf_counter(), sommet.game(name)
    position = game.start(0)
    for level in sommet.levels(game):
        player = sommet.player(game, level, seed=0, seconds=0.05)
        player.choose(position.view(position.turn))
    batch = Batch(game, 2)
    batch.step(batch.random_steps())
    batch.observe()
    moment = Moment.of(position)
    moment.play(moment.steps[0])
    Single(game)
    playouts(moment.state, 2)
    perft(moment.state, 1)
    return f"{name} in {time.perf_counter() - begin:.0f} s"


def main() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as workers:
        print("compiled:", ", ".join(workers.map(warm, sommet.names())))


if __name__ == "__main__":
    main()
