"""`vok serve` without a door: what it says before it opens one, and the players that it invites."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON
from tests.vok_tui.run_vok import RunVok
from vok_tui.shared.errors import ExitCode

CODE = r"Code: ([2-9a-z]{4}-){3}[2-9a-z]{4} "
WITHOUT_ASYNCSSH = (
    "import sys; sys.modules['asyncssh'] = None; from vok_tui.cli.main import run; sys.exit(run(sys.argv[1:]))"
)
ALL = "import sys; from vok_tui.cli.main import run; sys.exit(run(sys.argv[1:]))"


def serve(home: Path, *words: str, code: str = ALL) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", code, "serve", *words, "--home", str(home)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=MINIMAL_ENVIRON)


def test_without_the_package_for_ssh_there_is_one_sentence(tmp_path: Path) -> None:
    done = serve(tmp_path / "host", code=WITHOUT_ASYNCSSH)
    assert done.returncode == ExitCode.FAILED
    assert done.stderr == "vok: vok serve needs another package: pip install 'vok-tui[serve]'\n"
    assert not (tmp_path / "host").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be refused")
def test_root_is_refused(tmp_path: Path) -> None:
    done = serve(tmp_path / "host")
    assert done.returncode == ExitCode.FAILED
    assert done.stderr.startswith("vok: vok serve runs as an ordinary user, not as root")
    assert not (tmp_path / "host").exists()


def test_an_invitation_says_what_a_friend_types(vok: RunVok, home: Path) -> None:
    code, said, _ = vok("serve", "invite", "ann")
    assert code == ExitCode.OK
    assert re.match(r"ssh -p 2222 new@\S+\n" + CODE, said)
    assert (home / "host" / "door" / "players.txt").stat().st_mode & 0o777 == 0o600
    assert vok("serve", "players")[1] == "ann              0 keys, invited\n"
    assert vok("serve", "players", "rename", "ann", "anna")[1] == "ann is anna now.\n"
    assert vok("serve", "players", "remove", "anna")[0] == ExitCode.OK
    assert vok("serve", "players")[1] == ""
    assert vok("serve", "--status") == (ExitCode.FAILED, "The door is closed.\n", "")


def test_what_cannot_be_done_is_one_sentence(vok: RunVok) -> None:
    for words, expected in (
        (("invite",), "serve invite takes one NAME"),
        (("invite", "../ann"), "the name of a player has 1 to 32 characters"),
        (("players", "end", "../ann"), "the name of a player has 1 to 32 characters"),
        (("players", "dance"), "serve players takes nothing, or:"),
        (("players", "end", "ann"), "ann has no game that runs"),
        (("players", "rename", "ann", "anna"), "there is no player ann"),
        (("players", "remove", "ann"), "there is no player ann"),
        (("players", "remove", "ann", "1"), "there is no player ann"),
    ):
        code, _, said = vok("serve", *words)
        assert code in (ExitCode.FAILED, ExitCode.USAGE), words
        assert expected in said, words


@pytest.mark.parametrize(
    "written", ["[" * 4000, '{"port": "22\\u001b[2J", "address": "\\u202ehost"}', '{"port": {"a": 1}}']
)
def test_whatever_a_door_has_written_is_told_as_plain_text(vok: RunVok, home: Path, written: str) -> None:
    assert vok("serve", "invite", "ann")[0] == ExitCode.OK
    (home / "host" / "door" / "door.json").write_text(written)
    code, said, _ = vok("serve", "invite", "bob")
    assert code == ExitCode.OK
    assert said.replace("\n", "").isprintable()
