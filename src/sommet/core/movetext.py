"""The body of a record's text: words, and between them comments and variations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sommet.core.errors import TextError

__all__ = ["tokenize", "is_note", "parse_note"]

TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|[(){}]|[^\s{}();]+")
NO_BRACES = str.maketrans("{}", "()")
"""What goes to the end of a line may hold braces, which would end it elsewhere."""


def is_note(word: str) -> bool:
    """Whether a word of a body is a comment or a variation."""
    return word.startswith(("{", "("))


def tokenize(lines: Sequence[str], first: int) -> Iterator[tuple[str, int]]:
    """The words of a body, each with its line; `first` is the number of the first one.

    A comment is one word in braces, however it was marked, and a variation one in parentheses with
    all that it holds; whatever is blank in them is one space.
    """
    text, line, counted = "\n".join(lines), first, 0
    within: list[list[str]] = []
    """The parts of the variations that are open, the innermost last."""
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
    """A comment or a variation from JSON, with how many entries it comes after; TypeError for what
    is none."""
    match value:
        case [int(after), str(text)]:
            try:
                words = [word for word, _ in tokenize([text], 1)]
            except TextError:
                words = []
            if len(words) == 1 and is_note(words[0]):
                return after, words[0]
    raise TypeError(repr(value))
