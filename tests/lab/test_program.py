"""The laboratory is a program of its own, and `vok` has its commands too."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lab.commands import COMMANDS
from tests.vok_tui.run_vok import RunVok

ROOT = Path(__file__).parents[2]
SIMULATE = ("simulate", "--games", "2", "--seats", "shabti,shabti", "--seed", "3", "--json")


def run_process(module: str, *arguments: str, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, "-m", module, *arguments]
    return subprocess.run(line, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("program", ["vok_tui", "lab"])
def test_both_programs_play_the_same_games(program: str, vok: RunVok):
    done = run_process(program, *SIMULATE)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(vok(*SIMULATE)[1])


@pytest.mark.parametrize("program", ["vok_tui", "lab"])
def test_both_programs_refuse_a_wrong_option_alike(program: str, vok: RunVok):
    done = run_process(program, "arena", "--no-such-option")
    assert (done.returncode, done.stderr) == (2, vok("arena", "--no-such-option")[2])


def test_the_help_of_the_game_leaves_out_the_laboratory_which_lists_its_commands(vok: RunVok):
    game_help, own_help = vok("--help")[1], run_process("lab").stdout
    assert not [name for name in COMMANDS if f"vok {name}" in game_help]
    assert not [name for name in COMMANDS if f"vok-lab {name}" not in own_help]
