"""The texts of Kabaleo: `B7` for a move, `o,gO,… BOOGP/OOGGG 12 2 PO` for a position."""

from __future__ import annotations

import re

from sommet.core.colours import sort_colours
from sommet.core.errors import TextError
from sommet.core.hidden_state import Secrets
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.position_text import fields, number
from sommet.games.kabaleo.rules import CASES, PIECES, Kabaleo, KabaleoTable

__all__ = ["draft", "read", "split", "write"]

MOVE = re.compile(r"([A-Z])([1-9][0-9]?)", re.ASCII)
PILE = re.compile(r"[a-z][A-Z]*", re.ASCII)


def split(table: KabaleoTable, text: str) -> Path:
    """The steps of a move: a colour, then the number of a location."""
    move = MOVE.fullmatch(text)
    if move is None or move[1] not in table.game.colours or int(move[2]) > len(table.locations):
        raise TextError(
            "move",
            "{text!r} is not a move: give a colour ({colours}) and a location (1 to {last}), "
            "such as B7.",
            at=0,
            colours=" ".join(table.game.colours),
            last=len(table.locations),
            text=text,
        )
    return move.groups()


def write(table: KabaleoTable, secrets: Secrets) -> str:
    return " ".join(
        (
            ",".join(table.locations),
            "/".join(stock or "-" for stock in table.stocks),
            "-" if table.last is None else str(table.last),
            str(table.turn + 1),
            "".join(secrets),
        )
    )


def draft(game: Kabaleo, text: str) -> tuple[KabaleoTable, Secrets]:
    """Read a draft without checking whether the position is possible."""
    names = ("locations", "stocks", "last", "player", "objectives")
    (piles, _), (stock_text, stocks_at), (last, last_at), (player, player_at), (secrets, at) = (
        fields(text, names)
    )
    table = KabaleoTable(
        game,
        _read_locations(game, piles),
        _read_stocks(game, stock_text, stocks_at),
        None if last == "-" else number(last, 1, len(game.colours) * CASES, "last", last_at),
        number(player, 1, game.players, "player", player_at) - 1,
    )
    _check_objectives(game, secrets, at)
    return table, tuple(secrets)


def read(game: Kabaleo, text: str) -> tuple[KabaleoTable, Secrets]:
    table, secrets = draft(game, text)
    _check_pieces(table)
    _check_stock_sizes(table, len(text.split()[0]) + 1)
    return table, secrets


def _read_locations(game: Kabaleo, text: str) -> tuple[str, ...]:
    locations = tuple(text.split(","))
    offset = 0
    for pile in locations:
        if not PILE.fullmatch(pile) or not set(pile.upper()) <= set(game.colours):
            raise TextError(
                "location",
                "A location is its base in lower case, then its pieces in capitals ({colours}), "
                "such as gOB, not {found!r}.",
                at=offset,
                colours=" ".join(game.colours),
                found=pile,
            )
        for below, above in zip(pile.upper(), pile[1:], strict=False):
            if below == above:
                raise TextError(
                    "neighbours",
                    "In the pile {pile}, two {pieces} touch, which is impossible (K7, K8).",
                    at=offset,
                    pile=pile,
                    pieces=Message(f"pieces.{above}"),
                )
        offset += len(pile) + 1
    for colour in game.colours:
        count = sum(pile[0].upper() == colour for pile in locations)
        if count != CASES:
            raise TextError(
                "case_count",
                "There are {count} {cases}; there must be {right}.",
                at=0,
                count=count,
                cases=Message(f"cases.{colour}"),
                right=CASES,
            )
    return locations


def _read_stocks(game: Kabaleo, text: str, at: int) -> tuple[str, ...]:
    parts = text.split("/")
    if len(parts) != game.players:
        raise TextError(
            "stocks",
            "There must be {players} stocks, separated by '/', not {found}.",
            at=at,
            players=game.players,
            found=len(parts),
        )
    for part in parts:
        pieces = part and set(part) <= set(game.colours) and sort_colours(part) == part
        if part != "-" and not pieces:
            raise TextError(
                "stock",
                "A stock lists pieces in the order {colours}, or - when empty, not {found!r}.",
                at=at,
                colours=game.colours,
                found=part,
            )
        at += len(part) + 1
    return tuple("" if part == "-" else part for part in parts)


def _check_pieces(table: KabaleoTable) -> None:
    """At most six pieces of a colour, and pieces leave in pairs."""
    letters = "".join(table.locations) + "".join(table.stocks)
    for colour in table.game.colours:
        count = letters.count(colour)
        if count > PIECES:
            raise TextError(
                "too_many_pieces",
                "There are {count} {pieces}; there can be {most} at most.",
                count=count,
                pieces=Message(f"pieces.{colour}"),
                most=PIECES,
            )
        if (PIECES - count) % 2:
            raise TextError(
                "odd_missing",
                "There are {count} {pieces}; they leave in pairs, so the number must be even.",
                count=count,
                pieces=Message(f"pieces.{colour}"),
            )


def _check_stock_sizes(table: KabaleoTable, at: int) -> None:
    """Clockwise from the player to move, the stocks shrink at most once, by one."""
    sizes = [len(stock) for stock in table.stocks[table.turn :] + table.stocks[: table.turn]]
    if (
        sizes != sorted(sizes, reverse=True)
        or sizes[0] - sizes[-1] > 1
        or sizes[0] > table.game.share
    ):
        raise TextError(
            "stock_sizes",
            "With stocks of {sizes} pieces it cannot be player {player}'s turn.",
            at=at,
            sizes=[len(stock) for stock in table.stocks],
            player=table.turn + 1,
        )


def _check_objectives(game: Kabaleo, secrets: str, at: int) -> None:
    known = secrets.replace("?", "")
    if len(secrets) != game.players or not set(known) <= set(game.colours):
        raise TextError(
            "objectives",
            "The objectives are {players} letters from {colours} (or ?), not {found!r}.",
            at=at,
            players=game.players,
            colours=game.colours,
            found=secrets,
        )
    if len(set(known)) != len(known):
        raise TextError("same_objective", "Two players cannot have the same objective.", at=at)
