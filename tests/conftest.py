"""What tests of several houses share."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of a fresh environment into which the built wheel was installed, with the pinned dependencies.

    Costs some seconds once a worker: put what uses it into `@pytest.mark.xdist_group("installed")`. Where no registry can be
    reached, the dependencies are those of the environment that the tests run in.
    """
    place = tmp_path_factory.mktemp("installed")
    _must(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(place), str(ROOT))
    (wheel,) = place.glob("*.whl")
    _must(sys.executable, "-m", "venv", "--without-pip", str(place / "env"))
    python = str(place / "env" / "bin" / "python")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
    pins = ["--constraint", str(ROOT / "requirements.lock")]
    if _run(*install, *pins, "--retries", "1", str(wheel)).returncode:
        _must(*install, "--no-deps", "--no-index", str(wheel))
        (site,) = (place / "env" / "lib").glob("python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return place / "env" / "bin"


def _run(*line: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(line, capture_output=True, text=True, env=environ, check=False)


def _must(*line: str) -> None:
    done = _run(*line)
    assert done.returncode == 0, done.stdout + done.stderr
