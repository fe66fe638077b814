"""The fixtures of the tests with a real SSH server: `make check-hosting` runs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosting.ssh_server import Server, running_server
from tests.vok_tui.sessions.kept import end_and_check


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("ssh")) as running:
        yield running


@pytest.fixture
def kept_home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    end_and_check(tmp_path)
