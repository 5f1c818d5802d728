"""The texts of Marbles: `BG` for a move, `BOGPY 1 O?` for a position."""

from __future__ import annotations

from sommet.core.colours import PALETTE, sort_colours
from sommet.core.errors import TextError
from sommet.core.hidden_state import UNKNOWN, Secrets
from sommet.core.move import Path
from sommet.core.position_text import fields, number

from .rules import Marbles, MarblesTable

__all__ = ["read", "split", "write"]

NONE_LEFT = "-"


def split(table: MarblesTable, text: str) -> Path:
    for at, letter in enumerate(text):
        if letter not in PALETTE:
            raise TextError("move", "A move is marbles such as BG, not {text!r}.", at=at, text=text)
    return tuple(text)


def write(table: MarblesTable, secrets: Secrets) -> str:
    return f"{table.row or NONE_LEFT} {table.turn + 1} {''.join(secrets)}"


def read(game: Marbles, text: str) -> tuple[MarblesTable, Secrets]:
    (row, _), (player, player_at), (secrets, secrets_at) = fields(
        text, ("marbles", "player", "secrets")
    )
    marbles = "" if row == NONE_LEFT else row
    if (
        row == ""
        or not {*marbles} <= {*game.colours}
        or sort_colours("".join({*marbles})) != marbles
    ):
        raise TextError("row", "{row!r} is no row of marbles.", at=0, row=row)
    turn = number(player, 1, game.players, "player", player_at) - 1
    known = secrets.replace(UNKNOWN, "")
    if (
        len(secrets) != game.players
        or not {*known} <= {*game.colours}
        or len({*known}) < len(known)
    ):
        raise TextError("secrets", "{secrets!r} is no deal.", at=secrets_at, secrets=secrets)
    return MarblesTable(game, marbles, turn), tuple(secrets)
