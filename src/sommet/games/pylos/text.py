"""The texts of Pylos: `1a1-2b1x1a1` for a move, `LD…/…/…/. L` for a position."""

from __future__ import annotations

import re

from sommet.core.errors import TextError
from sommet.core.hidden_state import Secrets
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.position_text import fields, levels, write_levels
from sommet.games.pylos.board import BELOW, CELLS, FREE, INDEX, LEVELS, SUMMIT, is_supported
from sommet.games.pylos.rules import BALLS, COLOURS, Pylos, PylosTable

__all__ = ["draft", "read", "split", "write"]

STEP = re.compile(r"[-x]?[1-4][a-d][1-4]")
SIZES = tuple(width * width for width in LEVELS)
"""Cells per level."""


def split(table: PylosTable, text: str) -> Path:
    """The steps of a move: a cell, then `-cell` for a raise, then `xcell` for balls taken back."""
    path: list[str] = []
    at = 0
    while at < len(text):
        step = STEP.match(text, at)
        prefixes = ("",) if not path else ("-", "x") if len(path) == 1 else ("x",)
        if step is None or step[0].lstrip("-x") not in INDEX or step[0][:-3] not in prefixes:
            break
        path.append(step[0])
        at = step.end()
    if not path or at < len(text):
        raise TextError(
            "move",
            "{text!r} is not a move: give a cell such as 1a1 or a raise such as 1a1-2b1, then any "
            "balls taken back, such as x1a1.",
            at=at,
            text=text,
        )
    return tuple(path)


def write(table: PylosTable, secrets: Secrets) -> str:
    return f"{write_levels(table.balls, SIZES)} {table.colour}"


def draft(game: Pylos, text: str) -> tuple[PylosTable, Secrets]:
    """Read a draft without checking whether the position is possible."""
    (board, _), (player, at) = fields(text, ("board", "player"))
    balls = levels(board, SIZES, "LD.")
    if player not in ("L", "D"):
        raise TextError(
            "player", "The player to move must be L or D, not {found!r}.", at=at, found=player
        )
    return PylosTable(game, balls, COLOURS.index(player)), ()


def read(game: Pylos, text: str) -> tuple[PylosTable, Secrets]:
    table, _ = draft(game, text)
    player, at = table.colour, len(text) - 1
    for cell in CELLS:
        if table.ball(cell) != FREE and not is_supported(table.balls, cell):
            raise TextError(
                "ball_floats",
                "The ball on {cell} floats: it must rest on {below}.",
                at=board_offset(cell),
                cell=cell,
                below=" ".join(BELOW[cell]),
            )
    for seat, colour in enumerate(COLOURS):
        if table.reserve(seat) < 0:
            raise TextError(
                "too_many_balls",
                "There are {balls} on the board; a player has only {most}.",
                balls=Message(f"balls.{colour}", {"count": BALLS - table.reserve(seat)}),
                most=BALLS,
            )
    if table.ball(SUMMIT) == player:
        raise TextError(
            "summit_of_mover",
            "The ball on the summit is {player}'s, so it cannot be {player}'s turn.",
            at=board_offset(SUMMIT),
            player=Message(f"player.{player}"),
        )
    if game.empty_reserve == "loses" and table.reserve(table.turn) == 0:
        raise TextError(
            "no_reserve",
            "It is {player}'s turn with an empty reserve: {player} has already lost (P5).",
            at=at,
            player=Message(f"player.{player}"),
        )
    return table, ()


def board_offset(cell: str) -> int:
    """The offset of a cell in the text: a slash precedes each level but the first."""
    return INDEX[cell] + int(cell[0]) - 1
