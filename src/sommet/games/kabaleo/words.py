"""The words of Kabaleo in English; `locale` has the translations."""

from __future__ import annotations

from sommet.core.message import Plural, Words

__all__ = ["WORDS"]

WORDS: Words = {
    "clauses": {
        "K1": "Players and colours",
        "K2": "Your secret colour",
        "K3": "The bases",
        "K4": "Everyone’s stock",
        "K5": "One piece a turn",
        "K6": "Not where the last move was",
        "K7": "On an empty base",
        "K8": "On a pile",
        "K9": "The last piece",
        "K10": "Who wins",
    },
    "opening": {
        "1": "Place one of your pieces on a location: the location takes its colour.",
        "2": (
            "Two pieces of the same colour cancel out: both leave the game and uncover what is"
            " below."
        ),
        "3": (
            "You can’t play on an empty base of the same colour, or where the last piece was"
            " played."
        ),
        "4": "At the end, the player whose secret colour shows on the most locations wins.",
    },
    "options": {
        "players": "Players",
        "deal": "Deal",
        "edition": "Edition",
    },
    "values": {
        "deal.random": "random",
        "deal.equal": "equal",
        "edition.later": "later",
        "edition.earlier": "earlier",
    },
    "meanings": {
        "players": "More players means more colours and bases.",
        "deal.random": "Pieces are drawn from the bag.",
        "deal.equal": "Everyone gets the same pieces; for two or three players.",
        "edition.later": "You can’t play where the last move was.",
        "edition.earlier": "You can play where the last move was.",
    },
    "reasons": {
        "majority": "Most locations wins, then most piles, then the highest pile.",
        "majority.locations": Plural(
            "winners",
            "{winners} holds the most locations.",
            "{winners} hold the most locations.",
        ),
        "majority.piles": Plural(
            "winners",
            "Tied on locations: {winners} has the most piles.",
            "Tied on locations: {winners} have the most piles.",
        ),
        "majority.highest": Plural(
            "winners",
            "Tied on locations and piles: {winners} has the highest pile.",
            "Tied on locations and piles: {winners} have the highest pile.",
        ),
        "majority.shared": (
            "A perfect tie between {winners}: same locations, same piles, same height."
        ),
    },
    "figures": {
        "locations": "locations",
        "piles": "piles",
        "highest": "highest\u00a0pile",
    },
    "deeds": {
        "piece_put": "{name} places {piece} on {number}.",
        "piece_covers": "{name} places {piece} on {number}, covering {under}.",
        "piece_cancels": "{name} places {piece} on {number}: the pair cancels out.",
    },
    "advice": {
        "piece_put": "place {piece} on {number}",
        "piece_covers": "place {piece} on {number}, covering {under}",
        "piece_cancels": "place {piece} on {number}: the pair cancels out",
    },
    "things": {
        "a_piece.B": "a blue piece",
        "a_piece.O": "an orange piece",
        "a_piece.G": "a green piece",
        "a_piece.P": "a pink piece",
        "a_piece.Y": "a yellow piece",
        "a_piece.V": "a violet piece",
        "piece.B": "blue piece",
        "piece.O": "orange piece",
        "piece.G": "green piece",
        "piece.P": "pink piece",
        "piece.Y": "yellow piece",
        "piece.V": "violet piece",
        "pieces.B": "blue pieces",
        "pieces.O": "orange pieces",
        "pieces.G": "green pieces",
        "pieces.P": "pink pieces",
        "pieces.Y": "yellow pieces",
        "pieces.V": "violet pieces",
        "cases.B": "blue bases",
        "cases.O": "orange bases",
        "cases.G": "green bases",
        "cases.P": "pink bases",
        "cases.Y": "yellow bases",
        "cases.V": "violet bases",
        "field.locations": "locations",
        "field.stocks": "stocks",
        "field.last": "location of the last move",
        "field.player": "player to move",
        "field.objectives": "objectives",
    },
    "help": {
        "move": "A move is a colour and a location, such as B7.",
    },
}
