"""Solving by proof: interruptions, books, verification and the oracle."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np

import sommet
from sommet import GameOver
from sommet.core.deal import RandomStream
from sommet.core.hidden_state import Secrets
from sommet.engine.solve import Request, Stopped, Truth, check_solution, oracle, proof, proof_oracle
from sommet.engine.solve.book import (
    BookError,
    costly_rows,
    load_rows,
    read_book,
    read_header,
    write_book,
)
from sommet.engine.solve.prover import Prover
from sommet.engine.solve.search_interface import LOSS, WIN, identity
from sommet.engine.solve.transposition_table import hash_identity, unhash_identity
from sommet.engine.solve.verification import replay
from sommet.games.triedre import Triedre, kernel
from sommet.games.triedre.rules import TriedreTable
from sommet.machine.bits import u64
from tests.engine.solve.minimax import minimax_by_rules, random_position


@dataclass(frozen=True)
class LateStart(Triedre):
    """Trièdre from a start with 14 cubes, which is solved quickly."""

    __module__ = Triedre.__module__  # so that its kernel and solver adapter are found

    def set_up(self, lots: RandomStream, first: int | None) -> tuple[TriedreTable, Secrets]:
        return random_position(14, 6, chain=self.chain).table, ()


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "table_bits", lambda: 16)
    monkeypatch.setattr(proof, "MIN_WORK_LOG2", 6)


def test_hashing_an_identity_is_reversible() -> None:
    for word in (0, 1, 0x123456789ABCDEF, (1 << 62) - 1):
        assert unhash_identity(u64(hash_identity(u64(word), u64(99))), u64(99)) == word


def test_every_first_move_is_proven(tmp_path: Path) -> None:
    game = LateStart()
    solved = proof.solve(game, tmp_path, Request(threads=1))
    assert solved.complete
    assert solved.positions > 0
    moves = read_header(solved.file)["moves"]
    start = game.start()
    assert set(moves) - {""} == {str(move) for move in start.moves()}  # no moves are symmetric here
    asked = Prover(kernel.encode(start.table), bits=16)
    for move, value in moves.items():
        position = start.play(move) if move else start
        own = position.turn == start.turn
        assert asked.value(kernel.encode(position.table)) == (
            WIN if (value == "win") == own else LOSS
        )
    assert [found.game for found in proof.list_solved(tmp_path)] == ["triedre chain=on"]


def test_an_interrupted_solver_continues(tmp_path: Path) -> None:
    game, reported = LateStart(), list[str]()
    path = proof.path_of(game, tmp_path)
    with pytest.raises(Stopped):
        proof.solve(game, tmp_path, Request(threads=1, stop=path.exists))  # after the first value
    begun = read_header(path)
    assert not begun["complete"]
    assert begun["moves"]
    proof.solve(game, tmp_path, Request(threads=1, report=lambda done, what: reported.append(what)))
    assert not set(reported) & set(begun["moves"]) - {""}
    whole = read_header(path)
    assert whole["complete"]
    proof.solve(game, tmp_path / "restart", Request(threads=2))
    assert whole["moves"] == read_header(proof.path_of(game, tmp_path / "restart"))["moves"]


def test_a_book_restores_the_values_it_was_made_from(tmp_path: Path) -> None:
    states = [kernel.encode(random_position(14, seed).table) for seed in range(4)]
    made = Prover(states[0], bits=16)
    values = made.values(states)
    rows = costly_rows(made.table, made.salt, 3, threads=2)
    identities = [identity for identity, _ in rows.tolist()]
    assert identities == sorted(set(identities))
    assert {int(identity(state)[0]) for state in states} <= {*identities}
    write_book(tmp_path / "a.book", rows, {"game": "triedre"})
    read = read_book(tmp_path / "a.book", game="triedre")
    assert read.tolist() == rows.tolist()
    other = Prover(states[0], bits=16, salt=7)
    load_rows(other.table, other.salt, read)
    assert [other.known_value(state) for state in states] == values


def test_a_solved_game_passes_verification(tmp_path: Path) -> None:
    assert check_solution(LateStart(), tmp_path, 40) == []


def test_a_wrong_value_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = proof_oracle.ProofOracle.probe

    def wrong(self: proof_oracle.ProofOracle, position: Any) -> Truth | None:
        truth = right(self, position)
        return truth and Truth("win" if truth.value == "loss" else "loss", None, "search")

    monkeypatch.setattr(proof_oracle.ProofOracle, "probe", wrong)
    assert len(check_solution(LateStart(), tmp_path, 20)) == 20


def test_a_winning_strategy_wins_by_the_rules(tmp_path: Path) -> None:
    asked: Any = proof.oracle(LateStart(), tmp_path)
    replayed = replay(LateStart(), asked, answers=1, seconds=60.0)
    assert replayed.games > 1
    assert (replayed.lost, replayed.unproven) == (0, 0)


def test_a_bad_book_is_refused_with_a_message(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    write_book(path, np.ones((3, 2), np.uint64), {"game": "triedre", "rules": 1})
    with pytest.raises(BookError, match="rules 1, not 2"):
        read_book(path, rules=2)
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(BookError, match="corrupt"):
        read_book(path)
    path.write_text("something else")
    with pytest.raises(BookError, match="not a book"):
        read_book(path)
    with pytest.raises(BookError, match="can't be read"):
        read_book(tmp_path / "none.book")
    (tmp_path / "folder.book").mkdir()
    with pytest.raises(BookError, match="can't be written"):
        write_book(tmp_path / "folder.book", np.ones((3, 2), np.uint64), {})
    assert [found.problem for found in proof.list_solved(tmp_path)].count("") == 0


def test_a_full_disk_is_reported_and_the_old_book_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = proof.solve(LateStart(), tmp_path, Request(threads=1)).file
    before = file.read_bytes()

    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as half:
            half.write(data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BookError, match="can't be written: No space left on device"):
        proof.solve(LateStart(), tmp_path, Request(threads=1, restart=True))
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert file.read_bytes() == before


def test_moves_are_ranked_by_proven_values() -> None:
    asked = proof_oracle.ProofOracle(sommet.game("triedre"), [], threads=1, bits=16)
    for cubes, seed in ((28, 1), (26, 2), (25, 3), (25, 4)):
        position = random_position(cubes, seed)
        ranked = asked.rank_moves(position.view(position.turn), 60.0)
        assert {each.move for each in ranked} == set(position.moves())
        for each in ranked:
            after = position.play(each.move)
            value = minimax_by_rules(after.table) * (1 if after.turn == position.turn else -1)
            assert each.truth
            assert each.truth.value == ("win" if value == WIN else "loss")
        shares = [each.estimate for each in ranked]
        assert shares == sorted(shares, reverse=True)
        truth = asked.probe(position)
        assert truth
        assert truth.share == shares[0]


def test_a_lost_player_sets_traps() -> None:
    asked = proof_oracle.ProofOracle(sommet.game("triedre"), [], threads=1, bits=16)
    lost = next(
        position
        for position in (random_position(24, seed) for seed in range(100))
        if minimax_by_rules(position.table) == LOSS and len(position.moves()) > 3
    )
    best = asked.rank_moves(lost.view(lost.turn), 60.0)[0]
    shares = {}
    for move in lost.moves():
        after = lost.play(move)
        answers = [after.play(answer) for answer in after.moves()]
        mistakes = [
            answer
            for answer in answers
            if minimax_by_rules(answer.table) * (1 if answer.turn == after.turn else -1) == LOSS
        ]
        shares[move] = len(mistakes) / len(answers)
    assert shares[best.move] == max(shares.values())


def test_an_unproven_move_has_no_truth() -> None:
    asked = proof_oracle.ProofOracle(sommet.game("triedre"), [], threads=1, bits=10)
    start = random_position(3, 0)
    ranked = asked.rank_moves(start.view(start.turn), 0.05)
    assert ranked[0].truth is None
    assert asked.probe(start) is None


def test_a_finished_game_has_no_moves_to_rank() -> None:
    asked = proof_oracle.ProofOracle(sommet.game("triedre"), [], threads=1, bits=10)
    position: Any = random_position(34, 0)
    while not position.outcome:
        position = position.play(position.moves()[0])
    with pytest.raises(GameOver):
        asked.rank_moves(position.view(0))
    truth = asked.probe(position)
    assert truth
    assert truth.source == "rules"
    assert (truth.value == "win") == (position.turn in position.outcome.winners)


def test_a_game_without_books_has_an_oracle(tmp_path: Path) -> None:
    position = random_position(20, 0, chain="off")
    assert oracle(position.game, tmp_path).probe(position) is not None
