"""Comparing two commits: here the checkout and copies of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.bench.compare_commits import ROOT, count_differences, play_match
from lab.bench.pairs import Side

TASKS = ("random game", "scribe game", "position", "time")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for package in ("engine", "ai"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.fixture
def sides(copy: Path) -> Iterator[list[Side]]:
    sides = [Side(str(ROOT)), Side(str(copy))]
    yield sides
    for side in sides:
        side.close()


@pytest.mark.nightly(reason="starts copies of the checkout", instead="test_a_changed_rule_is_found_at_its_first_step")
def test_this_checkout_answers_every_request(sides: list[Side]):
    for task in TASKS:
        sides[0].send(task, "afterlife", 2, 7)
        assert sides[0].receive()


def test_a_copy_plays_the_same(sides: list[Side], capsys: pytest.CaptureFixture[str]):
    assert count_differences(sides, "random game", 1) == 0
    assert "random game, base: 1 compared" in capsys.readouterr().out


def test_a_changed_rule_is_found_at_its_first_step(copy: Path, sides: list[Side], capsys: pytest.CaptureFixture[str]):
    discards = copy / "engine" / "valley" / "rules" / "discards.py"
    discards.write_text(discards.read_text().replace("HAND_SIZE: Final = 5", "HAND_SIZE: Final = 4"))
    sides[1].close()
    sides[1] = Side(str(copy))
    assert count_differences(sides, "random game", 1) == 5  # in each edition of that game
    assert "random game, base, 2 players, seed 1: step " in capsys.readouterr().out


def test_two_commits_play_a_match_against_each_other(sides: list[Side], capsys: pytest.CaptureFixture[str]):
    result = play_match(sides, ["mason", "shabti"], "thieves/base", 2, 2, 7)
    assert result.startswith("mason against shabti, thieves/base, 2 players: 2 games, 100.0% ")
    result = play_match(sides, ["shabti", "shabti"], "thieves/base", 2, 4, 7)
    assert capsys.readouterr().out.count("deal ") == 3
    assert play_match(sides, ["shabti", "shabti"], "thieves/base", 2, 4, 7) == result
