"""How long a process takes to be ready to play: `python -m benchmarks.startup [--src FOLDER]…`.

For each game: seconds until a `master` has made its first move (one simulation), on an empty cache
and on a full one, with one process and with eight that start at once (the slowest counts). Each
`--src` names the `src` folder of a checkout; several are measured in turn, in one run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

HERE = Path(__file__).parents[1] / "src"
GAMES = ("pylos", "triedre", "kabaleo", "colorpop")
SCRIPT = """
import sys, sommet
position = sommet.game(sys.argv[1]).start(1)
player = sommet.player(sys.argv[1], "master", seconds=60, simulations=1)
print(player.choose(position.view(position.turn)))
"""


def seconds(source: Path, game: str, processes: int, caches: str) -> tuple[float, int]:
    """How long until the last of these processes has moved, and how many failed or disagreed."""
    began = perf_counter()
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, game],
            env={**os.environ, "PYTHONPATH": str(source), "XDG_CACHE_HOME": caches},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for _ in range(processes)
    ]
    moves = [process.communicate()[0] for process in running]
    took = perf_counter() - began
    usual = max(set(moves), key=moves.count)
    return took, sum(process.returncode != 0 for process in running) + sum(
        move != usual for move in moves if move
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--src", type=Path, action="append", metavar="FOLDER")
    parser.add_argument("--processes", type=int, default=8)
    given = parser.parse_args()
    many = given.processes
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    print(f"game       source          cold 1   warm 1   cold {many}   warm {many}   wrong")
    for game in GAMES:
        for source in given.src or [HERE]:
            with TemporaryDirectory() as one, TemporaryDirectory() as all_at_once:
                runs = [
                    seconds(source.resolve(), game, processes, caches)
                    for caches, processes in (
                        (one, 1),
                        (one, 1),
                        (all_at_once, many),
                        (all_at_once, many),
                    )
                ]
            times = "".join(f"{took:8.1f} " for took, _ in runs)
            print(f"{game:10} {source!s:14}{times}{sum(wrong for _, wrong in runs):7}", flush=True)


if __name__ == "__main__":
    main()
