"""Fixtures for the tests of saves."""

from pathlib import Path

import pytest

from saves import Shelf
from tests.saves.heap import write_closed_save

STEPS = [0, 1, 2, 1003, 1] * 8


@pytest.fixture(scope="session")
def undamaged_save(tmp_path_factory):
    """The bytes of a save with two checks and a label, and its journal."""
    path = tmp_path_factory.mktemp("undamaged") / "a.vok"
    match = write_closed_save(path, STEPS)
    return path.read_bytes(), match.log.journal


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """An empty shelf."""
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    return shelf
