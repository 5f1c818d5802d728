"""The deal, with known answers that implementations in other languages can check against."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import permutations
from typing import Any

import pytest

import sommet
from sommet import OptionError
from sommet.core.deal import Deal, RandomStream

# --- known answers -------------------------------------------------------------------------------


def test_the_words_of_a_deal_match_known_answers() -> None:
    stream = Deal("7", ("ana", "ben")).random_stream("kabaleo")
    assert [stream.below(1 << 32) for _ in range(9)] == [
        2205134715, 1110059461, 3954659701, 2223566975, 3696050781, 3253441141, 1070165129,
        4243094006, 2804623321,
    ]  # fmt: skip


def test_the_words_are_sha_256_of_the_key_and_a_counter() -> None:
    key = hashlib.sha256(b"sommet deal 1\nkabaleo\n7\nana\nben").digest()
    blocks = [hashlib.sha256(key + counter.to_bytes(8, "big")).digest() for counter in (0, 1)]
    words = [int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4)]
    stream = Deal("7", ("ana", "ben")).random_stream("kabaleo")
    assert [stream.below(1 << 32) for _ in range(16)] == words


def test_a_shuffle_and_the_deals_of_a_seed_match_known_answers() -> None:
    assert (
        "".join(Deal("7", ("ana", "ben")).random_stream("kabaleo").shuffle("abcdefghij"))
        == "ghceidajbf"
    )
    assert str(sommet.game("kabaleo").start(7, salts=("ana", "ben"))) == (
        "p,g,o,b,b,b,b,o,g,p,o,g,p,o,g,p BBBBOOGGGPPP/BBOOOOGGGPPP - 1 BG"
    )
    assert str(sommet.game("colorpop").start(7)) == (
        "OPGG*Y*GGP/BGYBPBBOPO/Y*OPPPBGYO/PBOYGYOPO*/YGGGBGYBYO/GYOBYPYBBY/POBYGPBPG*/"
        "OGOBYOPBGB/YOPOBBOGPO/YYOGPGPYBP 2 -/- B/G"
    )


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    commitment = "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
    assert Deal("7").commitment == commitment == hashlib.sha256(b"7").hexdigest()
    assert Deal("7", ("salt",), 1).commitment == commitment
    assert Deal("é").commitment == hashlib.sha256("é".encode()).hexdigest()


def test_each_game_has_its_own_random_stream() -> None:
    streams = [Deal("7").random_stream(name).below(1 << 32) for name in ("kabaleo", "colorpop")]
    assert streams[0] != streams[1]


# --- fair numbers --------------------------------------------------------------------------------


class FixedWords(RandomStream):
    """A random stream with words chosen by the test."""

    def __init__(self, *words: int) -> None:
        super().__init__(b"")
        self._given: Iterator[int] = iter(words)

    def _word(self) -> int:
        return next(self._given)


def test_words_beyond_the_last_whole_multiple_are_rejected() -> None:
    largest = (1 << 32) - 1  # a multiple of 3 (and 5), so this word alone is one too many
    assert FixedWords(largest, 7).below(3) == 1
    assert FixedWords(largest - 1, 7).below(3) == 2
    assert FixedWords(largest, 7).below(4) == 3
    assert FixedWords(largest - 3, largest - 4, 9).below(7) == (largest - 4) % 7
    assert FixedWords(largest, largest - 2, largest - 3, 9).below(7) == 2


def test_small_numbers_are_equally_likely() -> None:
    stream = Deal("fair").random_stream("test")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 25


def test_every_order_is_equally_likely() -> None:
    stream = Deal("fair").random_stream("test")
    counts = Counter("".join(stream.shuffle("abcd")) for _ in range(4800))
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 60


def test_shuffling_does_not_change_its_input() -> None:
    things = ["a", "b", "c"]
    assert sorted(Deal("7").random_stream("test").shuffle(things)) == things == ["a", "b", "c"]
    assert Deal("7").random_stream("test").shuffle("") == []
    assert Deal("7").random_stream("test").below(1) == 0


# --- seeds and salts -----------------------------------------------------------------------------


def test_a_seed_is_a_number_a_string_or_128_random_bits() -> None:
    assert Deal.new(7) == Deal.new("7") == Deal("7")
    fresh = {Deal.new().seed for _ in range(100)}
    assert len(fresh) == 100
    assert {len(bytes.fromhex(seed)) for seed in fresh} == {16}


def test_a_deal_is_hashable_and_keeps_its_salts_and_first_seat() -> None:
    deal = Deal.new("s", ["a", "b"], 1)
    assert (deal.salts, deal.first) == (("a", "b"), 1)
    assert len({deal, Deal("s", ("a", "b"), 1)}) == 1


@pytest.mark.parametrize("bad", ["two\nlines", "tab\t", 'a "quote"', "\x00", "\ud800"])
def test_an_ambiguous_seed_or_salt_is_refused(bad: str) -> None:
    calls: list[Any] = [lambda: Deal(bad), lambda: Deal("7", ("fine", bad))]
    for call in calls:
        with pytest.raises(OptionError) as error:
            call()
        assert error.value.code == "bad_seed"


@pytest.mark.parametrize("seed", [1.5, b"7", ["7"]])
def test_a_seed_is_a_whole_number_or_text(seed: Any) -> None:
    for start in (sommet.game("pylos").start, partial(sommet.Record.new, "pylos")):
        with pytest.raises(OptionError) as error:
            start(seed)
        assert str(error.value) == (
            f"A seed must be a whole number, or text for a deal, not {seed!r}."
        )
    with pytest.raises(OptionError, match="A seed must be"):
        sommet.player("pylos", seed=seed)


def test_any_whole_number_is_a_seed() -> None:
    class Seven:
        def __index__(self) -> int:
            return 7

    sevens: list[Any] = [7, "7", Seven()]
    assert len({sommet.game("kabaleo").start(seed) for seed in sevens}) == 1


def test_moving_text_between_seed_and_salts_changes_the_deal() -> None:
    words = {
        Deal(seed, salts).random_stream("test").below(1 << 32)
        for seed, salts in (("ab", ()), ("a", ("b",)), ("a", ("", "b")), ("a", ("b", "")))
    }
    assert len(words) == 4
