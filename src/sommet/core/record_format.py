"""Reads and writes records as text and as JSON; `docs/notation.md` describes both formats."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sommet.core import registry
from sommet.core.deal import Deal, SealedDeal
from sommet.core.errors import GameOver, IllegalMove, OptionError, SommetError, TextError
from sommet.core.game import Game
from sommet.core.movetext import is_note, parse_note, tokenize
from sommet.core.outcome import Ending, Outcome
from sommet.core.position import Position
from sommet.core.record import HEADERS, LEAVING, Agreement, Entry, Leave, Record
from sommet.core.table import Table

__all__ = ["from_json", "read", "sealed", "to_json", "write"]

T = TypeVar("T", bound=Table)

FORMAT = "sommet record 1"
BYTE_ORDER_MARK = "\ufeff"
"""Some programs write it at the start of a file; it isn't part of the text."""
HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]')


@dataclass
class RecordData:
    """The fields of a record as text and JSON have them, before the moves are played."""

    game: str = ""
    rules: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seed: str | None = None
    salts: tuple[str, ...] = ()
    first: str | None = None
    commitment: str | None = None
    start: str | None = None
    tags: dict[str, str] = field(default_factory=dict)
    entries: list[tuple[str, int | None]] = field(default_factory=list)
    """Each with its line number, if it comes from a text."""
    notes: list[tuple[int, str]] = field(default_factory=list)
    """Comments and variations, each with the number of entries before it."""
    result: str | None = None
    lines: dict[str, int] = field(default_factory=dict)
    """The line number of each header and of the result."""


# --- writing -----------------------------------------------------------------------------------


def _record_data(record: Record[T]) -> RecordData:
    known = record.deal or record.sealed_deal
    return RecordData(
        game=record.game.id,
        rules=str(record.game.version),
        options={name: str(value) for name, value in record.game.settings.items()},
        seed=record.deal.seed if record.deal else None,
        salts=known.salts if known else (),
        first=str(known.first + 1) if known and known.first is not None else None,
        commitment=record.commitment,
        start=str(record.start),
        tags=dict(record.tags),
        entries=[(_entry_text(entry), None) for entry in record.entries],
        notes=[*record.notes],
        result=_result(record.outcome),
    )


def _sealed_data(record: Record[T], viewer: int | None) -> RecordData:
    """What a viewer may know of a running game: no seed, and `?` for the secrets of others."""
    data = _record_data(record)
    if record.outcome is None:
        data.seed = None
        data.start = str(record.start.view(viewer))
    return data


def _entry_text(entry: Entry) -> str:
    match entry:
        case Leave(seat, reason):
            return f"{reason}:{seat + 1}"
        case Agreement():
            return str(Ending.AGREEMENT)
    return str(entry)


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "*"
    return f"{'+'.join(str(seat + 1) for seat in outcome.winners) or '-'} {outcome.reason}"


def write(record: Record[T]) -> str:
    """The whole record as text, including the seed."""
    return _text(_record_data(record))


def sealed(record: Record[T], viewer: int | None = None) -> str:
    """The text of a running game for one viewer; the whole record once the game is over."""
    return _text(_sealed_data(record, viewer))


def _text(data: RecordData) -> str:
    headers: dict[str, str | None] = {
        "Game": data.game,
        "Rules": data.rules,
        **data.options,
        **data.tags,
        "Commitment": data.commitment,
        "Seed": data.seed,
        **{f"Salt{seat}": salt for seat, salt in enumerate(data.salts, 1)},
        "First": data.first,
        "Start": data.start,
    }
    lines = [
        f'[{name} "{_escaped(value)}"]' for name, value in headers.items() if value is not None
    ]
    number, words = 0, [note for after, note in data.notes if not after]
    for index, (entry, _) in enumerate(data.entries, 1):
        is_move = ":" not in entry and entry != Ending.AGREEMENT
        number += is_move
        words.append(f"{number}.\N{NO-BREAK SPACE}{entry}" if is_move else entry)
        words += [note for after, note in data.notes if after == index]
    body = textwrap.wrap("  ".join(words), 80, break_long_words=False, break_on_hyphens=False)
    moves = [line.replace("\N{NO-BREAK SPACE}", " ") for line in body]
    return "\n".join((*lines, "", *moves, f"result {data.result}", ""))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def to_json(record: Record[T], viewer: int | None = None, *, seal: bool = False) -> dict[str, Any]:
    """The record as plain data for JSON; with `seal`, as `sealed` would write it."""
    data = _sealed_data(record, viewer) if seal else _record_data(record)
    return {
        "format": FORMAT,
        "game": data.game,
        "rules": data.rules,
        "options": data.options,
        "seed": data.seed,
        "salts": list(data.salts),
        "first": data.first,
        "commitment": data.commitment,
        "start": data.start,
        "tags": data.tags,
        "entries": [entry for entry, _ in data.entries],
        "result": data.result,
        **({"notes": [[after, note] for after, note in data.notes]} if data.notes else {}),
        "figures": {
            name: list(values)
            for name, values in (record.outcome.figures if record.outcome else ())
        },
    }


# --- reading -----------------------------------------------------------------------------------


def read(text: str, *, max_entries: int | None = None, check_deal: bool = True) -> Record[Any]:
    """The record of a text. Raises TextError with the line and the reason if it can't be read.

    A record of more than `max_entries` entries is refused before any is played. With `check_deal`,
    a Start that doesn't match its Seed is refused; without it, `Record.verify` can report it.
    """
    given: object = text
    if not isinstance(given, str):
        raise TextError("no_record_text", "A record must be a string, not {found!r}.", found=given)
    data = RecordData()
    lines = text.removeprefix(BYTE_ORDER_MARK).splitlines()
    body_from = 0
    for body_from, line in enumerate(lines):
        if line.strip() and not line.startswith("["):
            break
        if line.strip():
            _read_header(data, line.strip(), body_from + 1)
    else:
        body_from = len(lines)
    _read_body(data, lines, body_from)
    if max_entries is not None and len(data.entries) > max_entries:
        raise TextError(
            "too_many_entries",
            "This record has {found} moves, but the limit is {most}.",
            most=max_entries,
            found=len(data.entries),
        )
    return _record(data, check_deal)


def _read_header(data: RecordData, line: str, number: int) -> None:
    header = HEADER.fullmatch(line)
    if header is None or not line.isprintable():
        raise TextError(
            "header",
            'A header must look like [Name "value"], not {found}.',
            line=number,
            found=line,
        )
    name, value = header[1], re.sub(r"\\(.)", r"\1", header[2])
    if name in data.lines:
        raise TextError("header_twice", "{name} is given twice.", line=number, name=name)
    data.lines[name] = number
    next_salt = f"Salt{len(data.salts) + 1}"
    if name in HEADERS:
        setattr(data, name.lower(), value)
    elif name == next_salt:
        data.salts += (value,)
    elif re.fullmatch(r"Salt[0-9]+", name):
        raise TextError(
            "salt",
            "The next salt must be {next_salt}, not {name}.",
            line=number,
            next_salt=next_salt,
            name=name,
        )
    elif name[0].islower():
        data.options[name] = value
    else:
        data.tags[name] = value


def _read_body(data: RecordData, lines: list[str], start: int) -> None:
    words = tokenize(lines[start:], start + 1)
    number = 0
    for word, line in words:
        if is_note(word):
            data.notes.append((len(data.entries), word))
            continue
        if word == "result":
            rest = [word for word, _ in words]
            data.notes += [(len(data.entries), word) for word in rest if is_note(word)]
            data.result = " ".join(word for word in rest if not is_note(word))
            data.lines["result"] = line
            return
        if re.fullmatch(r"[0-9]+\.", word, re.ASCII):
            if word != f"{number + 1}.":
                raise TextError(
                    "move_number",
                    "Move {number} is numbered {found}",
                    line=line,
                    number=number + 1,
                    found=word,
                )
        else:
            data.entries.append((word, line))
            number += ":" not in word and word != Ending.AGREEMENT
    raise TextError(
        "truncated",
        "The record is incomplete: its result is missing.",
        line=len(lines) or 1,
    )


def from_json(data: Any, *, check_deal: bool = True) -> Record[Any]:
    """The record of what `to_json` returns; `check_deal` as for `read`."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TextError(
            "format", "A record in JSON must be an object with format {form!r}.", form=FORMAT
        )
    fields = RecordData()
    try:
        fields.game, fields.rules = _string(data["game"]), _string(data["rules"])
        fields.options = {_string(name): _string(data["options"][name]) for name in data["options"]}
        fields.tags = {_string(name): _string(data["tags"][name]) for name in data["tags"]}
        fields.salts = tuple(_strings(data["salts"]))
        fields.entries = [(entry, None) for entry in _strings(data["entries"])]
        fields.result = _string(data["result"])
        fields.notes = [parse_note(note) for note in data.get("notes", ())]
        for name in ("seed", "first", "commitment", "start"):
            setattr(fields, name, None if data[name] is None else _string(data[name]))
    except (KeyError, TypeError) as error:
        raise TextError(
            "json_field", "A field of the record is missing or isn't text: {what}.", what=str(error)
        ) from None
    return _record(fields, check_deal)


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(repr(value))
    return value


def _strings(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError(repr(value))
    return [_string(one) for one in value]


def _record(data: RecordData, check_deal: bool = True) -> Record[Any]:
    """Play the entries and check the result."""
    game = _game(data)
    deal = sealed_deal = None
    try:
        first = None if data.first is None else _seat(game, data.first)
        if data.seed is not None:
            deal = Deal(data.seed, data.salts, first)
        elif data.salts or data.first:
            sealed_deal = SealedDeal(data.salts, first)
        due = game.start_from(deal) if deal and (check_deal or data.start is None) else None
        start = due if data.start is None else game.parse(data.start)
    except (OptionError, TextError) as error:
        line = data.lines.get("Start", data.lines.get("Seed"))
        raise TextError("start", "The start can't be read: {why}", line=line, why=error) from None
    if start is None:
        raise TextError("no_start", "The record needs a Seed or a Start.")
    if not isinstance(start, Position):
        raise TextError(
            "sealed",
            "The game is still running: its record stays sealed until the secrets are revealed.",
            line=data.lines.get("Start"),
        )
    if due not in (None, start):
        raise TextError(
            "start_not_dealt",
            "The Start is not what the Seed deals: one of them is wrong.",
            line=data.lines.get("Start"),
        )
    try:
        tags = tuple(data.tags.items())
        notes = tuple(note for note in data.notes if 0 <= note[0] <= len(data.entries))
        record: Record[Any] = Record(game, start, deal, data.commitment, tags, sealed_deal, notes)
    except OptionError as error:
        line = data.lines.get(error.parameters.get("name", "Commitment"))
        raise TextError("tags", "{why}", line=line, why=error) from None
    for index, (text, line) in enumerate(data.entries, 1):
        try:
            record = _enter(record, text)
        except GameOver:
            raise TextError(
                "after_end", "{text} comes after the end of the game.", line=line, text=text
            ) from None
        except (IllegalMove, TextError, OptionError) as error:
            raise TextError(
                "entry",
                "Entry {index}, {text}: {why}",
                line=line,
                index=index,
                text=text,
                why=error,
            ) from None
    if data.result != _result(record.outcome):
        raise TextError(
            "result",
            "The record gives the result {said}, but its moves lead to {found}.",
            line=data.lines.get("result"),
            said=data.result,
            found=_result(record.outcome),
        )
    return record


def _game(data: RecordData) -> Game[Any]:
    if not data.game:
        raise TextError("no_game", "The record doesn't name its Game.")
    try:
        game = registry.kind(data.game).create(**data.options)
    except SommetError as error:
        line = data.lines.get(error.parameters.get("option", "Game"), data.lines.get("Game"))
        raise TextError("game", "The game can't be set up: {why}", line=line, why=error) from None
    if data.rules != str(game.version):
        raise TextError(
            "rules_version",
            "The record uses version {found!r} of the rules of {game}; this program knows "
            "version {version}.",
            line=data.lines.get("Rules"),
            found=data.rules,
            game=game.name,
            version=game.version,
        )
    return game


def _seat(game: Game[Any], text: str) -> int:
    seats = {str(seat + 1): seat for seat in range(game.seats)}
    if text not in seats:
        raise TextError(
            "seat",
            "There is no player {text}. Choose from: {seats}.",
            text=text,
            seats=", ".join(seats),
        )
    return seats[text]


def _enter(record: Record[Any], text: str) -> Record[Any]:
    reason, colon, seat = text.partition(":")
    if colon:
        leaving = {str(ending): ending for ending in LEAVING}
        if reason not in leaving:
            raise TextError("event", "{text!r} is not a game event.", text=text)
        return record.leave(_seat(record.game, seat), leaving[reason])
    return record.agree() if text == Ending.AGREEMENT else record.play(text)
