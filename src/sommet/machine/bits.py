"""Bit operations and random numbers on 64-bit words, for kernels on CPU and GPU.

All constants are `uint64`: for Numba, a `uint64` combined with an `int` is a signed number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from sommet.machine.jit import CAN_RUN_KERNELS, JIT, inlined, np

if JIT:
    from numba import types
    from numba.core.cgutils import get_item_pointer, ir
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

__all__ = [
    "Word",
    "below",
    "count",
    "extract_bits",
    "extract_bits_portable",
    "lowest",
    "mix_bits",
    "next_random",
    "nth",
    "nth_portable",
    "permute_bits",
    "prefetch",
    "random_bit",
    "signed",
    "u64",
    "unmix_bits",
    "write_bits",
]

Word: TypeAlias = "np.uint64"

u64 = cast("type[Word]", np.uint64 if CAN_RUN_KERNELS else int)
"""A number as a word. Where compiled functions can't run as they are written, it's an integer that
libraries take as a word."""
signed = cast("Callable[[Word], int]", np.int64 if CAN_RUN_KERNELS else int)
"""A word as a signed integer; Numba's `int` would leave it unsigned."""

_PAIRS, _NIBBLES = u64(0x5555555555555555), u64(0x3333333333333333)
_BYTES = u64(0x0F0F0F0F0F0F0F0F)
_SHORTS = u64(0x00FF00FF00FF00FF)
_MIX = u64(0xD6E8FEB86659FD93)
_UNMIX = u64(pow(0xD6E8FEB86659FD93, -1, 1 << 64))


if JIT:

    def _count_bits(typing: Any, word: Any) -> Any:
        """One machine instruction, on CPU and GPU."""
        return word(word), lambda context, builder, signature, args: builder.ctpop(args[0])

    _popcount = cast("Callable[[Word], Word]", intrinsic(_count_bits))

    @inlined
    def count(word: Word) -> Word:
        """The number of set bits."""
        return _popcount(word)

    @inlined
    def mix_bits(word: Word) -> Word:
        """Mix the bits of a word, for hash keys. A bijection."""
        word = (word ^ (word >> u64(32))) * _MIX
        word = (word ^ (word >> u64(32))) * _MIX
        return word ^ (word >> u64(32))

    @inlined
    def unmix_bits(word: Word) -> Word:
        """The inverse of `mix_bits`."""
        word = (word ^ (word >> u64(32))) * _UNMIX
        word = (word ^ (word >> u64(32))) * _UNMIX
        return word ^ (word >> u64(32))

else:  # the same without overflow, which NumPy warns about

    def count(word: Word) -> Word:
        return u64(int(word).bit_count())

    def mix_bits(word: Word) -> Word:
        return _multiply_shift(word, int(_MIX))

    def unmix_bits(word: Word) -> Word:
        return _multiply_shift(word, int(_UNMIX))

    def _multiply_shift(word: Word, factor: int) -> Word:
        found = int(word)
        for _ in range(2):
            found = (found ^ found >> 32) * factor & 0xFFFFFFFFFFFFFFFF
        return u64(found ^ found >> 32)


@inlined
def lowest(word: Word) -> Word:
    """The index of the lowest set bit of a nonzero word."""
    return count(~word & (word - u64(1)))


@inlined
def next_random(chance: Word) -> Word:
    """The next state of a generator whose state is never zero (Marsaglia's xorshift, 64 bits)."""
    chance ^= chance << u64(13)
    chance ^= chance >> u64(7)
    return chance ^ (chance << u64(17))


@inlined
def below(limit: Word, chance: Word) -> Word:
    """A number from 0 to `limit` - 1, from the upper half of `chance`; `limit` must be small."""
    return ((chance >> u64(32)) * limit) >> u64(32)


def nth_portable(word: Word, rank: Word) -> Word:
    """`nth` without special instructions: a binary search over bit counts."""
    pairs = word - ((word >> u64(1)) & _PAIRS)
    nibbles = (pairs & _NIBBLES) + ((pairs >> u64(2)) & _NIBBLES)
    octets = (nibbles + (nibbles >> u64(4))) & _BYTES
    shorts = (octets + (octets >> u64(8))) & _SHORTS
    ints = shorts + (shorts >> u64(16))
    at = u64(0)
    part = ints & u64(0x3F)
    if rank >= part:
        rank -= part
        at += u64(32)
    part = (shorts >> at) & u64(0x1F)
    if rank >= part:
        rank -= part
        at += u64(16)
    part = (octets >> at) & u64(0xF)
    if rank >= part:
        rank -= part
        at += u64(8)
    part = (nibbles >> at) & u64(0x7)
    if rank >= part:
        rank -= part
        at += u64(4)
    part = (pairs >> at) & u64(0x3)
    if rank >= part:
        rank -= part
        at += u64(2)
    return at if rank < (word >> at) & u64(1) else at + u64(1)


if JIT:

    def _scatter(typing: Any, word: Any, rank: Any) -> Any:
        """Two instructions on x86 with BMI2 (pdep, tzcnt), else `nth_portable`."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if "+bmi2" not in str(context.codegen().magic_tuple()):
                return context.compile_internal(builder, nth_portable, signature, args)
            kind = ir.IntType(64)
            shape = ir.FunctionType(kind, [kind, kind])
            pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=shape)
            bit = builder.call(pdep, [builder.shl(kind(1), args[1]), args[0]])
            return builder.cttz(bit, ir.IntType(1)(1))

        return word(word, rank), code

    _nth = cast("Callable[[Word, Word], Word]", intrinsic(_scatter))

    @inlined
    def nth(word: Word, rank: Word) -> Word:
        """The index of the set bit that has `rank` set bits below it."""
        return _nth(word, rank)

else:
    nth = nth_portable


@inlined
def random_bit(word: Word, chance: Word) -> Word:
    """The index of a uniformly random set bit of a nonzero word."""
    return nth(word, below(count(word), chance))


@inlined
def permute_bits(word: Word, places: Any) -> Word:
    """Move every set bit to its new place."""
    found = u64(0)
    while word:
        found |= u64(1) << places[lowest(word)]
        word &= word - u64(1)
    return found


@inlined
def write_bits(word: Word, into: Any) -> int:
    """Write the indices of the set bits to the buffer; returns their number."""
    found = 0
    while word:
        into[found] = lowest(word)
        word &= word - u64(1)
        found += 1
    return found


def extract_bits_portable(word: Word, chosen: Word) -> Word:
    """`extract_bits` without special instructions."""
    found, place = u64(0), u64(1)
    while chosen:
        if word & chosen & (~chosen + u64(1)):
            found |= place
        place <<= u64(1)
        chosen &= chosen - u64(1)
    return found


if JIT:

    def _gather(typing: Any, word: Any, chosen: Any) -> Any:
        """One instruction on x86 with BMI2 (pext), else `extract_bits_portable`."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if "+bmi2" not in str(context.codegen().magic_tuple()):
                return context.compile_internal(builder, extract_bits_portable, signature, args)
            kind = ir.IntType(64)
            shape = ir.FunctionType(kind, [kind, kind])
            pext = builder.module.declare_intrinsic("llvm.x86.bmi.pext.64", fnty=shape)
            return builder.call(pext, args)

        return word(word, chosen), code

    _extract = cast("Callable[[Word, Word], Word]", intrinsic(_gather))

    @inlined
    def extract_bits(word: Word, chosen: Word) -> Word:
        """The bits of a word at the chosen places, packed from the lowest bit up."""
        return _extract(word, chosen)

    def _prefetch_row(typing: Any, rows: Any, row: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = signature.args[0]
            array = make_array(kind)(context, builder, args[0])
            place = get_item_pointer(context, builder, kind, array, [args[1], args[1].type(0)])
            byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
            shape = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
            ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], shape)
            builder.call(ask, [builder.bitcast(place, byte), flag(0), flag(3), flag(1)])
            return context.get_dummy_value()

        return types.none(rows, row), code

    prefetch = cast("Callable[[Any, int], None]", intrinsic(_prefetch_row))
    """Prefetch a row of an array into the cache."""

else:
    extract_bits = extract_bits_portable

    def prefetch(rows: Any, row: int) -> None:
        return None
