"""What a host asks of a player's name, folder, environment and settings, without a kernel or an SSH server."""

import subprocess
import sys
from pathlib import Path

import pytest

from ai.process import walls
from ai.process.limits import HOSTED_ENV
from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from saves import Shelf
from saves.errors import CannotRead
from tests.tables import each_row
from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.cli.commands import shell
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.settings import kept_text, setting_rows
from vok_tui.game.autosave import resume_or_review_game
from vok_tui.game.bot_approval import Approvals, allowed_typed_bots
from vok_tui.screens.app import SLOW_NOTE
from vok_tui.screens.help import HelpScreen
from vok_tui.sessions import hosted
from vok_tui.shared.errors import CommandError, ExitCode, UsageError

BOT = "evilbot:Bot"


@each_row("name", ["", ".", "..", "../bob", "a/b", "Ann", "-a", "_a", "a b", "ä", "a\n", "a" * 33, "a\0"])
def test_a_name_that_could_be_another_folder_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="the name of a player has 1 to 32 characters"):
        hosted.check_player_name(name)


@pytest.mark.parametrize("name", ["a", "ann", "ann-2", "7of9", "a_b", "a" * 32])
def test_a_plain_name_is_taken(name: str) -> None:
    assert hosted.check_player_name(name) == name


def test_the_folder_of_a_player_is_private(tmp_path: Path) -> None:
    folder = hosted.make_player_folder(tmp_path / "players", "ann")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert folder.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_leads_elsewhere_or_is_open_to_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "ann").symlink_to(tmp_path / "real")
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob").chmod(0o755)
    for name in ("ann", "bob"):
        with pytest.raises(CommandError, match="a folder that only its account can read"):
            hosted.make_player_folder(tmp_path, name)


def test_only_what_the_terminal_can_show_is_kept_of_the_environment(tmp_path: Path) -> None:
    evil = ("VOK_COMPILED", "TEXTUAL_THEME", "BROWSER", "TMPDIR", "COLUMNS", "LD_PRELOAD", "SSH_ORIGINAL_COMMAND")
    sent = {**dict.fromkeys(evil, "/evil"), "TERM": "xterm", "LANG": "x" * 1000}
    environment = hosted.clean_environment(sent, tmp_path, "ann")
    assert environment["TERM"] == "xterm"
    assert "/evil" not in environment.values()
    assert max(map(len, environment.values())) <= max(hosted.MAX_VARIABLE_CHARS, len(str(tmp_path)))


def test_a_kernel_without_landlock_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for version, words in ((-1, "no Landlock"), (2, "version 2 of Landlock")):
        monkeypatch.setattr(walls, "landlock_version", lambda version=version: version)
        with pytest.raises(CommandError) as refused:
            shell.check_walls(has_walls=True)
        assert words in str(refused.value)
        assert "--without-walls" in str(refused.value)
    shell.check_walls(has_walls=False)


def test_players_inside_the_folder_of_the_code_are_refused() -> None:
    code = Path(walls.__file__).parents[2]
    with pytest.raises(walls.NoWalls, match="must not be inside the folder of Vok's code"):
        walls.code_folders(code / "players")


def test_a_folder_that_contains_the_players_is_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert tmp_path.resolve() in walls.code_folders(tmp_path.parent / "other")
    assert tmp_path.resolve() not in walls.code_folders(tmp_path / "players")


def test_no_bot_runs_for_a_guest_and_none_is_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evilbot.py").write_text("class Bot: pass\n")
    setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Bek", BOT)), 1)
    with Shelf(tmp_path).create(setup, GAMES["valley"], "test", 0) as file:
        path = file.path
    at_home = resume_or_review_game(path, None, Approvals(tmp_path))
    assert at_home.unapproved_bots
    at_home.autosave.close()
    monkeypatch.setenv(HOSTED_ENV, "ann")
    game = resume_or_review_game(path, None, Approvals(tmp_path))
    assert not game.unapproved_bots
    assert not game.sitting.allowed_bots
    assert not allowed_typed_bots([BOT])


def test_messages_call_the_folder_of_a_guest_home(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from saves.errors import leave_unnamed, CannotRead\n"
    code += (
        "leave_unnamed(Path(sys.argv[1])); print(CannotRead(Path(sys.argv[1], 'saves', 'x.vok'), OSError(5, 'Broken')))"
    )
    said = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("~/saves/x.vok cannot be read (broken)")
    assert str(tmp_path) in str(CannotRead(tmp_path / "x.vok", OSError(5, "Broken")))


def test_without_a_terminal_nothing_begins(tmp_path: Path) -> None:
    words = ["shell", "--player", "ann", "--home", str(tmp_path / "players"), "--without-walls"]
    command = [sys.executable, "-m", "vok_tui", *words]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=MINIMAL_ENVIRON, stdin=subprocess.DEVNULL
    )
    assert done.returncode == ExitCode.NO_TERMINAL
    assert done.stderr == "vok: here you can only play, and this connection has no terminal: connect with ssh -t\n"
    assert not list((tmp_path / "players" / "ann").iterdir())


@pytest.mark.parametrize("text", ["[table]\ntheme = 7\n", "not TOML", '[keys]\nleave = "no such key"\n'])
def test_broken_settings_lock_nobody_out(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text(text)
    start = hosted.configured("ann")
    assert start.config == Config(name="ann")
    assert start.config_file is None  # so nothing is written into it
    (tmp_path / "config.toml").write_text('[player]\nname = "Ann"\n')
    assert hosted.configured("ann2").config.name == "Ann"


def test_the_sentence_about_an_error_names_no_place(tmp_path: Path) -> None:
    code = walls.__file__
    explain = hosted.explaining_to_guest(lambda error: (str(error), 1), tmp_path)
    sentence, _ = explain(OSError(f"{tmp_path}/saves/x.vok and {code}"))
    assert sentence.startswith("~/saves/x.vok and vok/ai/process/walls")


def test_a_guest_reads_of_no_file_that_only_the_host_can_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def texts() -> str:
        rows = [f"{row.sentence} {kept_text(row, Config())}" for row in setting_rows()]
        return " ".join([SLOW_NOTE, *HelpScreen(table_kit_of(GAMES["valley"]), {}).pages, *rows])

    assert "config.toml" in texts()
    assert "Names of keys" in texts()
    monkeypatch.setenv(HOSTED_ENV, "ann")
    assert "config.toml" not in texts()
    assert "Names of keys" not in texts()
