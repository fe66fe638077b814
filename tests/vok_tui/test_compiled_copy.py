"""The compiled copy: all commands use it, and one that was made for another version of Vok is refused."""

import json
import os
import subprocess
import sys
import sysconfig
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


def test_compiled_modules_that_cannot_be_loaded_are_replaced_by_sources_with_one_line(tmp_path: Path):
    copy_sources(tmp_path)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    (tmp_path / "engine" / "core" / f"tasks{suffix}").write_bytes(b"\x7fELF damaged")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, "VOK_COMPILED": str(tmp_path), "VOK_HOME": str(tmp_path / "home")}
        line = [sys.executable, "-m", "vok_tui", *words]
        return subprocess.run(line, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)

    contest = run("arena", "shabti", "shabti", "--game", "thieves", "--games", "2", "--workers", "2", "--json")
    assert contest.returncode == ExitCode.OK, contest.stderr
    assert json.loads(contest.stdout)["games"] == 2
    (sentence,) = contest.stderr.splitlines()
    assert sentence.startswith("vok: the compiled engine cannot be loaded (ImportError: ")
    assert "interpreted" in sentence
    page = run("doctor", "--json")
    assert page.returncode == ExitCode.FAILED
    facts = json.loads(page.stdout)
    assert facts["engine"]["compiled"] is False
    assert "cannot be loaded" in facts["engine"]["why"]
    (problem,) = facts["problems"]
    assert "cannot be loaded" in problem
