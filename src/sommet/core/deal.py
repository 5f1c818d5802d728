"""Deals: all randomness of a game, derived from a seed and salts with SHA-256.

The layout of a table is public, so a weak generator would leak the secrets. `docs/fairness.md`
describes the scheme in enough detail to reimplement it in another language.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsIndex, TypeVar

from sommet.core.errors import OptionError

__all__ = ["Deal", "RandomStream", "SealedDeal", "check_seed"]

T = TypeVar("T")

_WORD = 1 << 32


class RandomStream:
    """A stream of uniform random numbers: SHA-256 of the key and a counter, as 32-bit words."""

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
        multiple of `limit` are discarded."""
        while True:
            word = self._word()
            if word < _WORD - _WORD % limit:
                return word % limit

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher–Yates, from the last item down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


@dataclass(frozen=True)
class Deal:
    """What determines the random part of a game: a seed, the players' salts, the first seat.

    `first` is None when the first player is random.
    """

    seed: str
    salts: tuple[str, ...] = ()
    first: int | None = None

    def __post_init__(self) -> None:
        _check_texts(self.seed, *self.salts)

    @classmethod
    def new(
        cls, seed: int | str | None = None, salts: Sequence[str] = (), first: int | None = None
    ) -> Deal:
        """A deal from a seed, or from 128 random bits. OptionError if the seed is neither a whole
        number nor text."""
        given: object = secrets.token_hex(16) if seed is None else seed
        if not isinstance(given, str):
            given = str(check_seed(given))
        return cls(given, tuple(salts), first)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed in hexadecimal, which can be published before the game."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def random_stream(self, game: str) -> RandomStream:
        """The random stream for the game with this id."""
        lines = ("sommet deal 1", game, self.seed, *self.salts)
        return RandomStream(hashlib.sha256("\n".join(lines).encode()).digest())


@dataclass(frozen=True)
class SealedDeal:
    """The public part of a deal while its seed is secret: the salts and the chosen first seat."""

    salts: tuple[str, ...] = ()
    first: int | None = None

    def __post_init__(self) -> None:
        _check_texts(*self.salts)


def check_seed(seed: object) -> int:
    """The seed as an int; OptionError unless it is a whole number."""
    if not isinstance(seed, SupportsIndex):
        raise OptionError(
            "seed_kind",
            "A seed must be a whole number, or text for a deal, not {seed}.",
            seed=repr(seed),
        )
    return int(seed)


def _check_texts(*texts: str) -> None:
    for text in texts:
        if not text.isprintable() or '"' in text:
            raise OptionError(
                "bad_seed",
                "A seed or salt must be one line of printable text without double quotes, not "
                "{text!r}.",
                text=text,
            )
