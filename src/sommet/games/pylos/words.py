"""The words of Pylos in English; `locale` has the translations."""

from __future__ import annotations

from sommet.core.message import Plural, Words

__all__ = ["WORDS"]

WORDS: Words = {
    "seats": {
        "1": "Light",
        "2": "Dark",
    },
    "clauses": {
        "P1": "Fifteen balls each",
        "P2": "Three ways to play",
        "P2a": "Place on the board",
        "P2b": "Place on four balls",
        "P2c": "Raise a ball",
        "P3": "A square gives balls back",
        "P4": "So does a line",
        "P5": "Out of balls",
        "P6": "The summit",
        "P7": "The same position three times",
        "P8": "Out of time",
    },
    "opening": {
        "1": "Place a ball in a hollow, or on top of four balls that form a square.",
        "2": (
            "Or raise one of your balls that carries no other: it costs nothing from your reserve."
        ),
        "3": "Make a square of four balls of your colour, and take back one or two of your balls.",
        "4": "Run out of balls and you lose; place the ball on the summit and you win.",
    },
    "options": {
        "variant": "Variant",
        "takeback": "Balls taken back",
        "empty_reserve": "Empty reserve",
    },
    "values": {
        "variant.children": "children",
        "variant.standard": "standard",
        "variant.expert": "expert",
        "takeback.1-2": "one or two",
        "takeback.0-2": "none, one or two",
        "empty_reserve.loses": "loses",
        "empty_reserve.may_raise": "may still raise",
    },
    "meanings": {
        "variant.children": "Stack and raise only: squares give nothing back.",
        "variant.standard": "A square of your colour lets you take balls back.",
        "variant.expert": "Lines of your colour count too.",
        "takeback.1-2": "You take back one or two balls.",
        "takeback.0-2": "You can also take back none.",
        "empty_reserve.loses": "A player with no ball left to place loses.",
        "empty_reserve.may_raise": "A player with no ball left can still raise one.",
    },
    "reasons": {
        "summit": "{winners} placed the last ball on the summit.",
        "reserve_empty": Plural(
            "reserve",
            "{losers} ran out of balls; {winners} finishes the pyramid with the last ball.",
            (
                "{losers} ran out of balls; {winners} finishes the pyramid with the {reserve}"
                " balls left."
            ),
        ),
        "repetition": "The same position occurred for the third time.",
    },
    "figures": {
        "reserve": "balls left",
    },
    "deeds": {
        "ball_placed": "{name} places a ball {at}.",
        "ball_placed_1": "{name} places a ball {at}, and takes one back.",
        "ball_placed_2": "{name} places a ball {at}, and takes two back.",
        "ball_raised": "{name} raises a ball {from} {to}.",
        "ball_raised_1": "{name} raises a ball {from} {to}, and takes one back.",
        "ball_raised_2": "{name} raises a ball {from} {to}, and takes two back.",
    },
    "advice": {
        "ball_placed": "place a ball {at}",
        "ball_placed_1": "place a ball {at}, and take one back",
        "ball_placed_2": "place a ball {at}, and take two back",
        "ball_raised": "raise a ball {from} {to}",
        "ball_raised_1": "raise a ball {from} {to}, and take one back",
        "ball_raised_2": "raise a ball {from} {to}, and take two back",
    },
    "things": {
        "at.1": "on {spot}",
        "at.2": "on level 2, over {spot}–{end}",
        "at.3": "on level 3, over {spot}–{end}",
        "at.4": "on the summit",
        "from.1": "from {spot}",
        "from.2": "from level 2",
        "from.3": "from level 3",
        "to.2": "to level 2, over {spot}–{end}",
        "to.3": "to level 3, over {spot}–{end}",
        "to.4": "to the summit",
        "balls.L": Plural("count", "{count} light ball", "{count} light balls"),
        "balls.D": Plural("count", "{count} dark ball", "{count} dark balls"),
        "player.L": "Light",
        "player.D": "Dark",
        "field.board": "board",
        "field.player": "player to move",
    },
    "prompts": {
        "go_on_board": "Now take one of your balls off the board, or undo your move.",
        "may_end_board": "Take one more, or end your turn.",
    },
    "help": {
        "move": (
            "A move is a cell, such as 1b2, or a raise, such as 1a1-2b1. After a square, add the"
            " balls you take back, such as x1a1x1b2. The first number is the level."
        ),
    },
}
