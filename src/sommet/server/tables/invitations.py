"""Invitations: links that open a seat to whoever has them."""

from __future__ import annotations

from sommet.server.people.keys import Keys
from sommet.server.refusals import Refusal
from sommet.server.tables.sitting import Sitting

__all__ = ["invitation", "invited"]


def invitation(keys: Keys, id: str, seat: int | None) -> str:
    """The secret part of a link to a seat, or to any free seat."""
    return keys.sign("invitation", f"{id}.{'any' if seat is None else seat}")


def invited(keys: Keys, sitting: Sitting, text: str) -> frozenset[int]:
    """The seats that an invitation is for; a refusal if it is none for this table."""
    signed = keys.read("invitation", text) or ""
    id, _, seat = signed.rpartition(".")
    if id != sitting.id:
        raise Refusal("bad_invitation", "This invitation is not for this table.", status=403)
    return frozenset(range(len(sitting.seats))) if seat == "any" else frozenset({int(seat)})
