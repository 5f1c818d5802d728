"""What stands on the table in everyone's sight, and what the player whose turn it is may do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Self

from sommet.core.errors import IllegalMove
from sommet.core.move import Move, Path, Steps

__all__ = ["Table"]


class Table(ABC):
    """The public part of a position, immutable: each game has its own, a frozen dataclass.

    A table knows nothing of secrets, and so cannot give one away. That a game may be over because
    of a secret (or by the table alone) is for `Game.judge` to say.
    """

    turn: int
    """The seat to move."""

    @abstractmethod
    def steps(self, path: Path) -> Steps:
        """What can come next after the steps of `path`, each of which must have been offered."""

    @abstractmethod
    def refusal(self, path: Path, step: str) -> IllegalMove:
        """Why a well-formed `step` is not among `steps(path)`, by clause."""

    @abstractmethod
    def after(self, path: Path) -> Self:
        """The table once a whole turn has been played."""

    def canonical(self, path: Path) -> Path:
        """The same whole turn in its canonical order."""
        return path

    def follow(self, path: Path) -> Steps:
        """What can come next after steps that may not have been offered; IllegalMove for the first
        that was not."""
        for done, step in enumerate(path):
            if step not in self.steps(path[:done]).next:
                raise self.refusal(path[:done], step)
        return self.steps(path)

    def walk(self, path: Path) -> Move:
        """The move that a path in any playable order leads to; IllegalMove where there is none."""
        if not self.follow(path).end:
            raise self.refusal(path, "")
        return Move(self.canonical(path))

    def turns(self) -> Iterable[Path]:
        """Every whole turn once, in its canonical order.

        This walks the steps in every playable order. A game in which many orders are one move says
        more directly which of them is the canonical one.
        """
        return {self.canonical(path) for path in self._in_every_order(())}

    def _in_every_order(self, path: Path) -> Iterator[Path]:
        steps = self.steps(path)
        if steps.end:
            yield path
        for step in steps.next:
            yield from self._in_every_order((*path, step))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every whole turn once, sorted by text."""
        return tuple(self._by_text.values())

    @cached_property
    def _by_text(self) -> dict[str, Move]:
        paths = {"".join(path): path for path in self.turns()}
        return {text: Move(paths[text]) for text in sorted(paths)}

    def cached_move(self, text: str) -> Move | None:
        """The move of a canonical text, when `moves` have been listed already; None otherwise.

        What was listed need not be judged again, and nothing is listed for one move's sake.
        """
        listed: dict[str, Move] = self.__dict__.get("_by_text", {})
        return listed.get(text)
