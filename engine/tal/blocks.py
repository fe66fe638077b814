"""Building blocks: a heap of them is one integer, with 8 bits for the number of blocks of each colour.

Heaps are added and subtracted as numbers. No heap holds more than 255 blocks of a colour, so the bits of a colour never overflow.
"""

from typing import Final

from engine.core.arrays import i64
from engine.core.moves import shift_left

COLOURS: Final = ("black", "red", "yellow", "white", "blue")
COLOUR_LETTERS: Final = "krywb"
COLOUR_COUNT: Final[i64] = 5
BLOCKS_OF_COLOUR: Final = 33  # in the bag at the beginning
COLOUR_BITS: Final[i64] = 8
COLOUR_MASK: Final[i64] = 255
NO_BLOCKS: Final[i64] = 0
Heap = i64  # blocks: 8 bits for the number of each colour


def one_block(colour: i64) -> Heap:
    return shift_left(1, COLOUR_BITS * colour)


def colour_count(heap: Heap, colour: i64) -> i64:
    """The number of blocks of a colour in a heap."""
    return heap >> COLOUR_BITS * colour & COLOUR_MASK


def block_count(heap: Heap) -> i64:
    """The number of blocks in a heap."""
    return (heap & 255) + (heap >> 8 & 255) + (heap >> 16 & 255) + (heap >> 24 & 255) + (heap >> 32 & 255)


def heap_letters(heap: int) -> str:
    """A heap as a word, one letter for each block: "kkrrb"."""
    return "".join([letter * int(colour_count(heap, colour)) for colour, letter in enumerate(COLOUR_LETTERS)])


def heap_from_letters(letters: str) -> int:
    """The heap of a word of letters in any order. Raises ValueError for a letter that is no colour."""
    return sum([int(one_block(COLOUR_LETTERS.index(letter))) for letter in letters])


def full_bag() -> int:
    """The full bag: 165 blocks."""
    return sum([BLOCKS_OF_COLOUR << 8 * colour for colour in range(len(COLOURS))])
