"""A game round one keyboard, from the first turn to the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from rich.columns import Columns
from rich.table import Table as Grid

from sommet.cli.console import ask, confirm, console, interactive, say, sorry, wipe
from sommet.cli.language import called, language, spoken
from sommet.cli.record_files import new_file, save
from sommet.cli.rules_view import show_rules
from sommet.cli.screen import announce, moves_of_others, show
from sommet.cli.seats import Seating
from sommet.core import i18n
from sommet.core.errors import OptionError, SommetError, TextError
from sommet.core.move import Move
from sommet.core.move import Path as Steps
from sommet.core.record import Record
from sommet.core.view import View

__all__ = ["Playing"]


class Left(Exception):
    """Somebody wants to stop for now."""


class Playing:
    """People and opponents round one keyboard. The game is kept in a file after every change."""

    def __init__(
        self, record: Record[Any], seating: Seating, file: Path | None = None, cores: int = 1
    ) -> None:
        self.record = seating.written_on(record)
        self.seating = seating
        self.opponents = seating.opponents(record, cores)
        self.name = partial(called, record.game)
        """What a player is called."""
        self.path: Steps = ()
        """The steps of a half-made turn."""
        self.keeps = True
        self.file = file
        self.has_curtain = bool(record.start.secrets) and len(seating.people) > 1
        self.seen_by: int | None = None
        """The seat whose view is on the screen."""
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "steps": self._steps,
            "board": self._board,
            "undo": self._undo,
            "save": self._save,
            "draw": self._draw,
            "resign": self._resign,
            "rules": self._rules,
            "quit": self._quit,
            "?": self._help,
        }

    # --- the game ----------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        try:
            self._keep()
            while self.record.outcome is None:
                self._turn()
        except (Left, EOFError, KeyboardInterrupt):
            self._leave()
        else:
            self._finish()

    def _turn(self) -> None:
        seat = self.record.turn
        if seat in self.record.out:
            self._become(self.record.play(self.record.stand_in()))
        elif seat in self.seating.people:
            self._person(seat)
        else:
            if not self.seating.people:
                self._show(None)
            with console.status(spoken("thinking", name=self.name(seat))):
                move = self.opponents[seat].choose(self.record.view(seat))
            self._become(self.record.play(move))

    def _become(self, record: Record[Any]) -> None:
        self.record, self.path = record, ()
        self._keep()

    def _keep(self) -> None:
        """Write the game down. When that fails, say so once and play on."""
        if self.keeps:
            try:
                self.file = self.file or new_file(self.record.game)
                save(self.record, self.file)
            except OSError as error:
                self.keeps = False
                sorry(spoken("kept_not", why=error.strerror))

    def _leave(self) -> None:
        if self.has_curtain:
            wipe()
        console.print()
        self._point_to(spoken("see_you"), "play --resume")

    def _finish(self) -> None:
        people = self.seating.people
        self._show(people[0] if len(people) == 1 else None)
        announce(self.record)
        self._point_to(spoken("look_back"), "replay")

    def _point_to(self, words: str, command: str) -> None:
        """Say with which command the kept game is taken up."""
        if self.keeps:
            say(words)
            console.print(f"  sommet {command} {quote(str(self.file))}", soft_wrap=True)

    def _show(self, viewer: int | None) -> None:
        if interactive():
            console.clear()
        view = self.record.view(viewer)
        show(view, self.path, [self._who(seat) for seat in range(view.game.seats)])
        if words := moves_of_others(view):
            say(words)

    def _who(self, seat: int) -> str:
        if seat in self.record.out:
            return spoken("left")
        if seat in self.seating.people:
            return spoken("you") if len(self.seating.people) == 1 else ""
        return self.seating.holders[seat]

    # --- a person's turn ---------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        if self.has_curtain and self.seen_by != seat:
            self._curtain(seat)
        self.seen_by = seat
        self._show(seat)
        before = self.record
        while self.record is before:
            try:
                self._obey(ask(f"{self.name(seat)}> "))
            except SommetError as error:
                sorry(error)

    def _curtain(self, seat: int) -> None:
        """Let the keyboard change hands before a secret is shown."""
        wipe()
        say(spoken("curtain"))
        ask(spoken("press_enter", name=self.name(seat)))
        wipe()

    def _obey(self, line: str) -> None:
        """Do what a line says: a command, a move, or the next steps of one."""
        word, _, rest = line.partition(" ")
        word = {"help": "?", "u": "undo", "q": "quit", "exit": "quit"}.get(word, word)
        if word in self.commands:
            self.commands[word](rest.strip())
        elif line or self.path:
            turn = read(self.record.view(self.record.turn), self.path, line)
            if turn.whole:
                self._become(self.record.play(Move(turn.path)))
            else:
                self.path = turn.path
                self._board("")
                self._steps("")

    # --- commands ----------------------------------------------------------------------------

    def _board(self, _: str) -> None:
        self._show(self.record.turn)

    def _moves(self, _: str) -> None:
        console.print(Columns(map(str, self.record.position.table.moves), padding=(0, 2)))

    def _steps(self, _: str) -> None:
        steps = self.record.position.table.steps(self.path)
        if self.path:
            say(spoken("so_far", path="".join(self.path)))
        console.print(Columns(steps.next, padding=(0, 2)), style="open")
        if steps.end:
            say(spoken("or_enter"))

    def _undo(self, _: str) -> None:
        if self.path:
            self.path = self.path[:-1]
            self._board("")
            return
        if self.has_curtain:
            raise OptionError(
                "no_undo",
                "You can't undo when several people have secrets: the move has been seen.",
            )
        for moves in reversed(range(len(self.record.moves))):
            earlier = self.record.at(moves)
            if earlier.turn in self.seating.people and earlier.turn not in earlier.out:
                self._become(earlier)
                return
        raise OptionError("first_turn", "There is nothing to undo.")

    def _save(self, name: str) -> None:
        if not name:
            raise OptionError("no_file", "Specify a file: save FILE.")
        file = Path(name).expanduser()
        try:
            if not file.exists() or confirm(spoken("replace", file=file)):
                save(self.record, file)
                say(spoken("saved", file=file))
        except OSError as error:
            sorry(spoken("not_saved", why=error.strerror))

    def _draw(self, _: str) -> None:
        agreed = self.record.agree()  # refused where the game has no draws
        for seat in range(self.record.game.seats):
            if seat in self.opponents:
                say(spoken("plays_on", name=self.name(seat)))
                return
            asked = spoken("agree_draw", name=self.name(seat))
            if seat != self.record.turn and not confirm(asked):
                return
        self._become(agreed)

    def _resign(self, _: str) -> None:
        if confirm(spoken("give_up")):
            self._become(self.record.resign(self.record.turn))

    def _rules(self, _: str) -> None:
        show_rules(self.record.game.id)

    def _quit(self, _: str) -> None:
        raise Left

    def _help(self, _: str) -> None:
        say(i18n.translate(language(), "help", "move", game=self.record.game.id))
        say(spoken("step_by_step"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for word in self.commands:
            if word != "draw" or self.record.game.draws:
                grid.add_row(word, spoken(f"help_{'help' if word == '?' else word}"))
        console.print(grid)


# --- what a person types ------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """A turn as far as it was typed; `whole` when it is to be played now."""

    path: Steps
    whole: bool


def read(view: View[Any], path: Steps, line: str) -> Turn:
    """The turn after a line: further steps, or a move of its own in any playable order.

    A single step that could end the turn leaves the choice to go on; a text of several steps is
    a move as written. IllegalMove and TextError say why a line cannot be read.
    """
    text = "".join(line.split())
    if not text:
        view.table.walk(path)  # says what is missing when the turn cannot end here
        return Turn(path, True)
    for start in dict.fromkeys((path, ())):
        for spelling in spellings(text):
            found = follow(view, start, spelling)
            if found is not None:
                steps = view.steps(found)
                return Turn(found, steps.end and (not steps.next or len(found) > len(start) + 1))
    return Turn(_by_the_rules(view, path, text), True)


def spellings(text: str) -> tuple[str, ...]:
    """The text, and what was meant when the capitals are wrong: `gc4` is Gc4, `1A1` is 1a1."""
    return tuple(dict.fromkeys((text, text.capitalize(), text.upper(), text.lower())))


def follow(view: View[Any], path: Steps, text: str) -> Steps | None:
    """The path with the steps that the text spells out; None when it spells none."""
    if not text:
        return path
    for step in sorted(view.steps(path).next, key=len, reverse=True):
        if text.startswith(step):
            found = follow(view, (*path, step), text[len(step) :])
            if found is not None:
                return found
    return None


def _by_the_rules(view: View[Any], path: Steps, text: str) -> Steps:
    """The game's own reading, which knows other ways to name a move and why one is refused."""
    first: TextError | None = None
    for candidate in _candidates(path, text):
        try:
            return view.move(candidate).steps
        except TextError as error:
            first = first or error
    assert first is not None
    raise first


def _candidates(path: Steps, text: str) -> Iterator[str]:
    for start in dict.fromkeys(("".join(path), "")):
        for spelling in spellings(text):
            yield start + spelling
