"""How an unexpected error is reported."""

from pathlib import Path

import pytest
from textual.worker import WorkerFailed

from vok_tui.cli.crash_report import explain_or_report
from vok_tui.shared.errors import ExitCode


@pytest.mark.parametrize("fault", [MemoryError(), RuntimeError("can't start new thread")])
def test_a_lack_of_memory_is_explained_and_leaves_no_report(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    message = "there is not enough memory for Vok; your game is on disk"
    assert explain_or_report(fault, ["play"]) == (message, ExitCode.FAILED)
    assert not list(tmp_path.iterdir())


def test_the_report_of_a_failed_worker_shows_the_failing_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    try:
        int("seven")
    except ValueError as fault:
        message, _ = explain_or_report(WorkerFailed(fault), ["play"])
    assert "something broke inside Vok (ValueError)" in message
    (report,) = (tmp_path / "crashes").iterdir()
    assert 'int("seven")' in report.read_text()
