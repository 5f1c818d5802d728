"""Play a game at one keyboard: the loop over turns, the commands, and parsing typed moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from rich.columns import Columns
from rich.table import Table as Grid

from sommet.cli.console import (
    ask,
    clear_screen,
    confirm,
    console,
    is_interactive,
    print_error,
    print_text,
)
from sommet.cli.language import language, localize, player_name
from sommet.cli.record_files import new_file, save
from sommet.cli.rules_view import show_rules
from sommet.cli.screen import format_opponents_moves, show, show_result
from sommet.cli.seats import Seats
from sommet.core import i18n
from sommet.core.errors import OptionError, SommetError, TextError
from sommet.core.move import Move
from sommet.core.move import Path as Steps
from sommet.core.record import Record
from sommet.core.view import View

__all__ = ["TerminalGame"]


class PlayerLeft(Exception):
    """A player has quit."""


class TerminalGame:
    """A game between people and engines at one keyboard. It is saved after every change."""

    def __init__(
        self, record: Record[Any], seating: Seats, file: Path | None = None, cores: int = 1
    ) -> None:
        self.record = seating.tag_record(record)
        self.seating = seating
        self.opponents = seating.opponents(record, cores)
        self.name = partial(player_name, record.game)
        """The name of a seat's player."""
        self.path: Steps = ()
        """The steps of an unfinished turn."""
        self.autosaves = True
        self.file = file
        self.hides_secrets = bool(record.start.secrets) and len(seating.people) > 1
        self.seen_by: int | None = None
        """The seat whose view was shown last."""
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
        """Play until the game ends or a player quits."""
        try:
            self._autosave()
            while self.record.outcome is None:
                self._turn()
        except (PlayerLeft, EOFError, KeyboardInterrupt):
            self._leave()
        else:
            self._finish()

    def _turn(self) -> None:
        seat = self.record.turn
        if seat in self.record.out:
            self._set_record(self.record.play(self.record.stand_in()))
        elif seat in self.seating.people:
            self._person(seat)
        else:
            if not self.seating.people:
                self._show(None)
            with console.status(localize("thinking", name=self.name(seat))):
                move = self.opponents[seat].choose(self.record.view(seat))
            self._set_record(self.record.play(move))

    def _set_record(self, record: Record[Any]) -> None:
        self.record, self.path = record, ()
        self._autosave()

    def _autosave(self) -> None:
        """Save the game. If that fails, say so once and play on."""
        if self.autosaves:
            try:
                self.file = self.file or new_file(self.record.game)
                save(self.record, self.file)
            except OSError as error:
                self.autosaves = False
                print_error(localize("kept_not", why=error.strerror))

    def _leave(self) -> None:
        if self.hides_secrets:
            clear_screen()
        console.print()
        self._print_command(localize("see_you"), "play --resume")

    def _finish(self) -> None:
        people = self.seating.people
        self._show(people[0] if len(people) == 1 else None)
        show_result(self.record)
        self._print_command(localize("look_back"), "replay")

    def _print_command(self, words: str, command: str) -> None:
        """Print the command that opens the saved game."""
        if self.autosaves:
            print_text(words)
            console.print(f"  sommet {command} {quote(str(self.file))}", soft_wrap=True)

    def _show(self, viewer: int | None) -> None:
        if is_interactive():
            console.clear()
        view = self.record.view(viewer)
        show(view, self.path, [self._who(seat) for seat in range(view.game.seats)])
        if words := format_opponents_moves(view):
            print_text(words)

    def _who(self, seat: int) -> str:
        if seat in self.record.out:
            return localize("left")
        if seat in self.seating.people:
            return localize("you") if len(self.seating.people) == 1 else ""
        return self.seating.holders[seat]

    # --- a person's turn ---------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        if self.hides_secrets and self.seen_by != seat:
            self._cover_screen(seat)
        self.seen_by = seat
        self._show(seat)
        before = self.record
        while self.record is before:
            try:
                self._run_line(ask(f"{self.name(seat)}> "))
            except SommetError as error:
                print_error(error)

    def _cover_screen(self, seat: int) -> None:
        """Wait for the next player before showing their secrets."""
        clear_screen()
        print_text(localize("curtain"))
        ask(localize("press_enter", name=self.name(seat)))
        clear_screen()

    def _run_line(self, line: str) -> None:
        """Run a typed line: a command, a move, or the next steps of one."""
        word, _, rest = line.partition(" ")
        word = {"help": "?", "u": "undo", "q": "quit", "exit": "quit"}.get(word, word)
        if word in self.commands:
            self.commands[word](rest.strip())
        elif line or self.path:
            turn = parse_input(self.record.view(self.record.turn), self.path, line)
            if turn.complete:
                self._set_record(self.record.play(Move(turn.path)))
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
            print_text(localize("so_far", path="".join(self.path)))
        console.print(Columns(steps.next, padding=(0, 2)), style="open")
        if steps.end:
            print_text(localize("or_enter"))

    def _undo(self, _: str) -> None:
        if self.path:
            self.path = self.path[:-1]
            self._board("")
            return
        if self.hides_secrets:
            raise OptionError(
                "no_undo",
                "You can't undo when several people have secrets: the move has been seen.",
            )
        for moves in reversed(range(len(self.record.moves))):
            earlier = self.record.at(moves)
            if earlier.turn in self.seating.people and earlier.turn not in earlier.out:
                self._set_record(earlier)
                return
        raise OptionError("first_turn", "There is nothing to undo.")

    def _save(self, name: str) -> None:
        if not name:
            raise OptionError("no_file", "Specify a file: save FILE.")
        file = Path(name).expanduser()
        try:
            if not file.exists() or confirm(localize("replace", file=file)):
                save(self.record, file)
                print_text(localize("saved", file=file))
        except OSError as error:
            print_error(localize("not_saved", why=error.strerror))

    def _draw(self, _: str) -> None:
        agreed = self.record.agree()  # raises if the game has no draws
        for seat in range(self.record.game.seats):
            if seat in self.opponents:
                print_text(localize("plays_on", name=self.name(seat)))
                return
            asked = localize("agree_draw", name=self.name(seat))
            if seat != self.record.turn and not confirm(asked):
                return
        self._set_record(agreed)

    def _resign(self, _: str) -> None:
        if confirm(localize("give_up")):
            self._set_record(self.record.resign(self.record.turn))

    def _rules(self, _: str) -> None:
        show_rules(self.record.game.id)

    def _quit(self, _: str) -> None:
        raise PlayerLeft

    def _help(self, _: str) -> None:
        print_text(i18n.translate(language(), "help", "move", game=self.record.game.id))
        print_text(localize("step_by_step"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for word in self.commands:
            if word != "draw" or self.record.game.draws:
                grid.add_row(word, localize(f"help_{'help' if word == '?' else word}"))
        console.print(grid)


# --- what a person types ------------------------------------------------------------------------


@dataclass(frozen=True)
class TypedTurn:
    """A turn as typed so far; `complete` if it can be played now."""

    path: Steps
    complete: bool


def parse_input(view: View[Any], path: Steps, line: str) -> TypedTurn:
    """The turn after a typed line: more steps, or a complete move, its steps in any legal order.

    A single step that could end the turn leaves the choice to continue; several steps at once are
    a complete move. Raises IllegalMove or TextError if the line can't be parsed.
    """
    text = "".join(line.split())
    if not text:
        view.table.walk(path)  # raises if the turn can't end here
        return TypedTurn(path, True)
    for start in dict.fromkeys((path, ())):
        for spelling in spellings(text):
            found = match_steps(view, start, spelling)
            if found is not None:
                steps = view.steps(found)
                return TypedTurn(
                    found, steps.end and (not steps.next or len(found) > len(start) + 1)
                )
    return TypedTurn(_parse_move(view, path, text), True)


def spellings(text: str) -> tuple[str, ...]:
    """The text with other capitalizations: `gc4` may mean Gc4, and `1A1` 1a1."""
    return tuple(dict.fromkeys((text, text.capitalize(), text.upper(), text.lower())))


def match_steps(view: View[Any], path: Steps, text: str) -> Steps | None:
    """The path extended by the steps that the text spells out; None if it doesn't."""
    if not text:
        return path
    for step in sorted(view.steps(path).next, key=len, reverse=True):
        if text.startswith(step):
            found = match_steps(view, (*path, step), text[len(step) :])
            if found is not None:
                return found
    return None


def _parse_move(view: View[Any], path: Steps, text: str) -> Steps:
    """Parse a move with the game's parser, which accepts other notations and explains errors."""
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
