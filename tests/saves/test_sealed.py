"""A finished game never changes, and the seal at the beginning of a closed file says where it ends."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.match import Match
from saves import GameFinished, Shelf, load, resume, verify
from saves.format.header import BranchOrigin
from saves.save_file import SaveFile
from tests.saves.disk import Disk
from tests.saves.heap import (
    APP,
    CREATED,
    GAMES,
    HEAP,
    SETUP,
    STEPS_TO_END,
    match_facts,
    play_steps,
    take,
    write_closed_save,
    write_unclosed_save,
)
from tests.saves.raw import PREFIX_BYTES, SEAL_BYTES, record_ends

OPEN = bytes(SEAL_BYTES)
CHANGES_AFTER_THE_END = {
    "an undo": lambda match: match.undo(),
    "another answer": lambda match: (match.goto(4), take(match, 1)),
    "a jump to another variation": lambda match: match.goto(3),
    "a seat that is taken": lambda match: match.change_seat(1, "scribe"),
}


def seal(path: Path) -> bytes:
    return path.read_bytes()[PREFIX_BYTES : PREFIX_BYTES + SEAL_BYTES]


@pytest.mark.parametrize("change", CHANGES_AFTER_THE_END)
def test_changes_after_the_end_are_not_saved(tmp_path, change):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / "a.vok"
    match = Match(HEAP, SETUP)
    file = SaveFile.create(path, SETUP, HEAP, APP, CREATED)
    play_steps(match, [0, 1, 1003, *[0] * 90])
    file.keep(match)
    file.flush()
    data, (row,) = path.read_bytes(), shelf.list_saves(GAMES)
    assert row.finished
    CHANGES_AFTER_THE_END[change](match)
    with pytest.raises(GameFinished, match="never changes"):
        file.keep(match)
    with pytest.raises(GameFinished):
        file.close()
    assert path.read_bytes() == data
    assert shelf.list_saves(GAMES) == [row]
    assert load(path, GAMES).finished


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "killed"])
def test_a_finished_save_cannot_be_continued(tmp_path, closed):
    path = tmp_path / "a.vok"
    (write_closed_save if closed else write_unclosed_save)(path, STEPS_TO_END)
    data, modified = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(GameFinished):
        resume(path, GAMES)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (data, modified)
    assert [path.name for path in tmp_path.iterdir()] == ["a.vok"]


def test_a_game_is_sealed_and_labelled_when_it_ends(tmp_path):
    path = tmp_path / "a.vok"
    match = Match(HEAP, SETUP)
    file = SaveFile.create(path, SETUP, HEAP, APP, CREATED)
    for _ in range(30):
        assert seal(path) == OPEN
        take(match, 3)
        file.keep(match)
        file.flush()
    loaded = load(path, GAMES)
    assert (loaded.finished, loaded.damage) == (True, None)
    assert loaded.seal is not None
    assert loaded.label is not None
    data = path.read_bytes()
    file.close()
    assert path.read_bytes() == data


def test_a_finished_game_with_a_damaged_end_is_resealed_with_its_old_date(tmp_path):
    path = tmp_path / "a.vok"
    match = write_closed_save(path, STEPS_TO_END)
    data, before = path.read_bytes(), load(path, GAMES)
    assert before.seal is not None
    path.write_bytes(data[:-1] + b"?")
    os.utime(path, (1000, 1000))
    file, loaded = resume(path, GAMES)
    file.close()
    reloaded = load(path, GAMES)
    assert loaded.damage is not None
    assert (reloaded.damage, reloaded.finished, reloaded.seal) == (None, True, before.seal)
    assert match_facts(reloaded.match) == match_facts(match)


def test_a_game_continued_from_a_finished_one_counts_as_peeked(tmp_path):
    shelf = Shelf(tmp_path)
    origin = BranchOrigin(1_732_233_600, 14)
    match = Match(HEAP, SETUP)
    take(match, 1)
    with shelf.create(SETUP, HEAP, APP, CREATED, origin) as file:
        file.keep(match)
    loaded = load(file.path, GAMES)
    assert (loaded.damage, loaded.header.origin, loaded.match.peeked) == (None, origin, True)
    (row,) = shelf.list_saves(GAMES)
    assert row.origin == origin


@given(st.lists(st.sampled_from(["play", "flush", "leave"]), max_size=30))
def test_only_a_closed_file_has_a_seal(tmp_path_factory, steps):
    path = tmp_path_factory.mktemp("save") / "a.vok"
    SaveFile.create(path, SETUP, HEAP, APP, CREATED).close()
    file, loaded = resume(path, GAMES)
    has_new_moves = False
    for step in steps:
        if step == "leave":
            file.close()
            file, loaded = resume(path, GAMES)
            has_new_moves = False
        elif step == "flush":
            file.flush()
        else:
            take(loaded.match, 1)
            file.keep(loaded.match)
            has_new_moves = True
        assert (seal(path) == OPEN) == has_new_moves
        assert verify(path, GAMES).is_sound
    file.close()
    data = path.read_bytes()
    offsets = record_ends(data)
    assert int.from_bytes(seal(path)[:4]) == len(offsets) - 1
    for offset in offsets[:-1]:
        path.write_bytes(data[:offset])
        damage = str(load(path, GAMES).damage)
        assert f"{offsets.index(offset)} of {len(offsets) - 1} entries are there" in damage


def test_after_a_power_cut_the_seal_fits_the_file_or_is_missing(tmp_path, monkeypatch):
    disk = Disk.recording(monkeypatch)
    path = tmp_path / "a.vok"
    SaveFile.create(path, SETUP, HEAP, APP, CREATED).close()
    for moves in (1, 3, 2):
        file, loaded = resume(path, GAMES)
        for _ in range(moves):
            take(loaded.match, 1)
            file.keep(loaded.match)
        file.close()
    journal = load(path, GAMES).match.log.journal
    states = disk.states()
    assert len(states) > 30
    cut = tmp_path / "cut.vok"
    for state in states:
        if len(state) <= PREFIX_BYTES + SEAL_BYTES:
            continue  # the name is made durable only after the header
        cut.write_bytes(state)
        loaded = load(cut, GAMES)
        assert "entries are there" not in str(loaded.damage)
        assert "tells its end" not in str(loaded.damage)
        assert loaded.seal is None or loaded.seal.entry_count == loaded.entry_count
        kept = loaded.match.log.journal
        assert kept == journal[: len(kept)]


def test_a_seal_that_cannot_be_cleared_is_reported_and_nothing_is_written(tmp_path, monkeypatch):
    path = tmp_path / "a.vok"
    write_closed_save(path, [0, 1, 2])
    data = path.read_bytes()
    file, loaded = resume(path, GAMES)
    take(loaded.match, 1)

    def fail(fd: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr("saves.format.appender.SYNC_FILE", fail)
        with pytest.raises(Exception, match="cannot be written"):
            file.keep(loaded.match)
        assert len(path.read_bytes()) == len(data)
    file.keep(loaded.match)
    file.close()
    reloaded = load(path, GAMES)
    assert reloaded.damage is None
    assert match_facts(reloaded.match) == match_facts(loaded.match)
