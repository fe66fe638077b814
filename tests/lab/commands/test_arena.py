"""`vok arena`: what it prints for users and programs, and what it refuses."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from tests.games.more_games import register_more_games
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.run_vok import RunVok

ROOT = Path(__file__).parents[3]
KEYS = [
    "players",
    "games",
    "wins",
    "losses",
    "shared",
    "elo",
    "elo_low",
    "elo_high",
    "margin",
    "ms_per_decision",
    "forfeits",
    "blocks",
    "seeds",
    "sprt",
]


def without_times(text: str) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(text)
    del fields["ms_per_decision"]
    return fields


def test_the_json_has_its_keys_and_adds_up(vok_line: RunVok):
    code, out, err = vok_line("arena priest:1 shabti shabti --games 6 --seed 9 --sprt 0,20 --json")
    fields = json.loads(out)
    assert (code, err, list(fields)) == (0, "", KEYS)
    assert fields["players"] == ["priest:1", "shabti", "shabti"]
    assert fields["games"] == fields["wins"] + fields["losses"] + fields["shared"] == 6
    assert fields["seeds"] == [9, 10]
    assert len(fields["ms_per_decision"]) == 3
    assert sum(count for _, count in fields["blocks"]) == 2
    assert list(fields["sprt"]) == ["elo0", "elo1", "llr", "lower", "upper", "verdict"]
    assert fields["sprt"]["verdict"] is None


@pytest.mark.nightly(reason="plays many games", instead="test_the_json_has_its_keys_and_adds_up")
def test_an_unbounded_end_of_the_interval_is_null_and_printed_as_open(vok_line: RunVok):
    fields = json.loads(vok_line("arena priest:2 shabti --games 2 --json")[1])
    assert fields["wins"] == 2
    assert fields["elo"] is None
    assert fields["elo_low"] < 0
    assert fields["elo_high"] is None
    out = vok_line("arena priest:2 shabti --games 2")[1]
    assert out.startswith("priest:2 against shabti: 2 games, seeds 1 to 1\n")
    assert "beyond measure" in out
    assert "open]" in out


def test_the_number_of_workers_does_not_change_the_result(vok_line: RunVok):
    line = "arena priest shabti --simulations 2 --games 4 --json --workers"
    with_one, with_three = (without_times(vok_line(f"{line} {workers}")[1]) for workers in (1, 3))
    assert with_one == with_three
    assert with_one["players"] == ["priest:2", "shabti"]


REFUSALS = {
    "arena": "the following arguments are required: LEVEL; see vok arena --help",
    "arena scribe": "2 to 8 opponents meet, not 1",
    "arena scribe scribe scribe scribe scribe": "arena: base cannot be played by 5",
    "arena scribe preist": 'there is no level "preist"; did you mean "priest"?',
    "arena scribe human": 'there is no level "human"',
    "arena scribe priest:many": 'after the colon of "priest:many" comes a whole number of simulations from 1 to 1000000',
    "arena scribe shabti:10": 'shabti does not search, so it takes no budget: write shabti, not "shabti:10"',
    "arena scribe shabti --games 5": "--games 5 would cut one off, --games 6 would not",
    "arena scribe shabti shabti --games 100": "--games 100 would cut one off, --games 102 would not",
    "arena scribe shabti --games 0": 'a whole number from 2 to 1000000, not "0"',
    "arena scribe shabti --sprt 20,0": 'the lower one first, as in 0,20, not "20,0"',
    "arena scribe shabti --sprt nan,inf": 'the lower one first, as in 0,20, not "nan,inf"',
    "arena scribe shabti --sprt -5,-9": 'the lower one first, as in 0,20, not "-5,-9"',
    "arena scribe shabti --sprt 5": 'the lower one first, as in 0,20, not "5"',
    "arena scribe shabti --seed -1": 'not "-1"',
    "arena scribe shabti --workers 0": 'a whole number from 1 to 256, not "0"',
    "arena scribe shabti --simulations no": 'a whole number from 1 to 1000000, not "no"',
    "arena scribe priest:0ms": "or of milliseconds from 1 to 600000 as in 100ms",
    "arena scribe priest:1.5ms": "or of milliseconds from 1 to 600000 as in 100ms",
    "arena priest scribe:100ms": 'scribe takes no time budget: write scribe, not "scribe:100ms"',
    "arena scribe priest --time 0": 'a whole number from 1 to 600000, not "0"',
    "arena scribe priest --time 9 --simulations 9": "measured by --simulations or by --time, not by both",
    "arena scribe nobody:Clever": 'nobody:Clever cannot play: there is no module "nobody" here or in the environment',
    "arena scribe ../mybots:Clever": 'there is no level "../mybots"; known are: mason, pharaoh, porter, potter, priest, '
    "scribe, sculptor, shabti, vizier, weaver; "
    "a bot of your own is named module:Class\n",
    "arena scribe random:Random:0ms": 'after the colon of "random:Random:0ms" comes a whole number of milliseconds from 1 to',
    "arena scribe random:Random:50": "its time for a decision, as in random:Random:1000ms",
    "arena scribe shabti --state {other_file}": "diary is not the journal of an arena; name another file",
}


@pytest.mark.parametrize("line", REFUSALS)
def test_a_meaningless_command_line_is_refused_in_one_sentence(vok_line: RunVok, line: str, tmp_path: Path):
    other_file = tmp_path / "diary"
    other_file.write_text("Dear diary\n")
    code, out, err = vok_line(line, other_file=other_file)
    assert (code, out) == (2, "")
    assert REFUSALS[line] in err
    assert err.count("\n") == 1
    assert other_file.read_text() == "Dear diary\n"


def test_the_time_option_is_the_default_budget_of_searching_levels(vok_line: RunVok, monkeypatch: pytest.MonkeyPatch):
    register_more_games(monkeypatch)
    for players, names in (
        ("priest:3 priest --time 1", ["priest:3", "priest:1ms"]),
        ("priest:1ms shabti", ["priest:1ms", "shabti"]),
    ):
        fields = json.loads(vok_line(f"arena {players} --game caravans --games 2 --workers 1 --json")[1])
        assert fields["players"] == names


def test_an_external_bot_plays_and_forfeits_the_games_in_which_it_fails(
    vok_line: RunVok, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "mine.py").write_text(
        "class Late:\n"
        "    def __init__(self, game, seat, seed):\n"
        "        self.left = 9\n"
        "    def choose(self, state, deadline):\n"
        "        self.left -= 1\n"
        "        return state.legal_moves()[-1 if self.left else 9999]\n"
    )
    monkeypatch.chdir(tmp_path)
    line = "arena mine:Late shabti --games 4 --state state"
    out = vok_line(line)[1]
    assert "won 0, lost 4, shared 0" in out
    assert (
        "mine:Late forfeited 4 of them, first with seed 1: it raised IndexError: list index out of range (line 6" in out
    )
    journal = (tmp_path / "state").read_bytes()
    fields = json.loads(vok_line(f"{line} --json")[1])
    assert (tmp_path / "state").read_bytes() == journal
    assert journal.count(b"IndexError") == 4
    assert [(lost["player"], lost["seed"], lost["seat"]) for lost in fields["forfeits"]] == [
        ("mine:Late", 1, 1),
        ("mine:Late", 1, 2),
        ("mine:Late", 2, 1),
        ("mine:Late", 2, 2),
    ]
    (tmp_path / "mine.py").write_text((tmp_path / "mine.py").read_text().replace("9999", "0"))
    code, _, err = vok_line(line)
    assert code == 2
    assert "another contest (with other external bots, or other versions of them)" in err


def test_an_unwritable_journal_is_reported_before_a_game_is_played(vok_line: RunVok, tmp_path: Path):
    code, out, err = vok_line("arena scribe priest:1000000 --state {state}", state=tmp_path / "nowhere" / "state")
    assert (code, out) == (1, "")
    assert err.endswith("no such file or directory\n")


def test_a_killed_run_can_be_resumed_with_the_same_result(vok_line: RunVok, tmp_path: Path):
    state = tmp_path / "state"
    line = "arena priest:2 shabti --games 8 --workers 2 --state {state}"
    with PtyTerminal(tmp_path, *line.replace(" {state}", "").split(), str(state)) as terminal:
        terminal.catch("Elo")  # a block is through
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
    assert state.read_bytes().count(b"\n") > 1
    resumed = without_times(vok_line(f"{line} --json", state=state)[1])
    assert resumed == without_times(vok_line("arena priest:2 shabti --games 8 --json")[1])
    assert state.read_bytes().count(b"\n") == 1 + 4


def test_ctrl_c_ends_it_silently_and_keeps_the_finished_games(tmp_path: Path):
    state = tmp_path / "state"
    with PtyTerminal(tmp_path, "arena", "priest:2", "shabti", "--games", "1000", "--state", str(state)) as terminal:
        terminal.catch("Elo")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.text
    assert state.read_bytes().count(b"\n") > 1


def contest_of_copy(copy: Path, line: str, folder: Path) -> str:
    """The output of a contest that an installed copy plays where other packages have the names of ours."""
    for package in ("engine", "ai"):
        (folder / package).mkdir()
        (folder / package / "__init__.py").write_text("raise SystemExit('the wrong package')")
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [copy / "vok", *line.split()], cwd=folder, env=environ, capture_output=True, text=True, check=True
    ).stdout


def test_an_installed_copy_plays_the_same_contest_in_its_own_processes(
    vok_line: RunVok, installed: Path, tmp_path: Path
):
    line = "arena scribe shabti --game thieves --games 2 --json"
    assert without_times(contest_of_copy(installed, line, tmp_path)) == without_times(vok_line(line)[1])


@pytest.mark.nightly(
    reason="compiles for most of a minute",
    instead="test_an_installed_copy_plays_the_same_contest_in_its_own_processes",
)
@pytest.mark.parametrize("game", GAMES)
def test_a_compiled_copy_plays_the_same_contest(vok_line: RunVok, compiled: Path, tmp_path: Path, game: str):
    line = f"arena priest:2 shabti --game {game} --games 4 --json"
    assert without_times(contest_of_copy(compiled, line, tmp_path)) == without_times(vok_line(line)[1])


def test_the_command_loads_no_screen_and_prints_only_the_result_to_a_pipe():
    code = (
        "import sys; from vok_tui.__main__ import main\n"
        "sys.argv = 'vok arena shabti shabti --games 2'.split()\n"
        "assert main() == 0\n"
        "assert not {'textual', 'rich'}.intersection(sys.modules)\n"
    )
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stderr == ""
    assert process.stdout.startswith("shabti against shabti: 2 games")
