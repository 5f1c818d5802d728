"""Lists of matches for `python -m benchmarks.strength`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import Any

import sommet
from sommet.arena import Contender, Match
from sommet.engine.level_config import OFFERED, PERFECT

__all__ = ["LISTS", "Entry"]


@dataclass(frozen=True)
class Entry:
    """A match to play: between a minimum and a maximum number of games, until the sequential test
    decides whether the first player is stronger."""

    game: str
    first: str
    second: str
    least: int
    most: int

    @property
    def name(self) -> str:
        return f"{self.game}: {self.first} – {self.second}"

    @property
    def cores(self) -> int:
        """The cores a game needs: those of the player to move, averaged over the sides."""
        match = self.match()
        sides = len(match.game.sides)
        return ceil((match.first.cores + (sides - 1) * match.second.cores) / sides)

    def match(self, kind: type[Contender] = Contender) -> Match:
        """The match between contenders of a kind, as long as it may be."""
        first, second = kind.parse(self.first), kind.parse(self.second)
        game: Any = sommet.game(self.game)
        return Match(game, first, second, self.most)


TWO = ("kabaleo", "colorpop", "colorpop variant=two_colours")
MORE = (
    "kabaleo players=3",
    "kabaleo players=4",
    "colorpop players=3",
    "colorpop players=5",
    "colorpop players=4 variant=teams",
)
INFERENCE = tuple(
    Entry(game, "master@0.1s", f"{other}@0.1s", 120, 800)
    for other in ("master_unread", "master_roleless")
    for game in TWO
)
"""The value of inferring hidden colours, and of modelling what the others hold."""
CONCEALMENT = tuple(Entry(game, "master@0.1s", "master_open@0.1s", 100, 800) for game in TWO)
"""The value of concealing one's role."""
STRONGEST = (
    *(Entry(game, "master@0.1s", "strong_v1@0.1s", 200, 800) for game in TWO),
    *(Entry(game, "master@0.1s", "strong_v1@0.1s", 200, 1500) for game in MORE),
    *(Entry(game, "master@0.1s", "gentle", 60, 120) for game in TWO),
)
"""The strongest level at 0.1 s per move, against its predecessor and a greedy one-move player."""
CORES = (
    *(Entry(game, "master@0.1sx4", "strong_v1@0.1s", 60, 400) for game in (*TWO, *MORE)),
    *(Entry(game, "master@0.1sx4", "master@0.1s", 60, 400) for game in TWO[:2]),
)
"""The same on four cores, against its predecessor and itself on one core."""
NETWORK = (
    Entry("kabaleo", "master@0.1s", "master_unjudged@0.1s", 200, 800),
    Entry("kabaleo", "master@1s", "master_unjudged@1s", 40, 200),
)
"""The value of the evaluation network."""
LONGER = (
    *(Entry(game, "master@1s", "strong_v1@1s", 24, 200) for game in TWO[:2]),
    *(Entry(game, "master@1s", "gentle", 10, 60) for game in TWO[:2]),
)
"""The same at 1 s per move."""
MASTER = "master@10000"
"""About what 0.1 s allows, but the same on every machine."""
RATED_LEVELS = (*list(OFFERED)[:-1], MASTER)
LEVELS = (
    *(
        Entry(game, RATED_LEVELS[weaker + above], RATED_LEVELS[weaker], games, games)
        for game in sommet.names()
        for above, most in ((1, (600, 600, 500, 300)), (2, (200, 200, 150)))
        for weaker, games in enumerate(most)
    ),
    *(
        Entry(game, f"{PERFECT}@0.5s", MASTER, 24, 24)
        for game in sommet.names()
        if PERFECT in sommet.levels(game)
    ),
)
"""Every level against the next two, for the table of ratings."""
OBSERVED = tuple(
    Entry(game, first, second, 350, 350)
    for game in TWO[:2]
    for first, second in combinations(("master@2000", "strong_v1@4000", "gentle"), 2)
)
"""Games for an observer to read, for `python -m benchmarks.belief`."""
SEATS = tuple(
    Entry(game, "master@500", "master@500", 400, 400)
    for game in (
        *(
            f"kabaleo players={players} deal={deal} edition={edition}"
            for players, deal in (
                (2, "random"), (2, "equal"), (3, "random"), (3, "equal"), (4, "random")
            )
            for edition in ("later", "earlier")
        ),
        *(f"colorpop players={players}" for players in (2, 3, 4, 5)),
        "colorpop players=4 variant=teams",
    )
)  # fmt: skip
"""Equal players on every side, for `benchmarks.seat_advantage` and `benchmarks.joker_value`."""
LISTS = {
    "cores": CORES,
    "concealment": CONCEALMENT,
    "network": NETWORK,
    "inference": INFERENCE,
    "strongest": STRONGEST,
    "longer": LONGER,
    "levels": LEVELS,
    "observed": OBSERVED,
    "seats": SEATS,
}
