"""What is said of an unexpected fault."""

from pathlib import Path

import pytest
from textual.worker import WorkerFailed

from vok_tui.cli.crash_report import explain_or_report
from vok_tui.exit_codes import ExitCode


@pytest.mark.parametrize("fault", [MemoryError(), RuntimeError("can't start new thread")])
def test_a_lack_of_memory_is_told_as_such_and_leaves_no_report(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    said = "there is not enough memory for Vok; your game is on disk"
    assert explain_or_report(fault, ["play"]) == (said, ExitCode.FAILED)
    assert not list(tmp_path.iterdir())


def test_the_report_of_a_task_of_the_table_tells_where_it_broke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    try:
        int("seven")
    except ValueError as fault:
        said, _ = explain_or_report(WorkerFailed(fault), ["play"])
    assert "something broke inside Vok (ValueError)" in said
    (report,) = (tmp_path / "crashes").iterdir()
    assert 'int("seven")' in report.read_text()
