"""What a person may ask of a table. Each command carries an id of its sender's choice and is safe
to send twice; it leads to one event or to a refusal."""

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
"""Ready phrases, as codes: a page says them in any language."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\x00]*\Z")]
"""Without the one character that PostgreSQL cannot keep."""
Word = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]


class _Command(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", forbid_unknown_fields=True
):
    seated: ClassVar[bool] = True
    """Whether only who sits at the table may ask it, for one of their seats."""
    stage: ClassVar[str | None] = "running"
    """The stage that the table must be in."""
    on_turn: ClassVar[bool] = False

    id: Id


class Sit(_Command, tag="sit", frozen=True):
    """Take a seat, or any free one. `salt` is added to the deal; with `salting` it follows, and the
    deal waits for it, three seconds at most."""

    seated: ClassVar[bool] = False
    stage: ClassVar[str | None] = "open"
    seat: SeatNumber | None = None
    invitation: Word = ""
    salt: Annotated[str, msgspec.Meta(max_length=64)] = ""
    salting: bool = False


class _Seated(_Command, frozen=True):
    """`seat` says for which of your seats, where you hold several."""

    seat: SeatNumber | None = None


class Stand(_Seated, tag="stand", frozen=True):
    """Give the seat back before the game starts."""

    stage: ClassVar[str | None] = "open"


class Salt(_Seated, tag="salt", frozen=True, kw_only=True):
    """Add a salt to the deal, before the game starts."""

    stage: ClassVar[str | None] = "open"
    salt: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Play(_Seated, tag="play", frozen=True, kw_only=True):
    """Play a move, by its text or by the path of its steps.

    `position` is the number of the position that it was chosen for, as frames tell it.
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
    """Ask to take your last move back; against bots it is granted at once."""


class AcceptTakeback(_Seated, tag="accept_takeback", frozen=True):
    pass


class DeclineTakeback(_Seated, tag="decline_takeback", frozen=True):
    pass


class Warn(_Seated, tag="warn", frozen=True):
    """Warn the player whose turn it is and who is away."""


class Claim(_Seated, tag="claim", frozen=True):
    """Claim the game of a player who was warned and stayed away."""


class Rematch(_Seated, tag="rematch", frozen=True):
    """Ask for another game with the seats turned; it begins once everyone has asked."""

    stage: ClassVar[str | None] = "over"


class DeclineRematch(_Seated, tag="decline_rematch", frozen=True):
    """Want no other game with who asks for one; you may still think better of it and ask."""

    stage: ClassVar[str | None] = "over"


class Say(_Seated, tag="say", frozen=True):
    """Say something to the table, in your words or by the code of a ready phrase."""

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
