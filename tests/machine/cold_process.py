"""A separate process that compiles or loads some of a game's code and prints its results.

    python -m tests.machine.cold_process GAME ACTION[,ACTION…] [--shift N]

Actions: perft, playout, search, batch. `--shift` first compiles that many trivial functions, which
moves Numba's counter. The output is one line of JSON that depends only on the game and the actions.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import numba
import numpy as np


def compile_trivial_functions(count: int) -> None:
    for _ in range(count):
        scope: dict[str, Any] = {}
        exec("def trivial(number):\n    return number + 1", scope)
        numba.njit(scope["trivial"])(1)


def results(game_id: str, actions: list[str]) -> dict[str, Any]:
    import sommet
    from sommet.engine.mcts.tree import Tree
    from sommet.machine.batch import Batch
    from sommet.machine.kernel_interface import kernel_for
    from sommet.machine.perft import perft
    from sommet.machine.playout import playouts

    game = sommet.game(game_id)
    position = game.start(3)
    if game_id == "pylos":  # so that squares are made and balls taken back
        parsed = game.parse("LLL.L....DDD..../........./..../. L")
        position = parsed
    state = kernel_for(game).encode(position.table, position.secrets)
    found: dict[str, Any] = {}
    for action in actions:
        match action:
            case "perft":
                found[action] = [perft(state, depth) for depth in (1, 2)]
            case "playout":
                outcomes, lengths = playouts(state, 20, seed=5)
                found[action] = [outcomes.tolist(), lengths.tolist()]
            case "search":
                tree = Tree(position.view(position.turn), seed=1, capacity=1 << 12)
                tree.simulate(200)
                found[action] = [tree.nodes, str(tree.best)]
            case "batch":
                batch = Batch(game, 8, seed=2, deals=2)
                for _ in range(60):
                    batch.step(batch.random_steps())
                found[action] = [batch.lengths.tolist(), int(np.sum(batch.observe()))]
            case _:
                raise SystemExit(f"cold_process: no action {action!r}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("actions")
    parser.add_argument("--shift", type=int, default=0)
    given = parser.parse_args()
    compile_trivial_functions(given.shift)
    print(json.dumps(results(given.game, given.actions.split(","))))


if __name__ == "__main__":
    main()
