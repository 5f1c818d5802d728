"""The one ordered list of checks that every command passes: who are you, is it your seat, is the
game on, is it your turn, is it up to date, is it legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sommet.core.errors import GameOver
from sommet.core.move import Move
from sommet.core.position import parse_move
from sommet.server.refusals import (
    Refusal,
    not_started,
    not_your_seat,
    not_your_turn,
    unknown_person,
)
from sommet.server.store.people import Person
from sommet.server.tables.commands import Command, Play, Sit
from sommet.server.tables.table_state import TableState

__all__ = ["CHECKS", "CommandContext", "check"]


@dataclass(frozen=True)
class CommandContext:
    """A command, who sends it, and what it meets."""

    state: TableState
    person: Person | None
    command: Command
    now: float
    lag: float = 0.0
    """Seconds to be forgiven on the clock: those of the wire, and those when nobody listened."""
    away: Mapping[str, float | None] = field(default_factory=dict)
    """Who is not at the table since when; only commands about absence look."""
    invited: frozenset[int] = frozenset()
    """The seats that the invitation in the command is for."""
    next: str = ""
    """The table that another game would be at."""

    @cached_property
    def move(self) -> Move | None:
        """The move that the command plays, judged once for all who ask; None for other commands.

        TextError or IllegalMove where there is no such move.
        """
        record = self.state.running
        if not isinstance(self.command, Play) or record is None:
            return None
        return parse_move(record.game, record.position.table, self.command.text)

    @property
    def seat(self) -> int:
        """The seat that the command is for; only after the checks."""
        wanted = None if isinstance(self.command, Sit) else self.command.seat
        held = self.state.seats_of(self.person.id) if self.person else ()
        if wanted is not None:
            return wanted
        return self.state.turn if self.state.turn in held else held[0]


def who_are_you(case: CommandContext) -> None:
    if case.person is None:
        raise unknown_person()


def is_it_your_seat(case: CommandContext) -> None:
    if not case.command.seated:
        return
    held = case.state.seats_of(case.person.id) if case.person else ()
    if not held:
        raise Refusal("not_seated", "Only players at this table can do that.", status=403)
    wanted = None if isinstance(case.command, Sit) else case.command.seat
    if wanted is not None and wanted not in held:
        raise not_your_seat(wanted)


def is_the_game_on(case: CommandContext) -> None:
    stage, wanted = case.state.stage, case.command.stage
    if wanted is None or stage == wanted:
        return
    match stage:
        case "open":
            raise not_started()
        case "running" if wanted == "open":
            raise Refusal("started", "The game has already started.")
        case "running":
            raise Refusal("still_on", "The game isn't over yet.")
        case "over":
            raise GameOver
        case _:
            raise Refusal("table_closed", "The table is closed.")


def is_it_your_turn(case: CommandContext) -> None:
    if case.command.on_turn and case.seat != case.state.turn:
        raise not_your_turn()


def is_it_up_to_date(case: CommandContext) -> None:
    command, state = case.command, case.state
    if isinstance(command, Play) and command.position != state.position:
        raise Refusal(
            "stale",
            "The position has changed in the meantime. Look again.",
            chosen=command.position,
            position=state.position,
        )


def is_it_legal(case: CommandContext) -> None:
    """A move by the rules of the game; what other commands need is decided with them."""
    _ = case.move


CHECKS: tuple[Callable[[CommandContext], None], ...] = (
    who_are_you,
    is_it_your_seat,
    is_the_game_on,
    is_it_your_turn,
    is_it_up_to_date,
    is_it_legal,
)


def check(case: CommandContext) -> None:
    """Refusal by the first check that says no."""
    for question in CHECKS:
        question(case)
