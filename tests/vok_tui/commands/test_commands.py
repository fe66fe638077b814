"""The command line, as a user or a script meets it: what is printed, with which words it is refused, with which exit code."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ai.process.pipe import python_command
from engine import GAMES
from engine.core.game import Seat, Setup
from saves import Shelf, load
from tests.vok_tui.say import Say
from vok_tui import __version__
from vok_tui.commands import COMMANDS
from vok_tui.exit_codes import ExitCode

ROOT = Path(__file__).parents[3]
ESC = "\x1b"

pytestmark = pytest.mark.usefixtures("home")


def process(*argv: str, **settings) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "vok_tui", *argv]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, **settings)


@pytest.fixture
def save(home: Path) -> Path:
    """A save of forty moves, closed like a game that was left."""
    from engine.core.history.match import Match

    game = GAMES["valley"]
    setup = Setup("valley", (Seat("Änn"), Seat("Khety", "scribe")), 7)
    match = Match(game, setup)
    with Shelf().create(setup, game, __version__, 1_700_000_000) as file:
        for _ in range(40):
            match.play(game.action(match.state, match.state.legal_moves()[0]))
        file.keep(match)
    return file.path


# -- the entry point


def test_the_version_is_told(vok: Say):
    assert vok("--version") == (0, f"vok {__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(vok: Say, command: str):
    code, out, err = vok(command, "--help")
    assert code == 0
    assert out.startswith(f"usage: vok {command}")
    assert not err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_an_unknown_option_in_one_line(vok: Say, command: str):
    takes_file = ("open", "verify", "export", "import", "replay", "watch", "arena", "train")
    needed = {"completion": "zsh", **dict.fromkeys(takes_file, "FILE")}
    code, out, err = vok(command, "--no-such-option", *needed.get(command, "").split())
    assert (code, out) == (2, "")
    assert err.startswith(f'vok: {command} has no option "--no-such-option"')
    assert err.count("\n") == 1


REFUSALS = {
    "savs": 'there is no command "savs"; did you mean "saves"?',
    "xyzzy": f'there is no command "xyzzy"; known are: {", ".join(sorted(COMMANDS))}',
    "cards --jsn": 'cards has no option "--jsn"; did you mean "--json"?',
    "--plyers=3": 'play has no option "--plyers"; did you mean "--players"?',
    "--players 9": 'play: --players: the number of players is a whole number from 1 to 8, not "9"; see vok play --help',
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
    "simulate --games 0": 'the number of games is a whole number from 1 to 10000000, not "0"',
    "simulate --seats shabti": "simulate: base cannot be played by 1",
    "simulate --seats shabti,human": 'there is no level "human"',
}


@pytest.mark.parametrize("line", REFUSALS)
def test_a_wrong_command_line_gets_one_sentence_and_the_nearest_right_word(vok: Say, line: str):
    code, out, err = vok(*line.split())
    assert (code, out) == (2, "")
    assert REFUSALS[line] in err
    assert err.startswith("vok: ")
    assert err.count("\n") == 1


def test_a_file_in_place_of_a_command_is_told_how_to_open_it(vok: Say, save: Path):
    assert vok(str(save)) == (2, "", f'vok: there is no command "{save}"; to open that file: vok open {save}\n')


def test_an_error_message_carries_no_escape_sequence(vok: Say):
    for line in ([f"{ESC}[2J"], ["cards", f"{ESC}]52;c;AAAA\a"], ["verify", f"{ESC}[1m"]):
        assert ESC not in vok(*line)[2]


def test_a_fault_of_ours_becomes_one_sentence_and_a_report(vok: Say, home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("vok_tui.commands.cards.run", lambda args: 1 // 0)
    code, out, err = vok("cards", "boat")
    (report,) = (home / "crashes").iterdir()
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert str(report) in err
    assert "ZeroDivisionError" in report.read_text()
    assert "['cards', 'boat']" in report.read_text()
    assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_a_report_finds_a_place_where_the_data_folder_cannot_be_written(
    vok: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("VOK_HOME", str(tmp_path / "file" / "below"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr("vok_tui.commands.cards.run", lambda args: 1 // 0)
    vok("cards")
    assert len(list((tmp_path / "temporary").iterdir())) == 1


def test_a_reader_that_has_left_is_no_error_worth_a_word():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "vok_tui", "cards", "--json"],
        cwd=ROOT,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert done.returncode == ExitCode.BROKEN_PIPE
    assert done.stderr == b""


def test_what_is_wrong_is_never_told_in_the_output_though_the_error_output_is_closed():
    line = ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-m", "vok_tui", "savs"]
    done = subprocess.run(line, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    assert (done.returncode, done.stdout) == (ExitCode.USAGE, b"")


def test_ctrl_c_ends_a_long_command_without_a_word():
    code = (
        "import signal, sys\n"
        "from vok_tui.cli.main import run\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.5)\n"
        "sys.exit(run(['simulate', '--games', '1000000', '--seats', 'shabti,shabti']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (ExitCode.INTERRUPTED, "", "")


def test_output_that_the_locale_cannot_write_does_not_break_a_command(save: Path):
    done = process("saves", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    assert "\\xc4nn" in done.stdout


# -- the table


def test_without_a_terminal_the_table_says_so():
    for argv in ([], ["play"], ["--new"]):
        done = process(*argv, stdin=subprocess.DEVNULL)
        assert done.returncode == ExitCode.NO_TERMINAL
        assert "not a terminal" in done.stderr
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_move_its_cursor_is_turned_away(term: str):
    import pty

    master, slave = pty.openpty()
    line = [sys.executable, "-m", "vok_tui"]
    environ = os.environ | {"TERM": term}
    done = subprocess.run(line, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave, env=environ, check=False)
    said = os.read(master, 4096).decode()
    os.close(master)
    os.close(slave)
    assert done.returncode == ExitCode.NO_TERMINAL
    assert "cannot move its cursor" in said
    assert ESC not in said


def test_a_wrong_configuration_stops_the_table_before_it_opens(vok: Say, home: Path):
    (home / "config.toml").write_text('[table]\nthem = "nord"')
    code, _, err = vok("play")
    assert code == 2
    assert err == f'vok: {home}/config.toml, line 2: [table] has no "them"; did you mean "theme"?\n'


# -- cards


def test_all_cards_are_listed_with_all_their_facts(vok: Say):
    cards = json.loads(vok("cards", "--json")[1])
    assert len(cards) == 66
    assert sum(card["copies"] for card in cards) == 152
    assert {tuple(card) for card in cards} == {
        ("name", "edition", "set", "level", "copies", "gold", "cost", "vp", "text", "printed")
    }


def test_a_card_is_found_by_its_name_its_beginning_a_part_of_it_or_its_set(vok: Say):
    def names(*words: str) -> list[str]:
        return [card["name"] for card in json.loads(vok("cards", *words, "--json")[1])]

    assert names("boat") == ["Boat"]
    assert names("Statue", "of", "Th") == ["Statue of Thoth"]
    assert names("gates") == ["Book of Gates"]
    assert len(names("sarcophagi")) == 3


def test_a_card_tells_what_of_it_is_reconstructed(vok: Say):
    out = vok("cards", "qebehsenuef")[1]
    assert "Reconstructed: level, cost." in out


def test_the_list_of_cards_fits_eighty_columns(vok: Say):
    assert max(len(line) for line in vok("cards")[1].splitlines()) <= 80


# -- saves


def test_an_empty_shelf_says_where_it_looked(vok: Say, home: Path):
    code, out, _ = vok("saves")
    assert code == 0
    assert str(home) in out
    assert vok("saves", "--json")[1] == "[]\n"


def test_a_save_is_listed_with_seats_points_turn_and_time(vok: Say, save: Path):
    code, out, _ = vok("saves")
    assert code == 0
    line = out.splitlines()[1]
    assert line.split()[:3] == [save.name, "base", "Änn"]
    assert f" {GAMES['valley'].turn(load(save, GAMES).match.state)} " in line
    assert line.endswith("goes on")


def test_a_save_is_listed_for_programs(vok: Say, save: Path):
    (row,) = json.loads(vok("saves", "--json")[1])
    assert row["file"] == str(save)
    assert row["seats"] == [{"name": "Änn", "level": "human"}, {"name": "Khety", "level": "scribe"}]
    assert (row["game"], row["decisions"], row["finished"], row["damaged"]) == ("valley", 40, False, "")
    assert (row["from"], row["peeked"]) == (None, load(save, GAMES).match.peeked)


def test_a_sound_save_is_verified_by_path_or_by_name(vok: Say, save: Path):
    for word in (str(save), save.name, save.stem):
        code, out, _ = vok("verify", word)
        assert code == 0
        assert "40 moves" in out


def test_a_damaged_save_is_told_apart_by_its_exit_code(vok: Say, save: Path):
    save.write_bytes(save.read_bytes()[:-3])
    code, out, err = vok("verify", str(save))
    assert (code, err) == (ExitCode.DAMAGED, "")
    assert "breaks off" in out


def test_what_is_no_save_is_refused_and_listed_as_such(vok: Say, home: Path, save: Path):
    other = save.with_name("other.vok")
    other.write_text("something else")
    code, _, err = vok("verify", str(other))
    assert code == 1
    assert "not a save" in err
    assert "unreadable" in next(line for line in vok("saves")[1].splitlines() if line.startswith("other.vok"))


def test_a_save_that_is_not_there_is_refused_with_the_nearest_name(vok: Say, save: Path):
    for command in ("verify", "open"):
        code, _, err = vok(command, save.name.replace("y", "i"))
        assert code == 1
        assert f'did you mean "{save.name}"?' in err


# -- without a screen


def test_the_same_seed_plays_the_same_games(vok: Say):
    line = ["simulate", "--games", "5", "--seats", "shabti,shabti,shabti,shabti", "--json", "--seed"]
    first, again, other = (json.loads(vok(*line, seed)[1]) for seed in ("1", "1", "2"))
    assert first == again
    assert first["digest"] != other["digest"]


def test_a_simulation_counts_every_game_once(vok: Say):
    told = json.loads(vok("simulate", "--games", "6", "--seats", "shabti,shabti,shabti", "--json")[1])
    assert told["games"] == 6
    assert sum(told["wins"]) + told["shared"] == 6
    assert len(told["wins"]) == len(told["mean_scores"]) == 3
    assert told["decisions"] > 6 * 50
    assert int(told["digest"], 16) > 0


def test_a_simulation_is_told_in_words(vok: Say):
    out = vok("simulate", "--games", "2", "--seats", "shabti,shabti")[1]
    assert out.startswith("2 games, ")
    assert "seat 1  shabti" in out


def test_a_bench_whose_processes_end_says_so_in_a_sentence(vok: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ai.contest.benchmark.PLAYER_COMMAND", python_command("pass"))
    code, out, err = vok("bench", "--quick")
    assert (code, out) == (1, "")
    assert "could not do it: one of them has ended" in err


def test_the_bench_measures_what_it_names(vok: Say):
    figures = json.loads(vok("bench", "--quick", "--json", "--game", "thieves")[1])
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
