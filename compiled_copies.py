"""Compiled copies of the engine, one for each state of the sources; `make play` starts the game through this file.

    python compiled_copies.py play FOLDER [ARGUMENTS]    start the game with a compiled copy; without one, build it meanwhile
    python compiled_copies.py build FOLDER               build the copy for the current sources, unless another process does

A copy is built under a temporary name, at low priority, and renamed at the end, so a copy is always complete. A game and its
thinking processes keep the copy that the game was started with: the game holds a shared lock on it, and a copy is only removed
while no game holds the lock. If a build fails, the reason is written to FOLDER/HASH.failed. A later start tries again, because
most reasons pass: no network, no room, no compiler. It waits twice as long after each failure.
"""

import fcntl
import os
import platform
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from contextlib import suppress
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from types import FrameType
from typing import Final

ROOT: Final = Path(__file__).resolve().parent
SOURCES: Final = ("engine", "ai", "saves", "lab", "hatch_build.py", "requirements-build.lock")
COPY_ENV: Final = "VOK_COPY"  # where the copy for these sources is, or will be
COMPILED_ENV: Final = "VOK_COMPILED"  # the copy that the game uses
LOCK_NAME: Final = "in-use"
NICENESS: Final = 10
MAX_REASON_CHARS: Final = 300
FIRST_WAIT_SECONDS: Final = 60
MAX_WAIT_SECONDS: Final = 7 * 24 * 3600


def sources_hash(root: Path = ROOT) -> str:
    """A hash of everything that a copy depends on: sources, build tools, Python version and machine."""
    digest = sha256(f"{sys.implementation.cache_tag} {platform.machine()}".encode())
    for name in SOURCES:
        top = root / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def play(folder: Path, arguments: list[str]) -> None:
    """Replace this process by the game. With VOK_PURE, or without a C compiler, it runs interpreted, and nothing is built."""
    if not os.environ.get("VOK_PURE") and has_compiler():
        copy = folder.resolve() / sources_hash()
        os.environ[COPY_ENV] = str(copy)
        if lock_copy(copy):
            os.environ[COMPILED_ENV] = str(copy)
        elif may_try(copy):
            start_building(folder)
    os.execv(sys.executable, [sys.executable, "-m", "vok_tui", *arguments])


def has_compiler() -> bool:
    """Whether Python extensions can be built on this machine."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return bool(shutil.which(command.split()[0]) or shutil.which("cc"))


def lock_copy(copy: Path) -> bool:
    """Lock a copy until this process ends, even if it executes another program. Returns False if there is no copy."""
    try:
        lock = os.open(copy / LOCK_NAME, os.O_RDONLY)
    except OSError:
        return False
    fcntl.flock(lock, fcntl.LOCK_SH)
    os.set_inheritable(lock, True)
    return copy.is_dir()


def failure_file(copy: Path) -> Path:
    return copy.with_name(f"{copy.name}.failed")


def failures_before(copy: Path) -> int:
    """How often the build of a copy has failed so far."""
    with suppress(OSError, ValueError):
        return int(failure_file(copy).read_text(encoding="utf-8").splitlines()[1])
    return 0


def may_try(copy: Path) -> bool:
    """Whether a build may be tried: always the first time, and later when enough time has passed since the latest failure."""
    try:
        age = time.time() - failure_file(copy).stat().st_mtime
    except OSError:
        return True
    failures = min(failures_before(copy), 20)
    return not 0 <= age < min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2**failures)


def start_building(folder: Path) -> None:
    """Start a build that continues when the game ends, and that gets no keys or signals of the game's terminal."""
    with suppress(OSError):  # if no process can be started, the game runs interpreted
        subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "build", str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def build(folder: Path) -> int:
    """Build the copy for the current sources. Returns an exit code; raises OSError if the folder cannot be written."""
    os.nice(NICENESS)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0  # another process is building
        for leftover in folder.glob("new-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        copy = folder / sources_hash()
        if copy.is_dir() or not may_try(copy):
            return 0
        with tempfile.TemporaryDirectory(prefix="new-", dir=folder) as scratch:
            new = Path(scratch) / "copy"
            reason = compile_into(new)
            if sources_hash() != copy.name:  # they were edited during the build, so the copy may mix two states
                return 0
            if reason:
                write_failure(copy, reason)
                return 1
            (new / LOCK_NAME).touch()
            new.rename(copy)
            failure_file(copy).unlink(missing_ok=True)
        remove_unused(folder, copy)
    return 0


def compile_into(new: Path) -> str:
    """Compile the current sources into a folder; if the build tools are missing, install them first. Returns the reason if this
    failed, otherwise ""."""
    lock = ROOT / "requirements-build.lock"
    if not are_installed(lock.read_text(encoding="utf-8").splitlines()):
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
        exit_code, last_line = run([*pip, "--requirement", str(lock)])
        if exit_code:
            return last_line
    exit_code, last_line = run([sys.executable, str(ROOT / "hatch_build.py"), str(new)])
    return last_line if exit_code or not any(new.rglob("*.so")) else ""


def are_installed(requirements: list[str]) -> bool:
    """Whether all pinned packages are installed: then nothing is downloaded, and a build works without a network."""
    for line in requirements:
        name, _, version = line.partition("==")
        try:
            if not name.startswith("#") and metadata.version(name) != version:
                return False
        except metadata.PackageNotFoundError:
            return False
    return True


def run(command: list[str]) -> tuple[int, str]:
    """Run a command. Returns its exit code, and its last line about an error, else the last one: a line alone is no failure."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    words = (errors or lines or [f"{Path(command[1]).name} ended with {done.returncode}"])[-1]
    return done.returncode, words


def write_failure(copy: Path, reason: str) -> None:
    new = failure_file(copy).with_suffix(".new")
    words = reason.removeprefix("Vok: ")[:MAX_REASON_CHARS]
    new.write_text(f"{words}\n{failures_before(copy) + 1}\n", encoding="utf-8")
    new.replace(failure_file(copy))


def remove_unused(folder: Path, newest: Path) -> None:
    """Remove the copies of earlier sources that no game uses, and the reasons of earlier failures."""
    for path in folder.iterdir():
        if path.suffix == ".failed" and path != failure_file(newest):
            path.unlink(missing_ok=True)
        elif path.is_dir() and path != newest and not path.name.startswith("new-"):
            with suppress(OSError), (path / LOCK_NAME).open() as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)


def exit_on_signal(number: int, _: FrameType | None) -> None:
    """The handler of signals that end a build: exits, so that the scratch folder is removed."""
    sys.exit(128 + number)


def main() -> int:
    command, folder = sys.argv[1], Path(sys.argv[2])
    if command == "play":
        play(folder, sys.argv[3:])
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, exit_on_signal)
    return build(folder)


if __name__ == "__main__":
    sys.exit(main())
