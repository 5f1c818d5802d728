"""Parse and verify records. Records can be long, so a server does this in a worker process."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from sommet.core.errors import TextError
from sommet.core.record import Record
from sommet.tables.refusals import Refusal
from sommet.tables.scene_json import game_result
from sommet.tables.setup import MAX_MOVES
from sommet.wire.http_api import ParsedRecord, RecordMove, Verification, VerificationPart

__all__ = ["parse_record", "verification_of", "verify_text"]


def parse_record(text: str, language: str) -> bytes:
    """A record as JSON, move by move. Errors are in `language`."""
    try:
        # A false deal is no error here: the verdict reports it.
        found = Record.parse(text, max_entries=MAX_MOVES, check_deal=False)
    except TextError as error:
        why = error.describe(language)
        raise Refusal(
            "bad_record", "This record can't be read. {why}", status=422, why=why
        ) from None
    return msgspec.json.encode(
        ParsedRecord(
            game=found.game.id,
            options=found.game.chosen_text,
            verdict=found.verify().code,
            line=tuple(
                RecordMove(str(position), str(move), move.steps)
                for position, move in zip(found.positions, found.moves, strict=False)
            ),
            text=str(found.position),
            outcome=game_result(found.game, found.outcome) if found.outcome else UNSET,
        )
    )


def verify_text(text: str) -> Verification:
    """Check the deal of a record against its commitment."""
    return verification_of(Record.parse(text, max_entries=MAX_MOVES, check_deal=False))


def verification_of(record: Record[Any]) -> Verification:
    verdict = record.verify()
    parts: dict[str, VerificationPart] = {
        "commitment": record.commitment,
        "start": str(record.start),
    }
    if record.deal:
        parts |= {
            "game": str(record.game),
            "seed": record.deal.seed,
            "salts": record.deal.salts,
            "first": record.deal.first,
        }
    return Verification(verdict.ok, verdict.code, verdict.describe(), parts)
