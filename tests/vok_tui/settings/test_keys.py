"""The table of keys, and a keymap that changes it."""

import pytest
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.keys import Keys

from tests.games.more_games import register_more_games
from vok_tui.errors import ConfigError
from vok_tui.settings import config
from vok_tui.settings.keys import (
    EVERYWHERE,
    SHORTCUTS,
    Shortcut,
    all_shortcuts,
    canonical_keys,
    check_keymap,
    key_labels,
    key_labels_by_id,
)
from vok_tui.terminal.key_names import canonical_key, key_label

TAKEN_BY_OTHERS = {f"ctrl+{letter}" for letter in "abjoqs"}  # tmux, screen, zellij, flow control


def test_a_name_means_one_key_in_all_games_and_is_there_once_on_each_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)
    keys: dict[str, Shortcut] = {}
    for place, shortcuts in all_shortcuts().items():
        names = [key.id for key in shortcuts]
        assert len(names) == len(set(names)), place
        for key in shortcuts:
            assert keys.setdefault(key.id, key) == key, place
    general = [key.id for shortcuts in SHORTCUTS.values() for key in shortcuts]
    assert len(general) == len(set(general))


def test_no_default_is_a_key_that_multiplexers_and_terminals_keep() -> None:
    for place in all_shortcuts().values():
        for key in place:
            assert not TAKEN_BY_OTHERS & set(key.keys.split(","))


def test_the_defaults_clash_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)
    check_keymap({})


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match='no key is called "undu"; did you mean "undo"'):
        check_keymap({"undu": "u"})


def test_one_key_cannot_do_two_things_in_one_place() -> None:
    with pytest.raises(ConfigError, match='the key r would be both "undo" and "redo"'):
        check_keymap({"undo": "r"})


def test_two_keys_can_change_places() -> None:
    check_keymap({"undo": "r", "redo": "u"})


def test_a_key_of_everywhere_is_taken_in_every_place() -> None:
    (leave,) = [key for key in SHORTCUTS[EVERYWHERE] if key.id == "leave"]
    with pytest.raises(ConfigError, match="would be both"):
        check_keymap({"undo": leave.keys.split(",")[0]})


def test_a_key_of_the_field_with_the_focus_is_taken_too() -> None:
    with pytest.raises(ConfigError, match='the key → would be both "choice_right" and "setup_back"'):
        check_keymap({"setup_back": "right"})


@pytest.mark.parametrize(("key", "same"), [("?", "question_mark"), ("ctrl+m", "enter"), ("ctrl+i", "tab")])
def test_one_key_under_two_names_is_one_key(key: str, same: str) -> None:
    with pytest.raises(ConfigError, match="would be both"):
        check_keymap({"undo": key, "redo": same})


@pytest.mark.parametrize("key", ["qqq", "f99", "ctrl+", "ctrl+qqq", "hold+a", "ctrl+ctrl+a", "shift+u", "\x1b"])
def test_a_key_that_no_terminal_sends_is_refused(key: str) -> None:
    with pytest.raises(ConfigError, match="no terminal sends"):
        canonical_keys(f"u,{key}")


def test_the_nearest_key_is_named() -> None:
    with pytest.raises(ConfigError, match='did you mean "pageup"'):
        canonical_keys("PgUp")


def test_every_key_that_a_terminal_has_a_sequence_for_may_be_used() -> None:
    for keys in ANSI_SEQUENCES_KEYS.values():
        names = (
            [key.value for key in keys if key not in (Keys.Ignore, Keys.ScrollUp, Keys.ScrollDown)]
            if isinstance(keys, tuple)
            else []
        )
        for name in names:
            assert canonical_key(name.replace("@", "at")), name


def test_every_default_is_under_the_name_that_it_arrives_by() -> None:
    for place in all_shortcuts().values():
        for key in place:
            assert canonical_keys(key.keys) == key.keys


def test_a_key_for_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="needs at least one key"):
        check_keymap({"undo": " , "})


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("question_mark", "?"),
        ("ctrl+p", "^P"),
        ("f1", "F1"),
        ("shift+tab", "Shift+Tab"),
        ("U", "U"),
        ("space", "Space"),
    ],
)
def test_keys_are_shown_as_people_write_them(name: str, written: str) -> None:
    assert key_label(name) == written


def test_the_keys_that_do_a_thing_now_are_those_of_the_keymap() -> None:
    assert key_labels_by_id("undo", {}) == ["u"]
    assert key_labels_by_id("undo", {"undo": "backspace,ctrl+y"}) == ["Backspace", "^Y"]


@pytest.mark.parametrize("key", ["y", "o", "n", "a", "t", "b", "A", "G", "/", ".", ">", ":"])
def test_a_key_that_was_free_once_can_still_be_given_to_what_had_a_name_then(key: str) -> None:
    """A file from before these keys had a meaning keeps working; what has the key today gives it up."""
    for name in ("undo", "hand_1", "chronicle"):
        keymap = config.parse(f'[keys]\n{name} = "{key}"').keys
        assert keymap[name] == canonical_keys(key)
        others = [shortcut for place in ("table", "table:valley") for shortcut in all_shortcuts()[place]]
        assert not [other.id for other in others if other.id != name and key in key_labels(other, keymap)]


def test_a_layout_moves_the_letters_that_lie_elsewhere_and_no_key_of_one_s_own() -> None:
    qwertz = config.parse('[table]\nlayout = "qwertz"').keys
    assert (key_labels_by_id("pyramid_base_1", qwertz), key_labels_by_id("answer_yes", qwertz)) == (["y"], ["z"])
    azerty = config.parse('[table]\nlayout = "azerty"').keys
    assert key_labels_by_id("pyramid_base_1", azerty) == ["w"]
    assert key_labels_by_id("hand_2", azerty) == ["2", "é"]
    own = config.parse('[table]\nlayout = "qwertz"\n[keys]\nanswer_yes = "y"\npyramid_base_1 = "w"').keys
    assert (key_labels_by_id("pyramid_base_1", own), key_labels_by_id("answer_yes", own)) == (["w"], ["y"])
    with pytest.raises(ConfigError, match='line 2: there is no layout "qwert"; did you mean "qwert'):
        config.parse('[table]\nlayout = "qwert"')
