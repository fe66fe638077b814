"""A game that Vok does not ship, Caravans, in a real terminal against a searching level.

Its rounds have phases and no turns, cards lie face down, and all players choose a road in secret.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON, PtyTerminal

WITH_CARAVANS = (sys.executable, "-m", "tests.games.caravans")
NEW_GAME = ("--game", "caravans", "--seed", "5", "--level", "priest:30", "--first", "you", "--pace", "0")


def open_caravans(home: Path, *arguments: str) -> PtyTerminal:
    return PtyTerminal(home, *arguments, command=WITH_CARAVANS)


def run_command(
    home: Path, *arguments: str, command: tuple[str, ...] = WITH_CARAVANS
) -> subprocess.CompletedProcess[str]:
    """Run a command line without a screen."""
    environ = {**MINIMAL_ENVIRON, "HOME": str(home), "VOK_HOME": str(home)}
    return subprocess.run(
        [*command, *arguments],
        cwd=home,
        env=environ,
        capture_output=True,
        text=True,
        timeout=MAX_WAIT_SECONDS,
        check=False,
    )


def board_text(text: str) -> list[str]:
    """The text of the board, without the cursor."""
    return [line[:55].replace("▸", " ").rstrip() for line in text.splitlines()[:10]]


def play_a_round(table: PtyTerminal) -> str:
    """Play the first round. Returns the screen in the second one."""
    table.see("Which card do you load, face down?")
    table.press("1")
    table.see("Whose load do you look at?")
    table.press("\r")
    table.see("Which road do you take?")
    table.press("\r")
    table.see("round 2, loading of 3 rounds")
    table.see("Which card do you load, face down?")
    return table.settle()


@pytest.mark.nightly(
    reason="plays in a real terminal",
    instead="tests/vok_tui/test_pty.py::test_a_game_that_was_killed_during_a_turn_continues_there",
)
def test_a_round_can_be_undone_and_survives_a_kill(tmp_path: Path) -> None:
    with open_caravans(tmp_path, "play", *NEW_GAME) as table:
        board_before = board_text(play_a_round(table))
        table.press("u")
        undone = table.see("Which road do you take?")
        assert "round 1, travelling" in undone
        assert "peeked" in undone, "the loads and roads of the opponents had been revealed"
        table.press("r")
        table.see("round 2, loading of 3 rounds")
        table.settle()
        table.process.send_signal(signal.SIGKILL)
        assert table.exit_code() == -signal.SIGKILL
    (save,) = (tmp_path / "saves").glob("*.vok")
    assert b"tests.games" not in save.read_bytes(), "a save names no module"
    with open_caravans(tmp_path) as table:
        table.see("round 2, loading of 3 rounds")
        assert board_text(table.settle()) == board_before


@pytest.mark.nightly(
    reason="plays a whole game in a real terminal",
    instead="tests/vok_tui/test_every_game.py::test_a_game_can_be_played_with_enter_from_form_to_score_sheet",
)
def test_a_game_is_played_to_its_score_sheet_and_its_save_is_valid(tmp_path: Path) -> None:
    with open_caravans(tmp_path, "play", *NEW_GAME) as table:
        play_a_round(table)
        for _ in range(12):
            if "Dealt by seed" in table.settle():
                break
            table.press("\r")
        text = table.see("Dealt by seed 5.")
        assert "Points" in text
        assert "victory" in text or "win" in text
        table.press("q")
        assert table.exit_code() == 0
    (save,) = (tmp_path / "saves").glob("*.vok")
    verified = run_command(tmp_path, "verify", str(save))
    assert (verified.returncode, verified.stderr) == (0, "")


def test_a_save_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with open_caravans(tmp_path, "play", *NEW_GAME) as table:
        play_a_round(table)
        table.press("q")
        assert table.exit_code() == 0
    (save,) = (tmp_path / "saves").glob("*.vok")
    verified = run_command(tmp_path, "verify", str(save), command=(sys.executable, "-m", "vok_tui"))
    assert verified.returncode != 0
    assert "caravans" in verified.stderr
    assert len(verified.stderr.splitlines()) == 1


BOT = """
class First:
    def __init__(self, game, seat, seed):
        self.title = game.title()

    def choose(self, state, deadline):
        return state.legal_moves()[0] if self.title == "Caravans" else None
"""


@pytest.mark.nightly(reason="starts several programs", keep="priest:5")
@pytest.mark.parametrize("player", ["priest:5", "bots:First"])
def test_the_processes_of_a_contest_know_the_game(tmp_path: Path, player: str) -> None:
    (tmp_path / "bots.py").write_text(BOT)
    result = run_command(tmp_path, "arena", "--game", "caravans", player, "shabti", "--games", "2", "--workers", "1")
    assert result.returncode == 0, result.stderr
    assert "2 games" in result.stdout
    assert "forfeited" not in result.stdout


@pytest.mark.nightly(reason="plays in a real terminal", instead="test_a_save_of_an_unknown_game_is_refused")
def test_options_and_data_come_from_the_game(tmp_path: Path) -> None:
    goods = tmp_path / "goods.toml"
    goods.write_text(
        run_command(tmp_path, "cards", "--game", "caravans", "export").stdout.replace("worth = 9", "worth = 10")
    )
    options = ("--game", "caravans", "--games", "1", "--seats", "shabti,shabti", "--option", "rounds=2")
    shipped = run_command(tmp_path, "simulate", *options)
    changed = run_command(tmp_path, "simulate", *options, "--cards", str(goods))
    assert (shipped.returncode, changed.returncode) == (0, 0), shipped.stderr + changed.stderr
    goods.write_text("roads = []")
    assert run_command(tmp_path, "cards", "--game", "caravans", "check", str(goods)).returncode == 1
    refused = run_command(tmp_path, "simulate", *options[:-1], "rounds=9")
    assert (refused.returncode, "rounds is one of 2, 3, 4" in refused.stderr) == (2, True)


def test_equal_is_refused_in_a_game_without_measured_levels(tmp_path: Path) -> None:
    result = run_command(tmp_path, "play", "--game", "caravans", "--level", "equal")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "choose another level" in result.stderr
