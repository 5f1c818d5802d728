"""C1 over thousands of seeds: every set-up is complete, and none has too large a block."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sommet
from sommet.core.deal import Deal, Draw
from sommet.games.colorpop.rules import random_slides, striped_slides

ALL_TOKENS = {"B": 19, "O": 19, "G": 19, "P": 19, "Y": 19, "*": 5}


@pytest.fixture(scope="module")
def starts() -> list[Any]:
    """Three thousand set-ups for five players."""
    game = sommet.game("colorpop", players=5)
    return [game.start(seed) for seed in range(3000)]


def test_c1_every_set_up_is_complete(starts: list[Any]) -> None:
    for start in starts:
        assert [len(slide) for slide in start.table.slides] == [10] * 10
        assert Counter("".join(start.table.slides)) == ALL_TOKENS
        assert start.table.taken == ("",) * 5


def test_c1_no_more_than_five_tokens_of_one_colour_are_connected(starts: list[Any]) -> None:
    sizes = Counter(block(start.table.slides) for start in starts)
    assert max(sizes) == 5
    assert sizes[5] > 1000


def block(slides: tuple[str, ...]) -> int:
    """The size of the largest connected block of one colour, by filling it with paint."""
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


def test_c1_tokens_are_drawn_again_when_changing_slides_about_cannot_help() -> None:
    changed_about = redrawn = 0
    for seed in range(100, 350):
        draw = Counting(Deal(str(seed)).draw("colorpop"))
        assert block(random_slides(draw)) <= 5
        changed_about += 10 in draw.shuffled
        redrawn += draw.shuffled.count(100) > 1
    assert changed_about > redrawn == 6


class Counting(Draw):
    """A draw that remembers how many things were shuffled each time."""

    def __init__(self, draw: Draw) -> None:
        self.__dict__ = draw.__dict__
        self.shuffled: list[int] = []

    def shuffle(self, things: Any) -> list[Any]:
        self.shuffled.append(len(things))
        return super().shuffle(things)


def test_c1_set_up_ends_with_a_striped_board_if_all_else_fails() -> None:
    for seed in range(200):
        for slides in (
            striped_slides(Deal(str(seed)).draw("colorpop")),
            random_slides(Deal(str(seed)).draw("colorpop"), redraws=0),
        ):
            assert [len(slide) for slide in slides] == [10] * 10
            assert Counter("".join(slides)) == ALL_TOKENS
            assert block(slides) <= 5
