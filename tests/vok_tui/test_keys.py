"""The table of keys, and a keymap that goes over it."""

import pytest

from vok_tui.errors import ConfigError
from vok_tui.keys import EVERYWHERE, KEYS, check, present, shown

TAKEN_BY_OTHERS = {f"ctrl+{letter}" for letter in "abjoqs"}  # tmux, screen, zellij, flow control


def test_every_name_is_there_once() -> None:
    names = [key.id for place in KEYS.values() for key in place]
    assert len(names) == len(set(names))


def test_no_default_is_a_key_that_multiplexers_and_terminals_keep() -> None:
    for place in KEYS.values():
        for key in place:
            assert not TAKEN_BY_OTHERS & set(key.key.split(","))


def test_the_defaults_clash_nowhere() -> None:
    check({})


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match='no key is called "undu"; did you mean "undo"'):
        check({"undu": "u"})


def test_one_key_cannot_do_two_things_in_one_place() -> None:
    with pytest.raises(ConfigError, match='the key r would be both "undo" and "redo"'):
        check({"undo": "r"})


def test_two_keys_can_change_places() -> None:
    check({"undo": "r", "redo": "u"})


def test_a_key_of_everywhere_is_taken_in_every_place() -> None:
    (leave,) = [key for key in KEYS[EVERYWHERE] if key.id == "leave"]
    with pytest.raises(ConfigError, match="would be both"):
        check({"undo": leave.key.split(",")[0]})


def test_a_key_for_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="needs at least one key"):
        check({"undo": " , "})


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
    assert shown(name) == written


def test_the_keys_that_do_a_thing_now_are_those_of_the_keymap() -> None:
    assert present("undo", {}) == ["u"]
    assert present("undo", {"undo": "backspace,ctrl+y"}) == ["Backspace", "^Y"]
