"""The analysis beside a save: it follows its save, is no save itself, and can be damaged without harm."""

import os
import zlib
from pathlib import Path

import msgpack
import pytest

from engine.core.journal import NAME
from saves import CannotWrite, Shelf
from saves.analysis_file import (
    MAGIC,
    MAX_FILE_BYTES,
    MAX_UNPACKED_BYTES,
    BadAnalysis,
    analysis_path,
    read_analysis,
    write_analysis,
)
from saves.annotate import annotate_game
from tests.saves.heap import GAMES, STEPS_TO_END, write_closed_save

FIELDS = {"key": [1, 2, 3, "weights", 0, [1600, 400]], "decisions": [[1, 2, ["buy", 3], None]] * 40}


@pytest.fixture
def save(shelf: Shelf) -> Path:
    path = shelf.folder / "a.vok"
    write_closed_save(path, STEPS_TO_END)
    return path


def sealed_fields(body: bytes) -> bytes:
    """The bytes of a file with this msgpack."""
    packed = zlib.compress(body)
    return MAGIC + zlib.crc32(packed).to_bytes(4, "big") + packed


def test_an_analysis_is_read_as_it_was_written(save: Path):
    before = save.read_bytes()
    assert read_analysis(save) is None
    write_analysis(save, {"decisions": []})
    write_analysis(save, FIELDS)
    assert read_analysis(save) == FIELDS
    assert save.read_bytes() == before
    assert analysis_path(save).stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in save.parent.iterdir()) == ["a.vok", "a.vok.analysis"]


def test_an_analysis_follows_its_save_and_is_no_save(shelf: Shelf, save: Path):
    write_analysis(save, FIELDS)
    annotate_game(save, GAMES, NAME, "My best game")
    (row,) = shelf.list_saves(GAMES)
    binned = shelf.move_to_bin(row.path)
    assert read_analysis(save) is None
    assert read_analysis(binned) == FIELDS
    assert len(shelf.list_bin(GAMES)) == 1
    write_closed_save(save, STEPS_TO_END)  # another game has taken its name
    restored = shelf.restore_from_bin(binned)
    assert restored.name == "a-2.vok"
    assert read_analysis(restored) == FIELDS
    assert read_analysis(save) is None
    shelf.move_to_bin(restored)
    assert shelf.empty_bin() == 1
    assert list(shelf.bin.iterdir()) == []


def test_a_deleted_save_gets_no_new_analysis(shelf: Shelf, save: Path):
    shelf.move_to_bin(save)
    write_analysis(save, FIELDS)
    assert not analysis_path(save).exists()


def test_every_changed_or_missing_byte_is_noticed(save: Path):
    write_analysis(save, FIELDS)
    path = analysis_path(save)
    data = path.read_bytes()
    for place in range(len(data)):
        for broken in (data[:place], data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :]):
            path.write_bytes(broken)
            with pytest.raises(BadAnalysis, match="is ignored"):
                read_analysis(save)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        MAGIC,
        sealed_fields(b""),
        sealed_fields(msgpack.packb([1, 2])),
        sealed_fields(msgpack.packb("text")),
        sealed_fields(msgpack.packb({"a": 1}) + b"\x00"),
        sealed_fields(msgpack.packb({1: 2})),
        sealed_fields(b"\x91" * 100_000),
        sealed_fields(b"\xdd\xff\xff\xff\xff"),
        sealed_fields(b"\x81\xa1a\xdb\x7f\xff\xff\xff"),
        sealed_fields(bytes(MAX_UNPACKED_BYTES + 1)),
        MAGIC + bytes(MAX_FILE_BYTES),
    ],
)
def test_what_is_no_analysis_is_refused_in_one_sentence(save: Path, data: bytes):
    analysis_path(save).write_bytes(data)
    with pytest.raises(BadAnalysis) as refused:
        read_analysis(save)
    assert str(refused.value).endswith("analyse the game again.")


def test_a_folder_or_a_pipe_in_its_place_is_refused(save: Path):
    path = analysis_path(save)
    os.mkfifo(path)
    with pytest.raises(BadAnalysis):
        read_analysis(save)
    path.unlink()
    path.mkdir()
    with pytest.raises(BadAnalysis):
        read_analysis(save)
    with pytest.raises(CannotWrite):
        write_analysis(save, FIELDS)
    assert sorted(file.name for file in save.parent.iterdir()) == ["a.vok", "a.vok.analysis"]
