"""Round-robin tournaments and the ratings they yield."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from sommet.arena.executor import SERIAL, Executor
from sommet.arena.match import Contender, Entrant, Match, PlayedGame, Score
from sommet.arena.plackett_luce import Ratings, Result, rate
from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.record import Record

__all__ = ["Tournament", "TournamentResult"]


@dataclass(frozen=True, init=False)
class Tournament:
    """A round robin. In every round each pair of players meets on the same deal and after the same
    opening, one of them taking each side in turn and the other all remaining sides."""

    game: Game[Any]
    contenders: tuple[Contender, ...]
    rounds: int
    seed: int
    opening: int

    def __init__(
        self,
        game: str | Game[Any],
        contenders: Iterable[Entrant],
        rounds: int = 50,
        seed: int = 0,
        opening: int = 0,
    ) -> None:
        vars(self).update(
            game=registry.game(game),
            contenders=tuple(map(Contender.of, contenders)),
            rounds=rounds,
            seed=seed,
            opening=opening,
        )
        names = [str(contender) for contender in self.contenders]
        if len({*names}) < max(2, len(names)):
            raise OptionError(
                "no_rivals", "A tournament needs at least two players, all with different names."
            )

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of players: with two sides each once, since both take both sides anyway."""
        every = permutations(range(len(self.contenders)), 2)
        return tuple(pair for pair in every if len(self.game.sides) > 2 or pair[0] < pair[1])

    @property
    def games(self) -> int:
        """The number of games."""
        return self.rounds * len(self.pairs) * len(self.game.sides)

    def match_of(self, number: int) -> tuple[tuple[int, int], Match, int]:
        """The pair a game belongs to, its match, and its number in that match. All pairs finish a
        round before the next starts."""
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
        """Check that all players exist, and compile them."""
        for contender in self.contenders:
            contender.create_player(self.game, self.seed)

    def play(self, number: int) -> PlayedGame:
        """Play one game of the tournament."""
        _, match, own = self.match_of(number)
        played = match.play(own)
        return PlayedGame(number, played.record, played.share)

    def score_game(self, number: int, record: Record[Any]) -> PlayedGame:
        """The result of a finished record of this tournament; OptionError if it is not one."""
        _, match, own = self.match_of(number)
        return PlayedGame(number, record, match.score_game(own, record).share)

    def run(self, executor: Executor = SERIAL, done: Collection[int] = ()) -> Iterator[PlayedGame]:
        """Play all games except those in `done`; yields each as it ends."""
        return executor.run(
            self.play, [number for number in range(self.games) if number not in done]
        )

    def results(self, played: Iterable[PlayedGame]) -> TournamentResult:
        """Scores and ratings after these games."""
        scores = {pair: Score() for pair in self.pairs}
        outcomes = []
        for game in played:
            pair, match, own = self.match_of(game.number)
            scores[pair] = scores[pair].plus(game.share)
            outcome = game.record.outcome
            assert outcome
            sides = self.game.sides
            winning = [set(side) <= set(outcome.winners) for side in sides]
            seated = [pair[0] if side == match.side(own) else pair[1] for side in sides]
            shares = [won / sum(winning) if any(winning) else 1 / len(sides) for won in winning]
            outcomes.append(Result(tuple(seated), tuple(shares)))
        names = [str(contender) for contender in self.contenders]
        return TournamentResult(scores, rate(names, outcomes))


@dataclass(frozen=True)
class TournamentResult:
    """The score of each pair, from the first player's side, and the ratings."""

    scores: dict[tuple[int, int], Score]
    ratings: Ratings
