"""Exercises for the rules of a game, from `exercises.toml` in its folder.

Each has a position, a task, and the moves that solve it. `slips` are wrong moves with their own
comment; any other wrong move gets the general one. The texts are English; the game's catalogues
translate them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from sommet.core import registry
from sommet.core.i18n import catalogue

__all__ = ["Exercise", "exercise_judge", "exercises"]


@dataclass(frozen=True)
class Exercise:
    """A task at a position. `words` are its English texts: task, right, wrong and, optionally,
    title."""

    game: str
    clause: str
    position: str
    answers: tuple[str, ...]
    words: dict[str, str]
    slips: dict[str, str]
    """Comments by move."""
    options: str = ""
    after: tuple[str, ...] = ()
    """The ends of a game after which it fits: a reason, or a reason and the figure that decided."""

    @classmethod
    def read(cls, game: str, entry: dict[str, Any]) -> Exercise:
        words = ("title", "task", "right", "wrong")
        slips = entry.get("slips", ())
        return cls(
            game=game,
            clause=entry["clause"],
            position=entry["position"],
            answers=tuple(entry["answers"]),
            words={each: entry[each] for each in words if each in entry},
            slips={move: slip["comment"] for slip in slips for move in slip["moves"]},
            options=entry.get("options", ""),
            after=tuple(entry.get("after", ())),
        )

    def task(self, language: str) -> str:
        return self._in(language, self.words["task"])

    def title(self, language: str) -> str:
        return self._in(language, self.words["title"]) if "title" in self.words else ""

    def judge(self, move: str, language: str) -> tuple[bool, str]:
        """Whether a move, in canonical notation, solves the task, and a comment."""
        if move in self.answers:
            return True, self._in(language, self.words["right"])
        return False, self._in(language, self.slips.get(move, self.words["wrong"]))

    def _in(self, language: str, text: str) -> str:
        return catalogue(language, self.game).pgettext("exercises", text)


@cache
def exercises(game: str) -> tuple[Exercise, ...]:
    """The exercises of a game, easiest first; empty if it has none."""
    file = registry.folder(game) / "exercises.toml"
    if not file.is_file():
        return ()
    entries = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(Exercise.read(game, entry) for entry in entries["exercise"])


def exercise_judge(
    game: str, number: int, language: str
) -> Callable[[str], tuple[bool, str]] | None:
    """What judges the moves of an exercise, numbered from 1; None if there is no such exercise."""
    found = exercises(game)[number - 1 : number] if number else ()
    return partial(found[0].judge, language=language) if found else None
