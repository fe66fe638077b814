"""Copies of Vok that are built and installed as players do it, each once for the same sources."""

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path

from hatch_build import compiler

ROOT = Path(__file__).parent.parent
REAL_HOME = os.environ.get("HOME", "")  # for pip, whose settings are there; the tests have another
KEPT = ROOT / "build" / "installed"
PACKAGES = ("engine", "ai", "saves", "lab", "vok_tui")
OTHER_SOURCES = ("hatch_build.py", "pyproject.toml", "requirements.lock", "README.md", "LICENSE", __file__)


def installed_copy(*, compiled: bool) -> Path:
    """The `bin` folder of an environment into which the built wheel was installed, with the pinned dependencies.

    It is kept below build/ until a source changes. The first process that asks makes it, and others wait. If no registry can be
    reached, the dependencies are those of the environment that runs the tests.
    """
    kind = "compiled" if compiled else "pure"
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        place = KEPT / f"{kind}-{_hash_of_sources()}"
        if not (place / "ready").exists():
            for old in KEPT.glob(f"{kind}-*"):
                shutil.rmtree(old)
            _install(place, compiled=compiled)
            (place / "ready").touch()
    return place / "env" / "bin"


def _hash_of_sources() -> str:
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if "__pycache__" not in path.parts]
    digest = sha256(f"{sys.version} {sys.prefix} {compiler()}".encode())
    for path in sorted([*files, *(ROOT / name for name in OTHER_SOURCES)]):
        if path.is_file():
            content = path.read_bytes()
            digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def _install(place: Path, *, compiled: bool) -> None:
    place.mkdir()
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check"]
    options = _quick_compiler(place) if compiled else {"VOK_PURE": "1"}
    build_output = _must(*build, "--outdir", str(place), str(ROOT), **options)
    (place / "build.log").write_text(build_output)
    (wheel,) = place.glob("*.whl")
    _must(sys.executable, "-m", "venv", "--without-pip", str(place / "env"))
    python = str(place / "env" / "bin" / "python")
    flags = ["--no-compile", "--quiet", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", "--python", python, "install", *flags]
    pins = ["--constraint", str(ROOT / "requirements.lock")]
    if _run(*install, *pins, "--retries", "1", str(wheel)).returncode:
        _must(*install, "--no-deps", "--no-index", str(wheel))
        (site,) = (place / "env" / "lib").glob("python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))


def _quick_compiler(place: Path) -> dict[str, str]:
    """The C compiler with little optimization, because that takes most of the time; {} if there is none."""
    if not compiler():
        return {}
    quick = place / "cc"
    quick.write_text(f'#!/bin/sh\nexec {compiler()} "$@" -O0 -g0\n')  # the last -O counts
    quick.chmod(0o755)
    return {"CC": str(quick)}


def _run(*line: str, **more: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"HOME": REAL_HOME} | more
    return subprocess.run(line, capture_output=True, text=True, env=environ, check=False)


def _must(*line: str, **more: str) -> str:
    done = _run(*line, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
