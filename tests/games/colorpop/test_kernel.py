"""The rules and the kernel of Color Pop agree in situations that random games rarely reach."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

import numpy as np
import pytest

import sommet
from sommet import Game, Position
from sommet.core.colours import JOKER, sort_colours
from sommet.core.registry import kind as kind_of
from sommet.games.colorpop import ColorPop, kernel
from sommet.games.colorpop.board import (
    COLOURS,
    JOKERS,
    SIZE,
    TOKENS,
    Slides,
    groups,
    neighbours,
    token,
)
from sommet.games.colorpop.rules import ColorPopTable
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import MAX_STEPS, evaluate, random_step, remaining_cost, steps
from sommet.testing import every_option
from sommet.testing.kernels import PairedState

GAMES = every_option(kind_of("colorpop"))
BOARDS = 40
"""Per combination of options."""


def position_with(game: Game[Any], slides: list[str], chance: random.Random) -> Position[Any]:
    """A position with these slides. All other tokens have been taken, in half of the cases never by
    a player of their colour, so that C8 ends in ties."""
    on_board = "".join(slides)
    rest = [
        kind
        for kind, total in (*((colour, TOKENS) for colour in COLOURS), (JOKER, JOKERS))
        for _ in range(total - on_board.count(kind))
    ]
    hand = len(game.start(0).secrets[0])
    drawn = chance.sample(COLOURS, hand * game.seats)
    hands = [sort_colours("".join(drawn[seat * hand :][:hand])) for seat in range(game.seats)]
    taken, avoid_own = [""] * game.seats, chance.random() < 0.5
    for away in rest:
        others = [seat for seat in range(game.seats) if not avoid_own or away not in hands[seat]]
        taken[chance.choice(others or [0])] += away
    return game.parse(
        f"{'/'.join(slides) or '-'} {chance.randint(1, game.seats)} "
        f"{'/'.join(sort_colours(held) or '-' for held in taken)} {'/'.join(hands)}"
    )


def random_board(game: Game[Any], chance: random.Random) -> Position[Any]:
    """A random valid position: few colours, low slides, adjacent jokers …"""
    colours = chance.sample(COLOURS, chance.randint(1, 5))
    bag = [*(colours * TOKENS), *(JOKER * JOKERS)]
    chance.shuffle(bag)
    if chance.random() < 0.5:  # jokers first
        bag.sort(key=lambda token: token == JOKER and chance.random() < 0.7)
    highest = chance.choice((1, 2, 4, SIZE))
    slides = []
    for _ in range(chance.randint(0, SIZE)):
        height = min(chance.randint(1, highest), len(bag))
        slides.append("".join(bag.pop() for _ in range(height)))
    chance.shuffle(slides)
    return position_with(game, [slide for slide in slides if slide], chance)


def random_board_without_groups(game: Game[Any], chance: random.Random) -> Position[Any]:
    """One token in each slide and no two neighbours of a colour: the game is over (C8)."""
    slides = ["B"]
    for _ in range(chance.randint(4, SIZE - 1)):
        slides.append(chance.choice([colour for colour in COLOURS if colour != slides[-1]]))
    return position_with(game, slides, chance)


def situations(table: ColorPopTable) -> Iterator[str]:
    """The rare situations that can arise in this turn."""
    for step in table.groups:
        group = {*table.cells(step)}
        if step[0] == JOKER:
            yield "C4b: jokers alone"
        elif any(token(table.slides, cell) == JOKER for cell in group):
            yield "C4a: a group with jokers"
        if {(4, SIZE - 1), (5, SIZE - 1)} <= group:
            yield "C3: e10 and f10 in one group"
        elif {4, 5} <= {slide for slide, _ in group}:
            yield "C3: a group across e and f"
        emptied = [
            number
            for number, slide in enumerate(table.slides)
            if sum(cell[0] == number for cell in group) == len(slide)
        ]
        if len(emptied) > 1:
            yield "C5: several slides close up"
        if emptied and emptied[0] < 5 <= emptied[-1] < len(table.slides) - 1:
            yield "C5: slides of both halves close up, and others follow"
        if len(emptied) == len(table.slides):
            yield "C5: the board is empty"
    jokers = table.places[JOKER]
    for alone in groups(jokers, jokers):
        missing = [colour for colour in COLOURS if not neighbours(alone) & table.places[colour]]
        if not missing:
            yield "C4b: all five colours are next to the jokers"
        elif not any(map(table.left, missing)):
            yield "C4b: the missing colour is no longer on the board"


MIN_OCCURRENCES = {
    "C4a: a group with jokers": 500,
    "C4b: jokers alone": 100,
    "C4b: all five colours are next to the jokers": 2,
    "C4b: the missing colour is no longer on the board": 20,
    "C3: a group across e and f": 200,
    "C3: e10 and f10 in one group": 2,
    "C5: several slides close up": 200,
    "C5: slides of both halves close up, and others follow": 20,
    "C5: the board is empty": 5,
}


def test_rules_and_kernel_agree_in_every_rare_situation() -> None:
    found = Counter[str]()
    for number, game in enumerate(GAMES):
        chance = random.Random(number)
        for _ in range(BOARDS):
            pair = PairedState.of(random_board(game, chance))
            pair.compare()
            if not pair.ending:
                pair.compare_moves()
                pair.compare_turns()
            found.update(situations(pair.position.table))
        start = game.start(number)
        PairedState.of(start).compare_turns()
        found.update(situations(start.table))
    assert {
        rule: found[rule] for rule, times in MIN_OCCURRENCES.items() if found[rule] < times
    } == {}


# --- the end -------------------------------------------------------------------------------------

ENDS = {
    "classic": {"cleared 1": 20, "cleared 2": 5, "fewest_left 1": 20, "fewest_left 2": 3},
    "two_colours": {"cleared 1": 5, "cleared 2": 1, "fewest_left 1": 10, "fewest_left 2": 1},
    "teams": {"cleared 2": 5, "cleared 4": 1, "fewest_left 2": 10, "fewest_left 4": 1},
    "solo": {"cleared 1": 10, "stuck 0": 20},
}
"""For each variant: reason and number of winners, and how often each must occur."""


def test_rules_and_kernel_agree_on_every_kind_of_ending() -> None:
    found = {variant: Counter[str]() for variant in ENDS}
    for number, game in enumerate(GAMES):
        chance = random.Random(number)
        for _ in range(BOARDS):
            pair = PairedState.of(
                chance.choice((random_board, random_board_without_groups))(game, chance)
            )
            if chance.random() < 0.3:
                pair = pair.leave_at_random(chance)
            pair.compare()
            while not pair.ending:
                pair = pair.play_with(chance.choice)
            winners, reason = pair.ending
            found[str(game.settings["variant"])][f"{reason} {len(winners)}"] += 1
    missing = {
        (variant, end): found[variant][end]
        for variant, ends in ENDS.items()
        for end, times in ends.items()
        if found[variant][end] < times
    }
    assert missing == {}


# --- chance --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "slides",
    [
        ["BBBBBBBB", "OBOBOB", "OOG", "GPP"],  # a large group next to small ones
        ["B*O", "*G*", "P*Y"],  # every joker in five groups
        ["**", "BB", "OOO", "B*B"],  # jokers alone
    ],
)
def test_random_steps_choose_all_groups_with_equal_probability(slides: list[str]) -> None:
    state = PairedState.of(position_with(sommet.game("colorpop"), slides, random.Random(1))).state
    room = np.empty(MAX_STEPS, np.int16)
    possible = room[: steps(state, room)].tolist()
    seen, chance = Counter[int](), u64(7)
    for _ in range(1000 * len(possible)):
        step, chance = random_step(state, chance)
        seen[step] += 1
    assert set(seen) == set(possible)
    assert all(880 < times < 1120 for times in seen.values())


@pytest.mark.parametrize(
    "options", [{}, {"players": 5}, {"variant": "two_colours"}, {"variant": "teams", "players": 4}]
)
def test_the_kernel_evaluates_a_seat_like_the_rules(options: dict[str, str | int]) -> None:
    game = ColorPop.create(**options)
    dice = random.Random(str(options))
    position = game.start(7)
    while not position.outcome:
        state = kernel.encode(position.table, position.secrets)
        for seat in range(game.seats):
            evaluation = game.evaluate(position.table, position.secrets, seat)
            assert evaluate(state, seat) == round(100 * evaluation)
        position = position.play(dice.choice(position.moves()))


Cell: TypeAlias = tuple[int, int]


def adjacent(cell: Cell) -> list[Cell]:
    slide, height = cell
    return [(slide + 1, height), (slide - 1, height), (slide, height + 1), (slide, height - 1)]


def surrounding(cell: Cell) -> list[Cell]:
    """The cell and its eight neighbours."""
    return [(cell[0] + x, cell[1] + y) for x, y in product((-1, 0, 1), repeat=2)]


def count_components(cells: set[Cell], near: Callable[[Cell], list[Cell]]) -> int:
    """The number of connected components of these cells."""
    rest, found = set(cells), 0
    while rest:
        found += 1
        reached = [rest.pop()]
        while reached:
            more = rest.intersection(near(reached.pop()))
            rest -= more
            reached += more
    return found


def expected_cost(slides: Slides, colour: str) -> int:
    """Blocks plus lone tokens of a colour minus the holes in blocks, counted cell by cell. Jokers
    join nothing, but a token next to one is not lone."""
    tokens = {(x, y): token for x, slide in enumerate(slides) for y, token in enumerate(slide)}
    own = {cell for cell, token in tokens.items() if token == colour}
    lone = [cell for cell in own if not {colour, "*"}.intersection(map(tokens.get, adjacent(cell)))]
    around = range(-1, SIZE + 1)
    others = set(product(around, around)) - own
    holes = count_components(others, surrounding) - 1  # one component is everything outside
    return count_components(own, adjacent) - holes + len(lone)


@pytest.mark.parametrize("colours", [1, 3, 5])
def test_the_cost_counts_blocks_and_lone_tokens_of_the_colours_to_clear(colours: int) -> None:
    dice = random.Random(colours)
    for seed in range(4):
        position = ColorPop.create(players=1, colours=colours).start(seed)
        while not position.outcome:
            slides, to_clear = position.table.slides, position.secrets[0]
            state = kernel.encode(position.table, position.secrets)
            assert remaining_cost(state) == sum(
                expected_cost(slides, colour) for colour in to_clear
            )
            position = position.play(dice.choice(position.moves()))
