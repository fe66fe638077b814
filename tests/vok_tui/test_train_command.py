"""`vok train` at the command line."""

import json
from pathlib import Path

import pytest

from vok_tui.commands.door import run


def test_a_value_is_learned_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "value.json"
    line = ["train", str(file), "--games", "2", "--company", "1", "--hidden", "3", "--seed", "9"]
    assert run(line) == 0
    assert capsys.readouterr().out.startswith("3 games, ")
    told = json.loads(file.read_text(encoding="utf-8"))
    made = told["made"]
    assert (made["games"], made["seed"], made["edition"], made["players"]) == (2, 9, "base", 2)
    assert (made["done"], made["company"], made["hidden"], len(told["hidden"]["always"])) == (3, 1, 3, 3)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("train {tmp}/no/value.json", "there is no folder"),
        ("train {tmp}", "is a folder"),
        ("train {tmp}/value.json --lambda 2", 'lambda is a number from 0 to 1, not "2"'),
        ("train {tmp}/value.json --edition nonsense", "'nonsense'"),
        ("train {tmp}/value.json --edition solitaire", "solitaire cannot be played by 2"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_a_sentence(
    line: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(line.format(tmp=tmp_path).split()) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_a_file_that_cannot_be_written_is_refused_before_a_game_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["train", str(tmp_path / ("v" * 254)), "--games", "1000000"]) == 1
    told = capsys.readouterr().err
    assert "cannot be written: File name too long" in told
    assert told.count("\n") == 1
