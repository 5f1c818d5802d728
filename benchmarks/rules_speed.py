"""Moves per second in plain Python, without a kernel: `python benchmarks/rules_speed.py`.

Random games with the rules alone: list the moves, choose one, play it, check whether the game is
over. Every game is measured with its default options, with python-chess for comparison where the
environment of `benchmarks/peers.txt` exists, and with `--against` another checkout of this project.
Each is its own process; they take turns, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

HERE = Path(__file__).resolve()
ROOT = HERE.parents[1]
PEERS = ROOT / ".venv-peers" / "bin" / "python"
CHESS = "chess"

Play = Callable[[Random], int]
"""Plays one random game and returns its number of moves."""


def sommet_games() -> dict[str, Play]:
    """Every game of the registry."""
    import sommet
    from sommet import Game

    def play(chance: Random, game: Game[Any]) -> int:
        position = game.start(seed=chance.random().hex())
        moves = 0
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
            moves += 1
        return moves

    return {name: partial(play, game=sommet.game(name)) for name in sommet.names()}


def chess_games() -> dict[str, Play]:
    """python-chess; a game is abandoned after 200 moves."""
    chess = import_module("chess")

    def play(chance: Random) -> int:
        board, moves = chess.Board(), 0
        while moves < 200 and not board.is_game_over() and (legal := list(board.legal_moves)):
            board.push(chance.choice(legal))
            moves += 1
        return moves

    return {CHESS: play}


def measure(games: dict[str, Play]) -> None:
    """Answer each input line `[game, seed, seconds]` with moves per second of processor time."""
    print(json.dumps([*games]), flush=True)
    for line in sys.stdin:
        name, seed, seconds = json.loads(line)
        chance, moves, start = Random(seed), 0, process_time()
        while (took := process_time() - start) < seconds:
            moves += games[name](chance)
        print(json.dumps(moves / took), flush=True)


class Runner:
    """A measuring process and the games it knows."""

    def __init__(self, title: str, python: str, what: str, source: Path) -> None:
        self.title = title
        self.process = subprocess.Popen(
            [python, str(HERE), "--measure", what],
            env={**os.environ, "PYTHONPATH": str(source / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.games: list[str] = self._answer()

    def moves_per_second(self, game: str, seed: int, seconds: float) -> float:
        assert self.process.stdin is not None
        print(json.dumps([game, seed, seconds]), file=self.process.stdin, flush=True)
        return float(self._answer())

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.title}: the measuring process ended.")
        return json.loads(line)

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def runners(against: Path | None) -> list[Runner]:
    """This checkout, the other one, and python-chess where it is installed."""
    found = [Runner("here", sys.executable, "sommet", ROOT)]
    if against is not None:
        found.append(Runner("there", sys.executable, "sommet", against.resolve()))
    if PEERS.exists() and not subprocess.run([PEERS, "-c", "import chess"], check=False).returncode:
        found.append(Runner("python-chess", str(PEERS), CHESS, ROOT))
    else:
        print(f"python-chess is skipped: it is not installed in {PEERS.parents[1].name}.\n")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, metavar="WORKTREE", help="another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds per game and round")
    parser.add_argument("--measure", choices=["sommet", CHESS], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        measure(sommet_games() if given.measure == "sommet" else chess_games())
        return
    beside = runners(given.against)
    best: dict[str, dict[str, float]] = {}
    for seed in range(given.rounds):
        for game in dict.fromkeys(game for runner in beside for game in runner.games):
            for runner in beside:
                if game in runner.games:
                    speed = runner.moves_per_second(game, seed, given.seconds)
                    row = best.setdefault(game, {})
                    row[runner.title] = max(speed, row.get(runner.title, 0.0))
    for runner in beside:
        runner.end()
    print(f"moves per second, best of {given.rounds} rounds of {given.seconds} s")
    for game, speeds in best.items():
        figures = "   ".join(f"{title} {speed:8,.0f}" for title, speed in speeds.items())
        here, there = speeds.get("here"), speeds.get("there")
        times = f"   × {here / there:.1f}" if here and there else ""
        print(f"{game:10} {figures}{times}")


if __name__ == "__main__":
    main()
