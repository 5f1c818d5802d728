"""Makes text safe to print: records, names, engines and servers may come from strangers.

Control characters could clear the screen of a terminal, change its title or disguise text.
"""

from __future__ import annotations

__all__ = ["printable"]

_CONTROL_CHARACTERS = (set(range(0x20)) - {ord("\t"), ord("\n")}) | set(range(0x7F, 0xA0))
_LINE_SEPARATORS = {0x2028, 0x2029}
_DIRECTION_MARKS = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_REPLACEMENTS = dict.fromkeys(_CONTROL_CHARACTERS | _LINE_SEPARATORS | _DIRECTION_MARKS, "\ufffd")


def printable(text: str) -> str:
    """The text with replacement characters for everything that controls a terminal or the writing
    direction. Tabs and line breaks stay."""
    return text.translate(_REPLACEMENTS)
