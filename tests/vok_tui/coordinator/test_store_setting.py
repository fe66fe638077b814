"""Writing a setting into config.toml changes nothing else in the file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saves.clean_text import clean_and_cut
from tests.tables import each_row
from vok_tui.coordinator.config import SettingValue, load_config, parse_config, store_setting, with_setting
from vok_tui.shared.errors import ConfigError

TEXTS = [
    "",
    "[player]\n",
    '[player]\nname = "Bob"  # old\n\n[table]\nascii = true\n',
    '# mine\n[table]\npace = 0.2\n[keys]\nundo = "u,backspace"\n',
    "[ player ]\n[table]\nascii = true",
    '[player] # who\n  name="x"\n',
]


@each_row("text", [text for text in TEXTS if "[ player ]" not in text])
@each_row("name", ["Ann", "", 'A "b" \\ c', "王 Zoë"])
def test_storing_a_name_keeps_all_other_settings_and_comments(text: str, name: str) -> None:
    after = with_setting(text, "name", name)
    assert parse_config(after).name == name
    config_before, config_after = parse_config(text), parse_config(after)
    for setting in ("ascii", "pace", "keys"):
        assert getattr(config_after, setting) == getattr(config_before, setting)
    for line in text.splitlines():
        assert line in after or "name" in line
    assert ("# old" in after) == ("# old" in text)


@pytest.mark.parametrize(
    ("setting", "value", "text", "after"),
    [
        ("theme", "nord", "", '[table]\ntheme = "nord"\n'),
        ("theme", "nord", '[table]\ntheme = "vok"  # dark\npace = 1\n', '[table]\ntheme = "nord"  # dark\npace = 1\n'),
        ("theme", "nord", '[player]\nname = "Bob"\n', '[player]\nname = "Bob"\n\n[table]\ntheme = "nord"\n'),
        ("theme", "nord", "[table]\n# theme\nascii = true", '[table]\ntheme = "nord"\n# theme\nascii = true\n'),
        ("pace", 0.3, "[table]\npace = 2 # slow\n", "[table]\npace = 0.3 # slow\n"),
        ("warn_from", 15, "[table]\nmouse = true\n", "[table]\nwarn_from = 15\nmouse = true\n"),
        ("mouse", False, "[table]\nmouse=true# over SSH too\n", "[table]\nmouse = false# over SSH too\n"),
        ("mouse", None, "# mine\n[table]\nmouse = true\npace = 1\n", "# mine\n[table]\npace = 1\n"),
        ("tips", None, "[table]\ntips = true  # for now\n", "[table]\n# for now\n"),
        ("tips", None, "# nothing\n", "# nothing\n"),
        ("layout", "azerty", '[keys]\nundo = "b"\n', '[keys]\nundo = "b"\n\n[table]\nlayout = "azerty"\n'),
    ],
)
def test_storing_a_setting_changes_one_line(
    tmp_path: Path, setting: str, value: SettingValue, text: str, after: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    stored = store_setting(path, setting, value)
    assert path.read_text() == after
    assert stored == load_config(path)


@given(st.text(max_size=60))
def test_any_name_can_be_stored_and_read_back(name: str) -> None:
    assert parse_config(with_setting("", "name", clean_and_cut(name))).name == clean_and_cut(name)


def test_the_file_and_its_folder_are_created(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    store_setting(path, "name", "Ann")
    assert load_config(path).name == "Ann"
    assert [other.name for other in path.parent.iterdir()] == ["config.toml"]


def test_a_link_and_the_permissions_of_the_file_are_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "config.toml"
    real.write_text("[table]\nascii = true\n")
    real.chmod(0o640)
    link.symlink_to(real)
    store_setting(link, "name", "Ann")
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert (load_config(link).name, load_config(link).ascii) == ("Ann", True)


@pytest.mark.parametrize("text", ["[player\n", "[table]\nasci = true\n", '[ player ]\nname = "x"\n', "x" * 70_000])
def test_an_invalid_file_is_refused_and_stays_unchanged(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(ConfigError):
        store_setting(path, "name", "Ann")
    assert path.read_text() == text
    assert [other.name for other in tmp_path.iterdir()] == ["config.toml"]


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("no folder")
    with pytest.raises(ConfigError, match=r"config\.toml"):
        store_setting(tmp_path / "config" / "config.toml", "name", "Ann")
