"""What several tests of saves share."""

import pytest

from tests.saves.heap import played

STEPS = [0, 1, 2, 1003, 1] * 8


@pytest.fixture(scope="session")
def sound(tmp_path_factory):
    """The bytes of a sound save with two checks and a label, and its journal."""
    path = tmp_path_factory.mktemp("sound") / "a.vok"
    match = played(path, STEPS)
    return path.read_bytes(), match.log.journal
