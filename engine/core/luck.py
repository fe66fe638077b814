"""Chance as a function of a seed and a key. There is no generator with a state.

The k-th random number of a seat is always the same. So a move that is taken back and played again draws the same cards, and a
different move changes only the luck that depends on it. 64-bit products would overflow `i64`, so `splitmix64` is for plain ints
outside the rules; `hash32` and `nth_seed` are for the hot path.
"""

from collections.abc import Iterable
from typing import Final

from engine.core.arrays import i64, vec

_U64_MASK: Final = (1 << 64) - 1
STRIDE: Final[i64] = 2654435769  # 2**32 divided by the golden ratio: multiples of it are spread evenly over 32 bits
U32_MASK: Final[i64] = 4294967295
LANE_MASK: Final[i64] = 2147483647  # 31 bits


def splitmix64(k: int) -> int:
    """The finalizer of splitmix64: every bit of the 64-bit result depends on every bit of `k`."""
    k = (k + 0x9E3779B97F4A7C15) & _U64_MASK
    k = ((k ^ (k >> 30)) * 0xBF58476D1CE4E5B9) & _U64_MASK
    k = ((k ^ (k >> 27)) * 0x94D049BB133111EB) & _U64_MASK
    return k ^ (k >> 31)


def hash_combine(digest: int, value: int) -> int:
    """`digest`, a running 64-bit hash, updated with one more number."""
    return splitmix64(digest ^ (value & _U64_MASK))


def hash_sequence(digest: int, values: Iterable[int]) -> int:
    """`hash_combine` with one number after another. Inlined, because digests call it millions of times."""
    for value in values:
        digest = ((digest ^ (value & _U64_MASK)) + 0x9E3779B97F4A7C15) & _U64_MASK
        digest = ((digest ^ (digest >> 30)) * 0xBF58476D1CE4E5B9) & _U64_MASK
        digest = ((digest ^ (digest >> 27)) * 0x94D049BB133111EB) & _U64_MASK
        digest ^= digest >> 31
    return digest


def seeded_hash(seed: int, *key: int) -> int:
    """A 64-bit random number that depends on a seed and a key."""
    return hash_sequence(hash_combine(0, seed), key)


def hash_cells(digest: i64, cells: vec[i64], start: i64, end: i64) -> i64:
    """`digest`, a running 62-bit hash, updated with the cells from `start` to before `end`. It has two lanes of 31 bits, so that
    each product stays below 2**63; many times as fast as `hash_sequence`, and not as thorough."""
    low = digest & LANE_MASK
    high = digest >> 31
    for i in range(start, end):
        cell = cells[i]
        low = (low ^ cell & U32_MASK) * 73244475 & LANE_MASK
        low ^= low >> 15
        high = (high ^ (cell + (cell >> 31)) & U32_MASK) * 1540483477 & LANE_MASK
        high ^= high >> 13
    return high << 31 | low


def hash32(x: i64) -> i64:
    """A xorshift-multiply hash of a 32-bit number. Each product stays below 2**63, so that `i64` and `int` agree."""
    x = (x ^ (x >> 16)) * 73244475 & U32_MASK
    x = (x ^ (x >> 16)) * 73244475 & U32_MASK
    return x ^ (x >> 16)


def nth_seed(seed: i64, n: i64) -> i64:
    """The n-th of the 63-bit seeds derived from `seed`. For n below 2**32 all are different."""
    low = hash32(seed & U32_MASK ^ n & U32_MASK)
    high = hash32((seed >> 32) + n & U32_MASK)
    return (high >> 1) << 32 | low
