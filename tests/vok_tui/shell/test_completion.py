"""Shell completion with the script that Vok prints, and the manual page."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.more_games import register_more_games
from tests.vok_tui.run_vok import RunVok
from vok_tui.commands import COMMANDS
from vok_tui.shell.completion import SCRIPT_FILES
from vok_tui.shell.man_page import man_page

SYNTAX_CHECKS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}


@pytest.fixture
def complete(vok: RunVok, tmp_path: Path):
    """A function that returns the words that bash offers to complete the last word of a line."""
    pytest.importorskip("shtab")
    code, script, err = vok("completion", "bash")
    assert (code, err) == (0, "")
    (tmp_path / "vok.bash").write_text(script)

    def complete_words(*words: str) -> set[str]:
        script = (
            'source ./vok.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_vok; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        line = ["bash", "--norc", "-c", script, "bash", *words]
        process = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
        return set(process.stdout.split())

    return complete_words


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("vok ar", {"arena"}),
        ("vok --see", {"--seed"}),
        ("vok arena --sp", {"--sprt"}),
        ("vok play --edition aft", {"afterlife"}),
        ("vok simulate --edition m", {"mixed"}),
        ("vok play --first l", {"lot"}),
        ("vok ladder pri", {"priest"}),
        ("vok completion z", {"zsh"}),
        ("vok open my", {"mygame.vok"}),
        ("vok train --sta", {"--state"}),
    ],
)
def test_bash_completes_commands_options_and_values(line: str, offered: set[str], complete, tmp_path: Path):
    (tmp_path / "mygame.vok").touch()
    assert complete(*line.split()) == offered


def test_options_of_every_registered_game_are_completed_and_documented(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
):
    register_more_games(monkeypatch)
    complete = request.getfixturevalue("complete")
    assert complete("vok", "simulate", "--game", "cara") == {"caravans"}
    assert complete("vok", "simulate", "--opt") == complete("vok", "--opt") == {"--option"}
    assert complete("vok", "arena", "--edition", "qui") == {"quick"}
    page = man_page()
    assert "Caravans is a game for tests." in page
    assert r"ith \-\-game caravans: rounds=2|3|4: how many rounds are played" in page


def test_all_commands_are_completed(complete):
    assert set(COMMANDS) <= complete("vok", "")


@pytest.mark.parametrize("shell", SCRIPT_FILES)
def test_the_shell_accepts_the_script(shell: str, vok: RunVok, tmp_path: Path):
    pytest.importorskip("shtab")
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(vok("completion", shell)[1])
    process = subprocess.run(
        [*SYNTAX_CHECKS[shell], str(tmp_path / "script")], capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")


def test_without_shtab_a_sentence_says_how_to_get_it(vok: RunVok, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    code, out, err = vok("completion", "bash")
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "pip install 'vok-tui[completion]'" in err


@pytest.mark.parametrize("command", COMMANDS)
def test_the_manual_page_explains_every_option_of_the_help(command: str, vok: RunVok):
    (section,) = re.findall(rf"^\.SS vok {command}\b(.*?)^\.S[SH]", man_page(), re.MULTILINE | re.DOTALL)
    listed = re.findall(r"^  (--?[a-z-]+)", vok(command, "--help")[1], re.MULTILINE)
    assert listed[0] == "-h"
    for option in listed[1:]:
        assert rf"\fB{option}\fR".replace("-", r"\-") in section


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_page_is_valid_roff():
    process = subprocess.run(
        ["groff", "-man", "-ww", "-z", "-Kutf8"], input=man_page(), capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
