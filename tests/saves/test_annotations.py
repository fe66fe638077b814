"""Names, notes and other annotations: entries that change no game, and can be added after a game is finished."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.journal import ANNOTATION_KINDS, COMMENT, MARK, NAME, NOTE, Annotated
from engine.core.match import Match
from saves import (
    Busy,
    CannotAnnotate,
    GameFinished,
    Header,
    ReplayDiverged,
    SaveFile,
    Shelf,
    annotate_game,
    load,
    resume,
    verify,
)
from saves.format.entries import write_record
from saves.format.header import write_header
from tests.saves.child_process import child
from tests.saves.disk import Disk
from tests.saves.heap import (
    APP,
    CREATED,
    GAMES,
    HEAP,
    SETUP,
    STEPS_TO_END,
    Unplayable,
    match_facts,
    play_steps,
    take,
    write_closed_save,
    write_unclosed_save,
)
from tests.saves.raw import PREFIX_BYTES, SEAL_BYTES, play, save

HEADER = write_header(Header(APP, HEAP.fingerprint(SETUP), CREATED, SETUP))

# Writes names and notes endlessly, and prints the number of annotations that it has written.
ANNOTATING = """
import sys
from pathlib import Path
from engine.core.journal import NAME, NOTE
from saves import annotate_game
from tests.saves.heap import GAMES
step = 0
while True:
    step += 1
    annotate_game(Path(sys.argv[1]), GAMES, (NAME, NOTE)[step % 2], str(step))
    print(step, flush=True)
"""


def game_of(path: Path) -> tuple[object, ...]:
    """Everything in a save except its annotations. The time counts only for a finished game, which keeps it."""
    loaded = load(path, GAMES)
    label = loaded.label._replace(name="", note="") if loaded.label is not None else None
    timestamp = loaded.last_played if loaded.finished else 0
    return loaded.damage, match_facts(loaded.match)[1:], loaded.finished, timestamp, label


@pytest.mark.parametrize("steps", [STEPS_TO_END, [0, 1, 2, 1003, 1]], ids=["finished", "unfinished"])
def test_a_name_and_a_note_are_listed_and_do_not_change_the_game(shelf, steps):
    path = shelf.folder / "a.vok"
    write_closed_save(path, steps)
    os.utime(path, (1000, 1000))
    before, data, (row,) = game_of(path), path.read_bytes(), shelf.list_saves(GAMES)
    annotate_game(path, GAMES, NAME, "The long evening")
    annotate_game(path, GAMES, NOTE, "Bob took three.")
    assert [other.name for other in shelf.folder.iterdir()] == ["a.vok"]
    assert path.read_bytes()[PREFIX_BYTES + SEAL_BYTES : len(data)] == data[PREFIX_BYTES + SEAL_BYTES :], (
        "the earlier entries are unchanged"
    )
    assert game_of(path) == before
    assert verify(path, GAMES).notes == ()
    (named,) = shelf.list_saves({"heap": Unplayable()})
    assert (named.label.name, named.label.note) == ("The long evening", "Bob took three.")
    assert named._replace(label=row.label) == row


def test_the_seal_of_an_annotated_file_keeps_its_date(tmp_path):
    path = tmp_path / "a.vok"
    write_closed_save(path, STEPS_TO_END)
    before = load(path, GAMES)
    annotate_game(path, GAMES, NAME, "one")
    after = load(path, GAMES)
    assert before.seal is not None
    assert after.seal == (after.entry_count, after.crc, before.seal.closed_at)
    path.write_bytes(path.read_bytes()[:-1])
    assert "entries are there" in str(load(path, GAMES).damage)


def test_a_just_finished_game_accepts_annotations_but_no_moves(tmp_path):
    path = tmp_path / "a.vok"
    match = Match(HEAP, SETUP)
    with new_save(path) as file:
        play_steps(match, STEPS_TO_END)
        file.keep(match)
        file.flush()
        before = game_of(path)
        match.log.annotate(Annotated(COMMENT, 4, "too greedy"))
        file.keep(match)
        file.flush()
        assert game_of(path) == before
        match.log.annotate(Annotated(MARK, 4, value=2))
        match.goto(3)
        data = path.read_bytes()
        with pytest.raises(GameFinished):
            file.keep(match)
        assert path.read_bytes() == data
        file._match = None  # so that closing does not try again
    reloaded = load(path, GAMES).match.log.annotations
    assert (reloaded.get(COMMENT, 4).text, reloaded.get(MARK, 4).value) == ("too greedy", 0)


def new_save(path: Path) -> SaveFile:
    return SaveFile.create(path, SETUP, HEAP, APP, CREATED)


@pytest.mark.parametrize("finished", [True, False], ids=["finished", "unfinished"])
def test_a_power_cut_while_naming_loses_nothing_of_the_game(tmp_path, monkeypatch, finished):
    path, cut = tmp_path / "a.vok", tmp_path / "cut.vok"
    write_closed_save(path, STEPS_TO_END if finished else [0, 1, 2])
    before, data = game_of(path), path.read_bytes()
    disk = Disk.recording(monkeypatch, data)
    annotate_game(path, GAMES, NAME, "one")
    annotate_game(path, GAMES, NAME, "two")
    monkeypatch.undo()
    states = disk.states()
    assert len(states) > 12
    names = []
    for state in states:
        cut.write_bytes(state)
        os.utime(cut, (before[3], before[3]))
        loaded = load(cut, GAMES)
        assert "entries are there" not in str(loaded.damage)
        assert "tells its end" not in str(loaded.damage)
        assert loaded.seal is None or loaded.seal.entry_count == loaded.entry_count
        assert (match_facts(loaded.match)[1:], loaded.finished) == (before[1], finished)
        if finished:
            assert loaded.last_played == before[3], "the date stays that of the end"
        names.append(loaded.match.log.annotations.get(NAME).text)
    assert sorted(set(names)) == ["", "one", "two"]


@pytest.mark.parametrize("moment", [1, 2, 3, 7])
def test_a_killed_process_loses_no_written_annotation(tmp_path, moment):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / "a.vok"
    write_closed_save(path, STEPS_TO_END)
    (row,) = shelf.list_saves(GAMES)
    before = game_of(path)
    with child(ANNOTATING, path) as process:
        assert process.stdout is not None
        for _ in range(moment):
            process.stdout.readline()
        process.kill()
        written = moment + len([line for line in process.stdout if line.endswith("\n")])
    loaded = load(path, GAMES)
    assert "entries are there" not in str(loaded.damage)
    (listed,) = shelf.list_saves(GAMES)
    assert (listed.finished, listed.scores, listed.last_played) == (True, row.scores, row.last_played)
    stored = len(loaded.match.log.journal) - 30
    assert stored in (written, written + 1)
    if loaded.damage is None:
        annotate_game(path, GAMES, NAME, "last")
        assert game_of(path) == before


def test_an_annotation_does_not_make_a_game_the_latest(shelf):
    for name, timestamp in (("old", 1000), ("new", 2000)):
        write_closed_save(shelf.folder / f"{name}.vok", [0])
        os.utime(shelf.folder / f"{name}.vok", (timestamp, timestamp))
    annotate_game(shelf.folder / "old.vok", GAMES, NAME, "old one")
    latest = shelf.latest_unfinished(GAMES)
    assert latest is not None
    assert latest.path.stem == "new"


def test_a_game_in_play_is_not_renamed_and_the_error_names_the_player(tmp_path):
    path = tmp_path / "a.vok"
    write_closed_save(path, [0])
    file, _ = resume(path, GAMES)
    with file, pytest.raises(Busy, match=r"is being played by .*process"):
        annotate_game(path, GAMES, NAME, "mine")
    assert load(path, GAMES).match.log.annotations.get(NAME).text == ""


def test_a_damaged_save_cannot_be_named(tmp_path):
    path = tmp_path / "a.vok"
    write_closed_save(path, STEPS_TO_END)
    data = path.read_bytes()[:-5]
    path.write_bytes(data)
    with pytest.raises(CannotAnnotate, match=re.escape(str(path))):
        annotate_game(path, GAMES, NAME, "mine")
    assert path.read_bytes() == data
    assert [other.name for other in tmp_path.iterdir()] == ["a.vok"]


@given(
    st.lists(st.integers(0, 1000), max_size=30),
    st.lists(st.tuples(st.sampled_from(ANNOTATION_KINDS), st.integers(0, 40)), max_size=12),
)
def test_annotations_of_every_kind_are_read_back_and_change_no_game(tmp_path_factory, steps, notes):
    path = tmp_path_factory.mktemp("save") / "a.vok"
    plain, match = Match(HEAP, SETUP), Match(HEAP, SETUP)
    with new_save(path) as file:
        for number, step in enumerate(steps):
            play_steps(plain, [step])
            play_steps(match, [step])
            for kind, value in notes[number::5]:
                node = value % len(match.log) if kind.about_node else 0
                text = f"{value}" if kind.max_chars else ""
                if value % 7 == 0:
                    match.log.retract(max(0, match.log.annotations.last_retractable_index()) if value else 3)
                else:
                    match.log.annotate(Annotated(kind, node, text, 0 if text else value))
            file.keep(match)
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert match_facts(loaded.match) == match_facts(match)
    assert match_facts(loaded.match)[1:] == match_facts(plain)[1:]
    assert loaded.match.public_entry_count == plain.public_entry_count
    for kind in ANNOTATION_KINDS:
        for node in range(len(match.log) if kind.about_node else 1):
            assert loaded.match.log.annotations.get(kind, node) == match.log.annotations.get(kind, node)


def test_retracting_an_annotation_restores_the_previous_one():
    log = Match(HEAP, SETUP).log
    for text in ("one", "two", "three"):
        log.annotate(Annotated(NAME, text=text))
    log.annotate(Annotated(NOTE, text="a note"))
    seen = []
    while (index := log.annotations.last_retractable_index()) >= 0:
        log.retract(index)
        seen.append((log.annotations.get(NAME).text, log.annotations.get(NOTE).text))
    assert seen == [("three", ""), ("two", ""), ("one", ""), ("", "")]
    assert len(log.journal) == 8


@pytest.mark.parametrize("text", ["\x1b]0;x\x07evil", "a\u202eb\nc", "x" * 999])
def test_names_in_a_file_are_cleaned_and_cut(shelf, text):
    path = shelf.folder / "a.vok"
    label = [66, f"{text}\n{text}", 1, 0, 0, 0, 0, 0, 2, 1, 2]
    path.write_bytes(save(HEADER, play("take", 1), [NAME.number, text, 0, 0], label))
    for name in (load(path, GAMES).match.log.annotations.get(NAME).text, shelf.list_saves(GAMES)[0].label.name):
        assert name.isprintable()
        assert 0 < len(name) <= NAME.max_chars


@pytest.mark.parametrize("body", [[COMMENT.number, "x", 7, 0], [NAME.number, "x", 1, 0], [MARK.number, "", 0, -1]])
def test_an_invalid_annotation_is_reported_as_damage(tmp_path, body):
    path = tmp_path / "a.vok"
    path.write_bytes(save(HEADER, play("take", 1), body, play("take", 1)))
    damage = load(path, GAMES).damage
    assert damage is not None
    assert damage.journal_length == 1
    assert isinstance(damage, ReplayDiverged) == (body[2] == 7)


def test_a_game_of_a_killed_process_can_be_named(shelf):
    path = shelf.folder / "a.vok"
    match = write_unclosed_save(path, [0, 1, 2])
    annotate_game(path, GAMES, NAME, "rescued")
    assert shelf.list_saves({"heap": Unplayable()})[0].label.name == "rescued"
    assert load(path, GAMES).match.log.parents == match.log.parents


def test_annotations_are_stored_with_the_number_of_their_kind():
    assert len({kind.number for kind in ANNOTATION_KINDS}) == len(ANNOTATION_KINDS)
    assert [kind.number for kind in ANNOTATION_KINDS] == [67, 68, 69, 70, 71, 72, 75]
    assert write_record(Annotated(COMMENT, 3, "x")) == [69, "x", 3, 0]


def test_moves_can_follow_an_annotation(tmp_path):
    path = tmp_path / "a.vok"
    write_closed_save(path, [0, 1])
    annotate_game(path, GAMES, NAME, "one")
    file, loaded = resume(path, GAMES)
    with file:
        take(loaded.match, 2)
        file.keep(loaded.match)
    reloaded = load(path, GAMES)
    assert (reloaded.damage, reloaded.match.depth(reloaded.match.log.head)) == (None, 3)
    assert reloaded.match.log.annotations.get(NAME).text == "one"
