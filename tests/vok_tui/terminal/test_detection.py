"""Terminal detection from the environment, and ASCII output for terminals without Unicode."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from vok_tui.shared.detection import detect_terminal
from vok_tui.terminal.glyphs import to_ascii


@pytest.mark.parametrize(
    ("env", "ascii_only"),
    [
        ({}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.utf8@euro"}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # Python has set LC_CTYPE itself
        ({"LC_ALL": "POSIX", "LANG": "C.UTF-8"}, True),
        ({"LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "C.UTF-8"}, True),
        ({"LC_CTYPE": "ja_JP.UTF-8", "LANG": "C"}, False),
    ],
)
def test_a_locale_that_is_not_utf8_means_ascii(env: dict[str, str], ascii_only: bool) -> None:
    assert detect_terminal(env).ascii == ascii_only


@pytest.mark.parametrize(
    ("env", "colors"),
    [
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "xterm-kitty"}, 256),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "xterm"}, 16),
        ({"TERM": "linux"}, 16),
        ({"TERM": "screen"}, 16),
    ],
)
def test_a_terminal_has_sixteen_colours_unless_it_declares_more(env: dict[str, str], colors: int) -> None:
    found = detect_terminal(env)
    assert (found.sixteen_colors, found.has_256_colors) == (colors == 16, colors == 256)


def test_only_a_no_color_that_is_not_empty_turns_colours_off() -> None:
    assert detect_terminal({"NO_COLOR": "1"}).no_color
    assert not detect_terminal({"NO_COLOR": ""}).no_color
    assert not detect_terminal({}).no_color


def test_an_ssh_connection_is_remote_and_a_display_is_not() -> None:
    assert detect_terminal({"SSH_CONNECTION": "a 1 b 22"}).remote
    assert not detect_terminal({"DISPLAY": ":0"}).remote


@given(st.text())
def test_ascii_text_is_as_wide_as_the_original(text: str) -> None:
    ascii_text = to_ascii(text)
    assert ascii_text.isascii()
    assert cell_len(ascii_text) == cell_len(text)


def test_letters_lose_accents_and_frames_keep_corners_in_ascii() -> None:
    assert to_ascii("╭─ é ▸ × … ─╮") == "+- e > x ~ -+"


def test_escape_sequences_are_not_changed() -> None:
    assert to_ascii("\x1b[1;31m▸\x1b[0m") == "\x1b[1;31m>\x1b[0m"
