"""Vok in a real terminal: signals, lost connections and terminals with few abilities."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine import GAMES
from saves import Shelf, load
from saves.text import write_game
from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import GAME, MINIMAL_ENVIRON, PtyTerminal
from vok_tui.shared.errors import ExitCode

PROMISED = Path(__file__).parents[1] / "saves" / "promised" / "0.9"

SLOW = ("play", "--new", "--seed", "5", "--level", "priest:1000000", "--first", "you", "--pace", "0")


def table_text(text: str) -> list[str]:
    """The text of the table, without the cursor and the story."""
    lines = [line[:55] for line in text.splitlines()[:14]]
    return [line.replace("▸", " ").replace("•", " ").rstrip() for line in lines]


def play_into_a_turn(table: PtyTerminal) -> str:
    """Play some turns, and then buy a card without ending the turn. Returns the screen."""
    table.see("Your hand")
    for turn in (3, 5, 7):
        table.press("n")
        table.see("You left the pyramid unchanged")
        table.settle()
        table.press("\r")
        table.see(f"turn {turn}, your turn")
        table.settle()
    for key in "zxc":
        table.press(key)
        table.settle()
        table.press("\r")
        if "In play" in table.settle():
            break
        table.press("\x1b")
    assert "In play" in table.text
    return table.text


def test_some_turns_can_be_played_and_left(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, warm=False) as table:
        play_into_a_turn(table)
        table.press("q")
        assert table.exit_code() == ExitCode.OK
        assert b"vok continues it" in table.sent
        assert table.sent.rindex(b"\x1b[?1049l") < table.sent.rindex(b"Your game is saved")


@pytest.mark.nightly(reason="plays in a real terminal", keep="9--9")
@pytest.mark.parametrize(
    ("ending_signal", "code"),
    [(signal.SIGHUP, ExitCode.HUNG_UP), (signal.SIGTERM, ExitCode.TERMINATED), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_a_game_that_was_killed_during_a_turn_continues_there(
    tmp_path: Path, ending_signal: signal.Signals, code: int
) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table_before = table_text(play_into_a_turn(table))
        table.process.send_signal(ending_signal)
        assert table.exit_code() == code
    with PtyTerminal(tmp_path) as table:
        table.see("Your hand")
        assert table_text(table.settle()) == table_before


def test_a_game_without_moves_continues_after_a_kill_and_is_listed_from_its_first_move_on(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    with PtyTerminal(tmp_path, "play", "--new", "--level", "shabti", "--first", "you", "--pace", "0") as table:
        table.see("Your hand")
        table.process.kill()
        table.exit_code()
    (path,) = shelf.folder.glob("*.vok")
    seed = load(path, GAMES).header.setup.seed
    assert shelf.is_empty
    assert shelf.list_saves(GAMES) == []
    with PtyTerminal(tmp_path) as table:
        table.see("Your hand")
        table.press("n")
        table.see("You left the pyramid unchanged")
        table.process.kill()
        table.exit_code()
    (info,) = shelf.list_saves(GAMES)
    assert info.setup is not None
    assert (info.path, info.setup.seed, info.goes_on) == (path, seed, True)
    assert not shelf.is_empty


@pytest.mark.nightly(
    reason="plays in a real terminal", instead="test_a_game_that_was_killed_during_a_turn_continues_there"
)
def test_closing_the_window_ends_the_program_and_keeps_the_game(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table_before = table_text(play_into_a_turn(table))
        table.hang_up()
        assert table.process.wait(MAX_WAIT_SECONDS) == ExitCode.HUNG_UP
    with PtyTerminal(tmp_path) as table:
        table.see("Your hand")
        assert table_text(table.settle()) == table_before


@pytest.mark.nightly(
    reason="plays in two real terminals",
    instead="tests/vok_tui/screens/test_shelf.py::test_a_game_that_is_open_elsewhere_cannot_be_changed",
)
def test_a_second_window_shows_who_plays(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as first:
        first.see("Your hand")
        first.press("n")
        first.settle()
        with PtyTerminal(tmp_path) as second:
            second.see("Somebody is playing")
            assert f"process {first.process.pid}" in second.text.replace("\n", " ")


def test_a_terminal_that_is_too_small_says_so_until_it_is_enlarged(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, columns=60, lines=20) as table:
        table.see("this window has 60")
        table.resize(80, 24)
        table.see("Your hand")
        table.resize(20, 5)
        table.see("please")
        table.resize(100, 30)
        table.see("Your hand")


def test_only_ascii_is_sent_to_an_ascii_terminal(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, env={"LANG": "de_DE.ISO-8859-1"}) as table:
        table.see("Your hand")
        table.press("?")
        table.see("H E L P")
        table.settle()
        assert table.sent.isascii()


def test_input_that_is_not_utf8_is_ignored(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        os.write(table._master, b"\xe9\xff")
        table.press("?")
        table.see("H E L P")


def test_no_color_sends_no_colour(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, env={"NO_COLOR": "1"}) as table:
        table.see("Your hand")
        table.press("z")
        table.settle()
        codes = {code for run in re.findall(rb"\x1b\[([\d;]*)m", table.sent) for code in run.split(b";")}
        assert codes <= {b"", b"0", b"1", b"2", b"3", b"4", b"7", b"39", b"49"}


def test_an_empty_no_color_counts_as_not_set(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, env={"NO_COLOR": "", "COLORTERM": "truecolor"}) as table:
        table.see("Your hand")
        table.settle()
        assert re.search(rb"\x1b\[[\d;]*38;2;[\d;]*m", table.sent)


def test_a_terminal_with_sixteen_colours_gets_no_others(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, env={"TERM": "xterm"}) as table:
        table.see("Your hand")
        table.settle()
        assert not re.findall(rb"\x1b\[[\d;]*[34]8;[\d;]*m", table.sent)


@pytest.mark.nightly(reason="plays in a real terminal", keep="env1--modes1")
@pytest.mark.parametrize(
    ("env", "config", "modes"),
    [
        ({}, "", {b"1000", b"1003", b"1006", b"1015"}),
        ({"SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22"}, "", set()),
        ({"SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22"}, "[table]\nmouse = true\n", {b"1000", b"1006"}),
        ({}, "[table]\nmouse = false\n", set()),
    ],
)
def test_over_ssh_the_mouse_is_off_or_reports_only_clicks(
    tmp_path: Path, env: dict[str, str], config: str, modes: set[bytes]
) -> None:
    (tmp_path / "config.toml").write_text(f'{config}[session]\nkeep = "never"\n')
    with PtyTerminal(tmp_path, env=env) as table:
        table.see("Your name")
        table.settle()
        assert set(re.findall(rb"\x1b\[\?(10[01]\d)h", table.sent)) - {b"1004"} == modes


@pytest.mark.parametrize("name", ["dumb", ""])
def test_a_terminal_that_cannot_show_the_table_gets_lines(tmp_path: Path, name: str) -> None:
    with PtyTerminal(tmp_path, env={"TERM": name}) as table:
        table.receive(b"cannot move its cursor")
        table.receive(b"> ")
        table.settle()
        table.press("quit\n")
        assert table.exit_code() == ExitCode.OK
        assert b"\x1b" not in table.sent


@pytest.mark.parametrize("closed", [False, True])
def test_output_without_a_terminal_is_refused(tmp_path: Path, closed: bool) -> None:
    line = [sys.executable, "-m", "vok_tui"]
    result = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *line] if closed else line,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**MINIMAL_ENVIRON, "VOK_HOME": str(tmp_path)},
        timeout=MAX_WAIT_SECONDS,
        check=False,
    )
    assert result.returncode == ExitCode.NO_TERMINAL
    assert "is not a terminal" in result.stderr
    assert result.stdout == ""


def test_an_unknown_theme_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[table]\ntheme = "vok-61"\n')
    with PtyTerminal(tmp_path) as table:
        assert table.exit_code() == ExitCode.USAGE
        assert b'there is no theme "vok-61"; did you mean "vok-16"?' in table.sent


def test_the_installed_command_plays(installed: Path, tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, command=[str(installed / "vok")], env={"PYTHONPATH": ""}) as table:
        play_into_a_turn(table)
        table.press("q")
        assert table.exit_code() == ExitCode.OK


def end_first_turn(table: PtyTerminal) -> None:
    """End the first turn without a purchase and sacrifice a card of the pyramid. Then the opponent is asked."""
    table.see("turn 1, your turn")
    table.press("n")
    table.see("sacrifice one of")
    table.press("\r")


def test_keys_and_undo_work_while_a_slow_opponent_thinks(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *SLOW) as table:
        end_first_turn(table)
        table.see("is thinking")
        table.press("l")
        table.see("Earlier")
        table.press("l")
        table.press("u")
        table.see("sacrifice one of")
        table.settle()
        assert "is thinking" not in table.text, "the opponent no longer thinks"
        table.press("q")
        assert table.exit_code() == ExitCode.OK


def test_a_thinking_opponent_sends_few_bytes(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *SLOW) as table:
        end_first_turn(table)
        table.see("is thinking")
        before, first_line = len(table.sent), table.text.splitlines()[0]
        for _ in range(6):
            while table.text.splitlines()[0] == first_line:
                table.read()
            first_line = table.text.splitlines()[0]
        assert len(table.sent) - before < 6 * 300


@pytest.mark.nightly(
    reason="pastes a long game", instead="tests/vok_tui/screens/test_paste.py::test_a_pasted_game_is_opened_and_saved"
)
def test_a_long_score_that_is_pasted_is_stored_whole(tmp_path: Path) -> None:
    loaded = load(PROMISED / "valley-both-finished.vok", GAMES)
    score = write_game(loaded.match, loaded.header)
    assert len(score) > 10_000
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    (shelf.folder / "a.vok").write_bytes((PROMISED / "valley-base-finished.vok").read_bytes())
    with PtyTerminal(tmp_path) as table:
        table.see("n New")
        table.press(f"\x1b[200~{score}\x1b[201~")
        table.see("Review")
    (path,) = set(shelf.folder.glob("*.vok")) - {shelf.folder / "a.vok"}
    stored = load(path, GAMES).match
    assert stored.log.actions == loaded.match.log.actions
    assert stored.state.digest() == loaded.match.state.digest()
