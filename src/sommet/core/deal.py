"""Everything random in a game, from a seed and salts through SHA-256.

The layout of a table is public, so a weak generator would give the secrets away. `docs/fairness.md`
describes the scheme so that another language can redo it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from sommet.core.errors import OptionError

__all__ = ["Deal", "RandomStream", "SealedDeal"]

T = TypeVar("T")

_WORD = 1 << 32


class RandomStream:
    """A stream of fair numbers: SHA-256 of the key and a counter, read as 32-bit words."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each equally likely: words beyond the last whole
        multiple of `limit` are thrown away."""
        while True:
            word = self._word()
            if word < _WORD - _WORD % limit:
                return word % limit

    def shuffle(self, things: Sequence[T]) -> list[T]:
        """The things in a fair order (Fisher and Yates, from the last place down)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


@dataclass(frozen=True)
class Deal:
    """What decides the random part of a game: a seed, the players' salts, the chosen first seat.

    `first` is None when the first player is drawn by lot.
    """

    seed: str
    salts: tuple[str, ...] = ()
    first: int | None = None

    def __post_init__(self) -> None:
        _check(self.seed, *self.salts)

    @classmethod
    def new(
        cls, seed: int | str | None = None, salts: Sequence[str] = (), first: int | None = None
    ) -> Deal:
        """A deal from a seed, or from 128 random bits."""
        return cls(secrets.token_hex(16) if seed is None else str(seed), tuple(salts), first)

    @property
    def commitment(self) -> str:
        """What can be shown before the game: the SHA-256 of the seed, in hexadecimal."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def random_stream(self, game: str) -> RandomStream:
        """The stream for the game with this id."""
        lines = ("sommet deal 1", game, self.seed, *self.salts)
        return RandomStream(hashlib.sha256("\n".join(lines).encode()).digest())


@dataclass(frozen=True)
class SealedDeal:
    """What is known of a deal while its seed is not shown: the salts and the chosen first seat."""

    salts: tuple[str, ...] = ()
    first: int | None = None

    def __post_init__(self) -> None:
        _check(*self.salts)


def _check(*texts: str) -> None:
    for text in texts:
        if not text.isprintable() or '"' in text:
            raise OptionError(
                "bad_seed",
                "A seed or salt must be one line of printable text without double quotes, not "
                "{text!r}.",
                text=text,
            )
