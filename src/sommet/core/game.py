"""A game: the rules with the chosen options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from itertools import combinations, product
from types import ModuleType
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from sommet.core import game_folders, position_text
from sommet.core.deal import Deal, RandomStream
from sommet.core.errors import IllegalMove, OptionError, SommetError, TextError
from sommet.core.hidden_state import Secrets, all_known
from sommet.core.message import Message
from sommet.core.move import Move, Path
from sommet.core.outcome import UNDECIDED, Figures, Outcome, Reason, Undecided
from sommet.core.position import Position
from sommet.core.table import Table
from sommet.core.view import View

__all__ = ["Game", "Option"]

T = TypeVar("T", bound=Table)
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Option:
    """An option with its possible values. A default of None depends on the other options."""

    name: str
    values: tuple[str | int, ...]
    default: str | int | None


@dataclass(frozen=True)
class Game(ABC, Generic[T]):
    """The rules of one game with its options, immutable and hashable.

    A game is a frozen dataclass whose fields are its options; the `Literal` type of a field lists
    the allowed values. The game's folder holds the rest: texts, scenes, words; see `game_folders`.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    """The version of the rules, stored in records. It increases when a rule is fixed."""

    repetition: ClassVar[tuple[int, Reason] | None] = None
    """How often a position must occur for a draw, and the reason; None if there's no such rule."""

    draws: ClassVar[bool] = False
    """Whether players may agree on a draw."""

    open_colours: ClassVar[str] = ""
    """The letter of each seat's colour, where that is no secret."""

    most_figures_win: ClassVar[bool] = False
    """Whether the game goes to whoever won more figures; otherwise a single figure decides."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "id" in vars(cls):
            game_folders.add_folder(cls.id, cls.__module__)

    # --- implemented by each game ----------------------------------------------------------------

    @abstractmethod
    def set_up(self, stream: RandomStream, first: int | None) -> tuple[T, Secrets]:
        """The table and the secrets at the start. All randomness comes from `stream`; `first` is
        the seat to start, or None for a random one."""

    @abstractmethod
    def judge(
        self, table: T, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        """The outcome, or None while the game is running. The seats in `out` can no longer win."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side: partners play together."""
        return ((0,), (1,))

    def resolve_options(self) -> None:
        """Fill in defaults that depend on other options and reject invalid combinations with
        OptionError."""

    def worlds(self, secrets: Secrets) -> Iterable[Secrets]:
        """Every way to fill in the unknown secrets."""
        return (secrets,)

    def contributions(self, table: T, secrets: Secrets) -> Figures:
        """What each seat contributes to the figures of its side; empty if there are no teams."""
        return ()

    def evaluate(self, table: T, secrets: Secrets, seat: int) -> float:
        """A quick evaluation of a running game for a seat: 0 is even, 1 is clearly better."""
        return 0.0

    def remaining(self, table: T, secrets: Secrets) -> int:
        """How much is left to do in a solo game, in the unit that decides it; 0 once solved."""
        return 0

    # --- shared by all games ---------------------------------------------------------------------

    def __post_init__(self) -> None:
        for option in self.options():
            value = getattr(self, option.name)
            by_text = {str(possible): possible for possible in option.values}
            if str(value) in by_text:
                self._set(**{option.name: by_text[str(value)]})
            elif value is not None or option.default is not None:
                raise OptionError(
                    "bad_value",
                    "{option}={value} is not possible in {game}. Choose {values}.",
                    game=self.name,
                    option=option.name,
                    value=str(value),
                    values=option.values,
                )
        try:
            self.resolve_options()
        except OptionError as error:
            error.game = self.id
            raise

    def _set(self, **values: str | int) -> None:
        """Set options during construction only: a game is immutable afterwards."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The options of this game, in the order of its rules."""
        return _options(cls)

    @classmethod
    def create(cls, /, **chosen: str | int) -> Self:
        """A game from options by name; numbers may be given as text."""
        known = tuple(option.name for option in cls.options())
        for name in chosen:
            if name not in known:
                raise OptionError(
                    "unknown_option",
                    "{game} has no option {option!r}. Choose {known}.",
                    game=cls.name,
                    option=name,
                    known=known,
                )
        return cls(**chosen)

    @classmethod
    def sizes(cls) -> Mapping[int, Mapping[str, str | int]]:
        """For each possible number of players, the smallest set of options that gives it."""
        return _sizes(cls)

    @property
    def settings(self) -> dict[str, str | int]:
        """The options in force, by name."""
        values = {option.name: getattr(self, option.name) for option in self.options()}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def chosen(self) -> dict[str, str | int]:
        """The options that differ from their defaults, by name: the fewest that give this game.

        An option that depends on others counts as default if it follows from them.
        """
        chosen = self.settings
        for name in self.settings:
            others = {other: value for other, value in chosen.items() if other != name}
            with suppress(OptionError):
                chosen = others if self.create(**others) == self else chosen
        return chosen

    @property
    def chosen_text(self) -> str:
        """`chosen` as it is typed: `variant=expert takeback=0-2`."""
        return _typed(self.chosen)

    @property
    def call_text(self) -> str:
        """The call that returns this game, as Python: `sommet.game('pylos', variant='expert')`."""
        options = (f"{name}={value!r}" for name, value in self.chosen.items())
        return f"sommet.game({', '.join((repr(self.id), *options))})"

    @property
    def seats(self) -> int:
        """The number of players."""
        return sum(len(side) for side in self.sides)

    def check_seat(self, seat: int) -> None:
        """Raise OptionError unless this is one of the seats, which are counted from 0."""
        if seat not in range(self.seats):
            raise OptionError(
                "bad_seat",
                "{game} has no seat {seat!r}. Seats are numbers from 0 to {last}.",
                game=self.name,
                seat=seat,
                last=self.seats - 1,
            )

    def partners(self, viewer: int) -> frozenset[int]:
        """The seats whose secrets this seat may see: those of its side, including its own."""
        return frozenset(seat for side in self.sides if viewer in side for seat in side)

    def figure_winners(self, outcome: Outcome) -> tuple[tuple[str, int], ...]:
        """The name and the winner of each figure, if most of them win; otherwise empty."""
        if not self.most_figures_win:
            return ()
        return tuple((name, values.index(max(values))) for name, values in outcome.figures)

    # --- parts of the game's folder --------------------------------------------------------------

    @classmethod
    def has_part(cls, name: str) -> bool:
        """Whether the game's folder has a part, such as `kernel`; it isn't imported."""
        return _package(cls, name) is not None

    @classmethod
    def find_part(cls, name: str) -> ModuleType | None:
        """A part of the game's folder, imported on first use; None if there is none."""
        return _module(cls, name)

    def part(self, name: str, default: F) -> F:
        """The function called like `default` in a part of the game's folder, or `default`."""
        own: F = getattr(_module(type(self), name), default.__name__, default)
        return own

    def read(self, text: str) -> tuple[T, Secrets]:
        """The table and the secrets of a position text; see `parse`."""
        return self.part("text", read)(self, text)

    def write(self, table: T, secrets: Secrets) -> str:
        """The position text."""
        return self.part("text", position_text.write)(table, secrets)

    def split(self, table: T, text: str) -> Path:
        """A move's text as a path of steps; TextError if it is malformed."""
        return self.part("text", position_text.split)(table, text)

    def parse_move(self, table: T, move: Move | str) -> Move:
        """The move in its canonical form, from its text or its steps in any legal order.

        Raises TextError for a malformed move and IllegalMove for one that breaks a rule.
        """
        text = str(move)
        if (listed := table.cached_move(text)) is not None:
            return listed
        given: object = move
        if not isinstance(given, Move | str):
            raise TextError(
                "not_a_move", "A move must be a Move or its text, not {found!r}.", found=given
            )
        try:
            return table.walk(self.split(table, text))
        except (TextError, IllegalMove) as error:
            error.game = self.id
            raise

    def trusted_move(self, table: T, text: str) -> Move:
        """The move of a canonical text that `parse_move` once returned for this same table.

        It is not checked again. Use it only for trusted texts, such as a log whose moves were
        checked by the same rules; see `version`.
        """
        return table.cached_move(text) or Move(self.split(table, text))

    def describe_move(self, table: T, path: Path) -> Message | None:
        """What a whole turn does, as a message; None to show the move's text instead."""
        return self.part("descriptions", describe_move)(table, path)

    # --- positions -------------------------------------------------------------------------------

    def start(
        self,
        seed: int | str | None = None,
        *,
        salts: Sequence[str] = (),
        first: int | None = None,
    ) -> Position[T]:
        """The position at the start; the seed and the salts determine everything random."""
        return self.start_from(Deal.new(seed, salts, first))

    def start_from(self, deal: Deal) -> Position[T]:
        """The position at the start with this deal."""
        if deal.first is not None and deal.first not in range(self.seats):
            raise OptionError(
                "bad_first",
                "The first seat must be a number from 0 to {last}, not {first}.",
                last=self.seats - 1,
                first=deal.first,
            )
        dealt = self.set_up(deal.random_stream(self.id), deal.first)
        try:
            table, secrets = dealt
        except (TypeError, ValueError):
            raise TypeError(
                f"{type(self).__name__}.set_up must return (table, secrets), "
                f"not {type(dealt).__name__}"
            ) from None
        return Position(self, table, secrets)

    def parse(self, text: str) -> Position[T]:
        """The position of a text. TextError if it can't be read or has `?` for a secret: that is
        the text of a view."""
        table, secrets = self._parsed(text)
        if not all_known(secrets):
            raise TextError(
                "view_text", "A text with ? for a secret is that of a view. Use parse_view."
            )
        return Position(self, table, secrets)

    def parse_view(self, text: str) -> View[T]:
        """The view of a text: it shows the secrets that the text shows, and has no history. A `?`
        is an unknown secret."""
        table, secrets = self._parsed(text)
        return View(self, table, secrets, outcome=self.foresee(table, self.worlds(secrets)))

    def _parsed(self, text: str) -> tuple[T, Secrets]:
        """The table and the secrets of a text, which may be a view's."""
        if not isinstance(text, str):
            raise TextError(
                "position_not_text",
                "A position must be a string, not {kind}.",
                kind=type(text).__name__,
            )
        try:
            return self.read(text)
        except SommetError as error:
            error.game = self.id
            raise

    def foresee(
        self, table: T, worlds: Iterable[Secrets], out: frozenset[int] = frozenset()
    ) -> Outcome | Undecided | None:
        """The outcome if the secrets are one of `worlds`: UNDECIDED if it depends on which one."""
        verdicts = {self.judge(table, secrets, out) for secrets in worlds}
        return verdicts.pop() if len(verdicts) == 1 else UNDECIDED

    def __str__(self) -> str:
        return f"{self.id} {_typed(self.settings)}".rstrip()


# --- defaults of `text.py` and `descriptions.py`; `position_text` has more ------------------------


def read(game: Game[T], text: str) -> tuple[T, Secrets]:
    """Read a position text, or the text of a view with `?` for unknown secrets; TextError if it is
    malformed or impossible."""
    start = game.start(0)
    table, secrets = position_text.read_like(start.table, start.secrets, game.seats, text)
    try:  # the fields have the right types, but the rules may need a certain number of values
        if game.foresee(table, game.worlds(secrets)) is None:
            table.steps(())
    except (LookupError, ValueError) as error:
        raise position_text.unlike_start(start.table, start.secrets, text) from error
    return table, secrets


def describe_move(table: Table, path: Path) -> Message | None:
    """What a whole turn does, as a message; None to show the move's text instead."""
    return None


@cache
def _package(kind: type[Game[Any]], part: str) -> str | None:
    """The package with this part: the game's own, or that of a class it is derived from."""
    for each in kind.__mro__[: kind.__mro__.index(Game)]:
        package = game_folders.package_of(each.__module__)
        if game_folders.has_part(package, part):
            return package
    return None


@cache
def _module(kind: type[Game[Any]], part: str) -> ModuleType | None:
    package = _package(kind, part)
    return game_folders.find_part(package, part) if package else None


def _typed(options: dict[str, str | int]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


@cache
def _options(kind: type[Game[Any]]) -> tuple[Option, ...]:
    hints = get_type_hints(kind)
    for field in fields(kind):
        if not _values(hints[field.name]) or not hasattr(kind, field.name):
            raise TypeError(
                f"{kind.__name__}.{field.name} is an option: it needs a default, and a type that "
                "lists its values, such as Literal[2, 3]. The id and the name have no type."
            )
    return tuple(
        Option(field.name, _values(hints[field.name]), getattr(kind, field.name))
        for field in fields(kind)
    )


@cache
def _sizes(kind: type[Game[Any]]) -> Mapping[int, Mapping[str, str | int]]:
    found: dict[int, Mapping[str, str | int]] = {}
    for chosen in _choices(kind.options()):
        with suppress(OptionError):
            found.setdefault(kind.create(**chosen).seats, chosen)
    return dict(sorted(found.items()))


def _choices(options: tuple[Option, ...]) -> Iterator[dict[str, str | int]]:
    """Every choice of options, the smallest first."""
    for count in range(len(options) + 1):
        for chosen in combinations(options, count):
            for values in product(*(option.values for option in chosen)):
                yield {option.name: value for option, value in zip(chosen, values, strict=True)}


def _values(hint: Any) -> tuple[str | int, ...]:
    """The literal values in a type, such as `Literal[1, 2] | None`."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(value for part in get_args(hint) for value in _values(part))
