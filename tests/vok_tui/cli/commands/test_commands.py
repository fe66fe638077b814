"""The command line: output, error messages and exit codes."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ai.process.pipes import python_command
from engine import GAMES
from engine.core.game import Seat, Setup
from lab.commands import COMMANDS as LAB_COMMANDS
from saves import Shelf, load
from tests.games.more_games import register_more_games
from tests.source_tree import ROOT
from tests.vok_tui.run_vok import RunVok
from vok_tui import __version__
from vok_tui.cli.main import COMMANDS
from vok_tui.shared.errors import ExitCode

ESC = "\x1b"

pytestmark = pytest.mark.usefixtures("home")


def run_process(*argv: str, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vok_tui", *argv]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **options)


@pytest.fixture
def save(home: Path) -> Path:
    """A closed save of an unfinished game with forty moves."""
    from engine.core.match import Match

    game = GAMES["valley"]
    setup = Setup("valley", (Seat("Änn"), Seat("Khety", "scribe")), 7)
    match = Match(game, setup)
    with Shelf().create(setup, game, __version__, 1_700_000_000) as file:
        for _ in range(40):
            match.play(game.action(match.state, match.state.legal_moves()[0]))
        file.keep(match)
    return file.path


# -- the entry point


def test_the_version_is_printed(vok: RunVok):
    assert vok("--version") == (0, f"vok {__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(vok: RunVok, command: str):
    code, out, err = vok(command, "--help")
    assert code == 0
    assert out.startswith(f"usage: vok {command}")
    assert not err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_an_unknown_option_in_one_line(vok: RunVok, command: str):
    commands_with_file = ("open", "analyse", "verify", "export", "import", "replay", "watch", "arena", "train")
    needed_arguments = {"completion": "zsh", "shell": "--player ann", **dict.fromkeys(commands_with_file, "FILE")}
    code, out, err = vok(command, "--no-such-option", *needed_arguments.get(command, "").split())
    assert (code, out) == (2, "")
    assert err.startswith(f'vok: {command} has no option "--no-such-option"')
    assert err.count("\n") == 1


REFUSALS = {
    "savs": 'there is no command "savs"; did you mean "saves"?',
    "xyzzy": f'there is no command "xyzzy"; known are: {", ".join(sorted([*COMMANDS, *LAB_COMMANDS]))}',
    "cards --jsn": 'cards has no option "--jsn"; did you mean "--json"?',
    "--plyers=3": 'play has no option "--plyers"; did you mean "--players"?',
    "--players 9": 'play: --players: a whole number from 1 to 8, not "9"; see vok play --help',
    "--players": "play: --players: expected one argument; see vok play --help",
    "play now": 'play can do nothing with "now"; see vok play --help',
    "play --level preist": 'play: there is no level "preist"; did you mean "priest"?',
    "play --players 2 --seat A --seat B --seat C": "3 names are too many for 2 seats",
    "play --players 2 --level scribe --level scribe": "2 levels are too many for 2 seats, of which one is yours",
    "play --players 2 --first 3": "seat 3 cannot begin in a game with 2 seats",
    "play --first me": 'play: --first: who begins is you, lot or a seat from 1 to 8, not "me"; see vok play --help',
    f"play --seat {'A' * 41}": 'a name has at most 40 characters, and "AAAAAAAAAAAA..." has 41',
    "open": "open: the following arguments are required: FILE; see vok open --help",
    "cards bota": 'no card is called "bota"; did you mean "Boat"?',
    "simulate --games 0": 'a whole number from 1 to 10000000, not "0"',
    "simulate --seats shabti": "simulate: base cannot be played by 1",
    "simulate --seats shabti,human": 'there is no level "human"',
}


@pytest.mark.parametrize("line", REFUSALS)
def test_a_wrong_command_line_gets_one_sentence_with_the_nearest_word(vok: RunVok, line: str):
    code, out, err = vok(*line.split())
    assert (code, out) == (2, "")
    assert REFUSALS[line] in err
    assert err.startswith("vok: ")
    assert err.count("\n") == 1


def test_a_file_instead_of_a_command_gets_the_command_that_opens_it(vok: RunVok, save: Path):
    assert vok(str(save)) == (2, "", f'vok: there is no command "{save}"; to open that file: vok open {save}\n')


def test_an_error_message_contains_no_escape_sequence(vok: RunVok):
    for line in ([f"{ESC}[2J"], ["cards", f"{ESC}]52;c;AAAA\a"], ["verify", f"{ESC}[1m"]):
        assert ESC not in vok(*line)[2]


def test_a_crash_prints_one_sentence_and_writes_a_report(vok: RunVok, home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("vok_tui.cli.commands.cards.run", lambda args: 1 // 0)
    code, out, err = vok("cards", "boat")
    (report,) = (home / "crashes").iterdir()
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert str(report) in err
    assert "ZeroDivisionError" in report.read_text()
    assert "['cards', 'boat']" in report.read_text()
    assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_a_crash_report_is_written_elsewhere_if_the_data_folder_is_unwritable(
    vok: RunVok, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("VOK_HOME", str(tmp_path / "file" / "below"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr("vok_tui.cli.commands.cards.run", lambda args: 1 // 0)
    vok("cards")
    assert len(list((tmp_path / "temporary").iterdir())) == 1


def test_a_closed_pipe_prints_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "vok_tui", "cards", "--json"],
        cwd=ROOT,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert process.returncode == ExitCode.BROKEN_PIPE
    assert process.stderr == b""


def test_errors_never_go_to_stdout_even_if_stderr_is_closed():
    line = ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-m", "vok_tui", "savs"]
    process = subprocess.run(line, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    assert (process.returncode, process.stdout) == (ExitCode.USAGE, b"")


def test_closed_streams_end_no_command_and_their_numbers_are_given_to_no_file(home: Path):
    code = (
        "import os, sys\n"
        "from vok_tui.__main__ import open_closed_streams\n"
        "open_closed_streams()\n"
        "number = os.open('save', os.O_CREAT | os.O_WRONLY)\n"
        "from vok_tui.cli.main import run\n"
        "sys.exit(run(['stats']) if number > 2 else 99)\n"
    )
    line = ["sh", "-c", 'exec "$@" <&- >&-', "sh", sys.executable, "-c", code]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.run(line, cwd=home, env=environ, stderr=subprocess.PIPE, check=False)
    assert (process.returncode, process.stderr) == (0, b"")


def test_ctrl_c_ends_a_long_command_silently():
    code = (
        "import signal, sys\n"
        "from vok_tui.cli.main import run\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.5)\n"
        "sys.exit(run(['simulate', '--games', '1000000', '--seats', 'shabti,shabti']))\n"
    )
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout, process.stderr) == (ExitCode.INTERRUPTED, "", "")


def test_characters_that_the_locale_lacks_do_not_break_a_command(save: Path):
    process = run_process("saves", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert process.returncode == 0, process.stderr
    assert "\\xc4nn" in process.stdout


# -- the table


def test_without_a_terminal_the_table_does_not_open():
    for argv in ([], ["play"], ["--new"]):
        process = run_process(*argv, stdin=subprocess.DEVNULL)
        assert process.returncode == ExitCode.NO_TERMINAL
        assert "not a terminal" in process.stderr
        assert "vok plain" in process.stderr
        assert process.stdout == ""
        assert process.stderr.count("\n") == 1


def test_a_wrong_configuration_stops_the_table_before_it_opens(vok: RunVok, home: Path):
    (home / "config.toml").write_text('[table]\nthem = "nord"')
    code, _, err = vok("play")
    assert code == 2
    assert err == f'vok: {home}/config.toml, line 2: [table] has no "them"; did you mean "theme"?\n'


# -- cards


def test_all_cards_are_listed_with_all_fields(vok: RunVok):
    cards = json.loads(vok("cards", "--json")[1])
    assert len(cards) == 66
    assert sum(card["copies"] for card in cards) == 152
    assert {tuple(card) for card in cards} == {
        ("name", "edition", "set", "level", "copies", "gold", "cost", "vp", "text", "printed")
    }


def test_a_card_is_found_by_any_part_of_its_name_or_by_its_set(vok: RunVok):
    def names(*words: str) -> list[str]:
        return [card["name"] for card in json.loads(vok("cards", *words, "--json")[1])]

    assert names("boat") == ["Boat"]
    assert names("Statue", "of", "Th") == ["Statue of Thoth"]
    assert names("gates") == ["Book of Gates"]
    assert len(names("sarcophagi")) == 3


def test_a_card_names_its_reconstructed_fields(vok: RunVok):
    out = vok("cards", "qebehsenuef")[1]
    assert "Reconstructed: level, cost." in out


def test_the_list_of_cards_fits_eighty_columns(vok: RunVok):
    assert max(len(line) for line in vok("cards")[1].splitlines()) <= 80


# -- saves


def test_an_empty_shelf_names_its_folder(vok: RunVok, home: Path):
    code, out, _ = vok("saves")
    assert code == 0
    assert str(home) in out
    assert vok("saves", "--json")[1] == "[]\n"


def test_a_save_is_listed_with_seats_points_turn_and_time(vok: RunVok, save: Path):
    code, out, _ = vok("saves")
    assert code == 0
    line = out.splitlines()[1]
    assert line.split()[:3] == [save.name, "base", "Änn"]
    assert f" {GAMES['valley'].turn(load(save, GAMES).match.state)} " in line
    assert line.endswith("goes on")


def test_a_save_is_listed_as_json(vok: RunVok, save: Path):
    (row,) = json.loads(vok("saves", "--json")[1])
    assert row["file"] == str(save)
    assert row["seats"] == [{"name": "Änn", "level": "human"}, {"name": "Khety", "level": "scribe"}]
    assert (row["game"], row["decisions"], row["finished"], row["damaged"]) == ("valley", 40, False, "")
    assert (row["from"], row["peeked"]) == (None, load(save, GAMES).match.peeked)


def test_a_sound_save_is_verified_by_path_or_by_name(vok: RunVok, save: Path):
    for word in (str(save), save.name, save.stem):
        code, out, _ = vok("verify", word)
        assert code == 0
        assert "40 moves" in out


def test_a_damaged_save_has_its_own_exit_code(vok: RunVok, save: Path):
    save.write_bytes(save.read_bytes()[:-3])
    code, out, err = vok("verify", str(save))
    assert (code, err) == (ExitCode.DAMAGED, "")
    assert "breaks off" in out


def test_a_file_that_is_not_a_save_is_refused_and_listed_as_unreadable(vok: RunVok, home: Path, save: Path):
    other = save.with_name("other.vok")
    other.write_text("something else")
    code, _, err = vok("verify", str(other))
    assert code == 1
    assert "not a save" in err
    assert "unreadable" in next(line for line in vok("saves")[1].splitlines() if line.startswith("other.vok"))


def test_a_missing_save_is_refused_with_the_nearest_name(vok: RunVok, save: Path):
    for command in ("verify", "open"):
        code, _, err = vok(command, save.name.replace("y", "i"))
        assert code == 1
        assert f'did you mean "{save.name}"?' in err


# -- without a screen


def test_the_same_seed_plays_the_same_games(vok: RunVok):
    line = ["simulate", "--games", "5", "--seats", "shabti,shabti,shabti,shabti", "--json", "--seed"]
    first, again, other = (json.loads(vok(*line, seed)[1]) for seed in ("1", "1", "2"))
    assert first == again
    assert first["digest"] != other["digest"]


def test_a_simulation_counts_every_game_once(vok: RunVok):
    result = json.loads(vok("simulate", "--games", "6", "--seats", "shabti,shabti,shabti", "--json")[1])
    assert result["games"] == 6
    assert sum(result["wins"]) + result["shared"] == 6
    assert len(result["wins"]) == len(result["mean_scores"]) == 3
    assert result["decisions"] > 6 * 50
    assert int(result["digest"], 16) > 0


def test_a_simulation_is_summarised_as_text(vok: RunVok):
    out = vok("simulate", "--games", "2", "--seats", "shabti,shabti")[1]
    assert out.startswith("2 games, ")
    assert "seat 1  shabti" in out


def test_a_bench_with_a_failing_process_reports_it(vok: RunVok, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("lab.benchmark.PLAYER_COMMAND", python_command("pass"))
    code, out, err = vok("bench", "--quick")
    assert (code, out) == (1, "")
    assert "could not do it: one of them has ended" in err


@pytest.mark.nightly(reason="measures the engine", instead="test_a_bench_with_a_failing_process_reports_it")
def test_the_bench_measures_what_it_names(vok: RunVok, monkeypatch: pytest.MonkeyPatch):
    register_more_games(monkeypatch)
    figures = json.loads(vok("bench", "--quick", "--json", "--game", "caravans")[1])
    assert list(figures) == [
        "random_games_per_s",
        "random_games_per_s_on_all_cores",
        "cores",
        "decisions_per_s",
        "copy_us",
        "determinize_us",
        "node_by_replay_us",
        "mcts_simulations_per_s",
        "mcts_12_turns_per_s",
        "compiled",
    ]
    assert figures.pop("compiled") in (True, False)
    assert all(figure > 0 for figure in figures.values())
