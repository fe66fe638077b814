"""A game of a session that waits for its player: it is ended first, so the game is free to go on in lines."""

import os
from pathlib import Path

import pytest

from engine import GAMES
from saves import load, resume
from tests.vok_tui.screens.app_helpers import make_save
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.plain.terminal import run_plain
from vok_tui.shared.errors import ExitCode


def test_the_session_ends_before_its_game_is_opened(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_save(home, 6)
    session, _ = resume(path, GAMES)  # holds the save, as a session does
    reading, writing = os.pipe()
    os.write(writing, b"1\nquit\n")
    os.close(writing)
    before = load(path, GAMES).match.log
    with os.fdopen(reading) as lines:
        monkeypatch.setattr("sys.stdin", lines)
        assert run_plain(StartOptions(path=path), session.close) == ExitCode.OK
    assert "busy" not in capsys.readouterr().out.casefold()
    assert len(load(path, GAMES).match.log) > len(before), "the first answer was played and stored"
