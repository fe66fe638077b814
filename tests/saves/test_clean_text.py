"""Cleaning texts for the screen and for file names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saves.clean_text import MAX_NAME_CHARS, MAX_STEM_CHARS, clean_and_cut, file_stem, visible


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee ", "Ann Lee"),
        ("\x1b]52;c;cHduZWQ=\x07Ann", "]52;c;cHduZWQ=Ann"),
        ("\x9b2JAnn", "2JAnn"),
        ("Ann\u202egnp.exe", "Anngnp.exe"),
        ("\u2066Ann\u2069\u200f", "Ann"),
        ("Ann\udce9", "Ann"),
        ("Zoë 王 Ω", "Zoë 王 Ω"),
        ("\x00\x1b", ""),
    ],
)
def test_invisible_characters_are_removed(text, cleaned):
    assert clean_and_cut(text) == cleaned


def test_a_long_name_is_cut():
    assert clean_and_cut("a" * 1000) == "a" * MAX_NAME_CHARS


@given(st.text())
def test_cleaning_twice_equals_cleaning_once(text):
    assert clean_and_cut(clean_and_cut(text)) == clean_and_cut(text)
    assert visible(visible(text)) == visible(text)
    assert clean_and_cut(text).isprintable()


@given(st.lists(st.text(), max_size=4))
def test_a_file_stem_has_only_letters_digits_and_hyphens(words):
    name = file_stem(*words)
    assert all(char.isalnum() or char == "-" for char in name)
    assert not name.startswith("-")
    assert len(name.encode()) <= 4 * MAX_STEM_CHARS
