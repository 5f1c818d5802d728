"""Commands that people send to a table. Each has an id chosen by its sender, so that it is safe to
send twice, and leads to one event or a refusal."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

import msgspec

__all__ = [
    "PHRASES",
    "AcceptDraw",
    "AcceptTakeback",
    "AskTakeback",
    "Claim",
    "Command",
    "DeclineDraw",
    "DeclineRematch",
    "DeclineTakeback",
    "OfferDraw",
    "Play",
    "Rematch",
    "Resign",
    "Salt",
    "Say",
    "Sit",
    "Stand",
    "Warn",
]

PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "oops", "goodbye")
"""Codes of predefined chat messages; the page translates them."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\x00]*\Z")]
"""Excludes NUL, the one character that PostgreSQL can't store."""
Word = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]


class _Command(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", forbid_unknown_fields=True
):
    seated: ClassVar[bool] = True
    """Whether only players at the table may send it, for one of their seats."""
    stage: ClassVar[str | None] = "running"
    """The stage that the table must be in; None for any."""
    on_turn: ClassVar[bool] = False

    id: Id


class Sit(_Command, tag="sit", frozen=True):
    """Take a seat, or any free one. `salt` is added to the deal; with `salting`, the salt follows
    and the deal waits for it, for at most three seconds."""

    seated: ClassVar[bool] = False
    stage: ClassVar[str | None] = "open"
    seat: SeatNumber | None = None
    invitation: Word = ""
    salt: Annotated[str, msgspec.Meta(max_length=64)] = ""
    salting: bool = False


class _Seated(_Command, frozen=True):
    """`seat` selects one of your seats, if you have several."""

    seat: SeatNumber | None = None


class Stand(_Seated, tag="stand", frozen=True):
    """Leave the seat before the game starts."""

    stage: ClassVar[str | None] = "open"


class Salt(_Seated, tag="salt", frozen=True, kw_only=True):
    """Add a salt to the deal, before the game starts."""

    stage: ClassVar[str | None] = "open"
    salt: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Play(_Seated, tag="play", frozen=True, kw_only=True):
    """Play a move, given by its text or its steps.

    `position` is the number of the position that the move is for, from the frame.
    """

    on_turn: ClassVar[bool] = True
    position: int
    move: Word = ""
    path: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()

    @property
    def text(self) -> str:
        return self.move or "".join(self.path)


class Resign(_Seated, tag="resign", frozen=True):
    pass


class OfferDraw(_Seated, tag="offer_draw", frozen=True):
    pass


class AcceptDraw(_Seated, tag="accept_draw", frozen=True):
    pass


class DeclineDraw(_Seated, tag="decline_draw", frozen=True):
    pass


class AskTakeback(_Seated, tag="ask_takeback", frozen=True):
    """Ask to undo your last move; against bots it is granted at once. In a game without secrets
    against bots, even the move that ended it can be undone."""


class AcceptTakeback(_Seated, tag="accept_takeback", frozen=True):
    pass


class DeclineTakeback(_Seated, tag="decline_takeback", frozen=True):
    pass


class Warn(_Seated, tag="warn", frozen=True):
    """Warn the player to move, who is away."""


class Claim(_Seated, tag="claim", frozen=True):
    """Claim the game from a player who was warned and stayed away."""


class Rematch(_Seated, tag="rematch", frozen=True):
    """Ask for a rematch with the seats rotated; it starts once everyone has asked."""

    stage: ClassVar[str | None] = "over"


class DeclineRematch(_Seated, tag="decline_rematch", frozen=True):
    """Decline a rematch; you can still ask for one later."""

    stage: ClassVar[str | None] = "over"


class Say(_Seated, tag="say", frozen=True):
    """Send a chat message: free text, or the code of a predefined phrase."""

    stage: ClassVar[str | None] = None
    text: Word = ""
    phrase: Word = ""


Command: TypeAlias = (
    Sit
    | Stand
    | Salt
    | Play
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | AskTakeback
    | AcceptTakeback
    | DeclineTakeback
    | Warn
    | Claim
    | Rematch
    | DeclineRematch
    | Say
)
