"""The texts of Noughts: `b2` for a move, `L../.D./... L` for a position, row by row."""

from __future__ import annotations

from sommet.gamekit import Path, Secrets, TextError, fields, levels

from .rules import CELLS, COLOURS, FREE, Noughts, NoughtsTable

__all__ = ["read", "split", "write"]


def split(table: NoughtsTable, text: str) -> Path:
    if text not in CELLS:
        raise TextError("cell", "A move is a cell such as b2, not {text!r}.", at=0, text=text)
    return (text,)


def write(table: NoughtsTable, secrets: Secrets) -> str:
    rows = "/".join(table.tokens[at : at + 3] for at in (0, 3, 6))
    return f"{rows} {COLOURS[table.turn]}"


def read(game: Noughts, text: str) -> tuple[NoughtsTable, Secrets]:
    (rows, _), (colour, at) = fields(text, ("board", "turn"))
    tokens = levels(rows, (3, 3, 3), COLOURS + FREE)
    placed = tokens.count("L") - tokens.count("D")
    if colour not in ("L", "D") or placed != COLOURS.index(colour):
        raise TextError("turn", "It cannot be {colour!r}'s turn.", at=at, colour=colour)
    table = NoughtsTable(game, tokens, COLOURS.index(colour))
    if table.rows(table.turn):
        raise TextError("late_row", "The game is over after a row of three.", at=0)
    return table, ()
