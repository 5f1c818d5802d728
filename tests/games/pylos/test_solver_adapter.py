"""The index of positions, the solver on late positions, and the shipped networks."""

from __future__ import annotations

import gzip
import json
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")

from sommet.engine.solve import adapter_interface
from sommet.engine.solve.prover import Prover
from sommet.engine.solve.retrograde_pass import run_pass
from sommet.engine.solve.search_interface import LOSS, WIN, evaluate
from sommet.engine.solve.table_oracle import evaluator_for
from sommet.games.pylos import Pylos, kernel, solver_adapter
from sommet.machine.kernel_interface import start

GAME = Pylos()
CHOICES = Path(__file__).parents[3] / "benchmarks" / "choices"
"""Positions with the table's value of every move."""


def random_positions(game: Any, count: int, least: int = 0, seed: int = 1) -> list[tuple[int, Any]]:
    """Random positions with at least `least` balls, with their indices."""
    index_tables, dice, found = solver_adapter.index_tables(game), Random(seed), []
    for each in range(count):
        balls = least + each % (29 - least)
        number = dice.randrange(int(index_tables.first[balls]), int(index_tables.first[balls + 1]))
        found.append(
            (
                number,
                kernel.PylosState(*adapter_interface.state_at(start(game), number, index_tables)),
            )
        )
    return found


@pytest.mark.parametrize(
    ("empty_reserve", "count"), [("loses", 1_686_262_193), ("may_raise", 2_257_858_569)]
)
def test_index_and_position_convert_both_ways(empty_reserve: Any, count: int) -> None:
    game = Pylos(empty_reserve=empty_reserve)
    index_tables = solver_adapter.index_tables(game)
    assert solver_adapter.positions(game) == count
    for number, state in random_positions(game, 500):
        state = kernel.PylosState(*map(np.uint64, state))
        assert adapter_interface.index_of(state, index_tables) == number
        text = game.write(kernel.decode(game, state), ())
        assert str(game.parse(text)) == text


def test_symmetric_images_share_an_index_unless_the_cells_are_symmetric() -> None:
    index_tables = solver_adapter.index_tables(GAME)
    for number, state in random_positions(GAME, 200):
        state = kernel.PylosState(*map(np.uint64, state))
        images = [kernel.apply_symmetry(state, which) for which in range(kernel.SYMMETRIES)]
        numbers = {
            adapter_interface.index_of(kernel.PylosState(*map(np.uint64, image)), index_tables)
            for image in images
        }
        cells = {int(image[0]) | int(image[1]) for image in images}
        assert number in numbers
        assert len(numbers) <= 8 // len(cells)


def test_a_slice_range_covers_one_slice_to_its_end() -> None:
    index_tables, like = solver_adapter.index_tables(GAME), start(GAME)

    def kind(number: int) -> tuple[int, int]:
        state = kernel.PylosState(
            *map(np.uint64, adapter_interface.state_at(like, number, index_tables))
        )
        return adapter_interface.slice_of(state), int(state.mover | state.other)

    for number, _ in random_positions(GAME, 300):
        found, end = adapter_interface.slice_range(like, number, index_tables)
        assert kind(number) == kind(end - 1)
        assert kind(number)[0] == found
        assert end == solver_adapter.positions(GAME) or kind(end) != kind(number)


def test_late_positions_are_solved_according_to_the_rules() -> None:
    game = Pylos("children")  # balls aren't taken back, so a late position has few successors
    index_tables, like = solver_adapter.index_tables(game), start(game)

    @cache
    def truth(board: Any) -> int:
        """The distance to the end plus one, by the rules alone."""
        if game.judge(board, ()) is not None:
            return 1
        after = [truth(board.after(move.steps)) for move in board.moves]
        lost = [known for known in after if known % 2 == 0]
        return (min(lost) if lost else max(after)) + 1

    boards: dict[int, Any] = {}

    def gather(number: int) -> None:
        """Collect a position and all its successors, each in its canonical image."""
        if number in boards:
            return
        boards[number] = board = kernel.decode(
            game, adapter_interface.state_at(like, number, index_tables)
        )
        for move in board.moves:
            after = board.after(move.steps)
            if game.judge(after, ()) is None:
                gather(adapter_interface.index_of(kernel.encode(after), index_tables))

    for number, _ in random_positions(game, 12, least=25):
        gather(number)
    values = np.zeros(solver_adapter.positions(game), np.uint8)  # untouched pages take no memory
    reachable, changed = np.ones(256, np.uint8), np.zeros(256, np.uint8)
    for distance in range(1, 12):
        for number in boards:
            winning = distance % 2 == 0
            run_pass(
                like,
                number,
                number + 1,
                distance,
                winning,
                values,
                index_tables,
                reachable,
                changed,
            )
    assert len(boards) > 40
    assert {number: values[number] for number in boards} == {
        number: truth(board) for number, board in boards.items()
    }


def test_takeback_makes_no_difference_without_squares() -> None:
    assert solver_adapter.relevant_options(
        Pylos("children", "0-2")
    ) == solver_adapter.relevant_options(Pylos("children"))
    assert solver_adapter.relevant_options(
        Pylos("standard", "0-2")
    ) != solver_adapter.relevant_options(Pylos("standard"))


@pytest.mark.parametrize(
    ("variant", "worth"),
    [
        ("children", {"1a1": -1, "1b1": -1, "1b2": -1}),
        ("standard", {"1a1": -1, "1b1": -1, "1b2": -1}),
        ("expert", {"1a1": 0, "1b1": -1, "1b2": 0}),
    ],
)
def test_the_networks_know_the_values_of_the_first_moves(
    variant: Any, worth: dict[str, int]
) -> None:
    game = Pylos(variant)
    evaluator = evaluator_for(game)
    for move, value in worth.items():
        state = kernel.encode(game.start().play(move).table)
        assert evaluate(state, evaluator) == (-value * WIN, -value * WIN)


@pytest.mark.parametrize("variant", ["children", "standard", "expert"])
def test_exact_network_values_follow_from_the_successors(variant: Any) -> None:
    game = Pylos(variant)
    evaluator = evaluator_for(game)

    def worth(board: Any) -> int | None:
        if game.judge(board, ()) is not None:
            return 1
        state = kernel.encode(board)
        exact = evaluator.network.exact[int(solver_adapter.bucket(state))]
        return evaluate(state, evaluator)[0] // WIN if exact else None

    checked = 0
    for _, state in random_positions(game, 116):
        board = kernel.decode(game, state)
        said, after = worth(board), [worth(board.after(move.steps)) for move in board.moves]
        if said is not None and (-1 in after or None not in after):
            assert said == (1 if -1 in after else 0 if 0 in after else -1)
            checked += 1
    assert checked >= 8


@pytest.mark.parametrize("variant", ["children", "standard", "expert"])
def test_proven_search_values_agree_with_the_table(variant: Any) -> None:
    game, sure = Pylos(variant), list[bool]()
    asked = Prover(start(game), bits=16, evaluator=evaluator_for(game))
    with gzip.open(CHOICES / f"choices-{variant}.jsonl.gz", "rt", encoding="utf-8") as lines:
        labelled = [json.loads(line) for line in islice(lines, 40)]
    for row in labelled:
        position = game.parse(row["position"])
        for move, worth in zip(position.table.moves, row["worth"], strict=True):
            after = position.table.after(move.steps)
            if game.judge(after, ()) is not None:
                continue
            score = asked.score(kernel.encode(after), 2)
            if score in (LOSS, WIN):
                assert worth == ("w" if score == LOSS else "l"), (row["position"], str(move))
            sure.append(score in (LOSS, WIN))
    assert sum(sure) > 100
    assert all(sure) == (variant == "children")  # the network is exact everywhere


def test_a_network_takes_no_more_than_four_megabytes() -> None:
    networks = list((Path(solver_adapter.__file__).parent / "networks").glob("*.network"))
    assert len(networks) == 3
    assert all(network.stat().st_size <= 4_000_000 for network in networks)


def test_node_counts_are_pinned() -> None:
    """They change when the search, the move ordering or the network does."""
    game, counts = Pylos("expert"), []
    for text in (
        "LDDLDDLDLLLLDDD./LLD.D..../..../. D",
        "LDDLDDLDLLLLDDDL/LLDDD..../..../. L",
    ):
        asked = Prover(start(game), bits=16, evaluator=evaluator_for(game))
        asked.score(kernel.encode(game.parse(text).table), 4)
        counts.append(asked.nodes)
    assert counts == [287, 125]
