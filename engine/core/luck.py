"""Chance as a function of a seed and a name. There is no generator with a state.

The k-th pick of a seat is the same whenever it is asked for. So a move that was taken back and is played again brings the same
cards, and another move changes no luck that does not depend on it. 64-bit products would overflow `i64`: `splitmix64` is for
plain ints outside of the rules; `hash32` and `nth_seed` are for the hot path.
"""

from collections.abc import Iterable
from typing import Final

from engine.core.arrays import i64

_U64_MASK: Final = (1 << 64) - 1
STRIDE: Final[i64] = 2654435769  # 2**32 divided by the golden ratio, so that successive seeds never meet
U32_MASK: Final[i64] = 4294967295


def splitmix64(k: int) -> int:
    """The finalizer of splitmix64: every bit of the 64-bit result depends on every bit of `k`."""
    k = (k + 0x9E3779B97F4A7C15) & _U64_MASK
    k = ((k ^ (k >> 30)) * 0xBF58476D1CE4E5B9) & _U64_MASK
    k = ((k ^ (k >> 27)) * 0x94D049BB133111EB) & _U64_MASK
    return k ^ (k >> 31)


def hash_combine(k: int, value: int) -> int:
    """A running 64-bit digest, with one more number."""
    return splitmix64(k ^ (value & _U64_MASK))


def hash_sequence(k: int, values: Iterable[int]) -> int:
    """`hash_combine` with one number after the other. Written out: digests run through it millions of times."""
    for value in values:
        k = ((k ^ (value & _U64_MASK)) + 0x9E3779B97F4A7C15) & _U64_MASK
        k = ((k ^ (k >> 30)) * 0xBF58476D1CE4E5B9) & _U64_MASK
        k = ((k ^ (k >> 27)) * 0x94D049BB133111EB) & _U64_MASK
        k ^= k >> 31
    return k


def seeded_hash(seed: int, *name: int) -> int:
    """A 64-bit number for the thing called `name` in a game with this seed."""
    return hash_sequence(hash_combine(0, seed), name)


def hash32(x: i64) -> i64:
    """32 well-mixed bits of a 32-bit cell (a xorshift-multiply hash). Each product stays below 2**63, so that `i64` and
    `int` agree."""
    x = (x ^ (x >> 16)) * 73244475 & U32_MASK
    x = (x ^ (x >> 16)) * 73244475 & U32_MASK
    return x ^ (x >> 16)


def nth_seed(seed: i64, n: i64) -> i64:
    """The n-th of the 63-bit seeds that follow from `seed`. For n below 2**32 all are different."""
    low = hash32(seed & U32_MASK ^ n & U32_MASK)
    high = hash32((seed >> 32) + n & U32_MASK)
    return (high >> 1) << 32 | low
