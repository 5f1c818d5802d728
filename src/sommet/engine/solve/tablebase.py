"""Tables on disk: the value of every position of a game.

A file is a header of HEADER_BYTES and then the positions, ordered by index. The header is a line
that identifies the format, a line with the checksum of the rest, and the fields of `Header` as
JSON, with a checksum for every BLOCK_BYTES of positions. Forms:

    byte   a byte per position: 0 for a draw, else the distance to the end plus one; its parity
           says who wins, since every end has the same result
    pair   two bits per position, lowest bits first: 0 for a draw, 1 for a win, 2 for a loss

An unfinished file ends in `.part`. Files are memory-mapped; the checksum of a block is verified
when the block is first read.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.engine.solve.solution import Solved, Value, solver_adapter_for

__all__ = [
    "HEADER_BYTES",
    "Header",
    "Table",
    "TableError",
    "list_solved",
    "path_of",
    "read_header",
]

MAGIC = b"Sommet table 1\n"
HEADER_BYTES = 8192
BLOCK_BYTES = 1 << 24
FORMS = ("byte", "pair")


class TableError(SommetError):
    """A table that can't be read, used or written."""


@dataclass(frozen=True)
class Header:
    """The header of a table."""

    game: str
    rules: int
    index: int
    options: dict[str, str | int]
    form: str
    positions: int
    ends_won: bool
    complete: bool = False
    distance: int = 0
    """The next pass; for a complete table, the pass that found nothing."""
    seconds: float = 0.0
    machine: str = ""
    blocks: tuple[int, ...] = ()
    sha256: str = ""

    @property
    def size(self) -> int:
        """Size of the positions in bytes, without the header."""
        return self.positions if self.form == "byte" else (self.positions + 3) // 4

    @property
    def name(self) -> str:
        """The game with its options, as on the command line."""
        return " ".join((self.game, *(f"{name}={value}" for name, value in self.options.items())))

    @classmethod
    def new(cls, game: Game[Any], form: str = "byte") -> Header:
        """The header of a new table."""
        adapter = solver_adapter_for(game)
        return cls(
            game.id,
            game.version,
            adapter.INDEX_VERSION,
            adapter.relevant_options(game),
            form,
            adapter.positions(game),
            adapter.ends_won(game),
        )

    def to_bytes(self) -> bytes:
        text = json.dumps(asdict(self)).encode()
        room = HEADER_BYTES - len(MAGIC) - 9 - len(text)
        assert room >= 0
        text += b" " * room
        return MAGIC + b"%08x\n" % zlib.crc32(text) + text


def path_of(game: Game[Any], folder: Path, form: str) -> Path:
    """The path of the table of a game with its options."""
    values = solver_adapter_for(game).relevant_options(game).values()
    return folder / f"{'-'.join(map(str, (game.id, *values)))}.{form}.table"


def read_header(path: Path) -> Header:
    """Read the header of a file; TableError if the file isn't a table."""
    try:
        with path.open("rb") as file:
            start = file.read(HEADER_BYTES)
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise TableError(
            "unreadable_table", "{file} can't be read: {why}.", file=path.name, why=error.strerror
        ) from None
    text = start[len(MAGIC) + 9 :]
    if not start.startswith(MAGIC):
        raise TableError("not_a_table", "{file} is not a Sommet table.", file=path.name)
    if len(start) < HEADER_BYTES or start[len(MAGIC) : len(MAGIC) + 8] != b"%08x" % zlib.crc32(
        text
    ):
        raise TableError("broken_header", "The header of {file} is corrupt.", file=path.name)
    fields = json.loads(text)
    header = Header(**{**fields, "blocks": tuple(fields["blocks"])})
    if size != HEADER_BYTES + header.size:
        raise TableError(
            "short_table",
            "{file} has {found} bytes instead of {wanted}.",
            file=path.name,
            found=size,
            wanted=HEADER_BYTES + header.size,
        )
    return header


class Table:
    """A complete table, opened for reading; TableError if it can't be used for the game."""

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.path = path
        self.header = header = read_header(path)
        wanted = Header.new(game, header.form)
        if (header.game, header.options) != (wanted.game, wanted.options):
            raise TableError(
                "other_game",
                "{file} is a table for {found}, not for {wanted}.",
                file=path.name,
                found=header.name,
                wanted=wanted.name,
            )
        if (header.rules, header.index) != (wanted.rules, wanted.index):
            raise TableError(
                "other_version",
                "{file} was made for other rules or by another version of Sommet. Solve {game} "
                "again.",
                file=path.name,
                game=header.name,
            )
        if not header.complete or header.form not in FORMS:
            raise TableError(
                "unfinished_table",
                "{file} is unfinished. Run sommet solve to continue.",
                file=path.name,
            )
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.values = memoryview(mapped)[HEADER_BYTES:]
        self._checked = [False] * len(header.blocks)

    def lookup(self, index: int) -> tuple[Value, int | None]:
        """The value of a position for the player to move, and its distance if known."""
        if self.header.form == "byte":
            known = self.values[self._verified(index)]
            won = (known - 1) % 2 == (0 if self.header.ends_won else 1)
            return ("draw", None) if not known else ("win" if won else "loss", known - 1)
        known = self.values[self._verified(index // 4)] >> index % 4 * 2 & 3
        kept: tuple[Value, ...] = ("draw", "win", "loss")
        return kept[known], None

    def _verified(self, offset: int) -> int:
        """Verify the checksum of the block at an offset, once; returns the offset."""
        block = offset // BLOCK_BYTES
        if not self._checked[block]:
            found = zlib.crc32(self.values[block * BLOCK_BYTES : (block + 1) * BLOCK_BYTES])
            if found != self.header.blocks[block]:
                raise TableError(
                    "broken_table",
                    "{file} is corrupt. Delete it and solve {game} again.",
                    file=self.path.name,
                    game=self.header.name,
                )
            self._checked[block] = True
        return offset

    def check(self) -> None:
        """Verify every checksum; TableError if one is wrong."""
        for block in range(len(self._checked)):
            self._verified(block * BLOCK_BYTES)


def list_solved(folder: Path) -> Iterable[Solved]:
    """The tables in a folder, including unfinished ones."""
    for path in sorted(folder.glob("*.table")) + sorted(folder.glob("*.part")):
        size, problem, header = path.stat().st_size, "", None
        try:
            header = read_header(path)
            if not header.complete:
                problem = f"Unfinished: {header.distance} passes done."
        except TableError as error:
            problem = str(error)
        if header is None:
            yield Solved(path, path.name, "", 0, size, 0.0, complete=False, problem=problem)
        else:
            yield Solved(
                path,
                header.name,
                header.form,
                header.positions,
                size,
                header.seconds,
                header.machine,
                header.sha256,
                header.complete,
                problem,
            )
