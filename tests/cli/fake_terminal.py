"""A terminal for tests: runs a command with typed input and captures its output."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sommet import Game, Record
from sommet.cli import main

__all__ = ["CURTAIN", "Result", "Terminal", "random_game", "typed_by_people"]

CURTAIN = "Pass the keyboard to the next player."


@dataclass(frozen=True)
class Result:
    """How a command ended, and what it printed."""

    status: object
    out: str
    err: str


class Terminal:
    """Runs `sommet` in this process, through pipes, with its own home folder."""

    def __init__(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.home = home
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.setenv("XDG_STATE_HOME", str(home))
        monkeypatch.setenv("COLUMNS", "80")
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)

    def __call__(self, *words: str | Path, typed: Iterable[str] = ()) -> Result:
        self._monkeypatch.setattr(sys, "argv", ["sommet", *map(str, words)])
        self._monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = self._capsys.readouterr()
        assert "Traceback" not in out + err
        return Result(stop.value.code, out, err)

    def kept(self) -> Path:
        """The file of the only saved game."""
        (file,) = (self.home / "sommet").iterdir()
        return file


def random_game(game: Game[Any], seed: int = 1) -> Record[Any]:
    """A complete game of random moves, dealt from this seed."""
    record, choice = Record.new(game, seed), Random(seed)
    while not record.outcome:
        record = record.play(choice.choice(record.position.moves()))
    return record


def typed_by_people(record: Record[Any]) -> list[str]:
    """What people sharing a keyboard type to play a game, including Enter at each curtain."""
    lines = []
    for position, move in zip(record.positions, record.moves, strict=False):
        if position.secrets and record.game.seats > 1:
            lines.append("")  # the curtain
        lines.append(str(move))
        if len(move.steps) == 1 and position.table.steps(move.steps).next:
            lines.append("")  # end a turn that could continue
    return lines
