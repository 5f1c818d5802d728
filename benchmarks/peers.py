"""Other libraries doing the same work, for `make bench`; runs in the environment of peers.txt.

The first output line is a JSON object: what can be measured, and what is missing and why. Then each
input line `[name, seconds]` produces one output line: the work done and the time it took.
Everything runs in one thread, using the fastest way the library's own interface offers.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from random import random
from time import thread_time

Sample = dict[str, float]
Work = Callable[[], Sample]
ROLLOUTS = 200


def timed(once: Work, seconds: float) -> Sample:
    """Repeat some work for `seconds` of this thread's time and add up the results."""
    total: Sample = {}
    start = thread_time()
    while (took := thread_time() - start) < seconds:
        for unit, amount in once().items():
            total[unit] = total.get(unit, 0) + amount
    return {**total, "seconds": took}


def open_spiel(name: str, games: int = 20) -> Work:
    """Random games. A finished state has no legal actions, so nothing else is queried."""
    import pyspiel

    game = pyspiel.load_game(name)

    def once() -> Sample:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while actions := state.legal_actions():
                state.apply_action(actions[int(random() * len(actions))])
                moves += 1
        return {"games": games, "moves": moves}

    return once


def open_spiel_in_cpp(name: str) -> Work:
    """Random games without Python: the rollouts of a tree search's first simulation.

    OpenSpiel does not count their moves, so we use the mean length of random games from Python.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    played = timed(open_spiel(name), 0.5)
    length = played["moves"] / played["games"]
    start = game.new_initial_state()
    rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    search = pyspiel.MCTSBot(game, rollouts, 1.0, 1, 1, False, 1, False)

    def once() -> Sample:
        search.mcts_search(start)
        return {"games": ROLLOUTS, "moves": ROLLOUTS * length}

    return once


def pettingzoo_connect_four() -> Work:
    """One random game on the bare environment, without the wrappers that check the caller."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from pettingzoo.classic.connect_four.connect_four import raw_env

    env = raw_env()

    def once() -> Sample:
        env.reset()
        moves = 0
        while True:
            observation, _, over, _, _ = env.last()
            if over:
                return {"games": 1, "moves": moves}
            possible = observation["action_mask"].nonzero()[0]
            env.step(int(possible[int(random() * len(possible))]))
            moves += 1

    return once


def python_chess(fen: str, depth: int, *, plays_last: bool) -> Work:
    """Perft: the last ply either played, as ours does, or only counted, which is usual with
    python-chess and three times as fast."""
    import chess

    def perft(board: chess.Board, depth: int) -> int:
        if depth == 1 and not plays_last:
            return int(board.legal_moves.count())
        if depth == 0:
            return 1
        found = 0
        for move in board.legal_moves:
            board.push(move)
            found += perft(board, depth - 1)
            board.pop()
        return found

    return lambda: {"leaves": perft(chess.Board(fen), depth)}


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MIDDLE_GAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


PEERS: dict[str, tuple[str, Callable[[], Work]]] = {
    "OpenSpiel pentago": ("open-spiel", partial(open_spiel, "pentago")),
    "OpenSpiel pentago in C++": ("open-spiel", partial(open_spiel_in_cpp, "pentago")),
    "OpenSpiel connect_four": ("open-spiel", partial(open_spiel, "connect_four")),
    "OpenSpiel hive": ("open-spiel", partial(open_spiel, "hive", games=1)),
    "PettingZoo connect_four": ("pettingzoo", pettingzoo_connect_four),
    "python-chess": ("chess", partial(python_chess, START, 4, plays_last=False)),
    "python-chess, middle game": (
        "chess",
        partial(python_chess, MIDDLE_GAME, 3, plays_last=False),
    ),
    "python-chess, all played": ("chess", partial(python_chess, START, 3, plays_last=True)),
}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # output printed by libraries is not a reply
    ready: dict[str, Work] = {}
    work: dict[str, str] = {}
    versions: dict[str, str] = {}
    missing: dict[str, str] = {}
    for name, (package, prepare) in PEERS.items():
        try:
            ready[name] = prepare()
        except Exception as error:
            missing[name] = f"{type(error).__name__}: {error}"
        else:
            work[name] = "perft" if "leaves" in ready[name]() else "play"
            versions[package] = version(package)
    print(json.dumps({"work": work, "versions": versions, "missing": missing}), file=answers)
    for line in sys.stdin:
        name, seconds = json.loads(line)
        print(json.dumps(timed(ready[name], seconds)), file=answers)


if __name__ == "__main__":
    main()
