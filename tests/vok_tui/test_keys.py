"""The shortcuts, and keymaps that change their keys."""

import re
from pathlib import Path

import pytest
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.keys import Keys

import vok_tui
from tests.games.more_games import register_more_games
from tests.tables import each_row
from tests.vok_tui.named_keys import KEY_IN_SENTENCE
from vok_tui.boards.keymap import all_shortcuts, check_keymap, key_labels_by_id
from vok_tui.cli.docs_pages import TWO_KINDS, keys_by_kind
from vok_tui.coordinator import config
from vok_tui.shared.errors import ConfigError
from vok_tui.shared.key_names import canonical_key, key_label
from vok_tui.shared.shortcuts import EVERYWHERE, SHORTCUTS, Shortcut, canonical_keys, key_labels

RESERVED_KEYS = {f"ctrl+{letter}" for letter in "abjoqs"}  # tmux, screen, zellij, flow control


def test_a_shortcut_id_is_unique_on_each_screen_and_the_same_in_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)
    keys: dict[str, Shortcut] = {}
    for place, shortcuts in all_shortcuts().items():
        names = [key.id for key in shortcuts]
        assert len(names) == len(set(names)), place
        for key in shortcuts:
            assert keys.setdefault(key.id, key) == key, place
    general = [key.id for shortcuts in SHORTCUTS.values() for key in shortcuts]
    assert len(general) == len(set(general))


def test_no_default_key_is_reserved_by_multiplexers_or_terminals() -> None:
    for place in all_shortcuts().values():
        for key in place:
            assert not RESERVED_KEYS & set(key.keys.split(","))


def test_the_default_keys_do_not_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)
    check_keymap({})


def test_an_unknown_shortcut_id_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match='no key is called "undu"; did you mean "undo"'):
        check_keymap({"undu": "u"})


def test_one_key_cannot_have_two_meanings_on_one_screen() -> None:
    with pytest.raises(ConfigError, match='the key r would be both "undo" and "redo"'):
        check_keymap({"undo": "r"})


def test_two_shortcuts_can_exchange_their_keys() -> None:
    check_keymap({"undo": "r", "redo": "u"})


def test_a_key_that_works_everywhere_is_taken_on_every_screen() -> None:
    (leave,) = [key for key in SHORTCUTS[EVERYWHERE] if key.id == "leave"]
    with pytest.raises(ConfigError, match="would be both"):
        check_keymap({"undo": leave.keys.split(",")[0]})


def test_a_key_of_the_focused_field_is_taken() -> None:
    with pytest.raises(ConfigError, match='the key → would be both "choice_right" and "setup_back"'):
        check_keymap({"setup_back": "right"})


@pytest.mark.parametrize(("key", "same"), [("?", "question_mark"), ("ctrl+m", "enter"), ("ctrl+i", "tab")])
def test_two_names_of_one_key_clash(key: str, same: str) -> None:
    with pytest.raises(ConfigError, match="would be both"):
        check_keymap({"undo": key, "redo": same})


@pytest.mark.parametrize("key", ["qqq", "f99", "ctrl+", "ctrl+qqq", "hold+a", "ctrl+ctrl+a", "shift+u", "\x1b"])
def test_an_impossible_key_is_refused(key: str) -> None:
    with pytest.raises(ConfigError, match="no terminal sends"):
        canonical_keys(f"u,{key}")


def test_an_unknown_key_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match='did you mean "pageup"'):
        canonical_keys("PgUp")


def test_every_key_with_an_ansi_sequence_can_be_used() -> None:
    for keys in ANSI_SEQUENCES_KEYS.values():
        names = (
            [key.value for key in keys if key not in (Keys.Ignore, Keys.ScrollUp, Keys.ScrollDown)]
            if isinstance(keys, tuple)
            else []
        )
        for name in names:
            assert canonical_key(name.replace("@", "at")), name


FIXED_KEYS = ("app.py", "footer.py", "own_cards.py", "help.py")  # they name keys that no shortcut has


def test_no_text_names_a_key_that_the_player_can_change() -> None:
    """A text names the shortcut, as in {undo}: see `with_keys`. The declarations and the command line are left out."""
    for path in sorted(Path(vok_tui.__file__).parent.rglob("*.py")):
        if path.parent.name in ("shared", "commands", "cli") or path.name in FIXED_KEYS:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = line.partition("  # ")[0]
            texts = re.findall(r'(?<!")"([^"]+)"(?!")', code) if '"""' not in code else ()
            assert not any(KEY_IN_SENTENCE.search(f" {text}") for text in texts), f"{path}, line {number}: {line}"


def test_no_key_reads_in_one_place_and_commits_in_another_at_tables_puzzles_practice_and_guided_games() -> None:
    """All of them have the table of a game, and puzzles and practice the keys of a retry besides."""
    for key, kinds in keys_by_kind().items():
        reads, decides = (
            {place for place, shortcut in kinds[kind] if place.startswith("table") or place == "retry"}
            for kind in (False, True)
        )
        assert not (reads and decides), (key, reads, decides)


def test_every_key_of_two_kinds_has_its_reason() -> None:
    both = {key for key, kinds in keys_by_kind().items() if kinds[False] and kinds[True]}
    explained = [key for keys in TWO_KINDS.values() for key in keys.split(",")]
    assert both == set(explained)
    assert len(explained) == len(set(explained))


def test_default_keys_have_their_canonical_names() -> None:
    for place in all_shortcuts().values():
        for key in place:
            assert canonical_keys(key.keys) == key.keys


def test_an_empty_list_of_keys_is_refused() -> None:
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
def test_key_labels_are_readable(name: str, written: str) -> None:
    assert key_label(name) == written


def test_key_labels_follow_the_keymap() -> None:
    assert key_labels_by_id("undo", {}) == ["u"]
    assert key_labels_by_id("undo", {"undo": "backspace,ctrl+y"}) == ["Backspace", "^Y"]


@each_row("key", ["y", "o", "n", "a", "t", "b", "A", "G", "/", ".", ">", ":"])
def test_a_formerly_free_key_can_still_be_assigned(key: str) -> None:
    """A file that was written before these keys had a meaning still works: their default shortcuts give them up."""
    for name in ("undo", "hand_1", "chronicle"):
        keymap = config.parse_config(f'[keys]\n{name} = "{key}"').keys
        assert keymap[name] == canonical_keys(key)
        others = [shortcut for place in ("table", "table:valley") for shortcut in all_shortcuts()[place]]
        assert not [other.id for other in others if other.id != name and key in key_labels(other, keymap)]


def test_a_layout_moves_default_letters_but_no_configured_keys() -> None:
    qwertz = config.parse_config('[table]\nlayout = "qwertz"').keys
    assert (key_labels_by_id("pyramid_base_1", qwertz), key_labels_by_id("answer_yes", qwertz)) == (["y"], ["z"])
    azerty = config.parse_config('[table]\nlayout = "azerty"').keys
    assert key_labels_by_id("pyramid_base_1", azerty) == ["w"]
    assert key_labels_by_id("hand_2", azerty) == ["2", "é"]
    configured = config.parse_config('[table]\nlayout = "qwertz"\n[keys]\nanswer_yes = "y"\npyramid_base_1 = "w"').keys
    assert (key_labels_by_id("pyramid_base_1", configured), key_labels_by_id("answer_yes", configured)) == (
        ["w"],
        ["y"],
    )
    with pytest.raises(ConfigError, match='line 2: there is no layout "qwert"; did you mean "qwert'):
        config.parse_config('[table]\nlayout = "qwert"')
