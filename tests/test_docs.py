"""The programs in docs/ are run as they are, in a checkout and with an installed copy, so that they cannot become outdated."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```python(?: extra=(\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = [
    (f"{page.stem}-{number}", extra, code)
    for page in sorted((ROOT / "docs").glob("*.md"))
    for number, (extra, code) in enumerate(FENCE.findall(page.read_text(encoding="utf-8")), 1)
]
WITH_EXTRAS = [program for program in PROGRAMS if program[1]]
WITHOUT_EXTRAS = [program for program in PROGRAMS if not program[1]]


def run(python: str, code: str, folder: Path, path: str = "") -> str:
    """Run a program from a file in a folder. Returns its output."""
    program = folder / "program.py"
    program.write_text(code, encoding="utf-8")
    environ = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VOK_COMPILED")}
    if path:
        environ["PYTHONPATH"] = path
    done = subprocess.run([python, str(program)], cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_docs_contain_programs_to_run():
    assert len(WITHOUT_EXTRAS) >= 5


def run_in_checkout(code: str) -> str:
    with TemporaryDirectory() as folder:
        return run(sys.executable, code, Path(folder), str(ROOT))


@pytest.mark.parametrize(
    ("extra", "code"), [program[1:] for program in WITH_EXTRAS], ids=[name for name, *_ in WITH_EXTRAS]
)
def test_a_docs_program_runs_in_a_checkout(extra: str, code: str):
    if importlib.util.find_spec(extra) is None:
        pytest.skip(f"{extra} is not installed")
    run_in_checkout(code)


@pytest.mark.parametrize("code", [code for *_, code in WITHOUT_EXTRAS], ids=[name for name, *_ in WITHOUT_EXTRAS])
def test_a_docs_program_prints_the_same_in_checkout_and_installed_copy(code: str, tmp_path: Path, installed: Path):
    assert run(str(installed / "python"), code, tmp_path) == run_in_checkout(code)


def test_the_library_refuses_to_load_beside_another_engine_package(tmp_path: Path):
    (tmp_path / "engine.py").write_text("")
    with pytest.raises(AssertionError, match="another package called engine is in use here"):
        run(sys.executable, "import engine, vok_tui.library", tmp_path, str(ROOT))
