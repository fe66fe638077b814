"""Files of older formats, and the steps that migrate them."""

import pytest

from engine.core.action import Action
from engine.core.game import CURRENT_RULES, FIRST_RULES, Seat, Setup
from engine.core.journal import Played
from engine.core.match import Match
from saves import BadHeader, EntryChanged, Header, NewerRules, ReplayDiverged, Shelf, load, resume, verify
from saves.format.frames import FORMAT_VERSION
from saves.format.header import write_header
from saves.format.migrations import MIGRATIONS
from tests.saves.heap import GAMES, HEAP, match_facts, take, write_closed_save
from tests.saves.raw import play, save

OLD_HEADER = {
    "format": 0,
    "app": "0.0.9",
    "game": "heap",
    "edition": "base",
    "catalogue": HEAP.fingerprint(Setup("heap", (Seat("Ann"), Seat("Bob")), 7)),
    "seed": 7,
    "players": ["Ann", "Bob"],
}
OLD_ENTRIES = [
    ["take", 1],
    ["take", 2],
    ["undo"],
    ["undo"],
    ["undo"],
    ["take", 3],
    ["undo"],
    ["goto", 2],
    ["undo"],
    ["take", 1],
]


def expected_match() -> Match:
    """The match that the entries of format 0 stand for."""
    match = Match(HEAP, Setup("heap", (Seat("Ann"), Seat("Bob")), 7))
    take(match, 1)
    take(match, 2)
    for node in (1, 0, 0):
        match.goto(node)
    take(match, 3)
    for node in (0, 2, 1):
        match.goto(node)
    take(match, 1)
    return match


def test_every_format_has_a_migration_to_the_next():
    assert len(MIGRATIONS) == FORMAT_VERSION


def test_a_save_of_format_0_opens_with_its_tree_and_players(tmp_path):
    path = tmp_path / "a.vok"
    digest = expected_match().state.digest()
    path.write_bytes(save(OLD_HEADER, *OLD_ENTRIES, ["@check", digest], version=0))
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert not loaded.lacks_original_cards
    assert (loaded.version, loaded.header.created, loaded.agreed_check_count) == (0, 0, 1)
    assert loaded.match.setup == Setup("heap", (Seat("Ann"), Seat("Bob")), 7, rules=FIRST_RULES)
    assert match_facts(loaded.match) == match_facts(expected_match())


def test_later_rules_are_refused_and_listed_with_the_reason(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / "a.vok"
    header = write_header(Header("9.0.0", 1, 0, Setup("heap", (Seat("Ann"), Seat("Bob")), 7)))
    path.write_bytes(save({**header, "rules": CURRENT_RULES + 1}, play("take", 1)))
    for open_save in (load, resume, verify):
        with pytest.raises(NewerRules, match="update Vok") as caught:
            open_save(path, GAMES)
        assert caught.value.rules == CURRENT_RULES + 1
    (row,) = shelf.list_saves(GAMES)
    assert row.damage == str(caught.value)


@pytest.mark.parametrize("damaged", [False, True])
def test_a_rewritten_save_keeps_its_rules_version(tmp_path, damaged):
    path = tmp_path / "a.vok"
    setup = Setup("heap", (Seat("Ann"), Seat("Bob")), 7, rules=FIRST_RULES)
    if damaged:
        write_closed_save(path, [0, 1, 2], setup)
        path.write_bytes(path.read_bytes()[:-1])
    else:
        path.write_bytes(save(OLD_HEADER, *OLD_ENTRIES, version=0))
    file, _ = resume(path, GAMES)
    file.close()
    assert file.old_copy is not None
    reloaded = load(path, GAMES)
    assert (reloaded.version, reloaded.header.setup.rules, reloaded.match.setup.rules) == (
        FORMAT_VERSION,
        FIRST_RULES,
        FIRST_RULES,
    )


def test_loading_an_old_save_does_not_change_it(tmp_path):
    data = save(OLD_HEADER, *OLD_ENTRIES, version=0)
    (tmp_path / "a.vok").write_bytes(data)
    load(tmp_path / "a.vok", GAMES)
    assert (tmp_path / "a.vok").read_bytes() == data


def test_resuming_an_old_save_migrates_it_and_keeps_the_old_file(tmp_path):
    path = tmp_path / "a.vok"
    data = save(OLD_HEADER, *OLD_ENTRIES, version=0)
    path.write_bytes(data)
    file, loaded = resume(path, GAMES)
    loaded.match.undo()
    file.keep(loaded.match)
    file.close()
    assert file.old_copy == tmp_path / "a.vok.format-0"
    assert file.old_copy.read_bytes() == data
    reloaded = load(path, GAMES)
    assert reloaded.version == FORMAT_VERSION
    assert reloaded.damage is None
    assert match_facts(reloaded.match) == match_facts(loaded.match)


def test_damage_in_an_old_save_is_found(tmp_path):
    data = save(OLD_HEADER, *OLD_ENTRIES, version=0)
    (tmp_path / "a.vok").write_bytes(data[:-3] + b"?" + data[-2:])
    damage = load(tmp_path / "a.vok", GAMES).damage
    assert isinstance(damage, EntryChanged)
    assert damage.entry == len(OLD_ENTRIES)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [(["undo", 1], ReplayDiverged), (["goto", 99], EntryChanged), (["take", "1"], EntryChanged), ({}, EntryChanged)],
)
def test_an_entry_unknown_to_format_0_ends_the_reading(tmp_path, entry, fault):
    (tmp_path / "a.vok").write_bytes(save(OLD_HEADER, ["take", 1], entry, version=0))
    loaded = load(tmp_path / "a.vok", GAMES)
    assert isinstance(loaded.damage, fault)
    assert loaded.match.log.journal == [Played(Action("take", (1,)))]


@pytest.mark.parametrize(
    "entry",
    [
        [1, "take", 1],
        ["take", True],
        ["take", -1],
        ["take", 1 << 40],
        ["", 1],
        ["\x1b[2J", 1],
        ["goto", -1],
        ["seat:scribe", 1, -1],
        ["seat:\x1b", 1, 0],
        ["@check"],
        ["@check", 1, 2],
        ["@check", -1],
        ["@sum", 1],
        ["@later", 1],
        {"take": 1},
    ],
)
def test_an_entry_unknown_to_format_3_ends_the_reading(tmp_path, entry):
    header = {**write_header(Header("0.1.0", 1, 0, Setup("heap", (Seat("Ann"), Seat("Bob")), 7))), "format": 3}
    (tmp_path / "a.vok").write_bytes(save(header, ["take", 1], entry, ["take", 1], version=3))
    loaded = load(tmp_path / "a.vok", GAMES)
    assert isinstance(loaded.damage, EntryChanged)
    assert (loaded.damage.entry, loaded.match.log.journal) == (2, [Played(Action("take", (1,)))])


@pytest.mark.parametrize(
    "change", [{"players": "Ann"}, {"players": [1, 2]}, {"format": 1}, {"seats": []}, {"seed": None}]
)
def test_an_invalid_header_of_format_0_is_refused(tmp_path, change):
    (tmp_path / "a.vok").write_bytes(save({**OLD_HEADER, **change}, version=0))
    with pytest.raises(BadHeader):
        load(tmp_path / "a.vok", GAMES)


def test_an_old_header_after_a_new_prefix_is_refused(tmp_path):
    (tmp_path / "a.vok").write_bytes(save(OLD_HEADER, version=1))
    with pytest.raises(BadHeader):
        load(tmp_path / "a.vok", GAMES)
