"""What is said of a fault that no command has foreseen."""

from pathlib import Path

import pytest

from vok_tui.commands.trouble import explain
from vok_tui.exits import Exit


@pytest.mark.parametrize("fault", [MemoryError(), RuntimeError("can't start new thread")])
def test_a_lack_of_memory_is_told_as_such_and_leaves_no_report(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    said = "there is not enough memory here for Vok; your game is on disk as it stood"
    assert explain(fault, ["play"]) == (said, Exit.FAILED)
    assert not list(tmp_path.iterdir())
