"""What the tests of all commands share: a command line that runs in this process, with a home of its own."""

from pathlib import Path

import pytest

from tests.vok_tui.say import Say
from vok_tui.cli.main import run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty VOK_HOME."""
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def vok(home: Path, capsys: pytest.CaptureFixture[str]) -> Say:
    """Run a command line. Returns exit code, output and error output."""

    def say(*argv: str) -> tuple[int, str, str]:
        code = run(list(argv))
        told = capsys.readouterr()
        return code, told.out, told.err

    return say


@pytest.fixture
def vok_line(vok: Say) -> Say:
    """The same with one line, whose words are separated by spaces."""

    def say(line: str) -> tuple[int, str, str]:
        return vok(*line.split())

    return say
