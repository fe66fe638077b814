"""Control characters and bidirectional marks never reach the terminal, whatever their source."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from ai.bots.external_bots import ExternalBotFailed
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import run
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp

NASTY = "A\x1b]52;c;aGk=\x07\u202en\x9b31m\u2066z"
CLEAN = "A]52;c;aGk=n31mz"
UNSAFE_SEQUENCES = ("\x1b]52", "\u202e", "\u2066", "\x9b31m", "\x07")


def is_safe(text: str) -> bool:
    return not any(sequence in text for sequence in UNSAFE_SEQUENCES)


def test_text_pasted_into_the_form_is_cleaned(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        field = app.screen.query_one("#name0", Input)
        field.focus()
        field.value = ""
        await pilot.pause()
        app.post_message(events.Paste(f"{NASTY} b\nsecond line"))
        await pilot.pause()
        assert field.value == f"{CLEAN} b"
        await pilot.press("space", "c")
        assert field.value == f"{CLEAN} b c"

    run(tmp_path, steps)


def test_text_pasted_into_the_palette_is_cleaned(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p")
        await pilot.pause()
        app.post_message(events.Paste(NASTY))
        await pilot.pause()
        assert app.screen.query_one(Input).value == CLEAN

    run(tmp_path, steps)


def test_a_name_from_the_command_line_is_cleaned(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p")
        await pilot.press("escape")
        app.action_go("new")
        await pilot.pause()
        assert [app.screen.query_one(f"#name{place}", Input).value for place in (0, 1)] == [CLEAN, CLEAN]

    run(tmp_path, steps, StartOptions(names=(NASTY, NASTY), levels=("shabti",)))


def test_pasted_control_characters_are_not_sent_to_the_terminal(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path) as vok:
        vok.see("Your name")
        vok.press("\x1b")
        vok.see("A new game")
        vok.press("n")
        vok.see("N E W   G A M E")
        vok.press("\t")
        vok.settle()
        vok.press("\x1b[200~owned\x9b31m\x07\u202e\u2066B\x1b[201~")
        vok.see("owned[31mB")
        assert not any(sign.encode() in vok.sent for sign in ("\x9b31m", "\u202e", "\u2066"))


LINES = {
    "cards check {file}": 0,
    "cards check {file}.none": 1,
    "arena shabti shabti --games 2 --workers 1 --state {file}": 2,
    "verify {file}": 1,
    "{name}": 2,
    "play {name}": 2,
    "simulate --seats {name}": 2,
}


def test_messages_name_files_and_words_without_control_characters(vok: RunVok, tmp_path: Path):
    name = NASTY.replace(" ", "")
    (tmp_path / "cards").mkdir()
    file = tmp_path / "cards" / name
    file.write_text(vok("cards", "export")[1], encoding="utf-8")
    for line, expected in LINES.items():
        code, out, err = vok(*[word.format(file=file, home=tmp_path, name=name) for word in line.split()])
        assert is_safe(out + err), (line, out, err)
        assert CLEAN in out + err, line
        assert code == expected, line


def test_messages_name_a_folder_without_control_characters(
    vok: RunVok, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VOK_HOME", str(tmp_path / NASTY))
    out = vok("saves")[1]
    assert CLEAN in out
    assert is_safe(out)


def test_the_error_text_of_a_bot_is_cleaned():
    assert is_safe(str(ExternalBotFailed("a:B", NASTY)))
