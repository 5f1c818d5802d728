"""C1 over thousands of seeds: every set-up is complete, and no block is too large."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sommet
from sommet import Record
from sommet.core.deal import Deal, RandomStream
from sommet.games.colorpop.board import largest_block
from sommet.games.colorpop.rules import random_slides, striped_slides

ALL_TOKENS = {"B": 19, "O": 19, "G": 19, "P": 19, "Y": 19, "*": 5}


@pytest.fixture(scope="module")
def starts() -> list[Any]:
    """3000 set-ups for five players."""
    game = sommet.game("colorpop", players=5)
    return [game.start(seed) for seed in range(3000)]


def test_c1_every_set_up_is_complete(starts: list[Any]) -> None:
    for start in starts:
        assert [len(slide) for slide in start.table.slides] == [10] * 10
        assert Counter("".join(start.table.slides)) == ALL_TOKENS
        assert start.table.taken == ("",) * 5


def test_c1_no_more_than_five_tokens_of_one_colour_are_connected(starts: list[Any]) -> None:
    sizes = Counter(size_of_largest_block(start.table.slides) for start in starts)
    assert max(sizes) == 5
    assert sizes[5] > 1000


@pytest.mark.parametrize("joker_groups", ["on", "off"])
def test_c1_with_jokers_counted_no_group_starts_with_more_than_five_tokens(
    joker_groups: str,
) -> None:
    game = sommet.game("colorpop", setup_jokers="counted", joker_groups=joker_groups)
    sizes = Counter[int]()
    for seed in range(500):
        table: Any = game.start(seed).table
        assert [len(slide) for slide in table.slides] == [10] * 10
        assert Counter("".join(table.slides)) == ALL_TOKENS
        gone = (100 - sum(map(len, table.after(move.steps).slides)) for move in table.moves)
        sizes[max(gone)] += 1
    assert max(sizes) == 5
    assert sizes[5] > 300


def test_c1_with_jokers_ignored_groups_may_start_larger(starts: list[Any]) -> None:
    larger = [
        start
        for start in starts[:200]
        if any(len(start.table.cells(step)) > 5 for step in start.table.groups)
    ]
    assert len(larger) > 100


def test_c1_jokers_are_ignored_by_default() -> None:
    start = sommet.game("colorpop", players=3).start(seed=11)
    assert start == sommet.game("colorpop", players=3, setup_jokers="ignored").start(seed=11)


def test_c1_a_record_states_that_jokers_were_counted() -> None:
    record = Record.new(sommet.game("colorpop", setup_jokers="counted"), seed=7)
    assert '[setup_jokers "counted"]' in str(record)
    assert Record.parse(str(record)) == record
    assert Record.parse(str(record)).verify().ok


def size_of_largest_block(slides: tuple[str, ...]) -> int:
    """The size of the largest connected block of one colour, by flood fill."""
    tokens = {(x, y): token for x, slide in enumerate(slides) for y, token in enumerate(slide)}
    largest = 0
    while tokens:
        (start, colour), size = next(iter(tokens.items())), 0
        edge = [start]
        while edge:
            x, y = edge.pop()
            if tokens.get((x, y)) == colour:
                del tokens[x, y]
                size += colour != "*"
                edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        largest = max(largest, size)
    return largest


def test_c1_tokens_are_redrawn_only_if_reordering_slides_does_not_help() -> None:
    reordered = redrawn = 0
    for seed in range(100, 350):
        stream = RecordingStream(Deal(str(seed)).random_stream("colorpop"))
        assert size_of_largest_block(random_slides(stream)) <= 5
        reordered += 10 in stream.shuffled
        redrawn += stream.shuffled.count(100) > 1
    assert reordered > redrawn == 6


def test_c1_with_jokers_counted_a_third_is_redrawn_and_none_is_striped() -> None:
    redrawn = 0
    for seed in range(250):
        stream = RecordingStream(Deal(str(seed)).random_stream("colorpop"))
        assert largest_block(random_slides(stream, with_jokers=True), with_jokers=True) <= 5
        redrawn += stream.shuffled.count(100) > 1
        assert {*stream.shuffled} <= {10, 100}
    assert 60 < redrawn < 120


class RecordingStream(RandomStream):
    """A random stream that records how many items were shuffled each time."""

    def __init__(self, stream: RandomStream) -> None:
        self.__dict__ = stream.__dict__
        self.shuffled: list[int] = []

    def shuffle(self, things: Any) -> list[Any]:
        self.shuffled.append(len(things))
        return super().shuffle(things)


def test_c1_set_up_falls_back_to_a_striped_board() -> None:
    for seed in range(200):
        for slides in (
            striped_slides(Deal(str(seed)).random_stream("colorpop")),
            random_slides(Deal(str(seed)).random_stream("colorpop"), redraws=0),
            random_slides(Deal(str(seed)).random_stream("colorpop"), with_jokers=True, redraws=0),
        ):
            assert [len(slide) for slide in slides] == [10] * 10
            assert Counter("".join(slides)) == ALL_TOKENS
            assert size_of_largest_block(slides) == 1
            assert largest_block(slides, with_jokers=True) == 3
