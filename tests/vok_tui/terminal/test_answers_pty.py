"""Answers that a terminal sends late, cut off or in pieces, at every screen: no screen changes and no move is made."""

import os
from itertools import cycle
from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import GAME, PtyTerminal
from tests.vok_tui.terminal.answers import ASKED, UNASKED

LOOKS = 2  # no Escape waits here for what may follow it
ANSWERS = [*UNASKED.values(), *ASKED.values()]
# What to press to get to a screen from the one before it, and what it then shows.
WAY = (
    ("", "Your hand"),
    ("n", "You left the pyramid unchanged"),  # a first move, so that there is a save
    ("\r", "turn 3, your turn"),
    ("z", "Your hand"),  # a card is chosen: more keys would buy it
    ("\x10", "Search"),
    ("statistics", "finished games"),
    ("\r", "S T A T I S T I C S"),
    ("\x1b", "Your hand"),
    ("m", "o Saves"),
    ("o", "S A V E D"),
    ("\x1b", "o Saves"),
    ("?", "H E L P"),
    ("\x1b", "o Saves"),
    ("k", "C A R D S"),
    ("\x1b", "o Saves"),
    ("n", "N E W"),
)
SKIPPED = ("", "statistics", "\x1b")  # on the way only


def files_in(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


@pytest.mark.nightly(
    reason="plays in a real terminal", instead="tests/vok_tui/terminal/test_fence.py::test_an_answer_is_no_key"
)
def test_no_answer_plays_or_changes_a_screen(tmp_path: Path) -> None:
    places = cycle(range(2, 9))
    with PtyTerminal(tmp_path, *GAME) as table:
        for key, wanted in WAY:
            table.press(key)
            table.see(wanted)
            screen, files = table.settle(LOOKS), files_in(tmp_path)
            if key in SKIPPED:
                continue
            for answer in ANSWERS:
                data, at = answer.encode(), min(next(places), len(answer) - 1)
                os.write(table._master, data[:at])
                table.read(0.001)
                os.write(table._master, data[at:])
            os.write(table._master, b"\x1bP>|XTer")  # cut off
            table.read(0.001)
            os.write(table._master, b"\x1b[?62;4")
            table.press("\x1b[<65;1;1M")  # the next report ends it; this one scrolls nothing
            assert table.settle(LOOKS) == screen
            assert files_in(tmp_path) == files
