"""The compiled copy: all commands use it, and one that was made for another version of Vok is refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hatch_build import copy_sources
from vok_tui.shared.errors import ExitCode

ROOT = Path(__file__).parents[2]


def test_a_compiled_copy_of_another_version_is_refused_with_advice(tmp_path: Path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").touch()
    line = [sys.executable, "-m", "vok_tui", "simulate", "--games", "1"]
    environ = {**os.environ, "VOK_COMPILED": str(tmp_path)}
    result = subprocess.run(line, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert result.returncode == ExitCode.FAILED
    assert result.stderr.startswith(f"vok: the compiled engine in {tmp_path} does not fit this Vok")
    assert "make play" in result.stderr


@pytest.mark.parametrize("program", ["vok_tui", "lab"])
def test_programs_use_the_copy_that_is_named(tmp_path: Path, program: str):
    copy_sources(tmp_path)
    (tmp_path / "ai" / "levels.py").write_text("raise SystemExit('the copy is used')")
    command = {"vok_tui": ["simulate", "--games", "1"], "lab": ["bench", "--quick"]}[program]
    line = [sys.executable, "-m", program, *command]
    environ = {**os.environ, "VOK_COMPILED": str(tmp_path)}
    result = subprocess.run(line, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert "the copy is used" in result.stderr
