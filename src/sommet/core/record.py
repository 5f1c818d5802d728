"""A record: a game from its deal to the current position.

It knows what a position doesn't: the moves so far, repetition, who resigned or ran out of time, the
deal and its commitment. `sommet.core.record_format` has its text and its JSON.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, TypeVar, overload

from sommet.core import record_format, registry
from sommet.core.deal import Deal, SealedDeal
from sommet.core.errors import GameOver, IllegalMove, OptionError, SommetError, TextError
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets, all_known
from sommet.core.history import Agreement, Entry, History, Leave, Stage
from sommet.core.i18n import translate
from sommet.core.move import Move
from sommet.core.outcome import Ending, Outcome
from sommet.core.position import Position
from sommet.core.record_format import HEADERS, RecordData
from sommet.core.table import Table
from sommet.core.view import View, visible_secrets

__all__ = ["LEAVING", "Agreement", "Entry", "Leave", "Record", "Verdict"]

T = TypeVar("T", bound=Table)

LEAVING = (Ending.RESIGNATION, Ending.TIME, Ending.ABANDONMENT)
"""The ways for one seat to leave the game."""
TAG = re.compile(rf"(?!(?:{'|'.join(HEADERS)}|Salt[0-9]+)$)[A-Z][A-Za-z0-9_]*", re.ASCII)
"""A tag's name, which must not be the name of a built-in header."""
COMMITMENT = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Verdict:
    """Whether the deal is the committed one; `code` says what was found."""

    ok: bool
    code: str

    def describe(self, language: str = "en") -> str:
        """The verdict as a sentence."""
        return translate(language, "verdicts", self.code)


@dataclass(frozen=True, eq=False)
class Record(Generic[T]):
    """A game from its deal to the current position, immutable. Playing a move takes constant time,
    however long the game.

    `tags` are free headers: names of players, a date, an event. `commitment` is what was published
    before the deal; it is the deal's own unless a text gives another. `sealed_deal` is the public
    part of a deal whose seed a text doesn't show.
    """

    game: Game[T]
    start: Position[T]
    deal: Deal | None = None
    commitment: str | None = None
    tags: tuple[tuple[str, str], ...] = ()
    sealed_deal: SealedDeal | None = None
    notes: tuple[tuple[int, str], ...] = ()
    """Comments (in braces) and variations (in parentheses), each with the number of entries before
    it."""
    _history: History[T] | None = field(default=None, repr=False)
    """The line of play, shared with other records of the same line."""
    _length: int = field(default=1, repr=False)
    """How many of its stages belong to this record."""

    def __post_init__(self) -> None:
        if self.commitment is not None and not COMMITMENT.fullmatch(self.commitment):
            raise OptionError(
                "bad_commitment",
                "A commitment must be a SHA-256 of 64 hexadecimal digits, not {found!r}.",
                found=self.commitment,
            )
        for name, value in self.tags:
            if not TAG.fullmatch(name) or not value.isprintable():
                raise OptionError(
                    "bad_tag",
                    "A tag needs a name that isn't reserved, such as Event, and one line of "
                    "printable text, not {name!r} and {value!r}.",
                    name=name,
                    value=value,
                )

    @overload
    @classmethod
    def new(
        cls,
        game: Game[T],
        seed: int | str | None = None,
        *,
        salts: Sequence[str] = (),
        first: int | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record[T]: ...

    @overload
    @classmethod
    def new(
        cls,
        game: str,
        seed: int | str | None = None,
        *,
        salts: Sequence[str] = (),
        first: int | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record[Any]: ...

    @classmethod
    def new(
        cls,
        game: str | Game[Any],
        seed: int | str | None = None,
        *,
        salts: Sequence[str] = (),
        first: int | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record[Any]:
        """A new game that starts with a deal."""
        game, deal = registry.game(game), Deal.new(seed, salts, first)
        start = game.start_from(deal)
        return cls(game, start, deal, deal.commitment, tags=tuple((tags or {}).items()))

    @classmethod
    def of(cls, position: Position[T]) -> Record[T]:
        """A game that starts from a position."""
        return cls(position.game, position)

    # --- the game so far ---------------------------------------------------------------------

    @property
    def _stage(self) -> Stage[T]:
        history = self._history
        return history[self._length - 1] if history else Stage(None, self.start.table)

    @property
    def _stages(self) -> list[Stage[T]]:
        """The stages after the start."""
        return self._history.first(self._length)[1:] if self._history else []

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The moves so far, with seats that left and an agreed draw, in order."""
        return tuple(stage.entry for stage in self._stages if stage.entry)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(entry for entry in self.entries if isinstance(entry, Move))

    @property
    def position(self) -> Position[T]:
        """The current position."""
        return self._position(self._stage.table)

    @property
    def positions(self) -> tuple[Position[T], ...]:
        """The position at the start and after each move."""
        tables = (stage.table for stage in self._stages if isinstance(stage.entry, Move))
        return (self.start, *map(self._position, tables))

    def _position(self, table: T) -> Position[T]:
        return Position(self.game, table, self.start.secrets)

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self._stage.table.turn

    @property
    def out(self) -> frozenset[int]:
        """The seats that left."""
        left = self._stage.left
        return frozenset([leave.seat for leave in left]) if left else _NOBODY

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is running."""
        stage, everyone = self._stage, tuple(range(self.game.seats))
        if isinstance(stage.entry, Agreement):
            return Outcome(everyone, Ending.AGREEMENT)
        if stage.left:
            sides = [side for side in self.game.sides if self.out.isdisjoint(side)]
            if len(sides) <= 1:
                winners = tuple(seat for side in sides for seat in side)
                last = stage.left[-1]
                return Outcome(winners, last.reason, leavers=(last.seat,))
        if self.game.repetition:
            enough, reason = self.game.repetition
            if stage.occurrences >= enough:
                return Outcome(everyone, reason)
        return self.game.judge(stage.table, self.start.secrets, self.out)

    def at(self, moves: int) -> Record[T]:
        """The record as it was after `moves` moves, just before the next one, with the seats that
        had left by then out. OptionError if there are fewer moves."""
        made = self._stage.moves
        if not 0 <= moves <= made:
            raise OptionError(
                "no_such_move", "There is no such move: the game has {moves} moves.", moves=made
            )
        if self._history is None:
            return self
        then = self._on(self._history, self._history.after_moves(moves, self._length))
        if self.notes:
            kept = tuple(note for note in self.notes if note[0] <= len(then.entries))
            object.__setattr__(then, "notes", kept)
        return then

    def with_comment(self, text: str) -> Record[T]:
        """The record with a comment after its last entry."""
        comment = " ".join(text.split())
        if not comment or not comment.isprintable() or "{" in comment or "}" in comment:
            raise OptionError(
                "bad_comment",
                "A comment must be printable text without braces, not {text!r}.",
                text=text,
            )
        return replace(self, notes=(*self.notes, (len(self.entries), f"{{{comment}}}")))

    def known_secrets(self, viewer: int | None) -> Secrets:
        """The secrets of `view(viewer)`: those of others masked while the game is running."""
        return visible_secrets(self.game, self.start.secrets, viewer, over=self.outcome is not None)

    def view(self, viewer: int | None = None, *, move: int | None = None) -> View[T]:
        """What a seat or a spectator (None) may know, with the public moves so far.

        With `move`, the view after that many moves as the viewer may see it today: with the secrets
        they know by now, and still running unless that was the last move. What they knew then is
        `at(move).view(viewer)`.
        """
        then = self if move is None else self.at(move)
        return View(
            self.game,
            then._stage.table,
            self.known_secrets(viewer),
            viewer,
            self.outcome if then._length == self._length else None,
            self.start.table,
            then.moves,
            then.out,
            then._table_before,
        )

    @property
    def _table_before(self) -> T | None:
        """The table before the last move; None before the first move."""
        history, made = self._history, self._stage.moves
        if history is None or made == 0:
            return None
        earlier = (history[index] for index in range(self._length - 2, -1, -1))
        return next(stage for stage in earlier if stage.moves < made).table

    # --- playing -----------------------------------------------------------------------------

    def play(self, move: Move | str) -> Record[T]:
        """The record with one more move."""
        if self.outcome:
            raise GameOver
        return self.play_trusted(self.game.parse_move(self._stage.table, move))

    def play_trusted(self, move: Move) -> Record[T]:
        """The record with one more move that is known to be legal on this table.

        `Game.parse_move` returns such a move, and so does `trusted_move` for a stored one.
        Neither the move nor whether the game is running is checked again.
        """
        return self._with(move, self._stage.table.after(move.steps))

    def resign(self, seat: int) -> Record[T]:
        """The record after a seat has resigned."""
        return self.leave(seat, Ending.RESIGNATION)

    def leave(self, seat: int, reason: Ending) -> Record[T]:
        """The record after a seat has left: by resignation, on time or by abandonment.

        With two sides, the other one wins. With more, the seat can no longer win and `stand_in`
        plays its turns.
        """
        if self.outcome:
            raise GameOver
        if seat not in range(self.game.seats) or seat in self.out:
            raise OptionError("nobody_sits_there", "Nobody is playing at seat {seat}.", seat=seat)
        if reason not in LEAVING:
            raise OptionError(
                "not_leaving",
                "{reason} is not a way to leave a game. Use resignation, time or abandonment.",
                reason=reason,
            )
        return self._with(Leave(seat, reason), self._stage.table)

    def agree(self) -> Record[T]:
        """The record after the players have agreed on a draw; OptionError if there are no draws."""
        if self.outcome:
            raise GameOver
        if not self.game.draws:
            raise OptionError("no_draws", "{game} has no draws.", game=self.game.name)
        return self._with(Agreement(), self._stage.table)

    def stand_in(self) -> Move:
        """The move of the stand-in that plays the turns of a seat that left.

        It is derived from public information, so anyone can check it.
        """
        if self.outcome:
            raise GameOver
        if self.turn not in self.out:
            raise OptionError(
                "not_left", "Player {player} hasn't left the game.", player=self.turn + 1
            )
        moves = self._stage.table.moves
        seen = sha256(f"{self._stage.moves} {self.view(None)}".encode()).digest()
        return moves[int.from_bytes(seen, "big") % len(moves)]

    def _with(self, entry: Entry, table: T) -> Record[T]:
        counted = self.game.repetition is not None
        history = self._history or History.new(self.start.table, counted=counted)
        history = history.append(self._length, entry, table)
        return self._on(history, self._length + 1)

    def _on(self, history: History[T] | None, length: int) -> Record[T]:
        """The same game at another stage, without validating its fields again."""
        record = object.__new__(type(self))
        fields = {name: vars(self)[name] for name in _FIELDS}
        vars(record).update(fields, _history=history, _length=length)
        return record

    # --- value semantics ---------------------------------------------------------------------

    @property
    def _value(self) -> tuple[object, ...]:
        known = self.deal, self.sealed_deal, self.commitment
        return self.game, self.start, *known, self.tags, self.entries, self.notes

    def __eq__(self, other: object) -> bool:
        return self._value == other._value if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value)

    def __getstate__(self) -> dict[str, object]:
        """For pickling: without the stages that belong to other records."""
        history = self._history and History(
            self._history.first(self._length), counted=self.game.repetition is not None
        )
        return {**vars(self), "_history": history}

    # --- verifying and writing ---------------------------------------------------------------

    def verify(self) -> Verdict:
        """Check that the seed and salts give the start, and the seed the commitment."""
        if self.deal is None and self.commitment:
            return Verdict(False, "sealed")
        if self.deal is None:
            return Verdict(False, "no_deal")
        if self.commitment is None:
            return Verdict(False, "no_commitment")
        if self.commitment != self.deal.commitment:
            return Verdict(False, "other_seed")
        if self.game.start_from(self.deal) != self.start:
            return Verdict(False, "other_deal")
        return Verdict(True, "fair")

    def __str__(self) -> str:
        return record_format.write(self._data())

    def sealed(self, viewer: int | None = None) -> str:
        """The text for a viewer: without the seed and others' secrets while the game is running."""
        return record_format.write(self._sealed_data(viewer))

    @classmethod
    def parse(
        cls, text: str, *, max_entries: int | None = None, check_deal: bool = True
    ) -> Record[Any]:
        """The record of a text, TextError if it can't be read; see `docs/notation.md`.

        A record of more than `max_entries` entries is refused before any is played. With
        `check_deal`, a Start that doesn't match its Seed is refused; without it, `verify` can
        report it.
        """
        return _replay(record_format.read(text, max_entries), check_deal)

    def to_json(self, viewer: int | None = None, *, seal: bool = False) -> dict[str, Any]:
        """The whole record as plain data for JSON, including the seed; with `seal`, only what
        `sealed` would write."""
        figures = self.outcome.figures if self.outcome else ()
        return record_format.to_json(self._sealed_data(viewer) if seal else self._data(), figures)

    @classmethod
    def from_json(cls, data: Any, *, check_deal: bool = True) -> Record[Any]:
        """The record of what `to_json` returns; `check_deal` as for `parse`."""
        return _replay(record_format.from_json(data), check_deal)

    def _data(self) -> RecordData:
        known = self.deal or self.sealed_deal
        return RecordData(
            game=self.game.id,
            rules=str(self.game.version),
            options={name: str(value) for name, value in self.game.settings.items()},
            seed=self.deal.seed if self.deal else None,
            salts=known.salts if known else (),
            first=str(known.first + 1) if known and known.first is not None else None,
            commitment=self.commitment,
            start=str(self.start),
            tags=dict(self.tags),
            entries=[(_entry_text(entry), None) for entry in self.entries],
            notes=[*self.notes],
            result=_result(self.outcome),
        )

    def _sealed_data(self, viewer: int | None) -> RecordData:
        """What a viewer may know of a running game: no seed, and `?` for the secrets of others."""
        data = self._data()
        if self.outcome is None:
            data.seed = None
            data.start = str(self.start.view(viewer))
        return data


_NOBODY = frozenset[int]()
_FIELDS = tuple(each.name for each in fields(Record))
"""The fields of a record, without its cached properties."""


# --- text and JSON -------------------------------------------------------------------------------


def _entry_text(entry: Entry) -> str:
    match entry:
        case Leave(seat, reason):
            return f"{reason}:{seat + 1}"
        case Agreement():
            return str(Ending.AGREEMENT)
    return str(entry)


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "*"
    return f"{'+'.join(str(seat + 1) for seat in outcome.winners) or '-'} {outcome.reason}"


def _replay(data: RecordData, check_deal: bool) -> Record[Any]:
    """Play the entries and check the result."""
    game = _game(data)
    deal = sealed_deal = None
    try:
        first = None if data.first is None else _seat(game, data.first)
        if data.seed is not None:
            deal = Deal(data.seed, data.salts, first)
        elif data.salts or data.first:
            sealed_deal = SealedDeal(data.salts, first)
        due = game.start_from(deal) if deal and (check_deal or data.start is None) else None
        shown = None if data.start is None else game.parse_view(data.start)
    except (OptionError, TextError) as error:
        line = data.lines.get("Start", data.lines.get("Seed"))
        raise TextError("start", "The start can't be read: {why}", line=line, why=error) from None
    if shown and not all_known(shown.secrets):
        raise TextError(
            "sealed",
            "The game is still running: its record stays sealed until the secrets are revealed.",
            line=data.lines.get("Start"),
        )
    start = Position(game, shown.table, shown.secrets) if shown else due
    if start is None:
        raise TextError("no_start", "The record needs a Seed or a Start.")
    if due not in (None, start):
        raise TextError(
            "start_not_dealt",
            "The Start is not what the Seed deals: one of them is wrong.",
            line=data.lines.get("Start"),
        )
    try:
        tags = tuple(data.tags.items())
        notes = tuple(note for note in data.notes if 0 <= note[0] <= len(data.entries))
        record: Record[Any] = Record(game, start, deal, data.commitment, tags, sealed_deal, notes)
    except OptionError as error:
        line = data.lines.get(error.parameters.get("name", "Commitment"))
        raise TextError("tags", "{why}", line=line, why=error) from None
    for index, (text, line) in enumerate(data.entries, 1):
        try:
            record = _enter(record, text)
        except GameOver:
            raise TextError(
                "after_end", "{text} comes after the end of the game.", line=line, text=text
            ) from None
        except (IllegalMove, TextError, OptionError) as error:
            raise TextError(
                "entry",
                "Entry {index}, {text}: {why}",
                line=line,
                index=index,
                text=text,
                why=error,
            ) from None
    if data.result != _result(record.outcome):
        raise TextError(
            "result",
            "The record gives the result {said}, but its moves lead to {found}.",
            line=data.lines.get("result"),
            said=data.result,
            found=_result(record.outcome),
        )
    return record


def _game(data: RecordData) -> Game[Any]:
    if not data.game:
        raise TextError("no_game", "This is not a Sommet record: it doesn't name its Game.")
    try:
        game = registry.kind(data.game).create(**data.options)
    except SommetError as error:
        line = data.lines.get(error.parameters.get("option", "Game"), data.lines.get("Game"))
        raise TextError("game", "The game can't be set up: {why}", line=line, why=error) from None
    if data.rules != str(game.version):
        raise TextError(
            "rules_version",
            "The record uses version {found!r} of the rules of {game}; this program knows "
            "version {version}.",
            line=data.lines.get("Rules"),
            found=data.rules,
            game=game.name,
            version=game.version,
        )
    return game


def _seat(game: Game[Any], text: str) -> int:
    seats = {str(seat + 1): seat for seat in range(game.seats)}
    if text not in seats:
        raise TextError(
            "seat",
            "There is no player {text}. Choose {seats}.",
            text=text,
            seats=tuple(seats),
        )
    return seats[text]


def _enter(record: Record[Any], text: str) -> Record[Any]:
    reason, colon, seat = text.partition(":")
    if colon:
        leaving = {str(ending): ending for ending in LEAVING}
        if reason not in leaving:
            raise TextError("event", "{text!r} is not a game event.", text=text)
        return record.leave(_seat(record.game, seat), leaving[reason])
    return record.agree() if text == Ending.AGREEMENT else record.play(text)
