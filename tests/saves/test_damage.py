"""Reading a file that was changed: the good part opens, and the bad part is reported."""

import itertools
import os

import pytest
from hypothesis import given, settings
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
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, Heap, played
from tests.saves.raw import PREFIX, SEAL, ends, hit, save, sealed

STEPS = [0, 1, 2, 1003, 1] * 8


def test_cut_anywhere_it_opens_up_to_there_and_says_how_much_is_missing(sound, tmp_path):
    data, journal = sound
    whole = len(ends(data)) - 1
    path = tmp_path / "a.vok"
    for cut in range(len(data)):
        path.write_bytes(data[:cut])
        if cut < ends(data)[0]:
            with pytest.raises(BadHeader if cut >= PREFIX else NotASave):
                load(path, GAMES)
            continue
        loaded = load(path, GAMES)
        kept = loaded.match.log.journal
        assert kept == journal[: len(kept)]
        assert isinstance(loaded.damage, CutOff)
        assert loaded.damage.entry == hit(data, cut) == loaded.entries + 1
        assert loaded.damage.moves == len(kept)
        assert f"{loaded.entries} of {whole} entries are there" in str(loaded.damage)


def test_cut_anywhere_a_save_that_was_never_closed_opens_up_to_there(sound, tmp_path):
    data, journal = sound
    data = data[:PREFIX] + bytes(SEAL) + data[PREFIX + SEAL :]
    path = tmp_path / "a.vok"
    for cut in range(ends(data)[0], len(data)):
        path.write_bytes(data[:cut])
        loaded = load(path, GAMES)
        kept = loaded.match.log.journal
        assert kept == journal[: len(kept)]
        if cut in ends(data):
            assert loaded.damage is None
        else:
            assert isinstance(loaded.damage, CutOff)
            assert f"in the middle of entry {hit(data, cut)}:" in str(loaded.damage)
            assert loaded.damage.moves == len(kept)


@pytest.mark.parametrize("flip", [0x01, 0x80, 0xFF])
def test_any_byte_of_the_seal_that_was_changed_is_found_and_costs_no_move(sound, tmp_path, flip):
    data, journal = sound
    path = tmp_path / "a.vok"
    for at in range(PREFIX, PREFIX + SEAL):
        path.write_bytes(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])
        loaded = load(path, GAMES)
        assert isinstance(loaded.damage, BadSeal)
        assert loaded.match.log.journal == journal


def test_a_seal_of_a_date_that_no_calendar_has_is_no_seal(sound, tmp_path):
    path = tmp_path / "a.vok"
    for closed, fits in ((1 << 37, True), ((1 << 37) + 1, False), ((1 << 64) - 1, False)):
        path.write_bytes(sealed(sound[0], closed))
        assert (load(path, GAMES).damage is None) == fits


def test_the_seal_of_another_game_of_the_same_length_is_found(tmp_path):
    path = tmp_path / "a.vok"
    played(path, STEPS)
    played(tmp_path / "b.vok", [*STEPS[:-1], 0])
    data, other = path.read_bytes(), (tmp_path / "b.vok").read_bytes()
    path.write_bytes(data[:PREFIX] + other[PREFIX : PREFIX + SEAL] + data[PREFIX + SEAL :])
    assert isinstance(load(path, GAMES).damage, BadSeal)
    assert not verify(path, GAMES).is_sound


@pytest.mark.parametrize("flip", [0x01, 0x80, 0xFF])
def test_any_byte_that_was_changed_is_found_and_named_by_its_entry(sound, tmp_path, flip):
    data, journal = sound
    path = tmp_path / "a.vok"
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])
        if PREFIX <= at < PREFIX + SEAL:
            continue
        if at < ends(data)[0]:
            with pytest.raises((BadHeader, NotASave, NewerFormat)):
                load(path, GAMES)
            continue
        loaded = load(path, GAMES)
        assert isinstance(loaded.damage, EntryChanged | CutOff)
        assert loaded.damage.entry == hit(data, at)
        assert f"entry {loaded.damage.entry}" in str(loaded.damage)
        assert loaded.match.log.journal == journal[: loaded.damage.moves]


@given(st.data())
@settings(max_examples=150)
def test_whatever_is_spliced_in_or_out_half_a_game_stays_half_a_game(sound, tmp_path_factory, data):
    whole, journal = sound
    begin = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(begin, len(whole)))
    path = tmp_path_factory.mktemp("spliced") / "a.vok"
    path.write_bytes(whole[:begin] + data.draw(st.binary(max_size=40)) + whole[end:])
    try:
        loaded = load(path, GAMES)
    except SaveError:
        return
    kept = loaded.match.log.journal
    assert kept == journal[: len(kept)]
    assert loaded.damage is not None or kept == journal or path.read_bytes() == whole[: path.stat().st_size]


@pytest.mark.parametrize("order", [[0, 2, 1, 3], [0, 1, 1, 2], [0, 1, 3]])
def test_records_that_were_swapped_doubled_or_lost_are_found(sound, tmp_path, order):
    data, _ = sound
    stops = [PREFIX + SEAL, *ends(data)]
    records = [data[begin:end] for begin, end in itertools.pairwise(stops)]
    path = tmp_path / "a.vok"
    path.write_bytes(data[: PREFIX + SEAL] + b"".join(records[number] for number in order))
    damage = load(path, GAMES).damage
    assert isinstance(damage, EntryChanged)
    assert damage.entry == next(number for number, record in enumerate(order) if number != record)


def test_zeros_behind_the_last_entry_are_damage_and_cost_no_move(sound, tmp_path):
    data, journal = sound
    (tmp_path / "a.vok").write_bytes(data + bytes(4096))
    loaded = load(tmp_path / "a.vok", GAMES)
    assert isinstance(loaded.damage, EntryChanged)
    assert loaded.match.log.journal == journal


def test_a_length_of_four_thousand_million_is_no_reason_to_ask_for_memory(sound, tmp_path):
    data, journal = sound
    path = tmp_path / "a.vok"
    path.write_bytes(data + b"\xff\xff\xff\xff")
    assert load(path, GAMES).match.log.journal == journal
    with path.open("r+b") as file:
        file.write(data + b"\xff\xff\xff\xff\0\0\0\0")
        file.truncate(1 << 40)  # a terabyte of zeros
    loaded = load(path, GAMES)
    assert isinstance(loaded.damage, EntryChanged)
    assert loaded.match.log.journal == journal


def test_other_rules_are_found_at_the_first_check_and_the_game_opens_up_to_there(sound, tmp_path):
    data, journal = sound
    path = tmp_path / "a.vok"
    path.write_bytes(data)
    loaded = load(path, {"heap": Heap(gem=9)})
    assert loaded.with_unknown_cards
    assert isinstance(loaded.damage, ReplayDiverged)
    assert (loaded.damage.entry, loaded.damage.moves) == (33, 32)
    assert loaded.match.log.journal == journal[:32]


def test_other_cards_that_make_no_difference_are_reported_and_the_game_opens_whole(tmp_path):
    class Reprinted(Heap):
        def fingerprint(self, setup):
            return 1

    played(tmp_path / "a.vok", STEPS)
    loaded = load(tmp_path / "a.vok", {"heap": Reprinted()})
    assert loaded.with_unknown_cards
    assert loaded.damage is None
    assert not load(tmp_path / "a.vok", GAMES).with_unknown_cards


def test_a_move_that_the_rules_no_longer_offer_ends_the_reading(tmp_path):
    played(tmp_path / "a.vok", [2, 2, 2, 2])
    loaded = load(tmp_path / "a.vok", {"heap": Heap(stones=10)})
    assert isinstance(loaded.damage, ReplayDiverged)
    assert (loaded.damage.entry, loaded.damage.moves) == (4, 3)


def test_a_game_or_a_table_that_is_not_known_here_is_refused_with_the_version_that_knew_it(tmp_path):
    path = tmp_path / "a.vok"
    played(path, [0])
    with pytest.raises(CannotStart, match=r"no game 'heap'.*0\.1\.0"):
        load(path, {})

    class Duel(Heap):
        def start(self, setup):
            return super().start(Setup("heap", setup.seats[:1], 0))

    with pytest.raises(CannotStart, match="for 2 to 8 players"):
        load(path, {"heap": Duel()})


@pytest.mark.parametrize("door", [load, verify, resume])
@pytest.mark.parametrize(
    ("thing", "error"),
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
def test_what_is_no_save_is_refused_in_one_sentence_that_names_it(tmp_path, door, thing, error):
    path = tmp_path / "thing"
    if thing == "folder":
        path.mkdir()
    elif thing == "pipe":
        os.mkfifo(path)
    elif thing == "empty":
        path.touch()
    elif thing == "text":
        path.write_text("Dear diary, today I bought a Statue of Bastet.\n")
    elif thing == "loop":
        path.symlink_to(path)
    elif thing == "dangling":
        path.symlink_to(tmp_path / "gone" / "thing")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(error) as caught:
        door(path, GAMES)
    assert "thing" in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_sentence_shows_no_control_of_a_hostile_file_name(tmp_path):
    path = tmp_path / "\x1b]0;owned\x07\u202eevil\n.vok"
    path.write_bytes(b"no save")
    with pytest.raises(NotASave) as caught:
        load(path, GAMES)
    assert str(caught.value).isprintable()


def test_a_header_made_by_a_stranger_brings_no_control_to_the_screen(tmp_path):
    told = write_header(Header(APP, HEAP.fingerprint(SETUP), CREATED, SETUP))
    path = tmp_path / "a.vok"
    path.write_bytes(save({**told, "seats": [["\x1b[2JAnn", "\x07human", 0], ["\u202eBob", "human", 0]]}))
    assert [seat.name for seat in load(path, GAMES).match.setup.seats] == ["[2JAnn", "Bob"]
    path.write_bytes(save({**told, "game": "\x1b[2Jheap", "app": "\x1b]0;x\x07"}))
    with pytest.raises(CannotStart) as caught:
        load(path, GAMES)
    assert str(caught.value).isprintable()
