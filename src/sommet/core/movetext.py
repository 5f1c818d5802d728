"""The movetext of a record: moves with comments and variations between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sommet.core.errors import TextError

__all__ = ["is_note", "parse_note", "tokenize"]

TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|[(){}]|[^\s{}();]+")
NO_BRACES = str.maketrans("{}", "()")
"""Replaces braces in a `;` comment, since they would end a `{}` comment."""


def is_note(word: str) -> bool:
    """Whether a token is a comment or a variation."""
    return word.startswith(("{", "("))


def tokenize(lines: Sequence[str], first: int) -> Iterator[tuple[str, int]]:
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


def parse_note(value: object) -> tuple[int, str]:
    """A comment or a variation from JSON, with the number of entries before it; TypeError for
    anything else."""
    match value:
        case [int(after), str(text)]:
            try:
                words = [word for word, _ in tokenize([text], 1)]
            except TextError:
                words = []
            if len(words) == 1 and is_note(words[0]):
                return after, words[0]
    raise TypeError(repr(value))
