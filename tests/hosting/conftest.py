"""The fixtures of the tests with a real SSH server: `make check-hosting` runs them."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.hosting.guests import make_python
from tests.hosting.ssh_server import Server, running_server
from tests.vok_tui.sessions.kept import end_and_check


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("ssh")) as running:
        yield running


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A temporary folder that an unprivileged user can reach, as those inside of the tests' own one are not."""
    with TemporaryDirectory(prefix="vok-hosting-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="session")
def guest_python(open_folder: Path) -> Path:
    return make_python(open_folder)


@pytest.fixture
def kept_home() -> Iterator[Path]:
    """A home on a short path: tests connect to the socket in it by its whole name, which a system bounds."""
    with TemporaryDirectory(prefix="vok-", dir="/tmp") as folder:
        yield Path(folder)
        end_and_check(Path(folder))
