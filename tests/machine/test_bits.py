"""Bit operations agree with Python integers, including the top bit."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sommet.machine import bits
from sommet.machine.bits import u64

WORDS = st.integers(0, 2**64 - 1)
NOT_ZERO = st.integers(1, 2**64 - 1) | st.integers(0, 63).map(lambda bit: 1 << bit)


def indices(word: int) -> list[int]:
    return [index for index in range(64) if word >> index & 1]


@given(WORDS)
def test_bits_are_counted(word: int) -> None:
    assert bits.count(u64(word)) == len(indices(word))


@given(NOT_ZERO)
def test_the_lowest_bit_is_found(word: int) -> None:
    assert bits.lowest(u64(word)) == indices(word)[0]


@given(NOT_ZERO, st.integers(0, 63))
def test_the_nth_set_bit_is_found(word: int, rank: int) -> None:
    set_bits = indices(word)
    rank %= len(set_bits)
    assert bits.nth(u64(word), u64(rank)) == set_bits[rank]
    assert bits.nth_portable(u64(word), u64(rank)) == set_bits[rank]


@given(WORDS)
def test_bit_indices_are_written_in_ascending_order(word: int) -> None:
    room = np.empty(64, np.int16)
    assert room[: bits.write_bits(u64(word), room)].tolist() == indices(word)


@given(WORDS, st.permutations(range(64)))
def test_bits_are_permuted(word: int, places: list[int]) -> None:
    moved = bits.permute_bits(u64(word), np.array(places, np.uint64))
    assert indices(int(moved)) == sorted(places[index] for index in indices(word))


@given(NOT_ZERO, WORDS)
def test_a_random_bit_is_one_of_the_set_bits(word: int, chance: int) -> None:
    assert int(bits.random_bit(u64(word), u64(chance))) in indices(word)


@given(st.integers(1, 1000), WORDS)
def test_a_random_number_is_below_its_limit(limit: int, chance: int) -> None:
    assert 0 <= bits.below(u64(limit), u64(chance)) < limit


def test_all_set_bits_come_up_equally_often() -> None:
    word, chance = u64(0x8000_0001_0010_8421), u64(1)
    seen = Counter[int]()
    for _ in range(7000):
        chance = u64(bits.next_random(chance))
        seen[int(bits.random_bit(word, chance))] += 1
    assert set(seen) == set(indices(int(word)))
    assert all(850 < times < 1150 for times in seen.values())


def test_different_words_stay_different_when_mixed() -> None:
    near = [bit_flipped for word in range(100) for bit_flipped in [word, word ^ 1 << 63]]
    assert len({int(bits.mix_bits(u64(word))) for word in near}) == len(near)


def test_mixing_changes_half_of_the_bits() -> None:
    changed = [
        (int(bits.mix_bits(u64(word))) ^ int(bits.mix_bits(u64(word ^ 1 << bit)))).bit_count()
        for word in range(1, 30)
        for bit in range(64)
    ]
    assert 30 < sum(changed) / len(changed) < 34


@given(WORDS, WORDS)
def test_chosen_bits_are_extracted(word: int, chosen: int) -> None:
    expected = sum((word >> index & 1) << rank for rank, index in enumerate(indices(chosen)))
    assert bits.extract_bits(u64(word), u64(chosen)) == expected
    assert bits.extract_bits_portable(u64(word), u64(chosen)) == expected


@given(WORDS)
def test_mixing_is_reversible(word: int) -> None:
    assert bits.unmix_bits(u64(bits.mix_bits(u64(word)))) == word
