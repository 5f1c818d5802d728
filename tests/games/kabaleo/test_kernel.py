"""The rules and the kernel of Kabaleo agree in situations that random games rarely reach."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import pytest

import sommet
from sommet import Game, Move, Outcome, Position
from sommet.core.registry import kind
from sommet.games.kabaleo import Kabaleo, kernel
from sommet.games.kabaleo.rules import KabaleoTable
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import (
    canonical_key,
    evaluate,
    outcome,
    play,
    steps,
    value_features,
)
from sommet.machine.perft import perft
from sommet.testing import every_option
from sommet.testing.kernels import PairedState, moves

GAMES = every_option(kind("kabaleo"))

Preference: TypeAlias = Callable[[KabaleoTable, Move], tuple[bool, int]]


def prefer_highest_pile(table: KabaleoTable, move: Move) -> tuple[bool, int]:
    """Build the highest pile: avoid pairs."""
    colour, number = move.steps
    pile = table.location(int(number))
    return pile[-1] != colour, len(pile)


def prefer_pairs(table: KabaleoTable, move: Move) -> tuple[bool, int]:
    """Make pairs, on high piles first."""
    colour, number = move.steps
    pile = table.location(int(number))
    return pile[-1] == colour, len(pile)


def biased_game(game: Game[Any], seed: int, preference: Preference) -> Iterator[PairedState]:
    """The states of a game in which everybody has the same preference."""
    pair = PairedState.of(game.start(seed))
    while True:
        pair.compare_moves()
        yield pair
        if pair.ending:
            return
        table = pair.position.table
        best = max(table.moves, key=partial(preference, table))
        pair = pair.play_with(partial(next_step, iter(best.steps)))


def next_step(path: Iterator[str], texts: list[str]) -> str:
    """The next step of a path, ignoring the alternatives."""
    return next(path)


def height(pair: PairedState) -> int:
    """The number of pieces in the highest pile."""
    return max(len(pile) - 1 for pile in pair.position.table.locations)


@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({"players": 2, "edition": "earlier"}, 22),
        ({"players": 3, "edition": "earlier"}, 28),
        ({"players": 4, "edition": "earlier"}, 34),
        ({"players": 4, "edition": "later"}, 16),
    ],
)
def test_rules_and_kernel_agree_on_the_highest_piles(options: Any, least: int) -> None:
    game = sommet.game("kabaleo", **options)
    ends = [list(biased_game(game, seed, prefer_highest_pile))[-1] for seed in range(12)]
    assert max(map(height, ends)) >= least


def test_rules_and_kernel_agree_with_all_sixty_pyramids_on_the_board() -> None:
    game = sommet.game("kabaleo", players=4)
    rows = [
        sum(map(len, pair.position.table.locations))
        for seed in range(6)
        for pair in biased_game(game, seed, prefer_highest_pile)
    ]
    assert max(rows) == 24 + 36


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_k6_applies_after_a_pair_has_left(game: Game[Any]) -> None:
    found = Counter[str]()
    for seed in range(3):
        way = list(biased_game(game, seed, prefer_pairs))
        for before, after in pairwise(way):
            last = after.position.table.last
            pile, left = (pair.position.table.location(last) for pair in (before, after))
            if len(left) > len(pile) or after.ending:
                continue
            found["K8: a pair left"] += 1
            after.compare_turns()
            texts = {text for path, _ in moves(after.state) for text in path[1:]}
            found["K6: just played" if str(last) not in texts else "no K6: played again"] += 1
    assert found["K8: a pair left"] > 3
    assert ("no K6: played again" in found) == (game.settings["edition"] == "earlier")


# --- the end -------------------------------------------------------------------------------------


def random_final_table(game: Game[Any], chance: random.Random) -> KabaleoTable:
    """A table on which every piece has been played, sometimes on few locations."""
    table: KabaleoTable = game.start(chance.randrange(1000)).table
    piles, few = list(table.locations), chance.choice((4, 10, len(table.locations)))
    for piece in "".join(table.stocks):
        place = chance.randrange(few)
        while piles[place] == piece.lower():
            place = chance.randrange(len(piles))
        piles[place] = piles[place][:-1] if piles[place][-1] == piece else piles[place] + piece
    return replace(table, locations=tuple(piles), stocks=("",) * game.seats, last=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_and_kernel_agree_on_figures_and_outcome(players: int) -> None:
    game = sommet.game("kabaleo", players=players)
    chance = random.Random(players)
    found = Counter[str]()
    for _ in range(1500):
        secrets = tuple(chance.sample("BOGPYV"[: players + 2], players))
        position = Position(game, random_final_table(game, chance), secrets)
        out = frozenset(chance.sample(range(players), chance.randrange(players - 1)))
        pair = PairedState.of(position, out)
        pair.compare()
        for index, colour in enumerate("BOGPYV"[: players + 2]):
            figures = int(kernel.score(pair.state, u64(index)))
            by_rules = position.table.score(colour)
            assert (figures >> 16, figures >> 8 & 0xFF, figures & 0xFF) == by_rules
        assert position.outcome
        found[decided_by(position.outcome)] += 1
    assert all(found[way] > 5 for way in ("locations", "piles", "highest", "shared")), found


def decided_by(outcome: Outcome) -> str:
    """The deciding figure of K10."""
    if len(outcome.winners) > 1:
        return "shared"
    rows = [numbers for _, numbers in outcome.figures]
    scores = sorted(zip(*rows, strict=True))
    return next(
        name
        for (name, _), best, second in zip(outcome.figures, scores[-1], scores[-2], strict=True)
        if best != second
    )


# --- canonical keys ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_order_of_the_locations_does_not_change_the_canonical_key(game: Game[Any]) -> None:
    chance = random.Random(8)
    pair = PairedState.of(game.start(8))
    while not pair.ending:
        pair = pair.play_with(chance.choice)
        table = pair.position.table
        order = chance.sample(range(len(table.locations)), len(table.locations))
        other = replace(
            table,
            locations=tuple(table.locations[place] for place in order),
            last=order.index(table.last - 1) + 1,
        )
        moved = PairedState.of(replace(pair.position, table=other)).state
        assert canonical_key(moved) == canonical_key(pair.state)
        assert outcome(moved) == outcome(pair.state)
        assert perft(moved, 1) == perft(pair.state, 1)


@pytest.mark.parametrize("edition", ["later", "earlier"])
def test_tables_that_play_differently_have_different_canonical_keys(edition: str) -> None:
    game = sommet.game("kabaleo", edition=edition)
    chance = random.Random(9)
    seen = dict[int, Any]()
    for seed in range(80):
        pair = PairedState.of(game.start(seed))
        while not pair.ending:
            table = pair.position.table
            last = table.location(table.last) if table.last and edition == "later" else ""
            what = (sorted(table.locations), last, table.stocks, table.turn, pair.position.secrets)
            assert seen.setdefault(int(canonical_key(pair.state)), what) == what
            pair = pair.play_with(chance.choice)


def test_the_last_location_matters_only_in_the_later_edition() -> None:
    for edition, different in (("later", 4), ("earlier", 1)):  # four colours of empty bases
        position = sommet.game("kabaleo", edition=edition).start(1)
        tables = [replace(position.table, last=number) for number in range(1, 17)]
        states = [PairedState.of(replace(position, table=table)).state for table in tables]
        assert len({int(canonical_key(state)) for state in states}) == different


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_evaluation_of_a_seat_is_the_number_of_its_locations(players: int) -> None:
    """As K10 counts them, whatever the others hold."""
    dice = random.Random(players)
    position = Kabaleo.create(players=players).start(7)
    while not position.outcome:
        state = kernel.encode(position.table, position.secrets)
        for seat, colour in enumerate(position.secrets):
            assert evaluate(state, seat) == position.table.score(colour)[0]
        position = position.play(dice.choice(position.moves()))


def test_a_kernel_without_an_evaluation_returns_zero() -> None:
    from sommet.machine.kernel_interface import start

    assert {evaluate(start(sommet.game("pylos")), seat) for seat in (0, 1)} == {0}


def expected_features(
    table: KabaleoTable, secrets: tuple[str, ...], seat: int, in_hand: str
) -> list[int]:
    """The features of a table, computed from its letters."""
    game = table.game
    seats = [(seat + other) % game.players for other in range(game.players)]
    held = [secrets[other] for other in seats]
    order = held + [colour for colour in game.colours if colour not in held]
    last = table.locations[table.last - 1] if table.last and game.edition == "later" else " "
    numbers = []
    for colour in order:
        piles = [pile for pile in table.locations if len(pile) > 1 and pile[-1] == colour]
        numbers.append(table.locations.count(colour.lower()))
        numbers.append(max((len(pile) - 1 for pile in piles), default=0))
        numbers += [last[-1].upper() == colour, in_hand == colour]
        for other in order:
            if other != colour:
                numbers.append(sum(pile[-2].upper() == other for pile in piles))
        numbers += [table.stocks[owner].count(colour) for owner in seats]
    return [int(number) for number in numbers]


@pytest.mark.parametrize("edition", ["later", "earlier"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_describe_the_table(players: int, edition: str) -> None:
    dice = random.Random(players)
    position = Kabaleo.create(players=players, edition=edition).start(7)
    row, room = np.zeros(128, np.uint8), np.empty(128, np.int16)
    while not position.outcome:
        state = kernel.encode(position.table, position.secrets)
        for seat in range(players):
            found = value_features(state, seat, row)
            assert list(row[:found]) == expected_features(
                position.table, position.secrets, seat, ""
            )
        for colour in room[: steps(state, room)].tolist():
            found = value_features(play(state, colour), position.turn, row)
            letter = kernel.spell(state, colour)
            expected = expected_features(position.table, position.secrets, position.turn, letter)
            assert list(row[:found]) == expected
        position = position.play(dice.choice(position.moves()))


def test_the_order_of_locations_does_not_change_the_features() -> None:
    """K3: locations have no order."""
    dice = random.Random(3)
    position = Kabaleo.create(edition="earlier").start(7)
    rows = np.zeros((2, 128), np.uint8)
    for _ in range(15):
        position = position.play(dice.choice(position.moves()))
    shuffled = list(position.table.locations)
    dice.shuffle(shuffled)
    shown = position.table
    table = KabaleoTable(shown.game, tuple(shuffled), shown.stocks, None, shown.turn)
    for row, each in zip(rows, (shown, table), strict=True):
        value_features(kernel.encode(each, position.secrets), 0, row)
    assert (rows[0] == rows[1]).all()
