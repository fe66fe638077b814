"""A folder with a compiled copy that was made for another Vok, as a user meets it."""

import os
import subprocess
import sys
from pathlib import Path

from vok_tui.exit_codes import ExitCode

ROOT = Path(__file__).parents[2]


def test_a_compiled_copy_that_does_not_fit_is_named_with_what_to_do(tmp_path: Path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").touch()
    line = [sys.executable, "-m", "vok_tui", "simulate", "--games", "1"]
    environ = {**os.environ, "VOK_COMPILED": str(tmp_path)}
    done = subprocess.run(line, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == ExitCode.FAILED
    assert done.stderr.startswith(f"vok: the compiled engine in {tmp_path} does not fit this Vok")
    assert "make play" in done.stderr
