"""Chance as a function of a seed and a name: no generator, nothing that runs along.

The k-th pick of a seat is the same whenever it is asked for, so taking a move back and playing it again brings the same
cards, and playing another one changes nobody's luck but what depends on it. 64-bit products would overflow `i64`, so
`mix` is for plain ints at the door, and `scramble` and `nth` are the small ones that the hot path uses.
"""

from typing import Final

from engine.core.row import i64

_MASK: Final = (1 << 64) - 1
STRIDE: Final[i64] = 2654435769  # the golden ratio of 2**32: successive cells never meet
LOW: Final[i64] = 4294967295


def mix(k: int) -> int:
    """The finaliser of splitmix64: every bit of the 64-bit result depends on every bit of `k`."""
    k = (k + 0x9E3779B97F4A7C15) & _MASK
    k = ((k ^ (k >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    k = ((k ^ (k >> 27)) * 0x94D049BB133111EB) & _MASK
    return k ^ (k >> 31)


def fold(k: int, part: int) -> int:
    """One more number into a running 64-bit digest."""
    return mix(k ^ (part & _MASK))


def key(seed: int, *name: int) -> int:
    """A 64-bit number for the thing that is called `name` in a game with this seed."""
    k = fold(0, seed)
    for part in name:
        k = fold(k, part)
    return k


def scramble(x: i64) -> i64:
    """32 well-mixed bits of a 32-bit cell (a xorshift-multiply hash). Each product stays below 2**63, so that `i64` and
    `int` agree."""
    x = (x ^ (x >> 16)) * 73244475 & LOW
    x = (x ^ (x >> 16)) * 73244475 & LOW
    return x ^ (x >> 16)


def nth(seed: i64, n: i64) -> i64:
    """The n-th of the seeds, 63 bits each, that one of them begins: for n below 2**32 no two are equal."""
    low = scramble(seed & LOW ^ n & LOW)
    high = scramble((seed >> 32) + n & LOW)
    return (high >> 1) << 32 | low
