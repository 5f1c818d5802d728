"""The rules of Color Pop: take groups of tokens until your secret colour is gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sommet.core.colours import JOKER, sort_colours
from sommet.core.deal import RandomStream
from sommet.core.errors import IllegalMove, OptionError
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets, worlds
from sommet.core.message import Message, piece
from sommet.core.move import Path, Steps
from sommet.core.outcome import Figures, Outcome, Reason, deciding_figure
from sommet.core.table import Table
from sommet.games.colorpop.board import (
    COLOURS,
    JOKERS,
    RIGHT,
    SIZE,
    TOKENS,
    UP,
    Cells,
    Places,
    Slides,
    cell_of,
    cells_of,
    first,
    groups,
    largest_block,
    name,
    neighbours,
    place_of,
    places_of,
    token,
    without,
)

__all__ = ["ColorPop", "ColorPopReason", "ColorPopTable"]

LARGEST_BLOCK = 5
MAX_REDRAWS = 1000


class ColorPopReason(Reason):
    """How a game of Color Pop ends by its rules."""

    CLEARED = "cleared"
    FEWEST_LEFT = "fewest_left"
    STUCK = "stuck"


@dataclass(frozen=True)
class ColorPop(Game["ColorPopTable"]):
    """The options, the start and the end of Color Pop."""

    players: Literal[1, 2, 3, 4, 5] = 2
    variant: Literal["classic", "two_colours", "teams", "solo"] | None = None
    colours: Literal[1, 2, 3, 4, 5] | None = None
    joker_groups: Literal["on", "off"] = "on"
    setup_jokers: Literal["ignored", "counted"] = "ignored"

    id = "colorpop"
    name = "Color Pop"

    def resolve_options(self) -> None:
        if self.variant is None:
            self._set(variant="solo" if self.players == 1 else "classic")
        fitting = {"classic": (2, 3, 4, 5), "two_colours": (2,), "teams": (4,), "solo": (1,)}
        players = fitting[str(self.variant)]
        if self.players not in players:
            raise OptionError(
                "players_of_variant",
                "The “{variant}” variant is for {fitting}, not for {players}.",
                variant=Message(f"variant.{self.variant}"),
                players=Message(f"people.{self.players}"),
                fitting=[Message(f"people.{number}") for number in players],
            )
        if self.variant != "solo" and self.colours is not None:
            raise OptionError(
                "colours_of_solo", "You can choose the number of colours only in a solo game (C9)."
            )
        if self.variant == "solo" and self.colours is None:
            self._set(colours=1)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        if self.variant == "teams":  # C11: partners never play in a row
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(self.players))

    @property
    def hand(self) -> int:
        """How many secret tokens each player draws."""
        if self.variant == "two_colours":  # C10
            return 2
        return self.colours or 1  # C9, C2

    def set_up(self, stream: RandomStream, first: int | None) -> tuple[ColorPopTable, Secrets]:
        slides = random_slides(stream, with_jokers=self.setup_jokers == "counted")  # C1
        drawn = stream.shuffle(COLOURS)  # C2
        hands = (drawn[seat * self.hand :][: self.hand] for seat in range(self.players))
        secrets = tuple(sort_colours("".join(hand)) for hand in hands)
        turn = stream.below(self.players) if first is None else first  # C3
        return ColorPopTable(self, slides, ("",) * self.players, turn), secrets

    def evaluate(self, table: ColorPopTable, secrets: Secrets, seat: int) -> float:
        # Neighbouring tokens can still be taken together; lone ones are likely to stay.
        known = "".join(secrets[partner] for partner in self.partners(seat))
        own = "".join(colour for colour in COLOURS if colour in known)
        others = "".join(colour for colour in COLOURS if colour not in known)
        return 0.2 * table.pairs(own) - 0.15 * table.lone(own) + 0.04 * table.lone(others)

    def remaining(self, table: ColorPopTable, secrets: Secrets) -> int:
        return table.left("".join(secrets))  # C9

    def worlds(self, secrets: Secrets) -> Iterator[Secrets]:
        return worlds(secrets, COLOURS)

    def judge(
        self, table: ColorPopTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        in_play = [side for side in self.sides if not out.issuperset(side)]
        left = {side: table.left(_colours_of(side, secrets)) for side in self.sides}
        cleared = [side for side in in_play if left[side] == 0]
        if not cleared and table.groups:
            return None
        taken = {side: table.taken_by(side, _colours_of(side, secrets)) for side in self.sides}
        if cleared:  # C7, C9; with two colours both must be gone: C10, C11
            winners, reason = cleared, ColorPopReason.CLEARED
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
        won = tuple(sorted(seat for side in winners for seat in side))
        return Outcome(won, reason, figures, deciding_figure(figures, won, self.sides, out))

    def contributions(self, table: ColorPopTable, secrets: Secrets) -> Figures:
        if self.variant != "teams":
            return ()
        side_of = {seat: side for side in self.sides for seat in side}
        return (
            ("left", tuple(map(table.left, secrets))),
            (
                "taken",
                tuple(
                    table.taken_by((seat,), _colours_of(side_of[seat], secrets))
                    for seat in range(self.players)
                ),
            ),
        )


def _colours_of(side: tuple[int, ...], secrets: Secrets) -> str:
    """The secret colours of a side."""
    return "".join([secrets[seat] for seat in side])


def random_slides(
    stream: RandomStream, with_jokers: bool = False, redraws: int = MAX_REDRAWS
) -> Slides:
    """C1: ten slides of ten tokens without a block of more than five; with jokers counted, without
    a group of more than five that could be taken in the first turn.

    The slides are filled at random and then shuffled at most ten times. If that doesn't help (six
    tokens in a row within one slide never come apart), all tokens are drawn again. Nothing is
    corrected by hand, so no colour and no cell is favoured. Two or three percent of set-ups are
    drawn again; with jokers counted, 35 percent, and in a thousand set-ups at most five times in a
    row. The striped board at the end is always valid, so set-up terminates.
    """
    tokens = COLOURS * TOKENS + JOKER * JOKERS
    for _ in range(redraws):
        drawn = "".join(stream.shuffle(tokens))
        slides = [drawn[start : start + SIZE] for start in range(0, len(drawn), SIZE)]
        for _ in range(SIZE):
            if largest_block(tuple(slides), with_jokers) <= LARGEST_BLOCK:
                return tuple(slides)
            slides = stream.shuffle(slides)
    return striped_slides(stream)


def striped_slides(stream: RandomStream) -> Slides:
    """A board in diagonal stripes, where neighbours never have the same colour, and five jokers far
    apart, one in place of each colour: its largest groups have three tokens."""
    colours = stream.shuffle(COLOURS)
    return tuple(
        "".join(
            JOKER
            if slide == height and slide % 2 == 0
            else colours[(slide + height) % len(colours)]
            for height in range(SIZE)
        )
        for slide in range(SIZE)
    )


@dataclass(frozen=True)
class ColorPopTable(Table):
    """The slides (tokens from the bottom up, without empty slides) and what each player took."""

    game: ColorPop
    slides: Slides
    taken: tuple[str, ...]
    turn: int

    @cached_property
    def places(self) -> dict[str, Places]:
        """The cells of each colour and of the jokers."""
        return places_of(self.slides)

    def left(self, colours: str) -> int:
        """How many tokens of these colours are on the board."""
        return sum(self.places[colour].bit_count() for colour in colours)

    def pairs(self, colours: str) -> int:
        """How many pairs of neighbours share one of these colours."""
        return sum(
            (self.places[colour] & self.places[colour] >> way).bit_count()
            for colour in colours
            for way in (UP, RIGHT)
        )

    def lone(self, colours: str) -> int:
        """How many tokens of these colours are in no group."""
        return sum(
            (
                self.places[colour] & ~neighbours(self.places[colour] | self.places[JOKER])
            ).bit_count()
            for colour in colours
        )

    def taken_by(self, side: tuple[int, ...], colours: str) -> int:
        """C8, C11: how many tokens of these colours a side has taken itself."""
        return sum(self.taken[seat].count(colour) for seat in side for colour in colours)

    @cached_property
    def groups(self) -> dict[str, Places]:
        """Every group that can be taken (C3), by its step: colour and first cell."""
        jokers = self.places[JOKER]
        found = [
            (colour, group)
            for colour in COLOURS
            for group in groups(self.places[colour], self.places[colour] | jokers)  # C4a
        ]
        if self.game.joker_groups == "on":
            found += [
                (JOKER, group) for group in groups(jokers, jokers) if self.may_go_alone(group)
            ]
        return {f"{colour}{name(first(group))}": group for colour, group in found}

    def may_go_alone(self, jokers: Places) -> bool:
        """C4b: whether some colour has no token next to these jokers."""
        around = neighbours(jokers)
        return any(not around & self.places[colour] for colour in COLOURS)

    def cells(self, step: str) -> Cells:
        """The cells of a group that can be taken."""
        return cells_of(self.groups[step])

    def steps(self, path: Path) -> Steps:
        return Steps((), True) if path else Steps(tuple(self.groups), False)

    def turns(self) -> Iterator[Path]:
        return ((step,) for step in self.groups)

    def after(self, path: Path) -> ColorPopTable:
        group = self.cells(path[0])
        tokens = "".join([self.slides[slide][height] for slide, height in group])
        taken = list(self.taken)
        taken[self.turn] = sort_colours(taken[self.turn] + tokens)  # C6
        slides = without(self.slides, group)  # C5
        return ColorPopTable(self.game, slides, tuple(taken), (self.turn + 1) % len(taken))

    def refusal(self, path: Path, step: str) -> IllegalMove:
        if not step:
            return IllegalMove("C6", "no_group", "You cannot pass: choose a group to take.")
        if path:
            return IllegalMove("C3", "one_group", "Take only one group per turn.")
        colour, cell = step[0], step[1:]
        there = token(self.slides, cell_of(cell))
        if not there:
            return IllegalMove("C3", "no_token", "There is no token on {cell}.", cell=cell)
        if there not in (colour, JOKER):
            return IllegalMove(
                "C3",
                "other_colour",
                "{cell} holds a different token: {there}.",
                cell=cell,
                there=piece("token", there),
            )
        if there != colour:
            return IllegalMove(
                "C4",
                "no_colour",
                "No {token} is connected to the joker on {cell}.",
                token=piece("token", colour),
                cell=cell,
            )
        if neighbours(place_of(cell_of(cell))) & self.places[JOKER]:
            return IllegalMove("C4b", "jokers_alone", "These jokers cannot be taken on their own.")
        return IllegalMove(
            "C3", "lone_token", "The token on {cell} is alone: a group has two or more.", cell=cell
        )
