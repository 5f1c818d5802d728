"""Records on disk: load, convert, save, and choose files for autosaved games."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from sommet.core.errors import TextError
from sommet.core.game import Game
from sommet.core.record import Record

__all__ = ["convert_record", "load", "new_file", "save"]


def load(file: Path, *, check_deal: bool = True) -> Record[Any]:
    """The record in a file, as text or as JSON. Raises TextError with the reason and the place.

    A Start that its Seed does not deal is refused, unless it is to be verified: not `check_deal`.
    """
    try:
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TextError(
            "not_text", "This is not a Sommet record: it isn't UTF-8 text.", at=error.start
        ) from None
    if not text.lstrip().startswith("{"):
        return Record.parse(text, check_deal=check_deal)
    try:
        return Record.from_json(json.loads(text), check_deal=check_deal)
    except json.JSONDecodeError as error:
        raise TextError(
            "not_json",
            "This is not a Sommet record: it begins like JSON, but isn't valid. {why}.",
            line=error.lineno,
            why=error.msg,
        ) from None


def convert_record(file: Path, as_json: bool | None) -> str:
    """The record in a file as JSON or as text; None means the format it does not have."""
    record = load(file)
    if as_json is None:
        as_json = not file.read_text("utf-8-sig").lstrip().startswith("{")
    if not as_json:
        return str(record)
    return json.dumps(record.to_json(), ensure_ascii=False, indent=1) + "\n"


def save(record: Record[Any], file: Path) -> None:
    """Write a record atomically, readable only by its owner: it may contain secrets."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as draft:
            draft.write(str(record))
            draft.flush()
            os.fsync(draft.fileno())
        Path(name).replace(file)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def new_file(game: Game[Any]) -> Path:
    """Create a file for an autosaved game in the user's state folder."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(home) / "sommet"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    begun = datetime.now().strftime("%Y-%m-%d-%H%M-")
    handle, name = tempfile.mkstemp(".txt", f"{game.id}-{begun}", folder)
    os.close(handle)
    return Path(name)
