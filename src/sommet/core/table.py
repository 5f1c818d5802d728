"""The public part of a position, and what the player to move may do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Self

from sommet.core.errors import IllegalMove
from sommet.core.move import Move, Path, Steps

__all__ = ["Table", "step_fault"]


class Table(ABC):
    """The public part of a position, immutable: each game defines its own frozen dataclass.

    A table knows no secrets, so it can't leak one. Whether the game is over, by the table alone or
    because of a secret, is for `Game.judge` to say.
    """

    turn: int
    """The seat to move."""

    @abstractmethod
    def steps(self, path: Path) -> Steps:
        """What may follow the steps of `path`, each of which must have been offered."""

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
        """As `steps`, for a path from an untrusted source: IllegalMove for the first step that was
        not offered."""
        for done, step in enumerate(path):
            if step not in self.steps(path[:done]).next:
                raise self.refuse(path[:done], step)
        return self.steps(path)

    def refuse(self, path: Path, step: str) -> IllegalMove:
        """As `refusal`; TypeError if a game returns something else."""
        refused: object = self.refusal(path, step)
        if isinstance(refused, IllegalMove):
            return refused
        raise TypeError(
            f"{type(self).__name__}.refusal({path}, {step!r}) must return an IllegalMove, "
            f"not {refused!r}."
        )

    def walk(self, path: Path) -> Move:
        """The move made by the steps of a path in any legal order; IllegalMove if there is none."""
        if not self.follow(path).end:
            raise self.refuse(path, "")
        return Move(self.canonical(path))

    def turns(self) -> Iterable[Path]:
        """Every whole turn once, in its canonical order.

        This tries the steps in every legal order. A game in which many orders make the same move
        should override it.
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
        try:
            paths = {"".join(path): path for path in self.turns()}
        except TypeError as error:
            if fault := step_fault(self, ()):
                raise TypeError(fault) from error
            raise
        return {text: Move(paths[text]) for text in sorted(paths)}

    def cached_move(self, text: str) -> Move | None:
        """The move of a canonical text if `moves` has been computed already, otherwise None.

        This saves checking such a move again, without computing all moves for the sake of one.
        """
        listed: dict[str, Move] = self.__dict__.get("_by_text", {})
        return listed.get(text)


def step_fault(table: Table, path: Path) -> str:
    """What is wrong with the steps offered after `path`; empty if they are texts without spaces."""
    steps: object = table.steps(path)
    call = f"{type(table).__name__}.steps({path})"
    if not isinstance(steps, Steps):
        return f"{call} must return Steps(next, end), not {steps!r}"
    for step in steps.next:
        given: object = step
        if not isinstance(given, str):
            return f"{call} offers {given!r}: a step is a text"
        if not given:
            return f"{call} offers an empty text: a step has at least one character"
        if given.split() != [given]:
            return f"{call} offers {given!r}: a step may not contain spaces"
    return ""
