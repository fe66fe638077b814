"""Entries of kinds that only a later Vok knows: skipped and kept if they do not change the position; otherwise reading ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.journal import UnknownEntry
from engine.core.match import Match
from saves import Header, NewerEntry, SaveFile, Shelf, Watcher, load, resume, verify
from saves.format.entries import FIRST_NEUTRAL_KIND, write_record
from saves.format.header import write_header
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, match_facts, play_steps, take, write_closed_save
from tests.saves.raw import play, save

HEADER = write_header(Header(APP, HEAP.fingerprint(SETUP), CREATED, SETUP))
COMMENT = [100, "Bob should have taken three.\n" + "ü" * 980, 2]
NAME = [101, "The long evening", (1 << 63) - 1]
BARE = [127, ""]
LATER_ENTRIES = [COMMENT, NAME, BARE]
RESHUFFLED = [40, "heap = 3", 1, (1 << 63) - 1]
CHANGING_ENTRIES = [RESHUFFLED, [62, ""], [63, "x", 1, 2]]


def unknown(match: Match) -> list[list[object]]:
    """The entries of the journal that this version cannot read."""
    return [[entry.kind, entry.text, *entry.numbers] for entry in match.log.journal if isinstance(entry, UnknownEntry)]


@given(st.lists(st.integers(0, 1000), max_size=40), st.lists(st.integers(0, 40), max_size=6))
def test_neutral_entries_are_skipped_anywhere(tmp_path_factory, steps, indexes):
    path = tmp_path_factory.mktemp("save") / "a.vok"
    match = Match(HEAP, SETUP)
    play_steps(match, steps)
    bodies: list[object] = [write_record(entry) for entry in match.log.journal]
    for number, index in enumerate(indexes):
        bodies.insert(min(index, len(bodies)), LATER_ENTRIES[number % 3])
    path.write_bytes(save(HEADER, *bodies))
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert match_facts(loaded.match)[1:] == match_facts(match)[1:]
    assert loaded.match.public_entry_count == match.public_entry_count
    assert sorted(unknown(loaded.match)) == sorted(LATER_ENTRIES[number % 3] for number in range(len(indexes)))
    assert verify(path, GAMES).is_sound


@pytest.mark.parametrize("way", ["appended to", "rewritten"])
def test_skipped_entries_stay_in_a_resumed_file(tmp_path, way):
    path = tmp_path / "a.vok"
    data = save(HEADER, play("take", 1), COMMENT, play("take", 2), NAME, BARE)
    path.write_bytes(data if way == "appended to" else data + b"\0\0")
    file, loaded = resume(path, GAMES)
    take(loaded.match, 3)
    file.keep(loaded.match)
    file.close()
    assert (file.old_copy is None) == (way == "appended to")
    reloaded = load(path, GAMES)
    assert reloaded.damage is None
    assert match_facts(reloaded.match) == match_facts(loaded.match)
    assert unknown(reloaded.match) == LATER_ENTRIES
    assert (reloaded.match.depth(reloaded.match.log.head), reloaded.match.public_entry_count) == (3, 3)


@pytest.mark.parametrize("body", CHANGING_ENTRIES)
def test_an_unknown_change_of_position_ends_the_reading_with_advice_to_update(tmp_path, body):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / "a.vok"
    path.write_bytes(save(HEADER, play("take", 1), play("take", 2), COMMENT, body, play("take", 1)))
    data = path.read_bytes()
    loaded = load(path, GAMES)
    assert isinstance(loaded.damage, NewerEntry)
    assert (loaded.damage.entry, loaded.match.depth(loaded.match.log.head)) == (4, 2)
    assert str(path) in str(loaded.damage)
    assert "newer Vok" in str(loaded.damage)
    assert "update Vok" in str(loaded.damage)
    assert str(verify(path, GAMES)) == str(loaded.damage)
    assert not verify(path, GAMES).is_sound
    assert [row.damage for row in shelf.list_saves(GAMES)] == [str(loaded.damage)]
    assert Watcher(path, GAMES).match.log.head == 2
    with pytest.raises(NewerEntry):
        resume(path, GAMES)
    assert path.read_bytes() == data
    assert [other.name for other in shelf.folder.iterdir()] == ["a.vok"]


def test_a_closed_save_of_a_newer_vok_is_listed_by_its_label(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    label = [66, "The long evening", 7, 0, 1, 1, 1, 1_800_000_000, 2, 30, 12, 99]
    (shelf.folder / "a.vok").write_bytes(save(HEADER, play("take", 1), RESHUFFLED, label))
    (row,) = shelf.list_saves(GAMES)
    assert (row.damage, row.decisions, row.finished, row.scores) == ("", 7, True, (30, 12))
    assert (row.label.peeked, row.label.reshuffled, row.label.ended) == (True, True, 1_800_000_000)


@pytest.mark.parametrize("kind", [60, 63, 120, 127])
def test_the_number_of_a_kind_says_whether_it_can_be_skipped(tmp_path, kind):
    (tmp_path / "a.vok").write_bytes(save(HEADER, play("take", 1), [kind, ""]))
    assert (load(tmp_path / "a.vok", GAMES).damage is None) == (kind >= FIRST_NEUTRAL_KIND)


def test_verify_counts_positions_that_it_cannot_compare(tmp_path):
    path = tmp_path / "a.vok"
    digest = HEAP.start(SETUP).digest()
    path.write_bytes(save(HEADER, [65, "", digest, 1], [65, "", 7, 9], play("take", 1), [65, "", 8, 9]))
    report = verify(path, GAMES)
    assert (report.is_sound, report.agreed_check_count) == (True, 1)
    assert "2 positions could not be compared" in str(report)
    path.write_bytes(save(HEADER, [65, "", 7, 1]))
    assert not verify(path, GAMES).is_sound


def test_the_label_holds_the_end_of_the_game_and_whether_it_was_peeked(tmp_path):
    match = write_closed_save(tmp_path / "over.vok", [2] * 30)
    write_closed_save(tmp_path / "peeked.vok", [0, 1, 2, 0, 1, 2, 1003])
    over, peeked = (load(tmp_path / name, GAMES) for name in ("over.vok", "peeked.vok"))
    assert match.is_over
    assert over.seal is not None
    assert over.label is not None
    assert peeked.label is not None
    assert (over.label.ended, over.label.peeked) == (over.seal.closed_at, False)
    assert (peeked.label.ended, peeked.label.peeked) == (0, True)


def test_a_rewritten_finished_game_keeps_the_time_of_its_end(tmp_path):
    path = tmp_path / "a.vok"
    moves = [play("take", 3)] * 30
    label = [66, "", 30, 0, 1, 0, 0, 1_600_000_000, 0]
    path.write_bytes(save(HEADER, *moves, label) + b"\0")
    file, _ = resume(path, GAMES)
    file.close()
    reloaded = load(path, GAMES)
    assert reloaded.damage is None
    assert reloaded.label is not None
    assert (reloaded.label.ended, reloaded.last_played) == (1_600_000_000, 1_600_000_000)


def test_a_save_can_have_eight_players(tmp_path):
    setup = SETUP.with_seats_and_seed(tuple([SETUP.seats[number % 2] for number in range(8)]), 7)
    with SaveFile.create(tmp_path / "a.vok", setup, HEAP, APP, CREATED) as file:
        match = Match(HEAP, setup)
        play_steps(match, [0] * 20)
        file.keep(match)
    loaded = load(tmp_path / "a.vok", GAMES)
    assert loaded.damage is None
    assert loaded.label is not None
    assert loaded.label.scores == tuple(HEAP.scores(match.state))
