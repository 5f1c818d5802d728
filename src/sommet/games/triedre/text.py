"""The texts of Trièdre: `D130+L120` for a move, `…/…/…/…/. L 13L5D/5L13D` for a position."""

from __future__ import annotations

import re

from sommet.core.errors import TextError
from sommet.core.hidden_state import Secrets
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.position_text import fields, levels, write_levels
from sommet.games.triedre.board import BELOW, CELLS, FREE, INDEX, LEVELS, is_supported, level
from sommet.games.triedre.rules import COLOURS, START, Stocks, Triedre, TriedreTable

__all__ = ["draft", "read", "split", "write"]

CUBE = re.compile(r"(\+?[LD])([0-4]{3})")
STOCK = re.compile(r"(0|[1-9][0-9]?)L(0|[1-9][0-9]?)D", re.ASCII)


def split(table: TriedreTable, text: str) -> Path:
    """The steps of a move: colour and cell, then `+colour` and cell for each forced cube."""
    path: list[str] = []
    at = 0
    while at < len(text):
        cube = CUBE.match(text, at)
        if cube is None or cube[2] not in INDEX or (cube[1][0] == "+") != bool(path):
            break
        path += cube.groups()
        at = cube.end()
    if not path or at < len(text):
        raise TextError(
            "move",
            "{text!r} is not a move: give a colour and a cell, such as L220, then any forced "
            "cubes, such as +D110.",
            at=at,
            text=text,
        )
    return tuple(path)


def write(table: TriedreTable, secrets: Secrets) -> str:
    stocks = "/".join(f"{light}L{dark}D" for light, dark in table.stocks)
    return f"{write_levels(table.cubes, LEVELS)} {COLOURS[table.turn]} {stocks}"


def draft(game: Triedre, text: str) -> tuple[TriedreTable, Secrets]:
    """Read a draft without checking whether the position is possible."""
    (board, _), (player, at), (stock_text, stocks_at) = fields(text, ("board", "player", "stocks"))
    cubes = levels(board, LEVELS, "LD.")
    if player not in ("L", "D"):
        raise TextError(
            "player", "The player to move must be L or D, not {found!r}.", at=at, found=player
        )
    stocks = _read_stocks(stock_text, stocks_at)
    return TriedreTable(game, cubes, COLOURS.index(player), stocks), ()


def read(game: Triedre, text: str) -> tuple[TriedreTable, Secrets]:
    table, _ = draft(game, text)
    cubes, stocks, player = table.cubes, table.stocks, COLOURS[table.turn]
    for cell in CELLS:
        if cubes[INDEX[cell]] != FREE and not is_supported(cubes, cell):
            raise TextError(
                "cube_floats",
                "The cube on {cell} floats: it must rest on {below}.",
                at=INDEX[cell] + level(cell) - 1,
                cell=cell,
                below=" ".join(BELOW[cell]),
            )
    for index, colour in enumerate(COLOURS):
        count = cubes.count(colour) + stocks[0][index] + stocks[1][index]
        if count != 18:
            raise TextError(
                "cube_count",
                "There are {cubes} on the board and in the stocks; there must be 18.",
                cubes=Message(f"cubes.{colour}", {"count": count}),
            )
    if not table.complete and not any(stocks[table.turn]):
        raise TextError(
            "mover_without_cube",
            "It is {player}'s turn, but {player} has no cubes left (T4).",
            at=text.index(f" {player} ") + 1,
            player=Message(f"player.{player}"),
        )
    return table, ()


def _read_stocks(text: str, at: int) -> Stocks:
    found = [STOCK.fullmatch(part) for part in text.split("/")]
    if len(found) != 2 or not found[0] or not found[1]:
        raise TextError(
            "stocks",
            "The stocks are Light's and Dark's, such as 13L5D/5L13D, not {found!r}.",
            at=at,
            found=text,
        )
    light, dark = ((int(stock[1]), int(stock[2])) for stock in (found[0], found[1]))
    for seat, stock in enumerate((light, dark)):
        for index, colour in enumerate(COLOURS):
            if stock[index] > START[seat][index]:
                raise TextError(
                    "stock_size",
                    "{player} starts with {most} and cannot have {count}.",
                    at=at,
                    player=Message(f"player.{COLOURS[seat]}"),
                    most=Message(f"cubes.{colour}", {"count": START[seat][index]}),
                    count=stock[index],
                )
    return light, dark
