"""Another process that works on a save."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def child(program: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that works on a save."""
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()
