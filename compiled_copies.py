"""Compiled copies of the engine, one for each state of the sources; `make play` starts the game through this file.

    python compiled_copies.py play FOLDER [ARGUMENTS]    start the game with a compiled copy; build one beside it if there is none
    python compiled_copies.py build FOLDER               build the copy for today's sources, if nobody else does

A copy is built under another name, at low priority, and gets its own name by one rename: there is never half a copy. A game
keeps the copy that it began with, also for the processes that think for it: it holds a shared lock on the copy, and a copy is
removed only once nobody holds it. What went wrong is written down in FOLDER/HASH.failed; the build is tried again when the
sources have changed.
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
from contextlib import suppress
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from types import FrameType
from typing import Final

ROOT: Final = Path(__file__).resolve().parent
SOURCES: Final = ("engine", "ai", "saves", "hatch_build.py", "requirements-build.lock")
COPY_ENV: Final = "VOK_COPY"  # where the copy for these sources is, or will be
COMPILED_ENV: Final = "VOK_COMPILED"  # the copy that the game runs
LOCK_NAME: Final = "in-use"
NICENESS: Final = 10
MAX_REASON_CHARS: Final = 300


def sources_hash(root: Path = ROOT) -> str:
    """A hash of all that decides what a copy holds: sources, build tools, and the Python that runs it."""
    digest = sha256(f"{sys.implementation.cache_tag} {platform.machine()}".encode())
    for name in SOURCES:
        top = root / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def play(folder: Path, arguments: list[str]) -> None:
    """Become the game. With VOK_PURE, or without a C compiler, it runs interpreted and nothing is built."""
    if not os.environ.get("VOK_PURE") and has_compiler():
        copy = folder.resolve() / sources_hash()
        os.environ[COPY_ENV] = str(copy)
        if lock_copy(copy):
            os.environ[COMPILED_ENV] = str(copy)
        elif not failure_file(copy).exists():
            start_building(folder)
    os.execv(sys.executable, [sys.executable, "-m", "vok_tui", *arguments])


def has_compiler() -> bool:
    """Whether Python extensions can be built here."""
    wanted = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return bool(shutil.which(wanted.split()[0]) or shutil.which("cc"))


def lock_copy(copy: Path) -> bool:
    """Lock a copy for as long as this process lives, whatever program it becomes; False if there is no copy."""
    try:
        lock = os.open(copy / LOCK_NAME, os.O_RDONLY)
    except OSError:
        return False
    fcntl.flock(lock, fcntl.LOCK_SH)
    os.set_inheritable(lock, True)
    return copy.is_dir()


def failure_file(copy: Path) -> Path:
    return copy.with_name(f"{copy.name}.failed")


def start_building(folder: Path) -> None:
    """Start a build that goes on when the game ends, and that no key of the game's terminal reaches."""
    with suppress(OSError):  # without a process to spare the game runs interpreted
        subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "build", str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def build(folder: Path) -> int:
    """Build the copy for today's sources. Returns an exit code; raises OSError if the folder cannot be written."""
    os.nice(NICENESS)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0  # somebody else builds
        for leftover in folder.glob("new-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        copy = folder / sources_hash()
        if copy.is_dir() or failure_file(copy).exists():
            return 0
        with tempfile.TemporaryDirectory(prefix="new-", dir=folder) as scratch:
            new = Path(scratch) / "copy"
            reason = compile_into(new)
            if sources_hash() != copy.name:  # they were edited meanwhile: this copy is of no state of them
                return 0
            if reason:
                write_failure(copy, reason)
                return 1
            (new / LOCK_NAME).touch()
            new.rename(copy)
        remove_unused(folder, copy)
    return 0


def compile_into(new: Path) -> str:
    """Compile today's sources into a folder; fetch the build tools first if they are missing. Returns why that failed, "" if
    it did not."""
    lock = ROOT / "requirements-build.lock"
    if not are_installed(lock.read_text(encoding="utf-8").splitlines()):
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
        reason = run_and_tell_failure([*pip, "--requirement", str(lock)])
        if reason:
            return reason
    reason = run_and_tell_failure([sys.executable, str(ROOT / "hatch_build.py"), str(new)])
    return reason if not any(new.rglob("*.so")) else ""


def are_installed(requirements: list[str]) -> bool:
    """Whether all pinned packages are here: then nothing needs to be fetched, and a build works without a network."""
    for line in requirements:
        name, _, version = line.partition("==")
        try:
            if not name.startswith("#") and metadata.version(name) != version:
                return False
        except metadata.PackageNotFoundError:
            return False
    return True


def run_and_tell_failure(command: list[str]) -> str:
    """Run a command. Returns the last line that it wrote to stderr, "" if it was silent and ended well."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    if done.returncode and not lines:
        return f"{Path(command[1]).name} ended with {done.returncode}"
    return lines[-1] if lines else ""


def write_failure(copy: Path, reason: str) -> None:
    new = failure_file(copy).with_suffix(".new")
    new.write_text(f"{reason.removeprefix('Vok: ')[:MAX_REASON_CHARS]}\n", encoding="utf-8")
    new.replace(failure_file(copy))


def remove_unused(folder: Path, newest: Path) -> None:
    """Remove the copies of earlier sources that no game holds, and what went wrong with others."""
    for path in folder.iterdir():
        if path.suffix == ".failed" and path != failure_file(newest):
            path.unlink(missing_ok=True)
        elif path.is_dir() and path != newest and not path.name.startswith("new-"):
            with suppress(OSError), (path / LOCK_NAME).open() as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)


def stop(number: int, _: FrameType | None) -> None:
    """End a build in order: its scratch folder is removed on the way out."""
    sys.exit(128 + number)


def main() -> int:
    what, folder = sys.argv[1], Path(sys.argv[2])
    if what == "play":
        play(folder, sys.argv[3:])
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, stop)
    return build(folder)


if __name__ == "__main__":
    sys.exit(main())
