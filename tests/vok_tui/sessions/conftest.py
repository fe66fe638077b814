"""A home folder whose session ends with the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vok_tui.sessions.kept import end_and_check


@pytest.fixture
def kept_home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    end_and_check(tmp_path)
