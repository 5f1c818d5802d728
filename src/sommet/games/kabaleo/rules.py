"""The rules of Kabaleo: stack pyramids so that your secret colour prevails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sommet.core.colours import PALETTE, sort_colours
from sommet.core.deal import RandomStream
from sommet.core.errors import IllegalMove, OptionError
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets, worlds
from sommet.core.message import piece
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome, Reason, deciding_figure
from sommet.core.table import Table

__all__ = ["CASES", "PIECES", "Kabaleo", "KabaleoReason", "KabaleoTable"]

CASES = 4
PIECES = 6
"""Of each colour."""


class KabaleoReason(Reason):
    """How a game of Kabaleo ends by its rules."""

    MAJORITY = "majority"


@dataclass(frozen=True)
class Kabaleo(Game["KabaleoTable"]):
    """The options, the start and the end of Kabaleo."""

    players: Literal[2, 3, 4] = 2
    deal: Literal["random", "equal"] = "random"
    edition: Literal["later", "earlier"] = "later"

    id = "kabaleo"
    name = "Kabaleo"

    def resolve_options(self) -> None:
        if self.deal == "equal" and self.players == 4:
            raise OptionError(
                "equal_for_four",
                "Four players cannot share the pieces equally: deal at random (K4).",
            )

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(self.players))

    @property
    def colours(self) -> str:
        """K1: the colours in play, two more than there are players."""
        return PALETTE[: self.players + 2]

    @property
    def share(self) -> int:
        """K4: how many pieces each player gets, 12, 10 or 9."""
        return len(self.colours) * PIECES // self.players

    def set_up(self, stream: RandomStream, first: int | None) -> tuple[KabaleoTable, Secrets]:
        objectives = stream.shuffle(self.colours)[: self.players]  # K2
        cases = stream.shuffle(self.colours.lower() * CASES)  # K3
        if self.deal == "equal":  # K4
            stocks = [self.colours * (self.share // len(self.colours))] * self.players
        else:
            bag = "".join(stream.shuffle(self.colours * PIECES))
            stocks = [bag[seat * self.share :][: self.share] for seat in range(self.players)]
        turn = stream.below(self.players) if first is None else first  # K5
        table = KabaleoTable(self, tuple(cases), tuple(map(sort_colours, stocks)), None, turn)
        return table, tuple(objectives)

    def evaluate(self, table: KabaleoTable, secrets: Secrets, seat: int) -> float:
        locations, piles, _ = table.score(secrets[seat])
        return locations - 4 + piles / 8

    def worlds(self, secrets: Secrets) -> Iterator[Secrets]:
        return worlds(secrets, self.colours)

    def judge(
        self, table: KabaleoTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        if any(table.stocks):  # K9
            return None
        scores = [table.score(objective) for objective in secrets]
        best = max(score for seat, score in enumerate(scores) if seat not in out)
        winners = tuple(
            seat for seat, score in enumerate(scores) if score == best and seat not in out
        )
        names = ("locations", "piles", "highest")
        figures = tuple(zip(names, zip(*scores, strict=True), strict=True))
        decided = deciding_figure(figures, winners, self.sides, out)
        return Outcome(winners, KabaleoReason.MAJORITY, figures, decided)


@dataclass(frozen=True)
class KabaleoTable(Table):
    """The locations (each its case in lower case, then its pieces from the bottom up), the stocks
    and the number of the location of the last move."""

    game: Kabaleo
    locations: tuple[str, ...]
    stocks: tuple[str, ...]
    last: int | None
    turn: int

    def location(self, number: int) -> str:
        """A location by its number, from 1."""
        return self.locations[number - 1]

    def score(self, colour: str) -> tuple[int, int, int]:
        """K10: locations of a colour, then piles of it, then the height of the highest."""
        shown = [pile for pile in self.locations if pile[-1].upper() == colour]
        heights = [len(pile) - 1 for pile in shown if len(pile) > 1]
        return len(shown), len(heights), max(heights, default=0)

    @cached_property
    def open_to(self) -> dict[str, tuple[str, ...]]:
        """For each colour in the player's stock, the locations that accept a piece of it."""
        just_played = self.last if self.game.edition == "later" else None  # K6
        piles = [
            (str(number), pile)
            for number, pile in enumerate(self.locations, 1)
            if number != just_played
        ]
        return {
            colour: tuple([number for number, pile in piles if pile != own_bare_case])  # K7
            for colour in sort_colours("".join(set(self.stocks[self.turn])))
            for own_bare_case in [colour.lower()]
        }

    def steps(self, path: Path) -> Steps:
        if not path:
            return Steps(tuple(self.open_to), False)  # K5
        if len(path) == 1:
            return Steps(self.open_to[path[0]], False)
        return Steps((), True)

    def turns(self) -> Iterator[Path]:
        return ((colour, number) for colour, numbers in self.open_to.items() for number in numbers)

    def after(self, path: Path) -> KabaleoTable:
        colour, number = path[0], int(path[1])
        pile = self.location(number)
        pile = pile[:-1] if pile[-1] == colour else pile + colour  # K8: a pair leaves
        locations = (*self.locations[: number - 1], pile, *self.locations[number:])
        stocks = list(self.stocks)
        stocks[self.turn] = stocks[self.turn].replace(colour, "", 1)
        next_player = (self.turn + 1) % len(self.stocks)
        return KabaleoTable(self.game, locations, tuple(stocks), number, next_player)

    def refusal(self, path: Path, step: str) -> IllegalMove:
        if not step:
            if path:
                return IllegalMove("K5", "no_location", "Choose a location for the piece.")
            return IllegalMove("K5", "no_piece", "Place one piece on one location.")
        if not path:
            return IllegalMove(
                "K5",
                "not_in_stock",
                "You have no {piece} in your stock.",
                piece=piece("piece", step),
            )
        if self.location(int(step)) == path[0].lower():
            return IllegalMove(
                "K7", "own_case", "A piece cannot go on an empty base of its own colour."
            )
        return IllegalMove(
            "K6",
            "just_played",
            "The last move was on location {number}: choose another.",
            number=int(step),
        )
