"""Matches: many games between two players, taking every side in turn."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, TypeAlias

from sommet.arena.executor import SERIAL, Executor
from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.engine import Player
from sommet.engine.external_engine import ENGINE_PREFIX, create_player, play_next_move
from sommet.engine.players import win_share
from sommet.engine.seat_tags import Occupant, seat_tags

__all__ = ["Contender", "Entrant", "Match", "PlayedGame", "Score"]

Z_95 = 1.959964
"""The two-sided 95 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Score:
    """Games won, shared and lost; `points` counts a shared win by its share."""

    won: int = 0
    shared: int = 0
    lost: int = 0
    points: float = 0.0

    def plus(self, share: float) -> Score:
        """The score with one more game, of which the player won this share."""
        return Score(
            self.won + (share == 1),
            self.shared + (0 < share < 1),
            self.lost + (share == 0),
            self.points + share,
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.shared + self.lost

    @property
    def rate(self) -> float:
        """Points per game, from 0 to 1."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the rate; slightly too wide with shared wins."""
        if not self.games:
            return 0.0, 1.0
        weight = Z_95**2 / self.games
        middle = (self.rate + weight / 2) / (1 + weight)
        spread = Z_95 / (1 + weight)
        spread *= sqrt(self.rate * (1 - self.rate) / self.games + weight / self.games / 4)
        return max(0.0, middle - spread), min(1.0, middle + spread)


TEXT = re.compile(
    r"(?P<level>\w+)"
    r"(?:@(?=.)(?:(?P<seconds>\d*\.?\d+)s|(?P<simulations>\d+))?(?:x(?P<cores>\d+))?)?"
)


@dataclass(frozen=True)
class Contender:
    """A player described by its level and its limits per move, or a Python object and its name."""

    level: str
    """The level, `engine:` and a command line, or the name of the object."""
    seconds: float | None = None
    simulations: int | None = None
    cores: int = 1
    player: Player | None = field(default=None, hash=False)
    """An object that chooses the moves; without one, a player is created for each game."""

    @classmethod
    def of(cls, entrant: Entrant) -> Contender:
        """A contender from a text that `parse` reads, or from any object with `choose(view)`. The
        name of the object is its attribute `name`, or that of its class."""
        if isinstance(entrant, Contender):
            return entrant
        if isinstance(entrant, str):
            return cls.parse(entrant)
        given: object = entrant
        if isinstance(given, type) or not callable(getattr(given, "choose", None)):
            raise OptionError(
                "no_contender",
                "A player must be a level or an object with `choose`, not {found!r}.",
                found=given,
            )
        return cls(str(getattr(given, "name", "") or type(given).__name__), player=entrant)

    @classmethod
    def parse(
        cls, text: str, seconds: float | None = None, simulations: int | None = None
    ) -> Contender:
        """Parse a level with its own limits, `strong@0.5s` or `strong@2000` (simulations), or with
        the given defaults; `x4` at the end means four cores. Or `engine:` and a command line."""
        if text.startswith(ENGINE_PREFIX):
            return cls(text, seconds, simulations)
        found = TEXT.fullmatch(text)
        if not found:
            raise OptionError(
                "bad_contender",
                "{text!r} is not a player. Use a level such as strong, strong@0.5s, strong@2000 "
                "or strong@1sx4.",
                text=text,
            )
        level, own_seconds, own_simulations, own_cores = found.groups()
        cores = int(own_cores or 1)
        if own_seconds:
            return cls(level, float(own_seconds), None, cores)
        if own_simulations:
            return cls(level, None, int(own_simulations), cores)
        return cls(level, seconds, simulations, cores)

    def create_player(self, game: Game[Any], seed: int) -> Player:
        """Create the player, or return the object: it plays all games and learns of no seed."""
        if self.player is not None:
            return self.player
        return create_player(
            game,
            self.level,
            seed=seed,
            seconds=self.seconds,
            simulations=self.simulations,
            cores=self.cores,
        )

    def __str__(self) -> str:
        limit = "" if self.seconds is None else f"{self.seconds:g}s"
        if self.simulations is not None:
            limit = str(self.simulations)
        if self.cores > 1:
            limit += f"x{self.cores}"
        return f"{self.level}@{limit}" if limit else self.level


Entrant: TypeAlias = str | Contender | Player
"""What plays in a match: a text such as `strong@0.5s`, a Contender, or an object with `choose`."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of a match: its number from 0, its record and the first player's share of the
    win."""

    number: int
    record: Record[Any]
    share: float


@dataclass(frozen=True, init=False)
class Match:
    """A number of games of a first player against a second one.

    The first takes each side in turn, on the same deal and after the same opening; the second has
    all other sides. Side 0 always starts, so a side is a place in the order of play. Between equal
    players the expected score is a half with two sides, a third with three. The seed decides the
    deals, the openings and the players' seeds, so everything that does not depend on the clock.

    `opening` is the number of random moves before the players take over. An object that plays is
    used for all games; with several jobs it is pickled for each.
    """

    game: Game[Any]
    first: Contender
    second: Contender
    games: int
    seed: int
    opening: int

    def __init__(
        self,
        game: str | Game[Any],
        first: Entrant,
        second: Entrant,
        games: int = 200,
        seed: int = 0,
        opening: int = 0,
    ) -> None:
        vars(self).update(
            game=registry.game(game),
            first=Contender.of(first),
            second=Contender.of(second),
            games=games,
            seed=seed,
            opening=opening,
        )
        if len(self.game.sides) < 2:
            raise OptionError(
                "no_match", "A match needs two sides, but {game} has only one.", game=self.game
            )

    @property
    def event(self) -> str:
        """The Event tag of the match's records."""
        return f"{self.first.level} against {self.second.level}"

    def side(self, number: int) -> tuple[int, ...]:
        """The seats of the first player in a game."""
        return self.game.sides[number % len(self.game.sides)]

    def prepare(self) -> None:
        """Check that both players exist, and compile them, so that no game has to wait."""
        for contender in (self.first, self.second):
            contender.create_player(self.game, self.seed)

    def play(self, number: int) -> PlayedGame:
        """Play one game of the match."""
        own = self.side(number)
        seating = [self.first if seat in own else self.second for seat in range(self.game.seats)]
        tags = {
            "Event": self.event,
            "Round": str(number + 1),
            **seat_tags(Occupant(contender.level) for contender in seating),
        }
        record = self._opened(number // len(self.game.sides), tags)
        players = [
            contender.create_player(
                self.game, self.seed * 1_000_003 + number * self.game.seats + seat
            )
            for seat, contender in enumerate(seating)
        ]
        while not record.outcome:
            record = play_next_move(record, players[record.turn])
        return self.score_game(number, record)

    def score_game(self, number: int, record: Record[Any]) -> PlayedGame:
        """The result of a finished record of this match; OptionError if it is not one."""
        tags = dict(record.tags)
        if not record.outcome or record.game != self.game or tags.get("Event") != self.event:
            raise OptionError(
                "other_match",
                "Saved game {number} is unfinished or belongs to another match.",
                number=number + 1,
            )
        own = self.side(number)[0]
        return PlayedGame(number, record, win_share(self.game, record.outcome.winners, own))

    def _opened(self, deal: int, tags: dict[str, str]) -> Record[Any]:
        """A game of this deal after its opening, which does not end the game."""
        chance = Random(f"opening {self.seed}/{deal}")
        while True:
            record = Record.new(self.game, f"{self.seed}/{deal}", first=0, tags=tags)
            for _ in range(self.opening):
                if not record.outcome:
                    record = record.play(chance.choice(record.position.moves()))
            if not record.outcome:
                return record

    def run(self, executor: Executor = SERIAL, done: Collection[int] = ()) -> Iterator[PlayedGame]:
        """Play all games except those in `done`; yields each as it ends."""
        return executor.run(
            self.play, [number for number in range(self.games) if number not in done]
        )
