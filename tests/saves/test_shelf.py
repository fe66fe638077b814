"""The folder of saves."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.game import HUMAN, Seat, Setup
from engine.valley.game import VALLEY
from saves import CannotWrite, Header, Shelf, load, resume
from saves.format.header import write_header
from tests.saves.heap import (
    APP,
    CREATED,
    GAMES,
    HEAP,
    SETUP,
    STEPS_TO_END,
    Heap,
    Unplayable,
    play_steps,
    write_closed_save,
    write_unclosed_save,
)
from tests.saves.raw import play, save

HEADER = Header(APP, HEAP.fingerprint(SETUP), CREATED, SETUP)


def set_date(path: Path, timestamp: int) -> None:
    os.utime(path, (timestamp, timestamp))


def test_saves_are_kept_below_vok_home(tmp_path, monkeypatch):
    monkeypatch.setenv("VOK_HOME", str(tmp_path / "mine"))
    assert Shelf().folder == tmp_path / "mine" / "saves"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VOK_HOME", "near")
    assert Shelf().folder == tmp_path / "near" / "saves"


@pytest.mark.parametrize("vok_home", [None, ""])
def test_without_vok_home_saves_are_kept_in_the_users_data_folder(tmp_path, monkeypatch, vok_home):
    monkeypatch.delenv("VOK_HOME", raising=False)
    if vok_home is not None:
        monkeypatch.setenv("VOK_HOME", vok_home)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = Shelf().folder
    assert folder.is_relative_to(tmp_path)
    assert folder.parts[-2:] == ("vok", "saves")


def test_listing_saves_creates_nothing(tmp_path):
    assert Shelf(tmp_path / "home").list_saves(GAMES) == []
    assert Shelf(tmp_path / "home").latest_unfinished(GAMES) is None
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_private_with_any_umask(tmp_path):
    before = os.umask(0)
    try:
        file = Shelf(tmp_path / "home").create(SETUP, HEAP, APP, CREATED)
    finally:
        os.umask(before)
    file.close()
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("names", "file"),
    [
        (["Ann", "Bob"], "heap-ann-bob.vok"),
        (["../../etc/passwd", "a\\b:c"], "heap-etc-passwd-a-b-c.vok"),
        (["\x1b]0;x\x07", "\u202eevil"], "heap-0-x-evil.vok"),
        (["Zoë", "王"], "heap-zoë-王.vok"),
        (["", " . "], "heap.vok"),
        (["\udcff", "\n"], "heap.vok"),
        (["a" * 500, "b"], "heap-" + "a" * 55 + ".vok"),
    ],
)
def test_a_file_is_named_after_its_game_and_players(shelf, names, file):
    setup = Setup("heap", tuple(Seat(name) for name in names), 1)
    path = shelf.new_path(setup)
    assert path == shelf.folder / file
    write_closed_save(path, [0], setup)
    assert shelf.list_saves(GAMES)[0].path == path


def test_a_name_that_is_taken_gets_a_number(shelf):
    files = [shelf.create(SETUP, HEAP, APP, CREATED) for _ in range(3)]
    assert [file.path.name for file in files] == ["heap-ann.vok", "heap-ann-2.vok", "heap-ann-3.vok"]
    for file in files:
        file.close()
    (shelf.folder / "heap-ann-4.vok").symlink_to("nowhere")
    assert shelf.new_path(SETUP).name == "heap-ann-5.vok"


def test_processes_that_start_together_get_different_files(tmp_path):
    program = """
import sys
from pathlib import Path
from saves import Shelf
from tests.saves.heap import HEAP, SETUP
sys.stdin.readline()
for _ in range(20):
    file = Shelf(Path(sys.argv[1])).create(SETUP, HEAP, "0.1.0", 0)
    print(file.path.name, flush=True)
sys.stdin.readline()
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    root = Path(__file__).parents[2]
    both = [
        subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    for process in both:
        process.stdin.write("go\n")
        process.stdin.flush()
    names = [process.stdout.readline() for process in both for _ in range(20)]
    for process in both:
        process.communicate()
    assert len(names) == len(set(names)) == 40


def test_a_listed_save_has_the_data_of_its_game(shelf):
    match = write_closed_save(shelf.folder / "a.vok", [0, 1, 2, 1003, 1])
    set_date(shelf.folder / "a.vok", 1000)
    (row,) = shelf.list_saves(GAMES)
    assert (row.path, row.last_played, row.damage) == (shelf.folder / "a.vok", 1000, "")
    assert (row.game, row.edition, row.seats) == ("heap", "base", SETUP.seats)
    assert (row.decisions, row.finished) == (match.depth(match.log.head), False)
    assert row.scores == tuple(HEAP.scores(match.state))


def test_a_closed_game_is_listed_without_a_replay(shelf):
    write_closed_save(shelf.folder / "a.vok", [0, 1, 2])
    saves = shelf.list_saves(GAMES)
    assert shelf.list_saves({"heap": Unplayable()}) == saves


def test_a_game_of_a_killed_process_is_listed_like_a_closed_one(shelf):
    write_closed_save(shelf.folder / "a.vok", [0, 1, 2])
    write_unclosed_save(shelf.folder / "b.vok", [0, 1, 2])
    closed, unclosed = sorted(shelf.list_saves(GAMES))
    assert unclosed._replace(path=closed.path, last_played=closed.last_played) == closed


def test_a_label_is_ignored_when_moves_follow(shelf):
    path = shelf.folder / "a.vok"
    write_closed_save(path, [0, 1, 2])
    file, loaded = resume(path, GAMES)
    play_steps(loaded.match, [0, 0])
    file.keep(loaded.match)
    assert shelf.list_saves(GAMES)[0].decisions == 5
    file.close()
    assert shelf.list_saves({"heap": Unplayable()})[0].decisions == 5


def test_a_label_is_ignored_when_half_an_entry_follows(shelf):
    path = shelf.folder / "a.vok"
    write_closed_save(path, [0, 1, 2])
    path.write_bytes(path.read_bytes() + b"\0\0\0\7half")
    (row,) = shelf.list_saves(GAMES)
    assert row.damage == str(load(path, GAMES).damage)


def test_closing_a_game_of_a_killed_process_writes_a_new_label(shelf, tmp_path):
    path = shelf.folder / "a.vok"
    write_closed_save(path, [0, 1, 2])
    file, loaded = resume(path, GAMES)
    play_steps(loaded.match, [0, 0])
    file.keep(loaded.match)
    data = path.read_bytes()
    file.close()
    path.write_bytes(data)
    resume(path, GAMES)[0].close()
    assert shelf.list_saves({"heap": Unplayable()})[0].decisions == 5


def test_a_label_is_ignored_with_other_cards(shelf):
    write_closed_save(shelf.folder / "a.vok", [0, 1, 2])
    other = {"heap": Heap(gem=9)}
    (row,) = shelf.list_saves(other)
    assert "rules or cards" in row.damage
    assert row.scores == tuple(HEAP.scores(load(row.path, other).match.state)) != shelf.list_saves(GAMES)[0].scores


@pytest.mark.parametrize(
    "label",
    [[66, "", 1, 0, 0, 0, 0, 0, 1, 1], [66, "", 1, 0, 0, 0, 0, 0, 3, 1, 2, 3], [66, "", -1, 0, 0, 0, 0, 0, 2, 1, 2]],
)
def test_a_label_with_impossible_numbers_is_ignored(shelf, label):
    header = write_header(Header(APP, HEAP.fingerprint(SETUP), CREATED, SETUP))
    (shelf.folder / "a.vok").write_bytes(save(header, play("take", 1), play("take", 1), label))
    (row,) = shelf.list_saves(GAMES)
    assert row.decisions == 2
    assert len(row.scores) == len(row.seats)


def test_the_game_played_last_comes_first(shelf):
    for name, when in (("a", 2000), ("b", 3000), ("c", 1000)):
        write_closed_save(shelf.folder / f"{name}.vok", [0])
        set_date(shelf.folder / f"{name}.vok", when)
    assert [row.path.stem for row in shelf.list_saves(GAMES)] == ["b", "a", "c"]


def test_the_latest_game_is_the_last_unfinished_one_that_opens(shelf):
    for name, steps, when in (("old", [0], 1000), ("wanted", [0, 1], 2000), ("over", STEPS_TO_END, 3000)):
        write_closed_save(shelf.folder / f"{name}.vok", steps)
        set_date(shelf.folder / f"{name}.vok", when)
    (shelf.folder / "invalid.vok").write_text("no save")
    assert [row.finished for row in shelf.list_saves(GAMES) if row.game] == [True, False, False]
    latest = shelf.latest_unfinished(GAMES)
    assert latest is not None
    assert latest.path.stem == "wanted"


def test_a_damaged_save_is_listed_with_its_readable_part_and_the_damage(shelf, undamaged_save):
    (shelf.folder / "cut.vok").write_bytes(undamaged_save[0][:-60])
    (row,) = shelf.list_saves(GAMES)
    assert row.damage == str(load(row.path, GAMES).damage)
    assert row.seats == SETUP.seats
    assert shelf.latest_unfinished(GAMES) == row


@pytest.mark.parametrize("data", [b"", b"no save at all", b"\x8aVOK\r\n\x00\x04", b"\x8aVOK\r\n\x00\x09"])
def test_an_unreadable_file_is_listed_with_the_reason(shelf, data):
    write_closed_save(shelf.folder / "good.vok", [0])
    (shelf.folder / "bad.vok").write_bytes(data)
    rows = {row.path.stem: row for row in shelf.list_saves(GAMES)}
    assert rows["good"].damage == ""
    assert "bad.vok" in rows["bad"].damage
    assert rows["bad"].game == ""


def test_a_circular_link_is_listed_with_the_reason(shelf):
    write_closed_save(shelf.folder / "good.vok", [0])
    (shelf.folder / "circle.vok").symlink_to("circle.vok")
    rows = {row.path.stem: row for row in shelf.list_saves(GAMES)}
    assert rows["good"].damage == ""
    assert "too many levels of symbolic links" in rows["circle"].damage
    assert shelf.latest_unfinished(GAMES) == rows["good"]


def test_an_unknown_edition_is_listed_with_the_reason(shelf):
    write_closed_save(shelf.folder / "good.vok", [0])
    header = write_header(Header(APP, 1, CREATED, Setup("valley", (Seat("Ann"), Seat("Bob")), 7, "moon")))
    (shelf.folder / "moon.vok").write_bytes(save(header))
    rows = {row.path.stem: row for row in shelf.list_saves({**GAMES, "valley": VALLEY})}
    assert rows["good"].damage == ""
    assert "no edition is called 'moon'" in rows["moon"].damage


def test_an_unknown_game_is_listed_with_the_reason(shelf):
    write_closed_save(shelf.folder / "a.vok", [0])
    (row,) = shelf.list_saves({})
    assert "no game 'heap'" in row.damage


def test_other_files_in_the_folder_are_not_listed(shelf, undamaged_save):
    (shelf.folder / "notes.txt").write_text("hello")
    (shelf.folder / "folder.vok").mkdir()
    os.mkfifo(shelf.folder / "pipe.vok")
    (shelf.folder / "dangling.vok").symlink_to("nowhere")
    (shelf.folder / ".hidden.vok").write_bytes(undamaged_save[0])
    (shelf.folder / "a.vok.damaged").write_bytes(undamaged_save[0])
    assert shelf.list_saves(GAMES) == []


def test_a_home_that_is_not_a_folder_is_reported(tmp_path):
    (tmp_path / "home").write_text("")
    with pytest.raises(CannotWrite, match="home"):
        Shelf(tmp_path / "home").create(SETUP, HEAP, APP, CREATED)


def test_names_of_bots_are_not_in_the_file_name(shelf):
    setup = Setup("heap", (Seat("Ann", HUMAN), Seat("Ramses", "priest")), 1)
    assert shelf.new_path(setup).name == "heap-ann.vok"


def test_importing_saves_does_not_import_platformdirs():
    program = "import sys, saves; sys.exit('platformdirs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2], check=False).returncode == 0


def test_a_finished_game_has_the_date_of_its_end(shelf):
    path = shelf.folder / "a.vok"
    write_closed_save(path, STEPS_TO_END)
    loaded = load(path, GAMES)
    set_date(path, 1000)
    (row,) = shelf.list_saves(GAMES)
    assert loaded.seal is not None
    assert row.last_played == loaded.seal.closed_at > 1000


def test_a_save_cut_off_at_an_earlier_label_is_listed_as_damaged(shelf):
    path = shelf.folder / "a.vok"
    write_closed_save(path, [0, 1, 2])
    closed = len(path.read_bytes())
    file, loaded = resume(path, GAMES)
    with file:
        play_steps(loaded.match, [0, 0, 1, 1])
        file.keep(loaded.match)
    data = path.read_bytes()
    path.write_bytes(data[:closed])
    (row,) = shelf.list_saves(GAMES)
    assert "5 of 11 entries are there" in row.damage
    assert row.damage == str(load(path, GAMES).damage)


def test_only_the_newest_game_without_moves_is_kept_and_it_is_not_listed(shelf):
    write_closed_save(shelf.folder / "played.vok", [0])
    playing = shelf.create(SETUP, HEAP, APP, CREATED)
    for _ in range(3):
        shelf.create(SETUP, HEAP, APP, CREATED).close()
    left = {path.name for path in shelf.folder.glob("*.vok")} - {"played.vok", playing.path.name}
    assert len(left) == 1
    assert [info.path.name for info in shelf.list_saves(GAMES)] == ["played.vok"]
    set_date(shelf.folder / "played.vok", 1)
    latest = shelf.latest_unfinished(GAMES)
    assert latest is not None
    assert (latest.path.name in {*left, playing.path.name}, latest.is_unplayed) == (True, True)
    playing.close()
    shelf.move_to_bin(shelf.folder / "played.vok")
    assert not shelf.is_empty
    shelf.empty_bin()
    assert shelf.is_empty


def test_an_empty_name_in_the_bin_is_no_save_and_goes_with_the_bin(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / "ann.vok"
    write_closed_save(path, STEPS_TO_END)
    moved = shelf.move_to_bin(path)
    reserved = moved.with_name("bea.vok")
    reserved.touch()
    assert [info.path for info in shelf.list_bin(GAMES)] == [moved]
    shelf.empty_bin()
    assert not list(shelf.bin.iterdir())
