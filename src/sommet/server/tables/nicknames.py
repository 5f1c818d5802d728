"""Nicknames of bots, as codes that the page translates."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle, islice

__all__ = ["NICKNAMES", "nicknames"]

NICKNAMES = (
    "badger", "blackbird", "dormouse", "fox", "hare", "hedgehog", "heron", "jay", "lynx", "magpie",
    "marten", "otter", "owl", "squirrel", "swallow", "wren",
)  # fmt: skip


def nicknames(table: str) -> Iterator[str]:
    """Names for the bots at a table, without repetition, in an order that depends on the table."""
    start = int.from_bytes(sha256(table.encode()).digest()[:4], "big") % len(NICKNAMES)
    return islice(cycle(NICKNAMES), start, None)
