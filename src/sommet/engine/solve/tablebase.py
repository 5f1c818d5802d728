"""Tables on disk: what every position of a game is worth.

A file has a header of HEADER bytes and then its positions in the order of their numbers. The header
is a line that names the kind of file, a line with the checksum of the rest, and JSON: game, rules
version, index version, options, form, how many positions, which way a game ends, how far the solver
came, how long it took and where, and a checksum for every BLOCK bytes. Forms:

    byte   a byte a position: 0 a draw, else the distance to the end plus one; its parity tells who
           wins, since all ends are of one kind
    pair   two bits a position, the lowest first: 0 a draw, 1 a win, 2 a loss

A file that is being made ends in `.part` and gets its name when it is whole. Files are mapped into
memory; the checksum of a block is compared when the block is first looked at.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.engine.solve import Solved, Value, solving_for

__all__ = ["HEADER", "Header", "Table", "TableError", "create", "finish", "header_of", "path_of"]

MAGIC = b"Sommet table 1\n"
HEADER = 8192
BLOCK = 1 << 24
FORMS = ("byte", "pair")

Array = np.ndarray[Any, Any]


class TableError(SommetError):
    """A table that cannot be used or made; the sentence says why."""


@dataclass(frozen=True)
class Header:
    """What a file says of itself."""

    game: str
    rules: int
    index: int
    options: dict[str, str | int]
    form: str
    positions: int
    ends_won: bool
    complete: bool = False
    distance: int = 0
    """The pass that is next; of a complete table, the one that found nothing."""
    seconds: float = 0.0
    machine: str = ""
    blocks: tuple[int, ...] = ()
    sha256: str = ""

    @property
    def size(self) -> int:
        """Bytes behind the header."""
        return self.positions if self.form == "byte" else (self.positions + 3) // 4

    @property
    def name(self) -> str:
        """The game with its options, as people type it."""
        return " ".join((self.game, *(f"{name}={value}" for name, value in self.options.items())))

    @classmethod
    def new(cls, game: Game[Any], form: str = "byte") -> Header:
        """The header of a table that has yet to be made."""
        solving = solving_for(game)
        return cls(
            game.id,
            game.version,
            solving.INDEX_VERSION,
            solving.essential(game),
            form,
            solving.positions(game),
            solving.ends_won(game),
        )

    def written(self) -> bytes:
        text = json.dumps(asdict(self)).encode()
        room = HEADER - len(MAGIC) - 9 - len(text)
        assert room >= 0
        text += b" " * room
        return MAGIC + b"%08x\n" % zlib.crc32(text) + text


def path_of(game: Game[Any], folder: Path, form: str) -> Path:
    """Where the table of a game with its options lies."""
    values = solving_for(game).essential(game).values()
    return folder / f"{'-'.join(map(str, (game.id, *values)))}.{form}.table"


def header_of(path: Path) -> Header:
    """What a file says of itself; TableError when it does not."""
    try:
        with path.open("rb") as file:
            start = file.read(HEADER)
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise TableError(
            "unreadable_table", "{file} can't be read: {why}.", file=path.name, why=error.strerror
        ) from None
    text = start[len(MAGIC) + 9 :]
    if not start.startswith(MAGIC):
        raise TableError("not_a_table", "{file} is not a Sommet table.", file=path.name)
    if len(start) < HEADER or start[len(MAGIC) : len(MAGIC) + 8] != b"%08x" % zlib.crc32(text):
        raise TableError("broken_header", "The header of {file} is corrupt.", file=path.name)
    fields = json.loads(text)
    header = Header(**{**fields, "blocks": tuple(fields["blocks"])})
    if size != HEADER + header.size:
        raise TableError(
            "short_table",
            "{file} has {found} bytes instead of {wanted}.",
            file=path.name,
            found=size,
            wanted=HEADER + header.size,
        )
    return header


class Table:
    """A table that fits a game, opened for reading. TableError says why it does not."""

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.path = path
        self.header = header = header_of(path)
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
        self.values: Array = np.memmap(path, np.uint8, "r", HEADER, (header.size,))
        self._checked = np.zeros(len(header.blocks), np.bool_)

    def look(self, number: int) -> tuple[Value, int | None]:
        """The value of a position for the player to move, and how far the end is."""
        if self.header.form == "byte":
            known = int(self.values[self._sound(number)])
            won = (known - 1) % 2 == (0 if self.header.ends_won else 1)
            return ("draw", None) if not known else ("win" if won else "loss", known - 1)
        known = int(self.values[self._sound(number // 4)]) >> number % 4 * 2 & 3
        kept: tuple[Value, ...] = ("draw", "win", "loss")
        return kept[known], None

    def _sound(self, at: int) -> int:
        """The same place, once its block is known to be what it was."""
        block = at // BLOCK
        if not self._checked[block]:
            found = zlib.crc32(self.values[block * BLOCK : (block + 1) * BLOCK].data)
            if found != self.header.blocks[block]:
                raise TableError(
                    "broken_table",
                    "{file} is corrupt. Delete it and solve {game} again.",
                    file=self.path.name,
                    game=self.header.name,
                )
            self._checked[block] = True
        return at

    def check(self) -> None:
        """Compare every checksum; TableError when one is wrong."""
        for block in range(len(self._checked)):
            self._sound(block * BLOCK)


def create(path: Path, header: Header) -> Array:
    """A new file with nothing known in it, mapped for writing. A disk without room is told before
    anything else happens."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(header.written())
            file.flush()
            os.posix_fallocate(file.fileno(), 0, HEADER + header.size)
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise _no_room(path, header.size, error) from None
    return np.memmap(path, np.uint8, "r+", HEADER, (header.size,))


def note(path: Path, header: Header) -> None:
    """Write the header anew, after what it speaks of is safe on the disk."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())
        file.write(header.written())
        file.flush()
        os.fsync(file.fileno())


def finish(part: Path, path: Path, header: Header, values: Array) -> Header:
    """Give a table that is whole its checksums and its name."""
    digest, blocks = hashlib.sha256(), []
    for start in range(0, header.size, BLOCK):
        block = values[start : start + BLOCK].data
        digest.update(block)
        blocks.append(zlib.crc32(block))
    header = replace(header, complete=True, blocks=tuple(blocks), sha256=digest.hexdigest())
    if isinstance(values, np.memmap):
        values.flush()
    note(part, header)
    part.replace(path)
    return header


def derive_pairs(table: Table, path: Path) -> Header:
    """Make the form with values alone out of the one with distances."""
    header = replace(table.header, form="pair", complete=False, blocks=(), sha256="")
    part = path.with_suffix(".part")
    into = create(part, header)
    worth = np.zeros(256, np.uint8)
    distances = np.arange(255) % 2 == (0 if header.ends_won else 1)
    worth[1:] = np.where(distances, 1, 2)
    step = 1 << 24
    for start in range(0, header.positions, step):
        pairs = worth[table.values[start : start + step]]
        pairs = np.pad(pairs, (0, -len(pairs) % 4)).reshape(-1, 4)
        packed = pairs[:, 0] | pairs[:, 1] << 2 | pairs[:, 2] << 4 | pairs[:, 3] << 6
        into[start // 4 : start // 4 + len(packed)] = packed
    return finish(part, path, header, into)


def listed(folder: Path) -> Iterable[Solved]:
    """The tables in a folder, finished or not."""
    for path in sorted(folder.glob("*.table")) + sorted(folder.glob("*.part")):
        size, trouble, header = path.stat().st_size, "", None
        try:
            header = header_of(path)
            if not header.complete:
                trouble = f"Unfinished: {header.distance} passes done."
        except TableError as error:
            trouble = str(error)
        if header is None:
            yield Solved(path, path.name, "", 0, size, 0.0, complete=False, trouble=trouble)
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
                trouble,
            )


def _no_room(path: Path, size: int, error: OSError) -> TableError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return TableError(
            "disk_full",
            "Not enough space for {file}: it needs {size:.1f} GB in {folder}.",
            file=path.name,
            size=size / 1e9,
            folder=str(path.parent),
        )
    return TableError(
        "unwritable", "{file} can't be written: {why}.", file=path.name, why=error.strerror
    )
