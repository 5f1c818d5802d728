"""Matches: many games between two players, with the seats changed about."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.engine import Player
from sommet.engine.foreign import carried_on, seated
from sommet.engine.players import share

__all__ = ["Contender", "Match", "Played"]


@dataclass(frozen=True)
class Contender:
    """A player by its level and its limits for a move."""

    level: str
    seconds: float | None = None
    simulations: int | None = None

    def sit_down(self, game: Game[Any], seed: int) -> Player:
        """The player itself."""
        return seated(
            game, self.level, seed=seed, seconds=self.seconds, simulations=self.simulations
        )


@dataclass(frozen=True)
class Played:
    """A game of a match: its number from 0, how it went, and what the first player has of it."""

    number: int
    record: Record[Any]
    share: float


@dataclass(frozen=True)
class Match:
    """So many games of a first player against a second one.

    The first takes each side in turn, on the same deal; the second has all other sides. With two
    sides an even player scores a half, with three a third. The seed decides the deals and the
    players' chance, and with it all that does not depend on the clock.
    """

    game: Game[Any]
    first: Contender
    second: Contender
    games: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.game.sides) < 2:
            raise OptionError(
                "no_match", "A match needs two sides, and {game} has one.", game=self.game
            )

    def side(self, number: int) -> tuple[int, ...]:
        """The seats of the first player in a game."""
        return self.game.sides[number % len(self.game.sides)]

    def prepare(self) -> None:
        """Make sure that both players exist and are compiled, so that no game waits for it."""
        for contender in (self.first, self.second):
            contender.sit_down(self.game, self.seed)

    def play(self, number: int) -> Played:
        """One game of the match."""
        own, deal = self.side(number), number // len(self.game.sides)
        seating = [self.first if seat in own else self.second for seat in range(self.game.seats)]
        tags = {
            "Event": f"{self.first.level} against {self.second.level}",
            "Round": str(number + 1),
            **{f"Seat{seat}": contender.level for seat, contender in enumerate(seating, 1)},
        }
        record = Record.new(self.game, f"{self.seed}/{deal}", tags=tags)
        players = [
            contender.sit_down(self.game, self.seed * 1_000_003 + number * self.game.seats + seat)
            for seat, contender in enumerate(seating)
        ]
        while not record.outcome:
            seat = record.turn
            record = carried_on(record, players[seat])
        return Played(number, record, share(self.game, record.outcome.winners, own[0]))

    def played(self, jobs: int = 1) -> Iterator[Played]:
        """All games as they end, in so many processes."""
        if jobs == 1:
            yield from map(self.play, range(self.games))
            return
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context) as pool:
            games = [pool.submit(self.play, number) for number in range(self.games)]
            try:
                for game in as_completed(games):
                    yield game.result()
            finally:
                pool.shutdown(cancel_futures=True)
