"""A game: the rules with the chosen options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from itertools import combinations, product
from typing import (
    TYPE_CHECKING,
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

from sommet.core.deal import Deal, RandomStream
from sommet.core.errors import IllegalMove, OptionError, SommetError, TextError
from sommet.core.hidden_state import Secrets, all_known
from sommet.core.move import Path
from sommet.core.outcome import UNDECIDED, Figures, Outcome, Reason, Undecided
from sommet.core.table import Table

if TYPE_CHECKING:
    from sommet.core.editor import Edit
    from sommet.core.message import Message
    from sommet.core.position import Position
    from sommet.core.scene import Effect, Scene
    from sommet.core.view import View

__all__ = ["Game", "Option"]

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Option:
    """An option with its possible values. A default of None hangs on the other options."""

    name: str
    values: tuple[str | int, ...]
    default: str | int | None


@dataclass(frozen=True)
class Game(ABC, Generic[T]):
    """The rules of one game with its options, immutable and hashable.

    A game is a frozen dataclass whose fields are its options, each with a `Literal` type: the
    values it may have. Its folder holds the rest: rules, texts, scenes.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    """The version of the rules, kept in records. A mended rule raises it."""

    repetition: ClassVar[tuple[int, Reason] | None] = None
    """How often a position must occur for a draw, and the reason; None where it changes nothing."""

    draws: ClassVar[bool] = False
    """Whether players may agree on a draw."""

    open_colours: ClassVar[str] = ""
    """The letter of each seat's colour, where that is no secret."""

    # --- what a game's folder provides -----------------------------------------------------------

    @property
    @abstractmethod
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who plays together: the seats of each side."""

    @abstractmethod
    def set_up(self, stream: RandomStream, first: int | None) -> tuple[T, Secrets]:
        """The table and the secrets at the start."""

    @abstractmethod
    def judge(
        self, table: T, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        """Whether the game is over, and how. The seats in `out` can no longer win."""

    @abstractmethod
    def read(self, text: str) -> tuple[T, Secrets]:
        """A position text, or the text of a view with `?` for what is unknown."""

    @abstractmethod
    def write(self, table: T, secrets: Secrets) -> str:
        """The position text."""

    @abstractmethod
    def split(self, table: T, text: str) -> Path:
        """A move's text as a path of steps; TextError when it is malformed."""

    @abstractmethod
    def scene(self, view: View[T], path: Path) -> Scene:
        """How the view looks after the steps of `path`."""

    @abstractmethod
    def effects(self, view: View[T], path: Path) -> tuple[Effect, ...]:
        """What the last step of `path` does to the scene."""

    def victory_effects(self, view: View[T], winners: tuple[int, ...]) -> tuple[Effect, ...]:
        """What the pieces do for joy once the game is won by its rules."""
        return ()

    def step_for_touch(self, view: View[T], path: Path, solid: str) -> str | IllegalMove:
        """The step that somebody means who touches a solid of `scene(path)` which is not offered;
        empty where it means none. Or, where no step can be said for it, why it is not to be had."""
        return ""

    def contributions(self, table: T, secrets: Secrets) -> Figures:
        """What each seat brings to the figures of its side, by their names; nothing where everyone
        plays for themselves."""
        return ()

    def figure_winners(self, outcome: Outcome) -> tuple[tuple[str, int], ...]:
        """Who won each of several figures, with its name, where the game goes to whoever won more
        of them; nothing where one figure decides."""
        return ()

    def describe_move(self, table: T, path: Path) -> Message | None:
        """What a whole turn does, for a sentence; None where the move's text has to do."""
        return None

    def draft(self, text: str) -> tuple[T, Secrets]:
        """What a text says stands where, though it may be no possible position: what an editor
        works on. TextError when it does not say that much."""
        return self.read(text)

    def edits(self, view: View[T], path: Path) -> tuple[Edit, ...]:
        """What an editor may do to a draft; with the piece in hand that `path` took, where it may
        go. None where a game has no editor."""
        return ()

    def partners(self, viewer: int) -> frozenset[int]:
        """The seats whose secrets this seat may see, its own included."""
        return frozenset({viewer})

    def evaluate(self, table: T, secrets: Secrets, seat: int) -> float:
        """How good a running game looks for a seat at a glance: 0 for even, 1 for better."""
        return 0.0

    def remaining(self, table: T, secrets: Secrets) -> int:
        """How much is left to do for one who plays alone, by what decides the game; 0 once it is
        done."""
        return 0

    def worlds(self, secrets: Secrets) -> Iterable[Secrets]:
        """Every way to fill in the secrets that are unknown."""
        return (secrets,)

    # --- what every game has ---------------------------------------------------------------------

    def __post_init__(self) -> None:
        for option in self.options():
            value = getattr(self, option.name)
            by_text = {str(possible): possible for possible in option.values}
            if str(value) in by_text:
                self._set(**{option.name: by_text[str(value)]})
            elif value is not None or option.default is not None:
                raise OptionError(
                    "bad_value",
                    "{game} has no {option}={value}. Choose from: {values}.",
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

    def resolve_options(self) -> None:
        """Fill in defaults that hang on other options and refuse what does not go together."""

    def _set(self, **values: str | int) -> None:
        """Only while the game is being made: it does not change afterwards."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The options of this game, in the order of its rules."""
        return _options(cls)

    @classmethod
    def create(cls, /, **chosen: str | int) -> Self:
        """A game from options by name; numbers may come as text."""
        known = [option.name for option in cls.options()]
        for name in chosen:
            if name not in known:
                raise OptionError(
                    "unknown_option",
                    "{game} has no option {option!r}. Choose from: {known}.",
                    game=cls.name,
                    option=name,
                    known=known,
                )
        return cls(**chosen)

    @classmethod
    def sizes(cls) -> Mapping[int, Mapping[str, str | int]]:
        """For each number of players that can play it, the fewest options that give that number."""
        return _sizes(cls)

    @property
    def settings(self) -> dict[str, str | int]:
        """The options in force, by name."""
        values = {option.name: getattr(self, option.name) for option in self.options()}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def chosen(self) -> dict[str, str | int]:
        """The settings that are not the usual ones, by name: as few as make this very game.

        An option that hangs on others is usual when it is what follows from them.
        """
        chosen = self.settings
        for name in self.settings:
            others = {other: value for other, value in chosen.items() if other != name}
            with suppress(OptionError):
                chosen = others if self.create(**others) == self else chosen
        return chosen

    @property
    def chosen_text(self) -> str:
        """The same as it is typed: `variant=expert takeback=0-2`."""
        return _typed(self.chosen)

    @property
    def seats(self) -> int:
        """The number of players."""
        return sum(len(side) for side in self.sides)

    def start(
        self,
        seed: int | str | None = None,
        *,
        salts: Sequence[str] = (),
        first: int | None = None,
    ) -> Position[T]:
        """The position at the start; the seed (and the salts) decide everything random."""
        return self.start_from(Deal.new(seed, salts, first))

    def start_from(self, deal: Deal) -> Position[T]:
        """The position that a deal leads to."""
        from sommet.core.position import Position

        if deal.first is not None and deal.first not in range(self.seats):
            raise OptionError(
                "bad_first",
                "The first seat must be a number from 0 to {last}, not {first}.",
                last=self.seats - 1,
                first=deal.first,
            )
        table, secrets = self.set_up(deal.random_stream(self.id), deal.first)
        return Position(self, table, secrets)

    def parse(self, text: str) -> Position[T] | View[T]:
        """The position of a text; a view when the text has `?` in the place of a secret."""
        from sommet.core.position import Position
        from sommet.core.view import View

        if not isinstance(text, str):
            raise TextError(
                "position_not_text",
                "A position must be a string, not {kind}.",
                kind=type(text).__name__,
            )
        try:
            table, secrets = self.read(text)
        except SommetError as error:
            error.game = self.id
            raise
        if all_known(secrets):
            return Position(self, table, secrets)
        return View(self, table, secrets, outcome=self.foresee(table, self.worlds(secrets)))

    def foresee(
        self, table: T, worlds: Iterable[Secrets], out: frozenset[int] = frozenset()
    ) -> Outcome | Undecided | None:
        """The outcome when the secrets are one of `worlds`: UNDECIDED when it hangs on which."""
        verdicts = {self.judge(table, secrets, out) for secrets in worlds}
        return verdicts.pop() if len(verdicts) == 1 else UNDECIDED

    def __str__(self) -> str:
        return f"{self.id} {_typed(self.settings)}".rstrip()


def _typed(options: dict[str, str | int]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


@cache
def _options(kind: type[Game[Any]]) -> tuple[Option, ...]:
    hints = get_type_hints(kind)
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
    """Every choice of options, those that choose fewest first."""
    for count in range(len(options) + 1):
        for chosen in combinations(options, count):
            for values in product(*(option.values for option in chosen)):
                yield {option.name: value for option, value in zip(chosen, values, strict=True)}


def _values(hint: Any) -> tuple[str | int, ...]:
    """The literal values in a type, such as `Literal[1, 2] | None`."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(value for part in get_args(hint) for value in _values(part))
