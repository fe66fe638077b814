"""The bytes of a save: what is written, and that invalid bytes are refused."""

import zlib

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.action import Action
from engine.core.game import MAX_SEATS, Seat, Setup
from engine.core.journal import MovedHead, Played, Seated
from engine.core.match import Match
from saves import BadHeader, EntryChanged, Header, NewerFormat, NotASave, SaveError, load
from saves.format.entries import PositionCheck, read_record, write_record
from saves.format.frames import MAX_BODY_BYTES, UNSEALED_BYTES, Seal, frame_record, prefix, read_seal
from saves.format.header import read_header, write_header
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, take, write_closed_save
from tests.saves.raw import goto, play, record_ends, save, sealed, without_seal

GOLDEN = (
    "8a564f4b0d0a00040000008f2e6558698ca6666f726d617404a3617070a5302e312e30a467616d65a468656170a765646974696f"
    "6ea462617365a763686f6963657390a56361726473a0a9636174616c6f677565cf243eddf5a5749a06a572756c657304a4736565"
    "6407a573656174739293a3416e6ea568756d616e0093a3426f62a6707269657374cd0190a763726561746564ce6553f100a46672"
    "6f6d9000000008eb442e089301a474616b65010000000885e2e98c9301a474616b65020000000455f599c89302a0010000000835"
    "6391029301a474616b65030000000dfa982f259441a0cfb1b187f00d70eca801"
)
GOLDEN_RULES = 4
LABEL = [66, "", 2, 0, 0, 1, 0, 0, 2, 1, 3]
HEADER = Header(APP, 5, CREATED, SETUP)
NAMES = st.text(max_size=20)
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.floats()
    | st.text(max_size=9)
    | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=9), inner, max_size=9),
    max_leaves=12,
)


def test_a_save_of_format_4_keeps_its_bytes(tmp_path):
    write_closed_save(tmp_path / "a.vok", [0, 1, 1003, 2], SETUP.with_rules(GOLDEN_RULES))
    data = (tmp_path / "a.vok").read_bytes()
    label = record_ends(data)[-2]
    assert without_seal(data[:label]).hex() == GOLDEN
    assert msgpack.unpackb(data[label + 8 :])[: len(LABEL)] == LABEL, "only new numbers at its end are allowed"
    seal = read_seal(data[8:28])
    assert seal is not None
    assert data == sealed(data, seal.closed_at)
    assert seal == Seal(6, int.from_bytes(data[record_ends(data)[-2] + 4 :][:4]), seal.closed_at)
    assert abs(seal.closed_at - (tmp_path / "a.vok").stat().st_mtime) < 60


def test_a_seal_keeps_its_bytes():
    seal = Seal(340, 0x89ABCDEF, CREATED)
    assert seal.pack().hex() == "0000015489abcdef000000006553f10090de13b6"
    assert read_seal(seal.pack()) == seal
    assert read_seal(bytes(20)) is None
    assert read_seal(Seal(0, 0, 0).pack()) == Seal(0, 0, 0), (
        "a closed game without a move differs from one that was never closed"
    )


def test_a_file_built_from_the_format_description_opens(tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(save(write_header(HEADER), play("take", 3), play("take", 1), goto(1), play("take", 2)))
    match = Match(HEAP, SETUP)
    take(match, 3)
    take(match, 1)
    match.goto(1)
    take(match, 2)
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert loaded.match.log.journal == match.log.journal
    assert loaded.match.state.digest() == match.state.digest()


@given(
    NAMES,
    NAMES,
    NAMES,
    NAMES,
    st.integers(0, (1 << 63) - 1),
    st.integers(0, (1 << 64) - 1),
    st.integers(0, 1 << 31 - 1),
)
def test_headers_are_read_back_with_their_names_cleaned(app, game, name, level, seed, catalogue, count):
    setup = Setup(game, (Seat(name, level, count), Seat("Bob")), seed)
    once = read_header(write_header(Header(app, catalogue, count, setup)))
    assert (once.fingerprint, once.created, once.setup.seed) == (catalogue, count, seed)
    assert once.setup.seats[0].simulations == count
    assert read_header(write_header(once)) == once
    for text in (once.app, once.setup.game, once.setup.seats[0].name, once.setup.seats[0].level):
        assert text.isprintable()


@given(st.text("abcxyz-_", min_size=1, max_size=20), st.lists(st.integers(0, (1 << 31) - 1), max_size=8))
def test_actions_are_read_back_unchanged(verb, arguments):
    entry = Played(Action(verb, tuple(arguments)))
    assert read_record(write_record(entry)) == entry


@pytest.mark.parametrize(
    "entry",
    [
        Played(Action("")),
        Played(Action("take", (-1,))),
        Played(Action("take", (1 << 31,))),
        Played(Action("take\x1b")),
        Played(Action("x" * 50)),
        Played(Action("take", (1,) * 17)),
        MovedHead(-1),
        Seated(1, "scribe\x1b", 0),
        PositionCheck(1 << 64),
    ],
)
def test_unreadable_entries_are_not_written(entry):
    with pytest.raises(ValueError, match="no such"):
        write_record(entry)


@pytest.mark.parametrize(
    "body",
    [
        ["take", 1],  # as in format 3
        [1, "take", 1.0],
        [1, "take", float("nan")],
        [1, "take", True],
        [1, "take", None],
        [1, "take", "1"],
        [1, "take", -1],
        [1, "take", 1 << 40],
        [1, "take", [1]],
        [1, "take", *[1] * 17],
        [1, "", 1],
        [1, "\x1b[2J", 1],
        [1, 1],
        [1],
        [1.0, "take", 1],
        [True, "take", 1],
        [],
        {},
        {"take": 1},
        "take",
        7,
        None,
        [0, ""],
        [-1, ""],
        [128, ""],
        [2, ""],
        [2, "", 1, 1],
        [2, "take", 1],
        [2, "", -1],
        [64, "scribe", 1],
        [64, "\x1b[2J", 1, 0],
        [65, "", 1],
        [65, "", -1, 1],
        [65, "", 1, 1, 1],
        [66, "", 1, 2, 0, 0, 0, 0],
        [66, "", 1, 2, 0, 0, 0, 0, 2, 5],
        [66, "", 1, 2, 3, 0, 0, 0, 0],
        [66, "", -1, 2, 0, 0, 0, 0, 0],
        [127, "x" * 2001],
        [127, "", *[1] * 31],
        [127, "", 1.5],
        [127, "", "more"],
        [127, None],
        b"\x93\x01\xa4take\xc7\x00\x01",  # an extension of no bytes
        b"\x93\x01\xa4take\xd6\xff\x00\x00\x00\x00",  # a timestamp
        b"\x93\x01\xa4take\x01\x01",  # one byte too many
        b"\xdd\xff\xff\xff\xff",  # a list with 4,294,967,295 elements
        b"\x91" * 4000,  # deeply nested lists
        b"\x92\x7f\xa1\xff",  # not UTF-8
        b"\xc1",
    ],
)
def test_an_invalid_entry_with_a_correct_check_is_found(tmp_path, body):
    path = tmp_path / "a.vok"
    path.write_bytes(save(write_header(HEADER), play("take", 1), body, play("take", 1)))
    damage = load(path, GAMES).damage
    assert isinstance(damage, EntryChanged)
    assert (damage.entry, damage.journal_length) == (2, 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", 0),
        ("format", 1.0),
        ("format", True),
        ("app", None),
        ("game", 7),
        ("edition", ["base"]),
        ("choices", "lot"),
        ("choices", ["lot", 1]),
        ("choices", ["lot"] * 17),
        ("cards", None),
        ("cards", ["Boat"]),
        ("cards", "x" * (1 << 18)),
        ("catalogue", -1),
        ("catalogue", 0.5),
        ("seed", 1 << 63),
        ("seed", float("nan")),
        ("seats", []),
        ("seats", [["Ann", "human", 0]] * (MAX_SEATS + 1)),
        ("seats", [["Ann", "human"]]),
        ("seats", [["Ann", "human", -1]]),
        ("seats", [[1, "human", 0]]),
        ("seats", ["Ann"]),
        ("seats", {"Ann": 1}),
        ("rules", 0),
        ("rules", None),
        ("from", None),
        ("from", [1]),
        ("from", [1, -1]),
        ("from", [1 << 38, 1]),
        ("from", ["then", 1]),
        ("created", -1),
        ("created", "now"),
        ("more", 1),
    ],
)
def test_a_header_with_a_wrong_value_is_refused_in_a_sentence(tmp_path, field, value):
    path = tmp_path / "a.vok"
    path.write_bytes(save({**write_header(HEADER), field: value}))
    with pytest.raises(BadHeader) as caught:
        load(path, GAMES)
    assert str(path) in str(caught.value)


def test_a_header_without_a_field_is_refused(tmp_path):
    fields = write_header(HEADER)
    del fields["seed"]
    (tmp_path / "a.vok").write_bytes(save(fields))
    with pytest.raises(BadHeader):
        load(tmp_path / "a.vok", GAMES)


@pytest.mark.parametrize("body", [b"\xc1", b"\x81", b"\x01\x02", b"\xc4\x01a"])
def test_a_garbage_header_is_refused_with_a_reason(tmp_path, body):
    path = tmp_path / "a.vok"
    path.write_bytes(prefix() + UNSEALED_BYTES + frame_record(body, zlib.crc32(prefix()))[0])
    with pytest.raises(BadHeader, match=r"in its header \(not the msgpack of a save\)"):
        load(path, GAMES)


@given(bodies=st.lists(ANYTHING, max_size=4), version=st.sampled_from([0, 1, 2, 3, 4]), has_header=st.booleans())
def test_arbitrary_contents_are_refused_or_reported(tmp_path_factory, bodies, version, has_header):
    path = tmp_path_factory.mktemp("save") / "a.vok"
    path.write_bytes(save(*([write_header(HEADER)] if has_header else []), *bodies, version=version))
    try:
        message = str(load(path, GAMES).damage)
    except SaveError as error:
        message = str(error)
    assert str(path) in message or (has_header and not bodies and version == 4)


@pytest.mark.parametrize("version", [5, 6, 65535])
def test_a_newer_format_is_refused_whatever_follows_the_prefix(tmp_path, version):
    path = tmp_path / "a.vok"
    path.write_bytes(prefix(version) + b"nobody knows today")
    with pytest.raises(NewerFormat) as caught:
        load(path, GAMES)
    assert caught.value.version == version
    assert "update Vok" in str(caught.value)


@pytest.mark.parametrize(
    "data", [b"", b"\x8aVOK", b"SQLite format 3\0" * 9, b"\x89PNG\r\n\x1a\n" * 9, b"\x8aVOK\n\x00\x01" * 9, b"\0" * 99]
)
def test_a_file_of_another_program_is_refused(tmp_path, data):
    path = tmp_path / "a.vok"
    path.write_bytes(data)
    with pytest.raises(NotASave):
        load(path, GAMES)


def test_a_record_that_is_too_long_is_never_written():
    with pytest.raises(AssertionError):
        frame_record(b"x" * (MAX_BODY_BYTES + 1), 0)


def test_a_bot_class_name_may_be_longer_than_a_player_name():
    level = "laboratory.experiments.second_series:CleverAndPatient"
    header = Header("0.1.0", 1, 2, Setup("valley", (Seat("Ann"), Seat("B" * 60, level)), 3))
    seats = read_header(write_header(header)).setup.seats
    assert (seats[1].name, seats[1].level) == ("B" * 40, level)
