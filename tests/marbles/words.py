"""The words of Marbles in English; `locale` has the translations."""

from __future__ import annotations

from sommet.core.message import Words

__all__ = ["WORDS"]

WORDS: Words = {
    "options": {
        "players": "Players",
        "marbles": "Marbles",
        "take": "A turn takes",
    },
    "values": {
        "take.one_or_two": "one or two",
        "take.two": "two",
    },
    "reasons": {
        "taken": "A player’s marble is gone.",
        "taken.shared": "{winners} share the win.",
    },
    "figures": {
        "lying": "own marble still there",
    },
    "deeds": {
        "one_taken": "{name} takes {marble}.",
        "two_taken": "{name} takes {first} and {second}.",
    },
    "advice": {
        "one_taken": "take {marble}",
        "two_taken": "take {first} and {second}",
    },
    "things": {
        "marble.B": "the blue one",
        "marble.O": "the orange one",
        "marble.G": "the green one",
        "marble.P": "the pink one",
        "marble.Y": "the yellow one",
        "marble.V": "the violet one",
        "field.marbles": "marbles",
        "field.player": "player to move",
        "field.secrets": "secrets",
    },
    "help": {
        "move": "A move is the marbles you take, such as B or BG.",
    },
}
