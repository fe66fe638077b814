"""Shell completion with the script that Vok prints, and the manual page."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.more_games import register_more_games
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.run_vok import RunVok
from vok_tui.cli.main import COMMANDS
from vok_tui.cli.shell_files import SCRIPT_FILES, man_page

SYNTAX_CHECKS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}
ROOT = Path(__file__).parents[3]


def run_command(*words: str, before_path: Path) -> tuple[int, str, str]:
    """Run `vok` in its own process, with `before_path` first on the path. Returns exit code, output and error output."""
    environ = os.environ | {"PYTHONPATH": os.pathsep.join([str(before_path), str(ROOT)])}
    process = subprocess.run(
        [sys.executable, "-m", "vok_tui", *words], env=environ, capture_output=True, text=True, check=False
    )
    return process.returncode, process.stdout, process.stderr


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


COMPLETED = {
    "vok ar": {"arena"},
    "vok --see": {"--seed"},
    "vok arena --sp": {"--sprt"},
    "vok play --edition aft": {"afterlife"},
    "vok simulate --edition m": {"mixed"},
    "vok play --first l": {"lot"},
    "vok ladder pri": {"priest"},
    "vok completion z": {"zsh"},
    "vok open my": {"mygame.vok"},
    "vok open an": {"ann.vok", "ann-2.vok"},
    "vok verify be": {"bea.vok"},
    "vok export be": {"bea.vok"},
    "vok watch be": {"bea.vok"},
    "vok replay be": {"bea.vok"},
    "vok arena --sta": {"--state"},
    "vok --level eq": {"equal"},
    "vok saves res": {"restore"},
    "vok saves delete an": {"ann.vok", "ann-2.vok"},
    "vok plain pu": {"puzzle"},
}


def test_bash_completes_commands_options_and_values(complete, tmp_path: Path):
    (tmp_path / "mygame.vok").touch()
    (tmp_path / "saves").mkdir()
    for name in ("ann.vok", "ann-2.vok", "bea.vok", "bea.vok.old"):
        (tmp_path / "saves" / name).touch()
    assert {line: complete(*line.split()) for line in COMPLETED} == COMPLETED


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


def test_without_shtab_a_sentence_says_how_to_get_it(tmp_path: Path):
    (tmp_path / "shtab.py").write_text("raise ModuleNotFoundError(name='shtab')")
    code, out, err = run_command("completion", "bash", before_path=tmp_path)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert err.rstrip().endswith(f"to install it: {shlex.join([sys.executable, '-m', 'pip', 'install', 'shtab'])}")


@pytest.mark.parametrize("command", ["play", "saves"])
def test_help_with_the_name_of_a_command_prints_its_help(command: str, vok: RunVok):
    assert vok("help", command) == vok(command, "--help")
    assert vok("help") == vok("--help") != vok("help", command)
    assert vok("help", "pley")[2] == vok("pley")[2]
    assert "--option" in vok("help", "play", "--game", "tal")[1]


def test_man_prints_the_manual_page_as_text(vok: RunVok, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "70")
    code, out, err = vok("man")
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 70
    words = " ".join(out.split())
    assert "Paul Wade-Williams" in words
    for command, summary in COMMANDS.items():
        assert f" vok {command}" in out
        assert f"{summary[:1].upper()}{summary[1:]}." in words
    assert re.search(r"^ {8}--seed S\n {12}The same seed", out, re.MULTILINE)
    assert not re.search(r"\\|^\.", out, re.MULTILINE), "no macros of roff"


def test_the_manual_page_explains_every_option_of_the_help(vok: RunVok):
    page = man_page()
    for command in COMMANDS:
        (section,) = re.findall(rf"^\.SS vok {command}\b(.*?)^\.S[SH]", page, re.MULTILINE | re.DOTALL)
        listed = re.findall(r"^  (--?[a-z-]+)", vok(command, "--help")[1], re.MULTILINE)
        assert listed[0] == "-h"
        for option in listed[1:]:
            assert rf"\fB{option}\fR".replace("-", r"\-") in section, command


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_page_is_valid_roff():
    process = subprocess.run(
        ["groff", "-man", "-ww", "-z", "-Kutf8"], input=man_page(), capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")


TYPED = {  # what is typed before Tab, and what the line is then
    "vok play --level eq": "vok play --level equal",
    "vok play --level=hum": "vok play --level=human",
    "vok play --level=ph": "vok play --level=pharaoh",
    "vok --game=v": "vok --game=valley",
    "vok play --game ta": "vok play --game tal",
    "vok saves ren": "vok saves rename",
    "vok saves rename be": "vok saves rename bea.vok",
    "vok open be": "vok open bea.vok",
    "vok plain da": "vok plain daily",
    "vok help analy": "vok help analyse",
    "vok saves --sort po": "vok saves --sort points",
}
INTERACTIVE = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source ./script"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "autoload -U compinit; compinit -u -d ./dump; source ./script; compdef _shtab_vok vok",
    ),
    "fish": (["fish", "--no-config", "--private", "-i"], "source ./script"),
}


@pytest.mark.parametrize("shell", SCRIPT_FILES)
def test_tab_completes_what_is_typed(shell: str, vok: RunVok, tmp_path: Path):
    pytest.importorskip("shtab")
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "saves").mkdir()
    for name in ("ann.vok", "bea.vok"):
        (tmp_path / "saves" / name).touch()
    (tmp_path / "script").write_text(vok("completion", shell)[1])
    command, setup = INTERACTIVE[shell]
    with PtyTerminal(tmp_path, command=command, columns=120, env={"PS1": "$ ", "VOK_HOME": str(tmp_path)}) as terminal:
        terminal.settle()
        terminal.press(f"{setup}; echo rea''dy\r")
        terminal.see("ready")
        for typed, line in TYPED.items():
            terminal.press(typed + "\t")
            terminal.catch(line)
            terminal.press("\x15")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_values_are_explained_by_one_sentence(shell: str, vok: RunVok):
    pytest.importorskip("shtab")
    script = vok("completion", shell)[1]
    for value, sentence in (
        ("human", "a friend at the same keyboard"),
        ("text", "a score to read"),
        ("you", "you begin"),
    ):
        assert re.search(rf"{value}[:' ]+'?{sentence}'", script), value
    described = re.findall(r"-d '(.*)'$" if shell == "fish" else r"--[a-z-]+=?\[(.*?)\]", script, re.MULTILINE)
    assert len(described) > 100
    assert all("(default" not in text and "; " not in text for text in described)
