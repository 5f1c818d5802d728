"""The words of Trièdre in English; `locale` has the translations."""

from __future__ import annotations

from sommet.core.message import Words

__all__ = ["WORDS"]

WORDS: Words = {
    "seats": {
        "1": "Light",
        "2": "Dark",
    },
    "clauses": {
        "T1": "Two stocks of cubes",
        "T2": "Place a cube",
        "T3": "Three of a kind",
        "T3a": "Several cells at once",
        "T3b": "Chains",
        "T3c": "When the stock is empty",
        "T4": "Out of cubes",
        "T5": "Three faces to win",
    },
    "opening": {
        "1": "Place a cube of either colour from your stock on the base, or on top of three cubes.",
        "2": (
            "If your cube creates a cell on three cubes of one colour, fill it at once with a"
            " cube from your opponent’s stock."
        ),
        "3": (
            "The colour with at least eight of a face’s fifteen squares has that face; two faces"
            " win."
        ),
    },
    "options": {
        "chain": "Chains",
    },
    "values": {
        "chain.on": "yes",
        "chain.off": "no",
    },
    "meanings": {
        "chain.on": "A forced cube can force others.",
        "chain.off": "Only the first cube of a turn can force others.",
    },
    "reasons": {
        "faces": "{winners} holds {won} of the 3 faces.",
    },
    "figures": {
        "won": "faces won",
        "X": "face\u00a0X",
        "Y": "face\u00a0Y",
        "Z": "face\u00a0Z",
    },
    "deeds": {
        "cube_put": "{name} places {cube} {at}.",
        "cube_put_and_filled": "{name} places {cube} {at}, and fills {more}.",
    },
    "advice": {
        "cube_put": "place {cube} {at}",
        "cube_put_and_filled": "place {cube} {at}, and fill {more}",
    },
    "things": {
        "at_inside": "inside, {level}",
        "at_face": "on face {faces}, {level}",
        "at_edge": "on edge {faces}, {level}",
        "at_summit": "on the summit",
        "level.1": "base level",
        "level.2": "second level",
        "level.3": "third level",
        "level.4": "fourth level",
        "one_more": "a forced cell",
        "some_more": "{count} forced cells",
        "a_cube.L": "a light cube",
        "a_cube.D": "a dark cube",
        "cubes.L": "{count} light cubes",
        "cubes.D": "{count} dark cubes",
        "player.L": "Light",
        "player.D": "Dark",
        "field.board": "board",
        "field.player": "player to move",
        "field.stocks": "stocks",
    },
    "help": {
        "move": (
            "A move is a colour and a cell, such as L220 or D220: the three digits are the"
            " distances from faces X, Y and Z. Add any forced cubes, such as D130+L120."
        ),
    },
}
