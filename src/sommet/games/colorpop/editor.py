"""Setting up a position of Color Pop: tokens swap places, or move between board and trays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sommet.core.colours import sort_colours
from sommet.core.editor import Edit, next_secret
from sommet.core.move import Path
from sommet.core.scene import Spot
from sommet.core.view import View
from sommet.games.colorpop.board import COLOURS, SIZE, Cell, cell_of, cells, name, token, without
from sommet.games.colorpop.rules import ColorPopTable
from sommet.games.colorpop.scene import on_board, secret, taken
from sommet.games.colorpop.text import write

__all__ = ["edits"]


def edits(view: View[ColorPopTable], path: Path) -> Iterator[Edit]:
    if not path:
        return _sources(view)
    held = path[0]
    return _from_tray(view, int(held[0]), held[1]) if held[0].isdigit() else _from_board(view, held)


def _sources(view: View[ColorPopTable]) -> Iterator[Edit]:
    """What can be picked up: tokens on the slides, by their cell, and tokens taken, by seat and
    colour (`0B`). A secret token changes to the next colour at once."""
    table = view.table
    for cell in cells(table.slides):
        yield Edit(Spot(name(cell), name(cell), name(cell)))
    for seat, letters in enumerate(table.taken):
        for colour in dict.fromkeys(letters):
            for index in range(letters.count(colour)):
                there = taken(table.game, seat, colour, index).id
                yield Edit(Spot(f"{seat}{colour}", there, colour))
    for seat, hand in enumerate(view.secrets):
        for index, colour in enumerate(hand):
            there = secret(table.game, seat, index, colour).id
            step = f"secret{seat}.{index}"
            yield Edit(Spot(step, there, str(seat + 1)), _with_next_secret(view, seat, index))


def _with_next_secret(view: View[ColorPopTable], seat: int, index: int) -> str:
    """The draft with the next secret colour. A hand is either known completely or not at all."""
    hand = view.secrets[seat]
    others = "".join(view.secrets).replace(hand[index], "", 1)
    colour = next_secret(hand[index], others, COLOURS)
    free = [each for each in COLOURS if each not in others]
    if colour == "?":
        now = "?" * len(hand)
    elif "?" in hand:
        now = "".join(free[: len(hand)])
    else:
        now = sort_colours(hand[:index] + colour + hand[index + 1 :])
    secrets = (*view.secrets[:seat], now, *view.secrets[seat + 1 :])
    return write(view.table, secrets)


def _from_board(view: View[ColorPopTable], held: str) -> Iterator[Edit]:
    """A token swaps places with one of another colour, or goes into a tray."""
    table, here = view.table, cell_of(held)
    colour = token(table.slides, here)
    for cell in cells(table.slides):
        if token(table.slides, cell) != colour:
            slides = _put(_put(table.slides, here, token(table.slides, cell)), cell, colour)
            text = write(replace(table, slides=slides), view.secrets)
            yield Edit(Spot(name(cell), name(cell), name(cell)), text)
    left = replace(table, slides=without(table.slides, (here,)))
    yield from _into_trays(view, left, colour, None)


def _from_tray(view: View[ColorPopTable], seat: int, colour: str) -> Iterator[Edit]:
    """A token that was taken goes on a slide, starts a new one, or goes into another tray."""
    table = view.table
    hand = table.taken[seat].replace(colour, "", 1)
    left = replace(table, taken=(*table.taken[:seat], hand, *table.taken[seat + 1 :]))
    for slide, tokens in enumerate((*table.slides, "")[:SIZE]):
        if len(tokens) < SIZE:
            slides = (*table.slides[:slide], tokens + colour, *table.slides[slide + 1 :])
            there = (slide, len(tokens))
            text = write(replace(left, slides=slides), view.secrets)
            yield Edit(Spot(name(there), on_board(there, colour), name(there)), text)
    yield from _into_trays(view, left, colour, seat)


def _into_trays(
    view: View[ColorPopTable], left: ColorPopTable, colour: str, held: int | None
) -> Iterator[Edit]:
    """The token in hand goes into a tray, other than the one it comes from."""
    for seat, letters in enumerate(left.taken):
        if seat != held:
            more = (*left.taken[:seat], sort_colours(letters + colour), *left.taken[seat + 1 :])
            ghost = taken(left.game, seat, colour, letters.count(colour))
            text = write(replace(left, taken=more), view.secrets)
            yield Edit(Spot(f"{seat}{colour}", ghost, colour), text)


def _put(slides: tuple[str, ...], cell: Cell, colour: str) -> tuple[str, ...]:
    """The slides with another token on a cell."""
    slide, height = cell
    tokens = slides[slide]
    changed = tokens[:height] + colour + tokens[height + 1 :]
    return (*slides[:slide], changed, *slides[slide + 1 :])
