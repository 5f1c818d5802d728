"""Color Pop: take groups of tokens off the slides until your secret colour is gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from sommet.core.deal import Draw
from sommet.core.errors import IllegalMove, OptionError
from sommet.core.game import Game
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome, Reason
from sommet.core.palette import JOKER, in_order
from sommet.core.phrase import Phrase, piece
from sommet.core.secrets import Secrets, worlds
from sommet.core.table import Table
from sommet.games.colorpop.board import (
    COLOURS,
    JOKERS,
    SIZE,
    TOKENS,
    Cells,
    Slides,
    beside,
    cell_of,
    cells,
    connected,
    groups,
    largest_block,
    name,
    token,
    without,
)

__all__ = ["ColorPopReason", "ColorPopRules", "ColorPopTable"]

LARGEST_BLOCK = 5
REDRAWS = 1000


class ColorPopReason(Reason):
    """How a game of Color Pop ends by its rules."""

    CLEARED = "cleared"
    FEWEST_LEFT = "fewest_left"
    STUCK = "stuck"


@dataclass(frozen=True)
class ColorPopRules(Game["ColorPopTable"]):
    """The options, the start and the end of Color Pop."""

    players: Literal[1, 2, 3, 4, 5] = 2
    variant: Literal["classic", "two_colours", "teams", "solo"] | None = None
    colours: Literal[1, 2, 3, 4, 5] | None = None
    joker_groups: Literal["on", "off"] = "on"

    id = "colorpop"
    name = "Color Pop"

    def settle(self) -> None:
        if self.variant is None:
            self._set(variant="solo" if self.players == 1 else "classic")
        fitting = {"classic": (2, 3, 4, 5), "two_colours": (2,), "teams": (4,), "solo": (1,)}
        players = fitting[str(self.variant)]
        if self.players not in players:
            raise OptionError(
                "players_of_variant",
                "The variant “{variant}” is not for {players}; it is for {fitting}.",
                variant=Phrase(f"variant.{self.variant}"),
                players=Phrase(f"people.{self.players}"),
                fitting=[Phrase(f"people.{number}") for number in players],
            )
        if self.variant != "solo" and self.colours is not None:
            raise OptionError(
                "colours_of_solo", "The number of colours is chosen for playing alone (C9)."
            )
        if self.variant == "solo" and self.colours is None:
            self._set(colours=1)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        if self.variant == "teams":  # C11: partners never play in a row
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(self.players))

    def partners(self, viewer: int) -> frozenset[int]:
        """C11: each shows their colour to the partner only."""
        return frozenset(next(side for side in self.sides if viewer in side))

    @property
    def hand(self) -> int:
        """How many secret tokens each player draws."""
        if self.variant == "two_colours":  # C10
            return 2
        return self.colours or 1  # C9, C2

    def set_up(self, draw: Draw, first: int | None) -> tuple[ColorPopTable, Secrets]:
        slides = random_slides(draw)  # C1
        drawn = draw.shuffle(COLOURS)  # C2
        hands = (drawn[seat * self.hand :][: self.hand] for seat in range(self.players))
        secrets = tuple(in_order("".join(hand)) for hand in hands)
        turn = draw.below(self.players) if first is None else first  # C3
        return ColorPopTable(self, slides, ("",) * self.players, turn), secrets

    def appraise(self, table: ColorPopTable, secrets: Secrets, seat: int) -> float:
        # Tokens side by side can still go together; the lone ones are those that stay.
        own = "".join(secrets[partner] for partner in self.partners(seat))
        others = "".join(colour for colour in COLOURS if colour not in own)
        return 0.2 * table.pairs(own) - 0.15 * table.lone(own) + 0.04 * table.lone(others)

    def worlds(self, secrets: Secrets) -> Iterator[Secrets]:
        return worlds(secrets, COLOURS)

    def judge(
        self, table: ColorPopTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        colours = {side: "".join(secrets[seat] for seat in side) for side in self.sides}
        left = {side: sum(map(table.left, colours[side])) for side in self.sides}
        taken = {side: table.taken_by(side, colours[side]) for side in self.sides}
        in_play = [side for side in self.sides if not out.issuperset(side)]
        cleared = [side for side in in_play if left[side] == 0]
        if cleared:  # C7, C9; with two colours both must be gone: C10, C11
            winners, reason = cleared, ColorPopReason.CLEARED
        elif table.groups:
            return None
        elif self.variant == "solo":  # C9
            winners, reason = [], ColorPopReason.STUCK
        else:  # C8
            fewest = min((left[side], taken[side]) for side in in_play)
            winners = [side for side in in_play if (left[side], taken[side]) == fewest]
            reason = ColorPopReason.FEWEST_LEFT
        side_of = {seat: side for side in self.sides for seat in side}
        seats = range(self.players)
        figures = (
            ("left", tuple(left[side_of[seat]] for seat in seats)),
            ("taken", tuple(taken[side_of[seat]] for seat in seats)),
        )
        return Outcome(tuple(sorted(seat for side in winners for seat in side)), reason, figures)


def random_slides(draw: Draw, redraws: int = REDRAWS) -> Slides:
    """C1: ten slides of ten tokens without a block of more than five.

    The slides are filled at random and then changed about, as at the table; when that does not
    help (six tokens in a row within one slide never come apart), all tokens are drawn again. That
    happens about once in fifty times; the striped board at the end, which always fits, stands
    there to make sure that set-up ends.
    """
    tokens = COLOURS * TOKENS + JOKER * JOKERS
    for _ in range(redraws):
        drawn = "".join(draw.shuffle(tokens))
        slides = [drawn[start : start + SIZE] for start in range(0, len(drawn), SIZE)]
        for _ in range(SIZE):
            if largest_block(tuple(slides)) <= LARGEST_BLOCK:
                return tuple(slides)
            slides = draw.shuffle(slides)
    return striped_slides(draw)


def striped_slides(draw: Draw) -> Slides:
    """A board in diagonal stripes, one token of each colour replaced by a joker."""
    colours = draw.shuffle(COLOURS)
    slides = [
        "".join(colours[(slide + height) % len(colours)] for height in range(SIZE))
        for slide in range(SIZE)
    ]
    slides[0] = JOKER * JOKERS + slides[0][JOKERS:]
    return tuple(draw.shuffle(slides))


@dataclass(frozen=True)
class ColorPopTable(Table):
    """The slides (tokens from the bottom up, empty slides left out) and what each player took."""

    game: ColorPopRules
    slides: Slides
    taken: tuple[str, ...]
    turn: int

    def left(self, colour: str) -> int:
        """How many tokens of a colour are on the board."""
        return sum(slide.count(colour) for slide in self.slides)

    def pairs(self, colours: str) -> int:
        """How many pairs of neighbours have the same one of these colours."""
        return sum(
            token(self.slides, (slide, height)) in colours
            for slide, height in cells(self.slides)
            for neighbour in ((slide + 1, height), (slide, height + 1))
            if token(self.slides, neighbour) == token(self.slides, (slide, height))
        )

    def lone(self, colours: str) -> int:
        """How many tokens of these colours are in no group."""
        grouped = {
            cell for step, group in self.groups.items() if step[0] in colours for cell in group
        }
        return sum(
            token(self.slides, cell) in colours
            for cell in cells(self.slides)
            if cell not in grouped
        )

    def taken_by(self, side: tuple[int, ...], colours: str) -> int:
        """C8, C11: how many tokens of these colours a side has taken itself."""
        return sum(self.taken[seat].count(colour) for seat in side for colour in colours)

    @cached_property
    def groups(self) -> dict[str, Cells]:
        """Every group that can be taken, by its step: colour and first cell."""
        found = [(colour, group) for colour in COLOURS for group in groups(self.slides, colour)]
        if self.game.joker_groups == "on":
            found += [(JOKER, group) for group in self.joker_groups()]
        return {
            f"{colour}{name(min(group))}": group
            for colour, group in found
            if len(group) > 1  # C3: no lone token
        }

    def joker_groups(self) -> Iterator[Cells]:
        """C4b: connected jokers, when there is a colour that no token next to them has."""
        for group in groups(self.slides, JOKER):
            around = {token(self.slides, next_to) for cell in group for next_to in beside(cell)}
            if not around.issuperset(COLOURS):
                yield group

    def steps(self, path: Path) -> Steps:
        return Steps((), True) if path else Steps(tuple(self.groups), False)

    def after(self, path: Path) -> ColorPopTable:
        group = self.groups[path[0]]
        taken = list(self.taken)
        taken[self.turn] = in_order(
            taken[self.turn] + "".join(token(self.slides, cell) for cell in group)  # C6
        )
        return replace(
            self,
            slides=without(self.slides, group),  # C5
            taken=tuple(taken),
            turn=(self.turn + 1) % len(self.taken),
        )

    def refusal(self, path: Path, step: str) -> IllegalMove:
        if not step:
            return IllegalMove("C6", "no_group", "Nobody may pass: say which group is taken.")
        if path:
            return IllegalMove("C3", "one_group", "One group is taken in a turn.")
        colour, cell = step[0], step[1:]
        there = token(self.slides, cell_of(cell))
        if not there:
            return IllegalMove("C3", "no_token", "There is no token on {cell}.", cell=cell)
        if there not in (colour, JOKER):
            return IllegalMove(
                "C3",
                "other_colour",
                "On {cell} there is another token: {there}.",
                cell=cell,
                there=piece("token", there),
            )
        if there != colour:
            return IllegalMove(
                "C4",
                "no_colour",
                "No {token} is joined to the joker on {cell}.",
                token=piece("token", colour),
                cell=cell,
            )
        if len(connected(self.slides, cell_of(cell), JOKER.__contains__)) > 1:
            return IllegalMove("C4b", "jokers_alone", "These jokers cannot be taken alone.")
        return IllegalMove("C3", "lone_token", "A lone token may not be taken: {cell}.", cell=cell)
