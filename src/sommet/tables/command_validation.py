"""The checks that every command passes, in this order: is the sender known, is it their seat, is
the game in the right stage, is it their turn, is the command up to date, is the move legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from sommet.core.errors import GameOver
from sommet.core.move import Move, Path
from sommet.tables.clock import NO_LAG, Lag
from sommet.tables.refusals import (
    Refusal,
    not_started,
    not_your_seat,
    not_your_turn,
    unknown_person,
)
from sommet.tables.table_state import TableState
from sommet.wire.commands import AskTakeback, Command, Play, Sit

__all__ = ["CHECKS", "CommandContext", "Sender", "check"]


class Sender(Protocol):
    """The person who sends a command. The id is private; `program` says whether a program acts for
    them."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def program(self) -> bool: ...


@dataclass(frozen=True)
class CommandContext:
    """A command with everything needed to check and handle it."""

    state: TableState
    person: Sender | None
    command: Command
    now: float
    latency: float = 0.0
    """Measured network latency in seconds, which the clock does not count within limits."""
    lag: Lag = NO_LAG
    """Event loop lag during this turn, which the clock does not count."""
    away: Mapping[str, float | None] = field(default_factory=dict)
    """Since when each person is away (None: present); set only for commands about absence."""
    invited: frozenset[int] = frozenset()
    """The seats that the command's invitation is for."""
    next: str = ""
    """The id of the table for a rematch."""

    @cached_property
    def move(self) -> Move | None:
        """The move that the command plays, checked once; None for other commands.

        Raises TextError or IllegalMove.
        """
        record = self.state.running
        if not isinstance(self.command, Play) or record is None:
            return None
        return record.game.parse_move(record.position.table, self.command.text)

    @property
    def path(self) -> Path:
        """The steps of the move in the order in which they were chosen; valid only after the
        checks."""
        chosen = self.command.path if isinstance(self.command, Play) else ()
        steps = self.move.steps if self.move else ()
        return chosen if sorted(chosen) == sorted(steps) else steps

    @property
    def seat(self) -> int:
        """The seat that the command is for; valid only after the checks."""
        wanted = None if isinstance(self.command, Sit) else self.command.seat
        held = self.state.seats_of(self.person.id) if self.person else ()
        if wanted is not None:
            return wanted
        return self.state.turn if self.state.turn in held else held[0]


def check_sender(context: CommandContext) -> None:
    if context.person is None:
        raise unknown_person()


def check_seat(context: CommandContext) -> None:
    if not context.command.seated:
        return
    held = context.state.seats_of(context.person.id) if context.person else ()
    if not held:
        raise Refusal("not_seated", "Only players at this table can do that.", status=403)
    wanted = None if isinstance(context.command, Sit) else context.command.seat
    if wanted is not None and wanted not in held:
        raise not_your_seat(wanted)


def check_stage(context: CommandContext) -> None:
    stage, wanted = context.state.stage, context.command.stage
    if wanted is None or stage == wanted:
        return
    if stage == "over" and isinstance(context.command, AskTakeback):
        return  # against machines, the last move may be undone even so
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


def check_turn(context: CommandContext) -> None:
    if context.command.on_turn and context.seat != context.state.turn:
        raise not_your_turn()


def check_program(context: CommandContext) -> None:
    """A program acts only from a seat that is marked as a program's, so that everyone can see
    it."""
    if not context.command.seated or not context.person or not context.person.program:
        return
    seat = context.state.seats[context.seat]
    if seat and not seat.program:
        raise Refusal(
            "seat_of_a_person",
            "You took this seat yourself, so your program can't act from it. Let it take a seat "
            "of its own.",
            status=403,
        )


def check_position(context: CommandContext) -> None:
    command, state = context.command, context.state
    if isinstance(command, Play) and command.position != state.position:
        raise Refusal(
            "stale",
            "The position has changed in the meantime. Look again.",
            chosen=command.position,
            position=state.position,
        )


def check_legality(context: CommandContext) -> None:
    """Check a move against the rules; other commands are checked by their handlers."""
    _ = context.move


CHECKS: tuple[Callable[[CommandContext], None], ...] = (
    check_sender,
    check_seat,
    check_stage,
    check_turn,
    check_program,
    check_position,
    check_legality,
)


def check(context: CommandContext) -> None:
    """Raise the refusal of the first check that fails."""
    for each in CHECKS:
        each(context)
