"""`vok train` at the command line."""

import json
from pathlib import Path

import pytest

from vok_tui.cli.main import run


def test_a_value_is_learned_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "value.json"
    line = ["train", str(file), "--games", "2", "--scribe-games", "1", "--hidden", "3", "--seed", "9"]
    assert run(line) == 0
    assert capsys.readouterr().out.startswith("3 games, ")
    value = json.loads(file.read_text(encoding="utf-8"))
    made = value["made"]
    assert (made["games"], made["seed"], made["edition"], made["players"]) == (2, 9, "base", 2)
    assert (made["done"], made["scribe_games"], made["hidden"], len(value["hidden"]["always"])) == (3, 1, 3, 3)


def test_training_can_start_from_another_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    assert run(["train", str(first), "--games", "2", "--seed", "9"]) == 0
    assert run(["train", str(second), "--from", str(first), "--games", "0", "--scribe-games", "1", "--seed", "4"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("1 game, ")
    made = json.loads(second.read_text(encoding="utf-8"))["made"]
    assert (made["done"], made["from"]["done"], made["from"]["seed"]) == (1, 2, 9)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("train {tmp}/value.json --games 0", "there is nothing to learn from"),
        ("train {tmp}/no/value.json", "there is no folder"),
        ("train {tmp}", "is a folder"),
        ("train {tmp}/value.json --lambda 2", 'lambda is a number from 0 to 1, not "2"'),
        ("train {tmp}/value.json --edition nonsense", "'nonsense'"),
        ("train {tmp}/value.json --edition solitaire", "solitaire cannot be played by 2"),
    ],
)
def test_impossible_training_is_refused_in_a_sentence(
    line: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(line.format(tmp=tmp_path).split()) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "words", "code"), [(None, "could not be read: No such file", 1), ("{}", "holds no learned value", 2)]
)
def test_an_unusable_start_value_is_refused_in_a_sentence(
    content: str | None, words: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    before = tmp_path / "before.json"
    if content is not None:
        before.write_text(content, encoding="utf-8")
    assert run(["train", str(tmp_path / "value.json"), "--from", str(before)]) == code
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_an_unwritable_file_is_refused_before_a_game_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["train", str(tmp_path / ("v" * 254)), "--games", "1000000"]) == 1
    error = capsys.readouterr().err
    assert "cannot be written: File name too long" in error
    assert error.count("\n") == 1
