"""Exercises for the rules of a game, from `exercises.toml` in its folder.

Each has a position, a task in every language, and the moves that solve it. `slips` are wrong moves
with their own comment; any other wrong move gets the general one.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from sommet.core import registry

__all__ = ["Exercise", "exercises"]


@dataclass(frozen=True)
class Exercise:
    """A task at a position. `words` has, by language: task, right, wrong and, optionally, title."""

    clause: str
    position: str
    answers: tuple[str, ...]
    words: dict[str, dict[str, str]]
    slips: dict[str, dict[str, str]]
    """Comments by move and language."""
    options: str = ""

    @classmethod
    def read(cls, entry: dict[str, Any]) -> Exercise:
        slips = {move: slip for slip in entry.get("slips", ()) for move in slip["moves"]}
        words = {name: part for name, part in entry.items() if isinstance(part, dict)}
        return cls(
            clause=entry["clause"],
            position=entry["position"],
            answers=tuple(entry["answers"]),
            words=words,
            slips=slips,
            options=entry.get("options", ""),
        )

    def task(self, language: str) -> str:
        task: str = _in(self.words, language)["task"]
        return task

    def title(self, language: str) -> str:
        title: str = _in(self.words, language).get("title", "")
        return title

    def judge(self, move: str, language: str) -> tuple[bool, str]:
        """Whether a move, in canonical notation, solves the task, and a comment."""
        words = _in(self.words, language)
        if move in self.answers:
            return True, words["right"]
        return False, _in(self.slips[move], language) if move in self.slips else words["wrong"]


def _in(words: dict[str, Any], language: str) -> Any:
    return words.get(language, words["en"])


@cache
def exercises(game: str) -> tuple[Exercise, ...]:
    """The exercises of a game, easiest first; empty if it has none."""
    file = registry.folder(game) / "exercises.toml"
    if not file.is_file():
        return ()
    entries = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(map(Exercise.read, entries["exercise"]))
