"""Luck: chance is a function of a seed and a name, the same on every machine."""

from hypothesis import given
from hypothesis import strategies as st

from engine.core.luck import STRIDE, U32_MASK, hash32, hash_combine, hash_sequence, nth_seed, seeded_hash, splitmix64

WORDS = st.integers(0, (1 << 64) - 1)


def test_the_order_of_calls_does_not_change_the_numbers():
    names = [(), (1,), (1, 2), (2, 1), (3,)]
    forth = [seeded_hash(7, *name) for name in names]
    back = [seeded_hash(7, *name) for name in reversed(names)]
    assert back[::-1] == forth


def test_different_seeds_and_names_give_different_numbers():
    names = [(), (0,), (1,), (0, 0), (0, 1), (1, 0), (2,)]
    assert len({seeded_hash(seed, *name) for seed in range(50) for name in names}) == 50 * len(names)


def test_the_numbers_are_pinned_so_that_old_saves_replay():
    assert splitmix64(0) == 0xE220A8397B1DCDAF  # the first values of splitmix64 with seed 0
    assert seeded_hash(1) == 0x910A2DEC89025CC1
    assert seeded_hash(1, 2, 3) == 0xD0734750FDE362B3
    assert hash_combine(5, -1) == 0xE8F938E3D92C0F81
    assert hash32(STRIDE) == 0xB94A814B


@given(WORDS)
def test_splitmix64_has_64_bits_and_hash32_has_32(word: int):
    assert 0 <= splitmix64(word) < 1 << 64
    assert 0 <= hash32(word & U32_MASK) <= U32_MASK


@given(WORDS, WORDS)
def test_splitmix64_and_hash32_are_injective(one: int, other: int):
    assert (splitmix64(one) == splitmix64(other)) == (one == other)
    assert (hash32(one & U32_MASK) == hash32(other & U32_MASK)) == (one & U32_MASK == other & U32_MASK)


@given(WORDS, st.integers(0, 63))
def test_one_bit_of_the_seed_changes_about_half_of_the_bits(seed: int, bit: int):
    changed = (splitmix64(seed) ^ splitmix64(seed ^ 1 << bit)).bit_count()
    assert 8 <= changed <= 56


@given(st.integers(0, (1 << 63) - 1), st.integers(0, U32_MASK), st.integers(0, U32_MASK))
def test_the_seeds_derived_from_one_seed_are_all_different(seed: int, one: int, other: int):
    assert 0 <= nth_seed(seed, one) < 1 << 63
    assert (nth_seed(seed, one) == nth_seed(seed, other)) == (one == other)


def test_dice_thrown_with_luck_are_fair():
    throws = [hash32(seeded_hash(3, throw) & U32_MASK) * 6 >> 32 for throw in range(6000)]
    for face in range(6):
        assert 850 <= throws.count(face) <= 1150


def test_hash_sequence_combines_one_number_after_another():
    assert hash_sequence(7, [1, -2, 1 << 62]) == hash_combine(hash_combine(hash_combine(7, 1), -2), 1 << 62)


def test_hash_combine_depends_on_the_order():
    assert hash_combine(hash_combine(0, 1), 2) != hash_combine(hash_combine(0, 2), 1)
