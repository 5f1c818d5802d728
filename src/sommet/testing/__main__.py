"""`python -m sommet.testing`: write the reference data for the games, or check its counts."""

from __future__ import annotations

import argparse
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

from sommet.core.registry import folder as folder_of
from sommet.core.registry import kind, names
from sommet.testing import perft_tables, playthrough
from sommet.testing.perft_tables import Row


def write(folder: Path, games: list[str], pool: Executor) -> None:
    """Write perft tables and playthroughs, and the self-check table of each game's kernel."""
    (folder / "perft").mkdir(parents=True, exist_ok=True)
    (folder / "playthroughs").mkdir(exist_ok=True)
    for name in games:
        games_played = playthrough.write(kind(name))
        (folder / "playthroughs" / f"{name}.txt").write_text(games_played, encoding="utf-8")
        if kind(name).has_part("kernel"):
            from sommet.machine import self_check
            from sommet.testing.kernels import self_check_table

            file = Path(str(folder_of(name))) / self_check.PERFT_FILE
            file.write_text(self_check_table(kind(name)), encoding="utf-8")
        print(f"{name}: playthroughs written, counting the perft table", flush=True)
        table = perft_tables.write(kind(name), pool)
        (folder / "perft" / f"{name}.txt").write_text(table, encoding="utf-8")


def count(folder: Path, games: list[str], pool: Executor) -> None:
    """Recount every perft table to its full depth."""
    for name in games:
        rows = tuple(
            perft_tables.read((folder / "perft" / f"{name}.txt").read_text(encoding="utf-8"))
        )
        for row, depth in zip(rows, pool.map(Row.wrong, rows), strict=True):
            if depth is not None:
                raise SystemExit(f"{row.position.game}: D{depth} is wrong in\n{row}")
        print(f"{name}: all {sum(sum(row.counts) for row in rows)} sequences match", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sommet.testing", description=__doc__)
    parser.add_argument(
        "work", choices=("data", "perft"), help="write the data, or check its counts"
    )
    parser.add_argument("folder", type=Path, help="where perft/ and playthroughs/ are")
    parser.add_argument("games", nargs="*", default=[*names()], help="ids of games; default: all")
    given = parser.parse_args()
    work = {"data": write, "perft": count}[given.work]
    with ProcessPoolExecutor() as pool:
        work(given.folder, given.games, pool)


if __name__ == "__main__":
    main()
