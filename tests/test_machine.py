"""The machines that the seed of a run draws: ordinary runs meet every kind, and a test sees nothing of the developer's own."""

import os
import pwd
import tempfile
import time
from pathlib import Path

import pytest

from tests.machine import LONGEST_FOLDER, MAX_SEED, TIME_ZONES, Machine


def test_a_dozen_runs_meet_most_kinds_of_machines() -> None:
    machines = [Machine.drawn_from(seed) for seed in range(12)]
    assert {machine.no_color for machine in machines} == {True, False}
    assert len({machine.time_zone for machine in machines}) > 2
    assert min(len(machine.folder) for machine in machines) < 20
    assert max(len(machine.folder) for machine in machines) > LONGEST_FOLDER - 20
    assert len({machine.order for machine in machines}) == 12


def test_the_header_names_the_machine_that_the_tests_see(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    machine = Machine.drawn_from(pytestconfig.option.machine)
    assert str(machine.seed) in str(machine)
    assert tmp_path.name == machine.folder or not machine.folder
    assert os.environ["TZ"] == machine.time_zone in TIME_ZONES
    assert time.strftime("%Z") in machine.time_zone
    assert os.environ.get("NO_COLOR", "") == "1" * machine.no_color


def test_nothing_of_the_account_of_the_developer_is_seen(pytestconfig: pytest.Config) -> None:
    assert 0 <= pytestconfig.option.machine <= MAX_SEED
    assert Path.home() != Path(pwd.getpwuid(os.getuid()).pw_dir)
    assert Path(tempfile.gettempdir()).parent == Path.home().parent
    assert not [name for name in os.environ if name.startswith(("VOK_", "LC_", "SSH_", "XDG_"))]
