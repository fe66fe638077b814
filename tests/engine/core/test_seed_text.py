"""Seeds as players tell and type them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BadSetup
from engine.core.setup import FIRST_WORDED_SEED, MAX_SEED, read_seed, seed_text

WORDED = st.integers(FIRST_WORDED_SEED, 2 * FIRST_WORDED_SEED - 1)


@given(st.integers(0, MAX_SEED) | WORDED)
def test_the_text_of_a_seed_is_read_as_the_same_seed(seed: int) -> None:
    assert read_seed(seed_text(seed)) == seed


@given(WORDED)
def test_a_seed_of_sixty_bits_is_four_words(seed: int) -> None:
    text = seed_text(seed)
    assert re.fullmatch("([a-z]{5}-){3}[a-z]{5}", text)
    for typed in (text.upper(), text.replace("-", " "), text.replace("-", ""), f" {text} "):
        assert read_seed(typed) == seed


@pytest.mark.parametrize("seed", [0, 7, 999_999, 20261123003, FIRST_WORDED_SEED - 1])
def test_a_small_seed_stays_a_number(seed: int) -> None:
    assert seed_text(seed) == str(seed)


def test_most_typing_errors_are_noticed() -> None:
    text, noticed = seed_text(FIRST_WORDED_SEED + 20_261_128), 0
    changes = [
        text[:i] + letter + text[i + 1 :] for i in range(len(text)) for letter in "bdaiz" if text[i] not in f"-{letter}"
    ]
    for changed in changes:
        try:
            noticed += read_seed(changed) == FIRST_WORDED_SEED + 20_261_128
        except BadSetup:
            noticed += 1
    assert noticed > len(changes) * 0.85


@pytest.mark.parametrize(
    "text", ["", "-5", "1e3", "seven", "babab-babab-babab", str(MAX_SEED + 1), "9" * 5000, "ba" * 5000, "٣"]
)
def test_anything_else_is_refused_in_a_short_sentence(text: str) -> None:
    with pytest.raises(BadSetup, match="seed") as refused:
        read_seed(text)
    assert len(str(refused.value)) < 200
