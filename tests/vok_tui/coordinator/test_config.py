"""config.toml: its settings, and the messages that refuse a wrong one."""

from dataclasses import replace
from pathlib import Path

import pytest

from vok_tui.coordinator.config import Config, load_config, parse_config
from vok_tui.shared.errors import ConfigError
from vok_tui.shared.paths import config_file, data_folder


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as refused:
        parse_config(text)
    return str(refused.value)


def test_without_a_file_the_defaults_are_used(tmp_path: Path):
    assert load_config(tmp_path / "config.toml") == Config()


def test_every_setting_is_read():
    text = """
        [player]
        name = "Änn"
        [table]
        theme = "nord"
        ascii = true
        mouse = false
        pace = 1
        undo_past_reveals = false
        layout = "qwertz"
        tips = false
        warn_from = 8
        [session]
        keep = "always"
        keep_hours = 2.5
        [keys]
        leave = "f9,f10"
    """
    config = parse_config(text)
    assert config.keys["leave"] == "f9,f10"
    assert replace(config, keys={}) == Config(
        name="Änn",
        theme="nord",
        ascii=True,
        mouse=False,
        pace=1,
        layout="qwertz",
        tips=False,
        undo_past_reveals=False,
        warn_from=8,
        keep="always",
        keep_hours=2.5,
    )


@pytest.mark.parametrize("wrong", ["7", "1", "101", "-8", "8.0", "true", '"8"'])
def test_a_warning_from_less_than_it_can_know_is_refused(wrong: str):
    expected = ", line 2: warn_from in [table] must be a whole number from 8 to 100, or 0"
    assert refusal(f"[table]\nwarn_from = {wrong}") == expected
    assert parse_config("[table]\nwarn_from = 0").warn_from == 0


def test_an_unknown_name_is_refused_with_its_line_and_the_nearest_known_one():
    assert refusal('[player]\nnme = "Ann"') == ', line 2: [player] has no "nme"; did you mean "name"?'
    assert refusal('\n\n[tabel]\ntheme = "x"') == ', line 3: there is no table "tabel"; did you mean "table"?'
    assert refusal('[keys]\nleav = "x"') == ', line 2: [keys] has no "leav"; did you mean "leave"?'


def test_a_name_outside_its_table_is_refused_with_its_line():
    assert refusal('naem = "Ann"').startswith(', line 1: there is no table "naem"')
    assert refusal('name = "Ann"') == ', line 1: "name" belongs below a line with [player]'
    assert refusal('table = "dark"').startswith(", line 1: ")


def test_an_error_names_the_line_in_the_right_table():
    assert ", line 5: " in refusal('[player]\nname = "mouse"\n\n[table]\nmouse = "no"')


def test_a_value_of_the_wrong_kind_is_refused_with_the_right_kind():
    assert refusal('[table]\nascii = "yes"') == ", line 2: ascii in [table] must be true or false"
    assert refusal("[player]\nname = 7") == ', line 2: name in [player] must be text in quotes, as in name = "..."'
    for wrong in ('"slow"', "true", "-1", "11", "nan", "inf"):
        assert (
            refusal(f"[table]\npace = {wrong}") == ", line 2: pace in [table] must be a number of seconds from 0 to 10"
        )
    assert refusal("[table]\nmouse = 1") == ", line 2: mouse in [table] must be true or false"


def test_when_a_game_is_kept_is_one_of_three_words_and_for_how_long_a_number():
    sentence = ', line 2: keep is one of ssh, always, never, not "alway"; did you mean "always"?'
    assert refusal('[session]\nkeep = "alway"') == sentence
    sentence = ", line 2: keep_hours in [session] must be a number of hours from 0 to 8760"
    for wrong in ('"long"', "-1", "8761", "inf"):
        assert refusal(f"[session]\nkeep_hours = {wrong}") == sentence


def test_invalid_toml_is_refused_with_its_line():
    assert "line 2" in refusal("[player]\nname = Ann")


def test_a_name_must_be_short_and_printable():
    assert "at most 40 characters" in refusal(f'[player]\nname = "{"A" * 41}"')
    assert "printable" in refusal('[player]\nname = "A\\u001b[2J"')


def test_one_key_cannot_have_two_meanings():
    assert "would be both" in refusal('[keys]\nleave = "f1"')


def test_an_impossible_key_is_refused_with_its_line_and_a_hint():
    message = refusal('[keys]\nundo = "u,qqq"')
    assert message.startswith(', line 2: undo in [keys]: no terminal sends a key "qqq"; it can be a character')
    assert refusal('[keys]\nundo = "Esc"').endswith('"Esc"; did you mean "escape"?')


def test_keys_may_be_written_as_characters():
    assert parse_config('[keys]\nundo = "< , ctrl+y"').keys == {"undo": "less_than_sign,ctrl+y"}


def test_an_error_names_the_file(tmp_path: Path):
    path = tmp_path / "config.toml"
    path.write_text("[player]\nnme = 1")
    with pytest.raises(ConfigError, match=r"config\.toml, line 2"):
        load_config(path)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path):
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="UTF-8"):
        load_config(path)


def test_a_folder_instead_of_the_file_is_refused(tmp_path: Path):
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "config.toml")


def test_vok_home_holds_data_and_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    assert config_file() == tmp_path / "config.toml"


def test_without_vok_home_the_users_folders_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("VOK_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path in data_folder().parents
    assert tmp_path in config_file().parents
