"""Tournaments: everybody against everybody, and how strong that shows each to be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from sommet.arena.contender import Contender
from sommet.arena.executor import ALONE, Crew
from sommet.arena.match import Match, Played
from sommet.arena.plackett_luce import Ratings, Result, rate
from sommet.arena.score import Score
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.record import Record

__all__ = ["Standing", "Tournament"]


@dataclass(frozen=True)
class Tournament:
    """A round robin. In every round each player meets each other one on the same deal and after
    the same opening: alone on each side in turn, with the other on all the other sides."""

    game: Game[Any]
    contenders: tuple[Contender, ...]
    rounds: int = 50
    seed: int = 0
    opening: int = 0

    def __post_init__(self) -> None:
        if len(set(self.contenders)) < max(2, len(self.contenders)):
            raise OptionError(
                "no_rivals", "A tournament needs at least two players, all different."
            )

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom: with two sides each pair once, since both take both sides anyway."""
        every = permutations(range(len(self.contenders)), 2)
        return tuple(pair for pair in every if len(self.game.sides) > 2 or pair[0] < pair[1])

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.rounds * len(self.pairs) * len(self.game.sides)

    def match_of(self, number: int) -> tuple[tuple[int, int], Match, int]:
        """To which pair a game belongs, its match, and its number in that. All pairs play a round
        before the next begins."""
        sides = len(self.game.sides)
        round_, rest = divmod(number, len(self.pairs) * sides)
        pair, side = divmod(rest, sides)
        first, second = self.pairs[pair]
        match = Match(
            self.game,
            self.contenders[first],
            self.contenders[second],
            self.rounds * sides,
            self.seed,
            self.opening,
        )
        return (first, second), match, round_ * sides + side

    def prepare(self) -> None:
        """Make sure that all players exist and are compiled."""
        for contender in self.contenders:
            contender.sit_down(self.game, self.seed)

    def play(self, number: int) -> Played:
        """One game of the tournament, by its number in it."""
        _, match, own = self.match_of(number)
        played = match.play(own)
        return Played(number, played.record, played.share)

    def counted(self, number: int, record: Record[Any]) -> Played:
        """A game of the tournament that has been played to its end, wherever it was kept since."""
        _, match, own = self.match_of(number)
        return Played(number, record, match.counted(own, record).share)

    def played(self, crew: Crew = ALONE, done: Collection[int] = ()) -> Iterator[Played]:
        """All games as they end, whoever plays them, but for those that are done already."""
        return crew.worked(
            self.play, [number for number in range(self.games) if number not in done]
        )

    def standing(self, played: Iterable[Played]) -> Standing:
        """How things stand after these games."""
        scores = {pair: Score() for pair in self.pairs}
        results = []
        for game in played:
            pair, match, own = self.match_of(game.number)
            scores[pair] = scores[pair].plus(game.share)
            outcome = game.record.outcome
            assert outcome
            sides = self.game.sides
            winning = [set(side) <= set(outcome.winners) for side in sides]
            seated = [pair[0] if side == match.side(own) else pair[1] for side in sides]
            shares = [won / sum(winning) if any(winning) else 1 / len(sides) for won in winning]
            results.append(Result(tuple(seated), tuple(shares)))
        names = [str(contender) for contender in self.contenders]
        return Standing(scores, rate(names, results))


@dataclass(frozen=True)
class Standing:
    """The score of each pair, the first one's, and the ratings of all."""

    scores: dict[tuple[int, int], Score]
    ratings: Ratings
