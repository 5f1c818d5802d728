"""Matches: many games between two players, with the seats changed about."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from sommet.arena.contender import Contender
from sommet.arena.executor import ALONE, Crew
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.engine.external_engine import carried_on
from sommet.engine.players import share

__all__ = ["Match", "Played"]


@dataclass(frozen=True)
class Played:
    """A game of a match: its number from 0, how it went, and what the first player has of it."""

    number: int
    record: Record[Any]
    share: float


@dataclass(frozen=True)
class Match:
    """So many games of a first player against a second one.

    The first takes each side in turn, on the same deal and after the same opening; the second has
    all other sides. The first side always begins, so that a side is a place in the order of play.
    With two sides an even player scores a half, with three a third. The seed decides the deals, the
    openings and the players' chance, and with it all that does not depend on the clock.
    """

    game: Game[Any]
    first: Contender
    second: Contender
    games: int = 200
    seed: int = 0
    opening: int = 0
    """How many moves are played at random before the players take over."""

    def __post_init__(self) -> None:
        if len(self.game.sides) < 2:
            raise OptionError(
                "no_match", "A match needs two sides, but {game} has only one.", game=self.game
            )

    @property
    def event(self) -> str:
        """What the records of the match are tagged with."""
        return f"{self.first.level} against {self.second.level}"

    def side(self, number: int) -> tuple[int, ...]:
        """The seats of the first player in a game."""
        return self.game.sides[number % len(self.game.sides)]

    def prepare(self) -> None:
        """Make sure that both players exist and are compiled, so that no game waits for it."""
        for contender in (self.first, self.second):
            contender.sit_down(self.game, self.seed)

    def play(self, number: int) -> Played:
        """One game of the match."""
        own = self.side(number)
        seating = [self.first if seat in own else self.second for seat in range(self.game.seats)]
        tags = {
            "Event": self.event,
            "Round": str(number + 1),
            **{f"Seat{seat}": contender.level for seat, contender in enumerate(seating, 1)},
        }
        record = self._opened(number // len(self.game.sides), tags)
        players = [
            contender.sit_down(self.game, self.seed * 1_000_003 + number * self.game.seats + seat)
            for seat, contender in enumerate(seating)
        ]
        while not record.outcome:
            record = carried_on(record, players[record.turn])
        return self.counted(number, record)

    def counted(self, number: int, record: Record[Any]) -> Played:
        """A game of the match that has been played to its end, wherever it was kept since."""
        tags = dict(record.tags)
        if not record.outcome or record.game != self.game or tags.get("Event") != self.event:
            raise OptionError(
                "other_match",
                "Saved game {number} is unfinished or belongs to another match.",
                number=number + 1,
            )
        own = self.side(number)[0]
        return Played(number, record, share(self.game, record.outcome.winners, own))

    def _opened(self, deal: int, tags: dict[str, str]) -> Record[Any]:
        """A game of this deal after its opening, which leaves something to play for."""
        chance = Random(f"opening {self.seed}/{deal}")
        while True:
            record = Record.new(self.game, f"{self.seed}/{deal}", first=0, tags=tags)
            for _ in range(self.opening):
                if not record.outcome:
                    record = record.play(chance.choice(record.position.moves()))
            if not record.outcome:
                return record

    def played(self, crew: Crew = ALONE, done: Collection[int] = ()) -> Iterator[Played]:
        """All games as they end, whoever plays them, but for those that are done already."""
        return crew.worked(
            self.play, [number for number in range(self.games) if number not in done]
        )
