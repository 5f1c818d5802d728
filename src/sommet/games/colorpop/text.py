"""The texts of Color Pop: `Gc4` for a move, `BPB/OB… 3 Y*/BB/GG* P/Y/B` for a position."""

from __future__ import annotations

import re

from sommet.core.colours import JOKER, sort_colours
from sommet.core.errors import TextError
from sommet.core.hidden_state import UNKNOWN, Secrets
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.position_text import fields, number
from sommet.games.colorpop.board import COLOURS, JOKERS, SIZE, TOKENS, Slides, cell_of, place_of
from sommet.games.colorpop.rules import ColorPop, ColorPopTable

__all__ = ["draft", "read", "split", "write"]

MOVE = re.compile(r"([BOGPY*])([a-j](?:[1-9]|10))", re.ASCII)


def split(table: ColorPopTable, text: str) -> Path:
    """The step of a move: the colour and the first cell of the group that holds the cell."""
    move = MOVE.fullmatch(text)
    if move is None:
        raise TextError(
            "move",
            "{text!r} is not a move: give a colour ({colours}, or * for jokers alone) and a cell, "
            "such as Gc4.",
            at=0,
            colours=" ".join(COLOURS),
            text=text,
        )
    place = place_of(cell_of(move[2]))
    for step, group in table.groups.items():
        if step[0] == move[1] and place & group:
            return (step,)
    return (text,)


def write(table: ColorPopTable, secrets: Secrets) -> str:
    return " ".join(
        (
            "/".join(table.slides) or "-",
            str(table.turn + 1),
            "/".join(taken or "-" for taken in table.taken),
            "/".join(secrets),
        )
    )


def draft(game: ColorPop, text: str) -> tuple[ColorPopTable, Secrets]:
    """Read a draft without checking whether the position is possible."""
    names = ("slides", "player", "taken", "secrets")
    (board, _), (player, player_at), (taken, taken_at), (secrets, at) = fields(text, names)
    table = ColorPopTable(
        game,
        _read_slides(board),
        _read_taken(game, taken, taken_at),
        number(player, 1, game.players, "player", player_at) - 1,
    )
    return table, _read_secrets(game, secrets, at)


def read(game: ColorPop, text: str) -> tuple[ColorPopTable, Secrets]:
    table, secrets = draft(game, text)
    tokens = "".join((*table.slides, *table.taken))
    for letter, most in (*((colour, TOKENS) for colour in COLOURS), (JOKER, JOKERS)):
        if tokens.count(letter) != most:
            raise TextError(
                "token_count",
                "There are {tokens} on the board and in the trays; there must be {most}.",
                tokens=Message(f"tokens.{letter}", {"count": tokens.count(letter)}),
                most=most,
            )
    return table, secrets


def _check_letters(text: str, letters: str, at: int) -> None:
    for index, letter in enumerate(text):
        if letter not in letters:
            raise TextError(
                "token_letter",
                "A token is one of {letters}, not {letter!r}.",
                at=at + index,
                letters=" ".join(letters),
                letter=letter,
            )


def _read_slides(text: str) -> Slides:
    if text == "-":
        return ()
    slides = tuple(text.split("/"))
    if len(slides) > SIZE:
        raise TextError(
            "too_many_slides",
            "There are {count} slides; there can be ten at most.",
            count=len(slides),
        )
    at = 0
    for slide in slides:
        _check_letters(slide, COLOURS + JOKER, at)
        if not 1 <= len(slide) <= SIZE:
            raise TextError(
                "slide_size",
                "A slide holds 1 to 10 tokens, not {count}; leave out empty slides.",
                at=at,
                count=len(slide),
            )
        at += len(slide) + 1
    return slides


def _read_taken(game: ColorPop, text: str, at: int) -> tuple[str, ...]:
    parts = text.split("/")
    if len(parts) != game.players:
        raise TextError(
            "players",
            "List the tokens taken for {players} players, separated by '/', not for {found}.",
            at=at,
            players=game.players,
            found=len(parts),
        )
    for part in parts:
        if part != "-":
            _check_letters(part, COLOURS + JOKER, at)
            if not part or sort_colours(part) != part:
                raise TextError(
                    "order",
                    "Tokens taken are listed in the order {order}, or - for none, not {found!r}.",
                    at=at,
                    order=COLOURS + JOKER,
                    found=part,
                )
        at += len(part) + 1
    return tuple("" if part == "-" else part for part in parts)


def _read_secrets(game: ColorPop, text: str, at: int) -> Secrets:
    hands = tuple(text.split("/"))
    sorted_hands = all(
        hand == UNKNOWN * game.hand
        or (len(hand) == game.hand and set(hand) <= set(COLOURS) and sort_colours(hand) == hand)
        for hand in hands
    )
    if len(hands) != game.players or not sorted_hands:
        raise TextError(
            "secrets",
            "The secret colours are {hand} of {colours}, in that order (or ?), for each of "
            "{players} players, separated by '/', not {found!r}.",
            at=at,
            hand=game.hand,
            colours=COLOURS,
            players=game.players,
            found=text,
        )
    letters = "".join(hands).replace(UNKNOWN, "")
    if len(set(letters)) != len(letters):
        raise TextError("same_colour", "Two players cannot have the same secret colour.", at=at)
    return hands
