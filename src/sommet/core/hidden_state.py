"""Secrets that a viewer may not know, and the worlds: every way to fill them in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

__all__ = ["UNKNOWN", "Secrets", "all_known", "mask_secret", "worlds"]

Secrets: TypeAlias = tuple[str, ...]
"""Each seat's secret letters, with `?` for an unknown one; empty in a game without secrets."""

UNKNOWN = "?"


def mask_secret(secret: str) -> str:
    """A secret as it looks to viewers who may not know it."""
    return UNKNOWN * len(secret)


def all_known(secrets: Secrets) -> bool:
    """Whether every secret is known."""
    return not any(UNKNOWN in secret for secret in secrets)


def worlds(secrets: Secrets, letters: str) -> Iterator[Secrets]:
    """Every way to fill in the unknown secrets so that no letter occurs twice."""
    for seat, secret in enumerate(secrets):
        if UNKNOWN in secret:
            free = [letter for letter in letters if letter not in "".join(secrets)]
            for hand in combinations(free, len(secret)):
                filled = (*secrets[:seat], "".join(hand), *secrets[seat + 1 :])
                yield from worlds(filled, letters)
            return
    yield secrets
