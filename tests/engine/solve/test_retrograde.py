"""Retrograde analysis of a toy game: values, interruptions, files and verification."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")

from sommet.core.errors import OptionError
from sommet.engine.solve import (
    Request,
    Stopped,
    list_solved,
    solve,
    solver_adapter_for,
    table_builder,
    tablebase,
)
from sommet.engine.solve.tablebase import HEADER_BYTES, Header, Table, TableError, path_of
from sommet.engine.solve.verification import verify_table
from sommet.games.kabaleo import Kabaleo
from tests.heap import MOST, Heap

GAME = Heap()


def truth(stones: int) -> tuple[str, int | None]:
    """The value by simple induction, without the solver."""
    known: dict[int, tuple[str, int | None]] = {0: ("loss", 0)}
    for distance in range(1, 100):
        for left in set(range(MOST + 1)) - set(known):
            after = [left - taken for taken in (1, 2, 3) if taken <= left]
            after += [left + 1] if 30 <= left < MOST else []
            worth = [known.get(heap, ("", None)) for heap in after]
            if ("loss", distance - 1) in worth:
                known[left] = ("win", distance)
            elif all(value == "win" and far != distance for value, far in worth):
                known[left] = ("loss", distance)
    return known.get(stones, ("draw", None))


def test_every_position_has_its_value_and_distance(tmp_path: Path) -> None:
    solved = solve(GAME, tmp_path, Request(threads=2))
    table = Table(solved.file, GAME)
    assert [table.lookup(stones) for stones in range(MOST + 1)] == [
        truth(stones) for stones in range(MOST + 1)
    ]
    assert any(value == "draw" for value, _ in map(truth, range(MOST + 1)))
    assert verify_table(GAME, solved.file, 60) == []


def test_the_pair_form_takes_two_bits_per_position(tmp_path: Path) -> None:
    solve(GAME, tmp_path, Request(forms=("byte", "pair")))
    path = path_of(GAME, tmp_path, "pair")
    assert path.stat().st_size == HEADER_BYTES + 11
    assert [Table(path, GAME).lookup(stones) for stones in range(MOST + 1)] == [
        (truth(stones)[0], None) for stones in range(MOST + 1)
    ]
    assert verify_table(GAME, path, 60) == []


@pytest.mark.parametrize("stops", [1, 2, 5, 9, 16, 21, 30, 44])
def test_a_stopped_solver_continues_to_the_same_table(tmp_path: Path, stops: int) -> None:
    whole = solve(GAME, tmp_path / "whole").checksum
    asked = iter([False] * stops + [True] * 9)
    with pytest.raises(Stopped):
        solve(GAME, tmp_path, Request(threads=1, stop=lambda: next(asked)))
    assert [solved.complete for solved in list_solved(tmp_path)] == [False]
    assert "Unfinished" in list_solved(tmp_path)[0].problem
    assert solve(GAME, tmp_path).checksum == whole
    assert [solved.complete for solved in list_solved(tmp_path)] == [True]


def test_an_unusable_partial_file_is_started_over(tmp_path: Path) -> None:
    whole = solve(GAME, tmp_path / "whole")
    part = path_of(GAME, tmp_path, "byte").with_suffix(".part")
    for half in (b"", whole.file.read_bytes()[:5000], whole.file.read_bytes()[: HEADER_BYTES + 7]):
        part.write_bytes(half)
        assert solve(GAME, tmp_path, Request(restart=True)).checksum == whole.checksum
        path_of(GAME, tmp_path, "byte").unlink()
        part.write_bytes(half)
        assert solve(GAME, tmp_path).checksum == whole.checksum
        path_of(GAME, tmp_path, "byte").unlink()


def test_verification_finds_a_wrong_value(tmp_path: Path) -> None:
    header, path = Header.new(GAME), tmp_path / "wrong.table"
    values = np.array(Table(solve(GAME, tmp_path).file, GAME).values)
    values[7] ^= 1
    table_builder.create(path, header)[:] = values
    table_builder.finish(path, path, header, values)
    assert any("7 0 is (" in sentence for sentence in verify_table(GAME, path, 400))


def test_bad_tables_are_refused_with_a_message(tmp_path: Path) -> None:
    good = solve(GAME, tmp_path).file
    whole = good.read_bytes()

    def refused(name: str, content: bytes, why: str) -> None:
        bad = tmp_path / name
        bad.write_bytes(content)
        with pytest.raises(TableError, match=why):
            Table(bad, GAME).check()
        bad.unlink()

    refused("empty", b"", "is not a Sommet table")
    refused("other", b"PK" + whole[2:], "is not a Sommet table")
    refused("header", whole.replace(b'"heap"', b'"hoop"'), "The header of header is corrupt")
    refused("cut", whole[:-3], "has 8230 bytes instead of 8233")
    refused("flipped", whole[:-5] + b"\x99" + whole[-4:], "flipped is corrupt")
    header = tablebase.read_header(good)
    body = whole[HEADER_BYTES:]
    refused("old", replace(header, rules=0).to_bytes() + body, "made for other rules")
    refused("half", replace(header, complete=False).to_bytes() + body, "half is unfinished")
    with pytest.raises(TableError, match="is a table for heap stones=20, not for heap stones=40"):
        Table(good, Heap(40))


def test_a_full_disk_is_reported_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*wanted: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(TableError, match=r"Not enough space for heap-20\.byte\.part"):
        solve(GAME, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_game_with_secrets_cannot_be_solved() -> None:
    with pytest.raises(OptionError, match=r"Kabaleo can't be solved here\. Choose Pylos"):
        solver_adapter_for(Kabaleo())
