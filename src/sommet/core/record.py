"""A record: a game from its deal to now.

It knows what a position does not: repetition, who resigned or ran out of time, the deal and its
commitment. `sommet.core.notation` writes and reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, TypeAlias, TypeVar

from sommet.core.deal import Deal
from sommet.core.errors import GameOver, OptionError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.outcome import Ending, Outcome
from sommet.core.position import Position, legal
from sommet.core.table import Table
from sommet.core.view import View

__all__ = ["HEADERS", "LEAVING", "Agreement", "Entry", "Leave", "Record", "Verdict"]

T = TypeVar("T", bound=Table)

LEAVING = (Ending.RESIGNATION, Ending.TIME, Ending.ABANDONMENT)
"""The ways in which one seat gives up."""
HEADERS = ("Game", "Rules", "Seed", "First", "Commitment", "Start")
TAG = re.compile(rf"(?!(?:{'|'.join(HEADERS)}|Salt[0-9]+)$)[A-Z][A-Za-z0-9_]*", re.ASCII)
"""A name that no header of the record's own has."""
COMMITMENT = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Leave:
    """A seat gives up: by resignation, by time or by abandonment."""

    seat: int
    reason: Ending


@dataclass(frozen=True)
class Agreement:
    """The players agreed on a draw."""


Entry: TypeAlias = Move | Leave | Agreement


@dataclass(frozen=True)
class Verdict:
    """Whether the deal is the committed one: `code` says what was found, in one word."""

    ok: bool
    code: str
    words: str


@dataclass(frozen=True)
class Record(Generic[T]):
    """A game from its deal to now, immutable. `entries` are the moves and what else ended play.

    `tags` are free headers: names of players, a date, an event. `commitment` is what was shown
    before the deal; it is the deal's own unless a text said otherwise.
    """

    game: Game[T]
    start: Position[T]
    deal: Deal | None = None
    commitment: str | None = None
    entries: tuple[Entry, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    _tables: tuple[T, ...] = field(default=(), repr=False, compare=False)
    """The table after each move, so that nothing is replayed twice."""

    def __post_init__(self) -> None:
        if self.commitment is not None and not COMMITMENT.fullmatch(self.commitment):
            raise OptionError(
                "bad_commitment",
                "A commitment is a SHA-256 in 64 hexadecimal digits, not {found!r}.",
                found=self.commitment,
            )
        for name, value in self.tags:
            if not TAG.fullmatch(name) or not value.isprintable():
                raise OptionError(
                    "bad_tag",
                    "A tag is a free name such as Event and printable text on one line, not "
                    "{name!r} and {value!r}.",
                    name=name,
                    value=value,
                )

    @classmethod
    def new(
        cls,
        game: Game[T],
        seed: int | str | None = None,
        *,
        salts: Sequence[str] = (),
        first: int | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record[T]:
        """A game that begins with a deal."""
        deal = Deal.new(seed, salts, first)
        return cls(game, game.dealt(deal), deal, deal.commitment, tags=tuple((tags or {}).items()))

    @classmethod
    def of(cls, position: Position[T]) -> Record[T]:
        """A game that begins with a position."""
        return cls(position.game, position)

    # --- what has happened -------------------------------------------------------------------

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far."""
        return tuple(entry for entry in self.entries if isinstance(entry, Move))

    @property
    def position(self) -> Position[T]:
        """The position now."""
        table = self._tables[-1] if self._tables else self.start.table
        return replace(self.start, table=table)

    @property
    def positions(self) -> tuple[Position[T], ...]:
        """The position at the start and after each move."""
        return (self.start, *(replace(self.start, table=table) for table in self._tables))

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.position.turn

    @cached_property
    def out(self) -> frozenset[int]:
        """The seats that gave up."""
        return frozenset(entry.seat for entry in self.entries if isinstance(entry, Leave))

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.entries and isinstance(self.entries[-1], Agreement):
            return Outcome(tuple(range(self.game.seats)), Ending.AGREEMENT)
        if self.out:
            leavers = [entry for entry in self.entries if isinstance(entry, Leave)]
            sides = [side for side in self.game.sides if self.out.isdisjoint(side)]
            if len(sides) <= 1:
                return Outcome(tuple(seat for side in sides for seat in side), leavers[-1].reason)
        position = self.position
        if self.game.repetition:
            often, reason = self.game.repetition
            if (self.start.table, *self._tables).count(position.table) >= often:
                return Outcome(tuple(range(self.game.seats)), reason)
        return self.game.judge(position.table, position.secrets, self.out)

    def view(self, viewer: int | None = None) -> View[T]:
        """What a seat or a spectator may know, with the public moves so far."""
        view = View.of(self.position, viewer, self.outcome)
        return replace(view, start=self.start.table, history=self.moves, out=self.out)

    # --- what can happen ---------------------------------------------------------------------

    def play(self, move: Move | str) -> Record[T]:
        """The record with one more move."""
        if self.outcome:
            raise GameOver
        table = self.position.table
        made = legal(self.game, table, move)
        return self._with(made, (*self._tables, table.after(made.steps)))

    def resign(self, seat: int) -> Record[T]:
        """The record once a seat has resigned."""
        return self.leave(seat, Ending.RESIGNATION)

    def leave(self, seat: int, reason: Ending) -> Record[T]:
        """The record once a seat has given up: by resignation, time or abandonment.

        With two sides the other one wins. With more, the seat can no longer win and `stand_in`
        plays its turns.
        """
        if self.outcome:
            raise GameOver
        if seat not in range(self.game.seats) or seat in self.out:
            raise OptionError("not_seated", "No player sits at seat {seat}.", seat=seat)
        if reason not in LEAVING:
            raise OptionError("not_leaving", "A seat does not leave by {reason}.", reason=reason)
        return self._with(Leave(seat, reason), self._tables)

    def agree(self) -> Record[T]:
        """The players agree on a draw, where the game has draws."""
        if self.outcome:
            raise GameOver
        if not self.game.draws:
            raise OptionError("no_draws", "{game} has no draws.", game=self.game.name)
        return self._with(Agreement(), self._tables)

    def stand_in(self) -> Move:
        """The move of the stand-in that plays the turns of a seat that left.

        It is drawn from what everyone sees, so that anyone can check it.
        """
        if self.outcome:
            raise GameOver
        if self.turn not in self.out:
            raise OptionError("not_left", "Player {player} is there to play.", player=self.turn + 1)
        moves = self.position.table.moves
        seen = sha256(f"{len(self.moves)} {self.view(None)}".encode()).digest()
        return moves[int.from_bytes(seen, "big") % len(moves)]

    def _with(self, entry: Entry, tables: tuple[T, ...]) -> Record[T]:
        return replace(self, entries=(*self.entries, entry), _tables=tables)

    # --- what can be checked and written -----------------------------------------------------

    def verify(self) -> Verdict:
        """Whether seed and salts lead to the start, and the seed to the commitment."""
        if self.deal is None and self.commitment:
            return Verdict(False, "sealed", "The seed has not been shown yet.")
        if self.deal is None:
            return Verdict(False, "no_deal", "The game began with a position, not with a deal.")
        if self.commitment is None:
            return Verdict(False, "no_commitment", "Nothing was committed to before the deal.")
        if self.commitment != self.deal.commitment:
            return Verdict(False, "other_seed", "The seed is not the one that was committed to.")
        if self.game.dealt(self.deal) != self.start:
            return Verdict(False, "other_deal", "Seed and salts do not lead to this start.")
        return Verdict(True, "fair", "The deal is the committed one.")

    def __str__(self) -> str:
        from sommet.core.notation import write

        return write(self)

    def sealed(self, viewer: int | None = None) -> str:
        """The text that a viewer may have: no seed and no secret of others while the game runs."""
        from sommet.core.notation import sealed

        return sealed(self, viewer)

    @classmethod
    def parse(cls, text: str) -> Record[Any]:
        """The record of a text; see `docs/notation.md`."""
        from sommet.core.notation import read

        return read(text)
