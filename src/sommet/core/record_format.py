"""Reads and writes records as text and as JSON; `docs/notation.md` describes both formats."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sommet.core.errors import TextError
from sommet.core.outcome import Ending, Figures

__all__ = [
    "HEADERS",
    "RecordData",
    "from_json",
    "read",
    "to_json",
    "write",
]

FORMAT = "sommet record 1"
BYTE_ORDER_MARK = "\ufeff"
"""Some programs write it at the start of a file; it isn't part of the text."""
HEADERS = ("Game", "Rules", "Seed", "First", "Commitment", "Start")
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


def write(data: RecordData) -> str:
    """The fields as text."""
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


def to_json(data: RecordData, figures: Figures) -> dict[str, Any]:
    """The fields as plain data for JSON, with the figures of the outcome."""
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
        "figures": {name: list(values) for name, values in figures},
    }


# --- reading -----------------------------------------------------------------------------------


def read(text: str, max_entries: int | None = None) -> RecordData:
    """The fields of a text. Raises TextError with the line and the reason if it can't be read."""
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
    if not data.lines:
        raise TextError(
            "not_a_record",
            'This is not a Sommet record: it must begin with headers such as [Game "NAME"].',
            line=body_from + 1 if lines else None,
        )
    _read_body(data, lines, body_from)
    if max_entries is not None and len(data.entries) > max_entries:
        raise TextError(
            "too_many_entries",
            "This record has {found} moves, but the limit is {most}.",
            most=max_entries,
            found=len(data.entries),
        )
    return data


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
    words = _tokenize(lines[start:], start + 1)
    number = 0
    for word, line in words:
        if _is_note(word):
            data.notes.append((len(data.entries), word))
            continue
        if word == "result":
            rest = [word for word, _ in words]
            data.notes += [(len(data.entries), word) for word in rest if _is_note(word)]
            data.result = " ".join(word for word in rest if not _is_note(word))
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


def from_json(data: Any) -> RecordData:
    """The fields of what `to_json` returns."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TextError(
            "format",
            "This is not a Sommet record: its JSON must be an object with format {form!r}.",
            form=FORMAT,
        )
    fields = RecordData()
    try:
        fields.game, fields.rules = _string(data["game"]), _string(data["rules"])
        fields.options = {_string(name): _string(data["options"][name]) for name in data["options"]}
        fields.tags = {_string(name): _string(data["tags"][name]) for name in data["tags"]}
        fields.salts = tuple(_strings(data["salts"]))
        fields.entries = [(entry, None) for entry in _strings(data["entries"])]
        fields.result = _string(data["result"])
        fields.notes = [_parse_note(note) for note in data.get("notes", ())]
        for name in ("seed", "first", "commitment", "start"):
            setattr(fields, name, None if data[name] is None else _string(data[name]))
    except (KeyError, TypeError) as error:
        raise TextError(
            "json_field", "A field of the record is missing or isn't text: {what}.", what=str(error)
        ) from None
    return fields


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(repr(value))
    return value


def _strings(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError(repr(value))
    return [_string(one) for one in value]


# --- movetext: moves with comments and variations between them -----------------------------------

TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|[(){}]|[^\s{}();]+")
NO_BRACES = str.maketrans("{}", "()")
"""Replaces braces in a `;` comment, since they would end a `{}` comment."""


def _is_note(word: str) -> bool:
    """Whether a token is a comment or a variation."""
    return word.startswith(("{", "("))


def _tokenize(lines: Sequence[str], first: int) -> Iterator[tuple[str, int]]:
    """The tokens of a movetext, each with its line number; `first` is the number of the first line.

    A comment is one token in braces, however it was written, and a variation with all its contents
    is one token in parentheses; white space inside them becomes a single space.
    """
    text, line, counted = "\n".join(lines), first, 0
    within: list[list[str]] = []
    """The tokens of each open variation, the innermost last."""
    for found in TOKEN.finditer(text):
        line, counted = line + text.count("\n", counted, found.start()), found.start()
        word = found[0]
        match word[0]:
            case "(":
                within.append([])
                continue
            case ")" if within:
                word = f"({' '.join(within.pop())})"
            case ")":
                raise TextError("variation_end", "Unexpected ) without a matching (.", line=line)
            case "}":
                raise TextError("comment_end", "Unexpected }} without a matching {{.", line=line)
            case "{" if len(word) == 1:
                raise TextError(
                    "comment_open", "A comment is not closed: a }} is missing.", line=line
                )
            case "{":
                word = f"{{{' '.join(word[1:-1].split())}}}"
            case ";":
                word = f"{{{' '.join(word[1:].translate(NO_BRACES).split())}}}"
        if within:
            within[-1].append(word)
        else:
            yield word, line
    if within:
        raise TextError(
            "variation_open",
            "A variation is not closed: a ) is missing.",
            line=first + len(lines) - 1,
        )


def _parse_note(value: object) -> tuple[int, str]:
    """A comment or a variation from JSON, with the number of entries before it; TypeError for
    anything else."""
    match value:
        case [int(after), str(text)]:
            try:
                words = [word for word, _ in _tokenize([text], 1)]
            except TextError:
                words = []
            if len(words) == 1 and _is_note(words[0]):
                return after, words[0]
    raise TypeError(repr(value))
