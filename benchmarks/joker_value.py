"""The value of a joker in Color Pop: `python -m benchmarks.joker_value games.jsonl`.

Reads the games written by `python -m benchmarks.strength seats --into games.jsonl`, between equal
players. Whether a joker lies next to a player's colour at the start is random, so a higher share of
wins is caused by it; taking a joker is a player's choice, so there it is only a correlation.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from benchmarks.match_lists import SEATS
from sommet.arena.match import Z_95
from sommet.core.colours import JOKER
from sommet.core.record import Record
from sommet.engine.players import win_share
from sommet.games.colorpop import ColorPop
from sommet.games.colorpop.board import neighbours

__all__ = ["COUNTED_ITEMS", "Side", "count_game", "regress", "table"]

COUNTED_ITEMS = (
    "next to own colour at the start",
    "taken with own colour, by anyone",
    "taken by the player with another colour",
)


class Side(NamedTuple):
    """One side of a game: its share of the win, its tokens left, and the jokers in each category
    of COUNTED."""

    share: float
    left: float
    jokers: tuple[int, ...]


GameCounts: TypeAlias = tuple[int, list[Side]]
"""The number of a deal and the sides of one game of it."""


def count_game(record: Record[Any]) -> list[Side]:
    """The sides of a finished game."""
    game, outcome = record.game, record.outcome
    assert outcome
    tables = [position.table for position in record.positions]
    start, end = tables[0], tables[-1]
    found = []
    for seats in game.sides:
        colours = "".join(record.start.secrets[seat] for seat in seats)
        own = 0
        for colour in colours:
            own |= start.places[colour]
        lying = (start.places[JOKER] & neighbours(own)).bit_count()
        helped = spent = 0
        for before, after, move in zip(tables, tables[1:], record.moves, strict=False):
            gone = before.places[JOKER].bit_count() - after.places[JOKER].bit_count()
            if str(move)[0] in colours:
                helped += gone
            elif before.turn in seats:
                spent += gone
        had = win_share(game, outcome.winners, seats[0])
        found.append(Side(had, end.left(colours), (lying, helped, spent)))
    return found


def regress(games: Sequence[GameCounts], kinds: slice) -> list[tuple[float, float, float, float]]:
    """For each category, the effect of one joker more than the others in the same game have, in
    shares of a win and in tokens left, each with half the width of its 95 % interval."""
    sides = [
        np.array([(one.share, one.left, *one.jokers[kinds]) for one in game]) for _, game in games
    ]
    apart = np.concatenate([game - game.mean(axis=0) for game in sides])
    deals = np.concatenate([np.full(len(game), deal) for deal, game in games])
    jokers = apart[:, 2:]
    inverse = np.linalg.inv(jokers.T @ jokers)
    figures = []
    for had in apart[:, :2].T:
        slope = inverse @ jokers.T @ had
        # A deal is one observation: its games and their sides are not independent.
        off = np.zeros((int(deals.max()) + 1, jokers.shape[1]))
        np.add.at(off, deals, jokers * (had - jokers @ slope)[:, None])
        margin = Z_95 * np.sqrt(np.diag(inverse @ off.T @ off @ inverse))
        figures += [slope.tolist(), margin.tolist()]
    return list(zip(*figures, strict=True))


def table(kept: Mapping[str, Sequence[GameCounts]]) -> Iterator[str]:
    """The effect of jokers in each kind of game, in Markdown."""
    yield "| game | games | a joker | more of a win | fewer tokens left |"
    yield "| --- | --: | --- | --: | --: |"
    for name, games in kept.items():
        rows = [*regress(games, slice(0, 1)), *regress(games, slice(1, None))]
        for what, (more, around, left, about) in zip(COUNTED_ITEMS, rows, strict=True):
            yield (
                f"| {name} | {len(games)} | {what} | {more:+.1%} ± {around:.1%}"
                f" | {-left:+.2f} ± {about:.2f} |"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="file of games")
    names = {entry.name: entry.game for entry in SEATS if entry.game.split()[0] == ColorPop.id}
    kept: dict[str, list[GameCounts]] = defaultdict(list)
    for line in parser.parse_args().file.read_text("utf-8").splitlines():
        game = json.loads(line)
        if game["match"] in names:
            sides = count_game(Record.parse(game["record"]))
            kept[names[game["match"]]].append((game["number"] // len(sides), sides))
    print("\n".join(table(kept)))


if __name__ == "__main__":
    main()
