"""What `docs/promises.md` promises, held against files that `record_promised_texts.py` has recorded for a release. If one of
these tests fails, the program is wrong, not the file."""

import json
from pathlib import Path

import pytest

from engine import GAMES
from saves import NewerEntry, NewerFormat, NewerRules, SaveError, Shelf, load, resume
from saves.text import read_game
from tests.saves.record_promised_texts import FACTS, FOLDER, facts_of
from tests.vok_tui.run_vok import RunVok
from vok_tui.cli.main import run
from vok_tui.shared.errors import EXIT_MEANINGS, ExitCode

PROMISED = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))
NEWER = {"newer-format.bytes": NewerFormat, "newer-rules.bytes": NewerRules, "newer-entry.bytes": NewerEntry}


@pytest.fixture
def vok(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunVok:
    """Run a command line with an empty data folder."""
    monkeypatch.setenv("VOK_HOME", str(tmp_path))

    def run_arguments(*argv: str) -> tuple[int, str, str]:
        code = run(list(argv))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_arguments


@pytest.mark.parametrize("name", PROMISED["texts"])
def test_every_text_is_read_as_the_game_that_it_was(name: str) -> None:
    played = read_game((FOLDER / name).read_bytes(), GAMES, lambda _: "")
    assert played.fault is None
    assert facts_of(played.match) == PROMISED["texts"][name]


def test_an_exit_code_keeps_its_meaning() -> None:
    now = {str(int(code)): meaning for code, meaning in EXIT_MEANINGS.items()}
    assert {code: now.get(code) for code in PROMISED["exit codes"]} == PROMISED["exit codes"]


def why_not_whole(path: Path) -> SaveError | None:
    """Why a save cannot be opened, or not be read to its end."""
    try:
        return load(path, GAMES).damage
    except SaveError as error:
        return error


@pytest.mark.parametrize("name", PROMISED["newer"])
def test_a_newer_save_is_called_newer_and_stays_as_it_is(name: str, tmp_path: Path, vok: RunVok) -> None:
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / name.replace(".bytes", ".vok")
    data = (FOLDER / name).read_bytes()
    path.write_bytes(data)
    refused = why_not_whole(path)
    assert isinstance(refused, NEWER[name])
    for words in (PROMISED["newer"][name], "update Vok"):
        assert words in str(refused)
    with pytest.raises(NEWER[name]):
        resume(path, GAMES)
    (listed,) = shelf.list_saves(GAMES)
    assert listed.damage == str(refused)
    code, out, err = vok("verify", path.name)
    assert code in (ExitCode.FAILED, ExitCode.DAMAGED)
    assert "update Vok" in out + err
    assert path.read_bytes() == data
    assert [other.name for other in shelf.folder.iterdir()] == [path.name]
