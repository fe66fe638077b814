"""A small file is written whole or not at all, by everything that writes one."""

import json
import resource
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from saves.analysis_file import write_analysis
from saves.errors import CannotWrite
from saves.whole_file import replace_file
from vok_tui.coordinator.config import store_setting
from vok_tui.game.bot_approval import APPROVALS_FILE, Approvals, BotCode
from vok_tui.shared.errors import ConfigError

KEY, BOT = ("/saves/a.vok", 1, 2), BotCode("mybots:Clever", Path("/mybots.py"), "digest")


def on_a_full_disk(act: Callable[[], object]) -> None:
    """Do something while no file can grow."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        act()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_the_earlier_file_and_nothing_else(tmp_path: Path):
    save, config = tmp_path / "a.vok", tmp_path / "config.toml"
    save.write_bytes(b"save")
    config.write_text('[table]\ntheme = "vok"\n')
    write_analysis(save, {"a": 1})
    Approvals(tmp_path).add(KEY, [BOT])
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def refused(act: Callable[[], object], error: type[Exception]) -> None:
        with pytest.raises(error):
            act()

    def write_all() -> None:
        refused(lambda: write_analysis(save, {"a": 2}), CannotWrite)
        refused(lambda: store_setting(config, "theme", "nord"), ConfigError)
        refused(lambda: replace_file(tmp_path / "new", b"new"), OSError)
        Approvals(tmp_path).add(("/saves/b.vok", 1, 2), [BOT])

    on_a_full_disk(write_all)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_permissions_and_links_stay_and_a_new_file_is_the_players_alone(tmp_path: Path):
    target, link, new = tmp_path / "target", tmp_path / "link", tmp_path / "new"
    target.write_bytes(b"before")
    target.chmod(0o640)
    link.symlink_to(target)
    replace_file(link, b"after")
    replace_file(new, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"after"
    assert [stat.S_IMODE(path.stat().st_mode) for path in (target, new)] == [0o640, 0o600]


def test_a_path_that_cannot_be_examined_is_an_error_in_one_sentence(tmp_path: Path):
    with pytest.raises(CannotWrite):
        write_analysis(tmp_path / ("n" * 300), {"a": 1})
    with pytest.raises(ConfigError):
        store_setting(tmp_path / ("n" * 300), "theme", "nord")


@pytest.mark.parametrize("content", ["no json", "{}", "[" * 10_000])
def test_approvals_that_cannot_be_read_are_not_overwritten(tmp_path: Path, content: str):
    path = tmp_path / APPROVALS_FILE
    path.write_text(content)
    Approvals(tmp_path).add(KEY, [BOT])
    assert path.read_text() == content
    assert not Approvals(tmp_path).has(KEY, BOT)
    path.unlink()
    Approvals(tmp_path).add(KEY, [BOT])
    assert Approvals(tmp_path).has(KEY, BOT)
    assert json.loads(path.read_text()) == [[*KEY, BOT.name, BOT.digest]]
