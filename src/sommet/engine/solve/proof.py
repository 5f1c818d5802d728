"""Solving a game by a search from its start that proves, and keeping what was dear in a book.

What is found lies in one file, `<game>-<options>.book`: the value of the start and of every first
move in its header, and every state whose proof took 2^DEAR nodes or more. The same file is written
now and then on the way, so that a solver that was interrupted goes on from there.
"""

from __future__ import annotations

import platform
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any

from sommet.core.game import Game
from sommet.engine.solve import Oracle, Request, Solved, Stopped, Value, solving_for
from sommet.engine.solve.adapter_interface import LOSS, OPEN, WIN, identity
from sommet.engine.solve.book import (
    BookError,
    Rows,
    dear,
    enter,
    read_book,
    read_header,
    write_book,
)
from sommet.engine.solve.proof_oracle import ProofOracle
from sommet.engine.solve.prover import Prover, cores, room_for
from sommet.engine.solve.verification import verify_proof
from sommet.machine.kernel_interface import State, kernel_for, start

__all__ = ["checked", "expected", "first_moves", "listed", "oracle", "path_of", "shipped", "solve"]

DEAR = 12
"""The logarithm of the nodes from which on a proof goes into a book."""
BETWEEN = 60.0
"""Seconds from one writing of the book to the next while the solver is at work."""

WORDS: dict[int, Value] = {WIN: "win", 0: "draw", LOSS: "loss"}


def path_of(game: Game[Any], folder: Path) -> Path:
    """Where the book of a game with its options lies."""
    values = solving_for(game).essential(game).values()
    return folder / f"{'-'.join(map(str, (game.id, *values)))}.book"


def shipped(game: Game[Any]) -> Path:
    """The book that comes with the game."""
    return path_of(game, Path(str(solving_for(game).__file__)).parent / "books")


def expected(game: Game[Any]) -> dict[str, Any]:
    """What the header of a game's book must say."""
    solving = solving_for(game)
    return {
        "game": game.id,
        "rules": game.version,
        "shape": solving.SHAPE,
        "options": solving.essential(game),
    }


def first_moves(game: Game[Any]) -> dict[str, State]:
    """The first moves, one for all that a symmetry makes one, with the states they lead to."""
    position, encode = game.start(), kernel_for(game).encode
    found, seen = {}, set()
    for move in position.moves():
        state = encode(position.play(move).table)
        if (known := identity(state)) not in seen:
            seen.add(known)
            found[str(move)] = state
    return found


class _Keeping:
    """The book of a solver at work: read at first, written now and then and in the end."""

    def __init__(self, game: Game[Any], folder: Path, request: Request, prover: Prover) -> None:
        self.path, self.header = path_of(game, folder), expected(game)
        self._request, self._prover = request, prover
        self.moves: dict[str, Value] = {}
        self._seconds, self._nodes = 0.0, 0
        if not request.afresh and self.path.exists():
            enter(prover.table, prover.salt, read_book(self.path, **self.header))
            before = read_header(self.path)
            self.moves = before["moves"]
            self._seconds, self._nodes = before["seconds"], before["nodes"]
        self._begin = self._written = perf_counter()
        self._writing = Lock()

    def write(self, complete: bool = False) -> None:
        rows = dear(self._prover.table, self._prover.salt, DEAR, self._prover.threads)
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
        """Asked by every thread now and then: one of them writes when it is time."""
        if perf_counter() - self._written > BETWEEN and self._writing.acquire(blocking=False):
            try:
                self.write()
            finally:
                self._writing.release()
        return self._request.stop()


def solve(game: Game[Any], folder: Path, request: Request) -> Solved:
    """Prove the start of a game and every first move, but for what was proven before."""
    root, firsts = start(game), first_moves(game)
    prover = Prover(root, bits=room_for(), threads=request.threads or cores())
    keeping = _Keeping(game, folder, request, prover)
    asked = {"": root, **firsts}
    for done, (move, state) in enumerate(asked.items()):
        if move in keeping.moves:
            continue
        request.report(done / len(asked), move or "start")
        value = prover.value(state, stop=keeping.stop)
        if value == OPEN:
            keeping.write()
            raise Stopped
        keeping.moves[move] = WORDS[value if not move else -value]
        keeping.write()
    keeping.write(complete=True)
    request.report(1.0, "")
    return _solved(keeping.path)


def checked(game: Game[Any], folder: Path, count: int) -> list[str]:
    """Hold so many positions against the rules; what is wrong, in sentences."""
    return verify_proof(game, _oracle(game, folder), count)


def listed(folder: Path) -> list[Solved]:
    """The books in a folder."""
    return [_solved(path) for path in sorted(folder.glob("*.book"))]


def oracle(game: Game[Any], folder: Path) -> Oracle:
    """Who knows what stands in the game's own book and in the folder's, and can search."""
    return _oracle(game, folder)


def _oracle(game: Game[Any], folder: Path) -> ProofOracle:
    books: list[Rows] = []
    for path in (shipped(game), path_of(game, folder)):
        if path.exists():
            books.append(read_book(path, **expected(game)))
    return ProofOracle(game, books)


def _solved(path: Path) -> Solved:
    try:
        header = read_header(path)
    except BookError as error:
        return Solved(path, path.stem, "book", 0, path.stat().st_size, 0.0, trouble=str(error))
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
