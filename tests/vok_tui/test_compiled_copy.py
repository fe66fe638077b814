"""The message about a compiled copy that was made for another version of Vok."""

import os
import subprocess
import sys
from pathlib import Path

from vok_tui.errors import ExitCode

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
