"""Programs in a pipe: started with a home of their own, and what they print."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON


def environ(home: Path, **more: str) -> dict[str, str]:
    return {**MINIMAL_ENVIRON, "HOME": str(home), "VOK_HOME": str(home), "TERM": "dumb", **more}


def start(home: Path, arguments: Sequence[str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "vok_tui", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ(home),
        cwd=home,
    )
