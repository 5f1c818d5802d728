"""The words of Color Pop in English; `locale` has the translations."""

from __future__ import annotations

from sommet.core.message import Plural, Words

__all__ = ["WORDS"]

WORDS: Words = {
    "clauses": {
        "C1": "A hundred tokens",
        "C2": "Your secret colour",
        "C3": "Take a whole group",
        "C4": "Jokers",
        "C4a": "Jokers join groups",
        "C4b": "Jokers on their own",
        "C5": "Everything slides",
        "C6": "What you took",
        "C7": "Your colour is gone",
        "C8": "Nothing left to take",
        "C9": "Solo",
        "C10": "Two colours each",
        "C11": "Two against two",
    },
    "opening": {
        "1": "Take a whole group: two or more tokens of one colour that touch.",
        "2": "Tokens above slide down, and empty slides move to the right.",
        "3": "A joker counts as any colour you choose.",
        "4": "You win as soon as no token of your secret colour is left on the board.",
    },
    "options": {
        "players": "Players",
        "variant": "Variant",
        "colours": "Solo: colours to clear",
        "joker_groups": "Groups of jokers only",
        "setup_jokers": "Jokers at the start",
    },
    "values": {
        "variant.classic": "classic",
        "variant.two_colours": "two colours each",
        "variant.teams": "teams",
        "variant.solo": "solo",
        "joker_groups.on": "allowed",
        "joker_groups.off": "not allowed",
        "setup_jokers.ignored": "ignored",
        "setup_jokers.counted": "counted: no first group of more than five",
    },
    "meanings": {
        "players": "One player plays solo; four can play in teams.",
        "variant.classic": "One secret colour each.",
        "variant.two_colours": "For two players: both your colours count.",
        "variant.teams": (
            "For four players: partners sit opposite, know each other’s colour and win together."
        ),
        "variant.solo": "For one player: clear your colours from the board.",
        "colours": "How many colours you have to clear in a solo game.",
        "joker_groups.on": "Jokers that touch can form a group of their own.",
        "joker_groups.off": "A group needs a coloured token.",
        "setup_jokers.ignored": "Jokers connect no tokens when the board is filled.",
        "setup_jokers.counted": "Jokers count towards the size of groups when the board is filled.",
    },
    "reasons": {
        "cleared": Plural("winners", "{winners} cleared all of their own tokens."),
        "fewest_left": (
            "No group is left; the player with the fewest tokens of their colour on the board wins."
        ),
        "fewest_left.left": Plural(
            "winners",
            "No group is left: {winners} left the fewest tokens of their own.",
        ),
        "fewest_left.taken": Plural(
            "winners",
            "Tied on tokens left: {winners} took the fewest of their own.",
        ),
        "fewest_left.shared": (
            "A perfect tie between {winners}: same tokens left, same tokens taken."
        ),
        "stuck": "No group is left, and some of your tokens are still on the board.",
    },
    "figures": {
        "left": "left on the board",
        "taken": "own colour taken",
    },
    "deeds": {
        "tokens_popped": "{name} takes {tokens}.",
        "tokens_and_jokers": "{name} takes {tokens} and {jokers}.",
    },
    "advice": {
        "tokens_popped": "take {tokens}",
        "tokens_and_jokers": "take {tokens} and {jokers}",
    },
    "things": {
        "tokens.B": Plural("count", "a blue token", "{count} blue tokens"),
        "tokens.O": Plural("count", "an orange token", "{count} orange tokens"),
        "tokens.G": Plural("count", "a green token", "{count} green tokens"),
        "tokens.P": Plural("count", "a pink token", "{count} pink tokens"),
        "tokens.Y": Plural("count", "a yellow token", "{count} yellow tokens"),
        "tokens.*": Plural("count", "a joker", "{count} jokers"),
        "people.1": "one player",
        "people.2": "two players",
        "people.3": "three players",
        "people.4": "four players",
        "people.5": "five players",
        "field.slides": "slides",
        "field.player": "player to move",
        "field.taken": "tokens taken",
        "field.secrets": "secret colours",
    },
    "help": {
        "move": (
            "A move is a colour and any cell of the group, such as Gc4; *c4 takes jokers on"
            " their own."
        ),
    },
}
