"""`vok-lab distill`: what is played and fitted is kept, and the same command line goes on from there."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

TINY = ("--games", "10", "--simulations", "2", "--rounds", "1", "--match-games", "2", "--match-simulations", "2")


def distill(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lab", "distill", str(folder), *TINY, "--workers", "1", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.nightly(
    reason="trains a value twice",
    instead="tests/lab/test_linear_value.py::test_the_same_settings_give_the_same_examples_and_the_same_student",
)
def test_an_interrupted_run_goes_on_and_gives_the_same_value(tmp_path: Path) -> None:
    first = distill(tmp_path / "run")
    assert first.returncode == 0
    assert "Elo over the round before" in first.stdout
    value = (tmp_path / "run" / "round-1.json").read_bytes()
    (tmp_path / "run" / "round-1.json").unlink()  # as if it had been killed before the fit
    again = distill(tmp_path / "run")
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert (tmp_path / "run" / "round-1.json").read_bytes() == value


def test_a_folder_with_another_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "settings.json").write_text("{}")
    refused = distill(tmp_path / "run")
    assert refused.returncode == 2
    assert "holds a run with other settings" in refused.stderr
    assert not (tmp_path / "run" / "round-1.json").exists()


@pytest.mark.nightly(
    reason="trains a value",
    instead="tests/lab/test_linear_value.py::test_the_same_settings_give_the_same_examples_and_the_same_student",
)
def test_a_game_without_a_learned_value_gets_one(tmp_path: Path) -> None:
    """Three thieves begin with the value of what they hold. The student is for three only."""
    first = distill(tmp_path / "run", "--game", "thieves", "--players", "3", "--match-games", "3", "--games", "4")
    assert first.returncode == 0, first.stderr
    assert "Elo over the round before" in first.stdout
    student = tmp_path / "run" / "round-1.json"
    other = distill(tmp_path / "other", "--game", "thieves", "--players", "2", "--from", str(student))
    assert other.returncode == 2
    assert "another number of players" in other.stderr
