"""Solve a game by a search from the start, and store the costly proofs in a book.

The result is one file, `<game>-<options>.book`: its header has the values of the start and of every
first move, its rows every state whose proof took 2^MIN_WORK_LOG2 nodes or more. The solver also
writes the file from time to time, so that it can continue after an interruption.
"""

from __future__ import annotations

import platform
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any

from sommet.core.game import Game
from sommet.engine.solve.book import (
    BookError,
    Rows,
    costly_rows,
    load_rows,
    read_book,
    read_header,
    write_book,
)
from sommet.engine.solve.proof_oracle import ProofOracle
from sommet.engine.solve.prover import Prover, available_cores, table_bits
from sommet.engine.solve.search_interface import LOSS, OPEN, WIN, exact_identity
from sommet.engine.solve.solution import Oracle, Request, Solved, Stopped, Value, solver_adapter_for
from sommet.machine.kernel_interface import State, kernel_for, start

__all__ = [
    "check_solution",
    "data_pattern",
    "expected_header",
    "first_moves",
    "list_solved",
    "oracle",
    "path_of",
    "shipped_path",
    "solve",
]

MIN_WORK_LOG2 = 12
"""Proofs that took 2^MIN_WORK_LOG2 nodes or more go into the book."""
WRITE_INTERVAL_S = 60.0
"""Time between two checkpoints."""

VALUE_NAMES: dict[int, Value] = {WIN: "win", 0: "draw", LOSS: "loss"}


def path_of(game: Game[Any], folder: Path) -> Path:
    """The path of the book of a game with its options."""
    values = solver_adapter_for(game).relevant_options(game).values()
    return folder / f"{'-'.join(map(str, (game.id, *values)))}.book"


def shipped_path(game: Game[Any]) -> Path:
    """The path of the book that ships with the game."""
    return path_of(game, Path(str(solver_adapter_for(game).__file__)).parent / "books")


def data_pattern(game: Game[Any]) -> str:
    """A pattern for the names of the files, in the folder of a game, that the oracle reads."""
    return f"books/{shipped_path(game).name}"


def expected_header(game: Game[Any]) -> dict[str, Any]:
    """What the header of a game's book must contain."""
    adapter = solver_adapter_for(game)
    return {
        "game": game.id,
        "rules": game.version,
        "shape": adapter.SHAPE,
        "options": adapter.relevant_options(game),
    }


def first_moves(game: Game[Any]) -> dict[str, State]:
    """The first moves, without symmetric ones, with the states they lead to."""
    position, encode = game.start(), kernel_for(game).encode
    found, seen = {}, set()
    for move in position.moves():
        state = encode(position.play(move).table)
        if (key := exact_identity(state)) not in seen:
            seen.add(key)
            found[str(move)] = state
    return found


class _BookWriter:
    """Reads the checkpoint of a solver, and writes it from time to time and at the end."""

    def __init__(self, game: Game[Any], folder: Path, request: Request, prover: Prover) -> None:
        self.path, self.header = path_of(game, folder), expected_header(game)
        self._request, self._prover = request, prover
        self.moves: dict[str, Value] = {}
        self._seconds, self._nodes = 0.0, 0
        if not request.restart and self.path.exists():
            load_rows(prover.table, prover.salt, read_book(self.path, **self.header))
            before = read_header(self.path)
            self.moves = before["moves"]
            self._seconds, self._nodes = before["seconds"], before["nodes"]
        self._begin = self._written = perf_counter()
        self._writing = Lock()

    def write(self, complete: bool = False) -> None:
        rows = costly_rows(
            self._prover.table, self._prover.salt, MIN_WORK_LOG2, self._prover.threads
        )
        header = {
            **self.header,
            "moves": self.moves,
            "complete": complete,
            "seconds": self._seconds + perf_counter() - self._begin,
            "nodes": self._nodes + self._prover.nodes,
            "machine": f"{platform.machine()}, {self._prover.threads} threads",
        }
        write_book(self.path, rows, header)
        self._written = perf_counter()

    def stop(self) -> bool:
        """Polled by every thread; one of them writes the checkpoint when it is due."""
        if perf_counter() - self._written > WRITE_INTERVAL_S and self._writing.acquire(
            blocking=False
        ):
            try:
                self.write()
            finally:
                self._writing.release()
        return self._request.stop()


def solve(game: Game[Any], folder: Path, request: Request) -> Solved:
    """Prove the values of the start and of every first move, unless they are in the checkpoint."""
    root, firsts = start(game), first_moves(game)
    prover = Prover(root, bits=table_bits(), threads=request.threads or available_cores())
    writer = _BookWriter(game, folder, request, prover)
    asked = {"": root, **firsts}
    for done, (move, state) in enumerate(asked.items()):
        if move in writer.moves:
            continue
        request.report(done / len(asked), move or "start")
        value = prover.value(state, stop=writer.stop)
        if value == OPEN:
            writer.write()
            raise Stopped
        writer.moves[move] = VALUE_NAMES[value if not move else -value]
        writer.write()
    writer.write(complete=True)
    request.report(1.0, "")
    return _solved(writer.path)


def check_solution(game: Game[Any], folder: Path, count: int) -> list[str]:
    """Check `count` positions against the rules; returns the errors, as sentences."""
    from sommet.engine.solve.verification import verify_proof

    return verify_proof(game, _oracle(game, folder), count)


def list_solved(folder: Path) -> list[Solved]:
    """The books in a folder."""
    return [_solved(path) for path in sorted(folder.glob("*.book"))]


def oracle(game: Game[Any], folder: Path) -> Oracle:
    """An oracle with the book that ships with the game and the one in the folder."""
    return _oracle(game, folder)


def _oracle(game: Game[Any], folder: Path) -> ProofOracle:
    books: list[Rows] = []
    for path in (shipped_path(game), path_of(game, folder)):
        if path.exists():
            books.append(read_book(path, **expected_header(game)))
    return ProofOracle(game, books)


def _solved(path: Path) -> Solved:
    try:
        header = read_header(path)
    except BookError as error:
        return Solved(path, path.stem, "book", 0, path.stat().st_size, 0.0, problem=str(error))
    options = " ".join(f"{name}={value}" for name, value in header["options"].items())
    return Solved(
        path,
        f"{header['game']} {options}",
        "book",
        header["rows"],
        path.stat().st_size,
        header["seconds"],
        header["machine"],
        header["checksum"],
        header["complete"],
    )
