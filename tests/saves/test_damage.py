"""Reading a damaged file: the undamaged part opens, and the damage is reported."""

import itertools
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import Setup
from saves import (
    BadHeader,
    BadSeal,
    CannotRead,
    CannotStart,
    CutOff,
    EntryChanged,
    Header,
    NewerFormat,
    NotASave,
    ReplayDiverged,
    SaveError,
    load,
    resume,
    verify,
)
from saves.format.header import write_header
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, Heap, write_closed_save
from tests.saves.raw import PREFIX_BYTES, SEAL_BYTES, record_at, record_ends, save, sealed

STEPS = [0, 1, 2, 1003, 1] * 8


def test_a_save_cut_anywhere_opens_up_to_the_cut(undamaged_save, tmp_path):
    data, journal = undamaged_save
    entry_count = len(record_ends(data)) - 1
    path = tmp_path / "a.vok"
    for cut in range(len(data)):
        path.write_bytes(data[:cut])
        if cut < record_ends(data)[0]:
            with pytest.raises(BadHeader if cut >= PREFIX_BYTES else NotASave):
                load(path, GAMES)
            continue
        loaded = load(path, GAMES)
        kept = loaded.match.log.journal
        assert kept == journal[: len(kept)]
        assert isinstance(loaded.damage, CutOff)
        assert loaded.damage.entry == record_at(data, cut) == loaded.entry_count + 1
        assert loaded.damage.journal_length == len(kept)
        assert f"{loaded.entry_count} of {entry_count} entries are there" in str(loaded.damage)


def test_an_unclosed_save_cut_anywhere_opens_up_to_the_cut(undamaged_save, tmp_path):
    data, journal = undamaged_save
    data = data[:PREFIX_BYTES] + bytes(SEAL_BYTES) + data[PREFIX_BYTES + SEAL_BYTES :]
    path = tmp_path / "a.vok"
    for cut in range(record_ends(data)[0], len(data)):
        path.write_bytes(data[:cut])
        loaded = load(path, GAMES)
        kept = loaded.match.log.journal
        assert kept == journal[: len(kept)]
        if cut in record_ends(data):
            assert loaded.damage is None
        else:
            assert isinstance(loaded.damage, CutOff)
            assert f"in the middle of entry {record_at(data, cut)}:" in str(loaded.damage)
            assert loaded.damage.journal_length == len(kept)


@pytest.mark.parametrize("flip", [0x01, 0x80, 0xFF])
def test_a_changed_byte_of_the_seal_is_found_and_loses_no_move(undamaged_save, tmp_path, flip):
    data, journal = undamaged_save
    path = tmp_path / "a.vok"
    for offset in range(PREFIX_BYTES, PREFIX_BYTES + SEAL_BYTES):
        path.write_bytes(data[:offset] + bytes([data[offset] ^ flip]) + data[offset + 1 :])
        loaded = load(path, GAMES)
        assert isinstance(loaded.damage, BadSeal)
        assert loaded.match.log.journal == journal


def test_a_seal_with_an_impossible_date_is_damaged(undamaged_save, tmp_path):
    path = tmp_path / "a.vok"
    for closed_at, is_valid in ((1 << 37, True), ((1 << 37) + 1, False), ((1 << 64) - 1, False)):
        path.write_bytes(sealed(undamaged_save[0], closed_at))
        assert (load(path, GAMES).damage is None) == is_valid


def test_the_seal_of_another_game_of_the_same_length_is_found(tmp_path):
    path = tmp_path / "a.vok"
    write_closed_save(path, STEPS)
    write_closed_save(tmp_path / "b.vok", [*STEPS[:-1], 0])
    data, other = path.read_bytes(), (tmp_path / "b.vok").read_bytes()
    path.write_bytes(
        data[:PREFIX_BYTES] + other[PREFIX_BYTES : PREFIX_BYTES + SEAL_BYTES] + data[PREFIX_BYTES + SEAL_BYTES :]
    )
    assert isinstance(load(path, GAMES).damage, BadSeal)
    assert not verify(path, GAMES).is_sound


def test_a_changed_byte_is_found_and_its_entry_is_named(undamaged_save, tmp_path):
    data, journal = undamaged_save
    path = tmp_path / "a.vok"
    for offset, flip in zip(range(len(data)), itertools.cycle([0x01, 0x80, 0xFF])):  # no period of the format is 3
        path.write_bytes(data[:offset] + bytes([data[offset] ^ flip]) + data[offset + 1 :])
        if PREFIX_BYTES <= offset < PREFIX_BYTES + SEAL_BYTES:
            continue
        if offset < record_ends(data)[0]:
            with pytest.raises((BadHeader, NotASave, NewerFormat)):
                load(path, GAMES)
            continue
        loaded = load(path, GAMES)
        assert isinstance(loaded.damage, EntryChanged | CutOff)
        assert loaded.damage.entry == record_at(data, offset)
        assert f"entry {loaded.damage.entry}" in str(loaded.damage)
        assert loaded.match.log.journal == journal[: loaded.damage.journal_length]


@given(st.data())
def test_spliced_bytes_never_give_another_game(undamaged_save, tmp_path_factory, data):
    original, journal = undamaged_save
    begin = data.draw(st.integers(0, len(original)))
    end = data.draw(st.integers(begin, len(original)))
    path = tmp_path_factory.mktemp("spliced") / "a.vok"
    path.write_bytes(original[:begin] + data.draw(st.binary(max_size=40)) + original[end:])
    try:
        loaded = load(path, GAMES)
    except SaveError:
        return
    kept = loaded.match.log.journal
    assert kept == journal[: len(kept)]
    assert loaded.damage is not None or kept == journal or path.read_bytes() == original[: path.stat().st_size]


@pytest.mark.parametrize("order", [[0, 2, 1, 3], [0, 1, 1, 2], [0, 1, 3]])
def test_swapped_doubled_or_lost_records_are_found(undamaged_save, tmp_path, order):
    data, _ = undamaged_save
    offsets = [PREFIX_BYTES + SEAL_BYTES, *record_ends(data)]
    records = [data[begin:end] for begin, end in itertools.pairwise(offsets)]
    path = tmp_path / "a.vok"
    path.write_bytes(data[: PREFIX_BYTES + SEAL_BYTES] + b"".join(records[number] for number in order))
    damage = load(path, GAMES).damage
    assert isinstance(damage, EntryChanged)
    assert damage.entry == next(number for number, record in enumerate(order) if number != record)


def test_zeros_after_the_last_entry_are_damage_and_lose_no_move(undamaged_save, tmp_path):
    data, journal = undamaged_save
    (tmp_path / "a.vok").write_bytes(data + bytes(4096))
    loaded = load(tmp_path / "a.vok", GAMES)
    assert isinstance(loaded.damage, EntryChanged)
    assert loaded.match.log.journal == journal


def test_a_huge_record_length_allocates_no_memory(undamaged_save, tmp_path):
    data, journal = undamaged_save
    path = tmp_path / "a.vok"
    path.write_bytes(data + b"\xff\xff\xff\xff")
    assert load(path, GAMES).match.log.journal == journal
    with path.open("r+b") as file:
        file.write(data + b"\xff\xff\xff\xff\0\0\0\0")
        file.truncate(1 << 40)  # a terabyte of zeros
    loaded = load(path, GAMES)
    assert isinstance(loaded.damage, EntryChanged)
    assert loaded.match.log.journal == journal


def test_other_rules_are_found_at_the_first_check(undamaged_save, tmp_path):
    data, journal = undamaged_save
    path = tmp_path / "a.vok"
    path.write_bytes(data)
    loaded = load(path, {"heap": Heap(gem=9)})
    assert loaded.lacks_original_cards
    assert isinstance(loaded.damage, ReplayDiverged)
    assert (loaded.damage.entry, loaded.damage.journal_length) == (33, 32)
    assert loaded.match.log.journal == journal[:32]


def test_other_cards_without_an_effect_are_reported_and_the_game_opens(tmp_path):
    class Reprinted(Heap):
        def fingerprint(self, setup):
            return 1

    write_closed_save(tmp_path / "a.vok", STEPS)
    loaded = load(tmp_path / "a.vok", {"heap": Reprinted()})
    assert loaded.lacks_original_cards
    assert loaded.damage is None
    assert not load(tmp_path / "a.vok", GAMES).lacks_original_cards


def test_a_move_that_is_no_longer_legal_ends_the_reading(tmp_path):
    write_closed_save(tmp_path / "a.vok", [2, 2, 2, 2])
    loaded = load(tmp_path / "a.vok", {"heap": Heap(stones=10)})
    assert isinstance(loaded.damage, ReplayDiverged)
    assert (loaded.damage.entry, loaded.damage.journal_length) == (4, 3)


def test_an_unknown_game_or_table_is_refused(tmp_path):
    path = tmp_path / "a.vok"
    write_closed_save(path, [0])
    with pytest.raises(CannotStart, match=r"no game 'heap'.*0\.1\.0"):
        load(path, {})

    class Duel(Heap):
        def start(self, setup):
            return super().start(Setup("heap", setup.seats[:1], 0))

    with pytest.raises(CannotStart, match="for 2 to 8 players"):
        load(path, {"heap": Duel()})


@pytest.mark.parametrize("open_save", [load, verify, resume])
@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("folder", NotASave),
        ("pipe", NotASave),
        ("empty", NotASave),
        ("text", NotASave),
        ("absent", CannotRead),
        ("loop", CannotRead),
        ("dangling", CannotRead),
    ],
)
def test_a_file_that_is_not_a_save_is_refused_by_name(tmp_path, open_save, kind, error):
    path = tmp_path / "thing"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "empty":
        path.touch()
    elif kind == "text":
        path.write_text("Dear diary, today I bought a Statue of Bastet.\n")
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "dangling":
        path.symlink_to(tmp_path / "gone" / "thing")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(error) as caught:
        open_save(path, GAMES)
    assert "thing" in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_error_messages_show_no_control_characters_of_a_file_name(tmp_path):
    path = tmp_path / "\x1b]0;owned\x07\u202eevil\n.vok"
    path.write_bytes(b"no save")
    with pytest.raises(NotASave) as caught:
        load(path, GAMES)
    assert str(caught.value).isprintable()


def test_names_in_a_header_show_no_control_characters(tmp_path):
    header = write_header(Header(APP, HEAP.fingerprint(SETUP), CREATED, SETUP))
    path = tmp_path / "a.vok"
    path.write_bytes(save({**header, "seats": [["\x1b[2JAnn", "\x07human", 0], ["\u202eBob", "human", 0]]}))
    assert [seat.name for seat in load(path, GAMES).match.setup.seats] == ["[2JAnn", "Bob"]
    path.write_bytes(save({**header, "game": "\x1b[2Jheap", "app": "\x1b]0;x\x07"}))
    with pytest.raises(CannotStart) as caught:
        load(path, GAMES)
    assert str(caught.value).isprintable()
