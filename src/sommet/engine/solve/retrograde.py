"""Retrograde analysis: solve a game from its ends backwards, with every position in one table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sommet.core.game import Game
from sommet.engine.solve import tablebase
from sommet.engine.solve.solution import Oracle, Request, Solved
from sommet.engine.solve.tablebase import Table, path_of

__all__ = ["check_solution", "data_pattern", "list_solved", "oracle", "solve"]


def solve(game: Game[Any], folder: Path, request: Request) -> Solved:
    """Build the table of a game, or continue an unfinished one."""
    from sommet.engine.solve import table_builder

    path = path_of(game, folder, "byte")
    if not path.exists() or request.restart:
        table_builder.build(game, path, request)
    table = Table(path, game)
    if "pair" in request.forms and not (pairs := path_of(game, folder, "pair")).exists():
        table_builder.derive_pairs(table, pairs)
    return next(solved for solved in tablebase.list_solved(folder) if solved.file == path)


def list_solved(folder: Path) -> list[Solved]:
    """The tables in a folder."""
    return list(tablebase.list_solved(folder))


def check_solution(game: Game[Any], folder: Path, count: int) -> list[str]:
    """Check `count` positions of a table against the rules; returns the errors, as sentences."""
    from sommet.engine.solve.verification import verify_table

    return verify_table(game, path_of(game, folder, "byte"), count)


def data_pattern(game: Game[Any]) -> str:
    """A pattern for the names of the files, in the folder of a game, that the oracle reads: the
    networks of these options and of similar ones."""
    from sommet.engine.solve.table_oracle import similar_networks

    return similar_networks(game)


def oracle(game: Game[Any], folder: Path) -> Oracle:
    """An oracle with the game's table, or with a search if there is none."""
    from sommet.engine.solve.table_oracle import TableOracle

    return TableOracle(game, folder)
