"""Tests of the processes that run the tests."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = """
import os, tempfile, warnings
import pytest

@pytest.mark.parametrize("number", range(20))
def test_number(number, tmp_path):
    print("I am", number)
    open(os.environ["LOG"], "a").write(f"{tempfile.gettempdir()}\\n")
    if number == 3:
        warnings.warn("odd")
    if number == 5:
        os.kill(os.getpid(), 9)
    assert number != 7
"""


def test_every_test_is_run_once_and_reported_also_if_its_process_is_killed(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = nightly")
    log = tmp_path / "log"
    line = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "--workers", "2", str(tmp_path)]
    env = {"PYTHONPATH": str(ROOT), "LOG": str(log), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    told = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, env=env, check=False).stdout
    assert "2 failed, 18 passed, 1 warning in" in told
    assert "FAILED test_it.py::test_number[5] - the worker ended with exit code -9" in told
    assert "FAILED test_it.py::test_number[7] - assert 7 != 7" in told
    assert "I am 7" in told
    assert "I am 6" not in told
    folders = log.read_text().splitlines()
    assert len(folders) == 20
    assert len(set(folders)) > 1, "each process has a folder for temporary files"
