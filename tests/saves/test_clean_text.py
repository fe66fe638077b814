"""Texts for the screen, and names of files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saves.clean_text import MAX_NAME_CHARS, MAX_STEM_CHARS, clean, file_stem, visible


@pytest.mark.parametrize(
    ("told", "shown"),
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
def test_what_cannot_be_seen_is_left_out(told, shown):
    assert clean(told) == shown


def test_a_name_has_an_end():
    assert clean("a" * 1000) == "a" * MAX_NAME_CHARS


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text):
    assert clean(clean(text)) == clean(text)
    assert visible(visible(text)) == visible(text)
    assert clean(text).isprintable()


@given(st.lists(st.text(), max_size=4))
def test_a_stem_is_letters_digits_and_hyphens_whatever_it_was_made_of(words):
    name = file_stem(*words)
    assert all(sign.isalnum() or sign == "-" for sign in name)
    assert not name.startswith("-")
    assert len(name.encode()) <= 4 * MAX_STEM_CHARS
