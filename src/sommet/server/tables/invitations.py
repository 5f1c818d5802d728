"""Signed invitations: whoever has the link can take the seat."""

from __future__ import annotations

from sommet.server.auth.signing import Signer
from sommet.tables.refusals import Refusal
from sommet.tables.table_state import TableState
from sommet.wire.setup import Invited

__all__ = ["invited_seats", "is_invite_only", "sign_invitation"]


def is_invite_only(state: TableState, seat: int) -> bool:
    """Whether a seat can be taken only with an invitation."""
    return isinstance(state.opened.setup.chairs[seat], Invited)


def sign_invitation(signer: Signer, id: str, seat: int | None, *, include_invite_only: bool) -> str:
    """The secret part of a link to a seat. Without a seat it is valid for any free seat:
    invite-only ones too with `include_invite_only`, otherwise only open ones."""
    free = "any" if include_invite_only else "open"
    return signer.sign("invitation", f"{id}.{free if seat is None else seat}")


def invited_seats(signer: Signer, state: TableState, text: str) -> frozenset[int]:
    """The seats that an invitation is valid for; refuses one for another table."""
    signed = signer.read("invitation", text) or ""
    id, _, seat = signed.rpartition(".")
    if id != state.id:
        raise Refusal("bad_invitation", "This invite link is not for this table.", status=403)
    seats = range(len(state.seats))
    match seat:
        case "any":
            return frozenset(seats)
        case "open":
            return frozenset(seat for seat in seats if not is_invite_only(state, seat))
        case _:
            return frozenset({int(seat)})
