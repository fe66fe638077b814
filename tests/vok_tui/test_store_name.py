"""Writing the player's name or a theme into config.toml changes nothing else in the file."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saves.clean_text import clean_and_cut
from tests.tables import each_row
from vok_tui.coordinator.config import load_config, parse_config, store_player_name, store_theme, with_setting
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
    ("text", "after"),
    [
        ("", '[table]\ntheme = "nord"\n'),
        ('[table]\ntheme = "vok"  # dark\npace = 0.2\n', '[table]\ntheme = "nord"  # dark\npace = 0.2\n'),
        ('[player]\nname = "Bob"\n', '[player]\nname = "Bob"\n\n[table]\ntheme = "nord"\n'),
        ("[table]\n# theme\nascii = true", '[table]\ntheme = "nord"\n# theme\nascii = true\n'),
    ],
)
def test_storing_a_theme_changes_one_line(tmp_path: Path, text: str, after: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    store_theme(path, "nord")
    assert path.read_text() == after


@settings(max_examples=40)
@given(st.text(max_size=60))
def test_any_name_can_be_stored_and_read_back(name: str) -> None:
    assert parse_config(with_setting("", "name", clean_and_cut(name))).name == clean_and_cut(name)


def test_the_file_and_its_folder_are_created_and_the_name_is_cleaned(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    store_player_name(path, "\x1b]0;x\x07A\u202enn\n  B" + "x" * 90)
    config = load_config(path)
    assert config.name == clean_and_cut("]0;xAnn B" + "x" * 90)
    assert [other.name for other in path.parent.iterdir()] == ["config.toml"]


def test_a_link_and_the_permissions_of_the_file_are_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "config.toml"
    real.write_text("[table]\nascii = true\n")
    real.chmod(0o640)
    link.symlink_to(real)
    store_player_name(link, "Ann")
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert (load_config(link).name, load_config(link).ascii) == ("Ann", True)


@pytest.mark.parametrize("text", ["[player\n", "[table]\nasci = true\n", '[ player ]\nname = "x"\n', "x" * 70_000])
def test_an_invalid_file_is_refused_and_stays_unchanged(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(ConfigError):
        store_player_name(path, "Ann")
    assert path.read_text() == text
    assert [other.name for other in tmp_path.iterdir()] == ["config.toml"]


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("no folder")
    with pytest.raises(ConfigError, match=r"config\.toml"):
        store_player_name(tmp_path / "config" / "config.toml", "Ann")
