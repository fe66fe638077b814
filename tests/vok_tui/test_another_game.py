"""Another game at the real table: Caravans, which Vok does not know, in a terminal of its own, against a searching level.

Its rounds have phases and no turns, a card lies face down, and all choose a road in secret.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import MAX_WAIT_SECONDS, PLAIN, PtyTerminal

WITH_CARAVANS = (sys.executable, "-m", "tests.games.caravans")
NEW_GAME = ("--game", "caravans", "--seed", "5", "--level", "priest:30", "--first", "you", "--pace", "0")


def table_of(home: Path, *arguments: str) -> PtyTerminal:
    return PtyTerminal(home, *arguments, command=WITH_CARAVANS)


def say(home: Path, *arguments: str, command: tuple[str, ...] = WITH_CARAVANS) -> subprocess.CompletedProcess[str]:
    """Run a command line without a screen."""
    environ = {**PLAIN, "HOME": str(home), "VOK_HOME": str(home)}
    return subprocess.run(
        [*command, *arguments],
        cwd=home,
        env=environ,
        capture_output=True,
        text=True,
        timeout=MAX_WAIT_SECONDS,
        check=False,
    )


def position(text: str) -> list[str]:
    """The board: cards and caravans, without the marks of the cursor."""
    return [line[:55].replace("▸", " ").rstrip() for line in text.splitlines()[:10]]


def play_a_round(table: PtyTerminal) -> str:
    """Load, wait, choose a road. Returns the screen in the second round."""
    table.see("Which card do you load, face down?")
    table.press("1")
    table.see("Whose load do you look at?")
    table.press("\r")
    table.see("Which road do you take?")
    table.press("\r")
    table.see("round 2, loading of 3 rounds")
    table.see("Which card do you load, face down?")
    return table.settle()


def test_a_round_is_undone_and_stands_again_after_the_program_was_killed(tmp_path: Path) -> None:
    with table_of(tmp_path, "play", *NEW_GAME) as table:
        stood = position(play_a_round(table))
        table.press("u")
        undone = table.see("Which road do you take?")
        assert "round 1, travelling" in undone
        assert "peeked" in undone, "the loads and roads of the others had come to light"
        table.press("r")
        table.see("round 2, loading of 3 rounds")
        table.settle()
        table.process.send_signal(signal.SIGKILL)
        assert table.exit_code() == -signal.SIGKILL
    (save,) = (tmp_path / "saves").glob("*.vok")
    assert b"tests.games" not in save.read_bytes(), "a save names no module"
    with table_of(tmp_path) as table:
        table.see("round 2, loading of 3 rounds")
        assert position(table.settle()) == stood


def test_a_game_is_played_to_its_score_sheet_and_its_save_is_sound(tmp_path: Path) -> None:
    with table_of(tmp_path, "play", *NEW_GAME) as table:
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
    verified = say(tmp_path, "verify", str(save))
    assert (verified.returncode, verified.stderr) == (0, "")


def test_a_save_of_a_game_that_is_not_known_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with table_of(tmp_path, "play", *NEW_GAME) as table:
        play_a_round(table)
        table.press("q")
        assert table.exit_code() == 0
    (save,) = (tmp_path / "saves").glob("*.vok")
    verified = say(tmp_path, "verify", str(save), command=(sys.executable, "-m", "vok_tui"))
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


@pytest.mark.parametrize("player", ["priest:5", "bots:First"])
def test_the_processes_of_a_contest_know_the_game(tmp_path: Path, player: str) -> None:
    (tmp_path / "bots.py").write_text(BOT)
    done = say(tmp_path, "arena", "--game", "caravans", player, "shabti", "--games", "2", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stdout
    assert "forfeited" not in done.stdout


def test_options_and_data_come_from_the_game(tmp_path: Path) -> None:
    goods = tmp_path / "goods.toml"
    goods.write_text(say(tmp_path, "cards", "--game", "caravans", "export").stdout.replace("worth = 9", "worth = 10"))
    options = ("--game", "caravans", "--games", "1", "--seats", "shabti,shabti", "--option", "rounds=2")
    one, other = say(tmp_path, "simulate", *options), say(tmp_path, "simulate", *options, "--cards", str(goods))
    assert (one.returncode, other.returncode) == (0, 0), one.stderr + other.stderr
    goods.write_text("roads = []")
    assert say(tmp_path, "cards", "--game", "caravans", "check", str(goods)).returncode == 1
    refused = say(tmp_path, "simulate", *options[:-1], "rounds=9")
    assert (refused.returncode, "rounds is one of 2, 3, 4" in refused.stderr) == (2, True)


def test_an_equal_where_no_level_was_measured_is_refused_before_a_table_opens(tmp_path: Path) -> None:
    said = say(tmp_path, "play", "--game", "caravans", "--level", "equal")
    assert said.returncode == 2
    assert said.stderr.count("\n") == 1
    assert "choose another level" in said.stderr
