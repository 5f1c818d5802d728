"""Setting up a position of Kabaleo: pieces move between stocks and piles, cases swap places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sommet.core.colours import sort_colours
from sommet.core.editor import Edit, next_secret
from sommet.core.move import Path
from sommet.core.scene import Spot
from sommet.core.view import View
from sommet.games.kabaleo.rules import KabaleoTable
from sommet.games.kabaleo.scene import objective, piece, stock_piece
from sommet.games.kabaleo.text import write

__all__ = ["edits"]


def edits(view: View[KabaleoTable], path: Path) -> Iterator[Edit]:
    """The edits of a draft, which has no last move (K6)."""
    table = replace(view.table, last=None)
    if path:
        return _targets(view, table, path[0])
    return _sources(view, table)


def _sources(view: View[KabaleoTable], table: KabaleoTable) -> Iterator[Edit]:
    """What can be picked up: pieces in stock, by seat and colour (`0B`); the top piece of each
    location, or its bare case, by its number. An objective changes to the next colour at once."""
    game = table.game
    for seat, stock in enumerate(table.stocks):
        for colour in dict.fromkeys(stock):
            for index in range(stock.count(colour)):
                there = stock_piece(game, seat, colour, index).id
                yield Edit(Spot(f"{seat}{colour}", there, colour))
    for number, pile in enumerate(table.locations, 1):
        yield Edit(Spot(str(number), f"{number}.{len(pile) - 1}", str(number)))
    for seat, secret in enumerate(view.secrets):
        others = "".join(view.secrets[:seat] + view.secrets[seat + 1 :])
        turned = next_secret(secret, others, game.colours)
        secrets = (*view.secrets[:seat], turned, *view.secrets[seat + 1 :])
        there = objective(game, seat, secret).id
        yield Edit(Spot(f"objective{seat}", there, str(seat + 1)), write(table, secrets))


def _targets(view: View[KabaleoTable], table: KabaleoTable, held: str) -> Iterator[Edit]:
    """Where the piece in hand may go: on any location (a pair leaves, K8) except a bare case of its
    colour (K7), or into a stock. A bare case swaps places with another case."""
    stocked = held[-1].isalpha()
    pile = "" if stocked else table.location(int(held))
    if pile and len(pile) == 1:
        yield from _cases(view, table, int(held))
        return
    colour = held[-1] if stocked else pile[-1]
    left = _without(table, int(held[0]), colour) if stocked else _with(table, int(held), pile[:-1])
    for number, below in enumerate(left.locations, 1):
        if str(number) != held and below != colour.lower():
            put = below[:-1] if below[-1] == colour else below + colour
            ghost = piece(table.game, number, len(below), colour)
            text = write(_with(left, number, put), view.secrets)
            yield Edit(Spot(str(number), ghost, str(number)), text)
    for seat, stock in enumerate(left.stocks):
        if f"{seat}{colour}" != held:
            stocks = (*left.stocks[:seat], sort_colours(stock + colour), *left.stocks[seat + 1 :])
            ghost = stock_piece(table.game, seat, colour, stock.count(colour))
            text = write(replace(left, stocks=stocks), view.secrets)
            yield Edit(Spot(f"{seat}{colour}", ghost, colour), text)


def _cases(view: View[KabaleoTable], table: KabaleoTable, held: int) -> Iterator[Edit]:
    """The other cases, unless the piece on one has the colour of the case in hand."""
    case = table.location(held)
    for number, pile in enumerate(table.locations, 1):
        if pile[0] != case and pile[1:2] != case.upper():
            changed = _with(_with(table, held, pile[0]), number, case + pile[1:])
            yield Edit(Spot(str(number), f"{number}.0", str(number)), write(changed, view.secrets))


def _with(table: KabaleoTable, number: int, pile: str) -> KabaleoTable:
    """The table with another pile on a location."""
    locations = (*table.locations[: number - 1], pile, *table.locations[number:])
    return replace(table, locations=locations)


def _without(table: KabaleoTable, seat: int, colour: str) -> KabaleoTable:
    """The table with one piece of a colour removed from a stock."""
    left = table.stocks[seat].replace(colour, "", 1)
    return replace(table, stocks=(*table.stocks[:seat], left, *table.stocks[seat + 1 :]))
