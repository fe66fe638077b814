"""Fixtures for the tests of saves."""

import pytest

from tests.saves.heap import write_closed_save

STEPS = [0, 1, 2, 1003, 1] * 8


@pytest.fixture(scope="session")
def undamaged_save(tmp_path_factory):
    """The bytes of a save with two checks and a label, and its journal."""
    path = tmp_path_factory.mktemp("undamaged") / "a.vok"
    match = write_closed_save(path, STEPS)
    return path.read_bytes(), match.log.journal
