"""The bin of deleted saves."""

from pathlib import Path

import pytest

from saves import Busy, CannotRead, CannotWrite, load, resume
from tests.saves.heap import GAMES, STEPS_TO_END, match_facts, write_closed_save


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_deleted_save_moves_to_the_bin_and_can_be_restored(shelf):
    write_closed_save(shelf.folder / "a.vok", STEPS_TO_END)
    before, (row,) = tree(shelf.folder), shelf.list_saves(GAMES)
    binned = shelf.move_to_bin(row.path)
    assert shelf.list_saves(GAMES) == []
    assert shelf.list_bin(GAMES) == shelf.list_saves_and_bin(GAMES) == [row._replace(path=binned)]
    assert shelf.restore_from_bin(binned) == row.path
    assert tree(shelf.folder) == before
    assert shelf.list_saves(GAMES) == [row]


def test_saves_with_the_same_name_are_numbered_in_the_bin_and_the_folder(shelf):
    path = shelf.folder / "a.vok"
    matches = []
    for stones in (0, 1, 2):
        matches.append(write_closed_save(path, [stones]))
        shelf.move_to_bin(path)
    for name, match in zip(("a.vok", "a-2.vok", "a-3.vok"), matches, strict=True):
        assert match_facts(load(shelf.bin / name, GAMES).match) == match_facts(match)
    write_closed_save(shelf.folder / "a.vok", [0, 0])
    assert shelf.restore_from_bin(shelf.bin / "a.vok").name == "a-2.vok"
    assert len(shelf.list_saves(GAMES)) == 2


def test_only_what_vok_has_put_beside_a_save_is_deleted_with_it(shelf):
    goes_along = {"a.vok.damaged", "a.vok.damaged-2", "a.vok.format-2", "a.vok.format-2-3", "a.vok.analysis"}
    is_dropped = {"a.vok.who", "a.vok.new", "a.vok.analysis.17.new"}
    stays = {"a.vok.bak", "a.vok.damaged.bak", "a.vok.format-x", "a.vok.analysis.old", "ab.vok.damaged", "notes.txt"}
    for other in goes_along | is_dropped | stays:
        (shelf.folder / other).write_text(other)
    for game in ("a.vok", "a.vok.other.vok", "a.vok.damaged.vok"):
        write_closed_save(shelf.folder / game, [0])
    stays |= {"a.vok.other.vok", "a.vok.damaged.vok"}
    shelf.move_to_bin(shelf.folder / "a.vok")
    assert set(tree(shelf.folder)) == stays | {f"bin/{name}" for name in {"a.vok", *goes_along}}
    for name in stays - {"notes.txt"}:
        (shelf.bin / name).write_text(name)
    assert shelf.empty_bin() == 3
    assert set(tree(shelf.folder)) == stays | {f"bin/{name}" for name in stays - {"notes.txt"} if name[-4:] != ".vok"}


def test_a_game_in_play_is_neither_deleted_nor_removed_from_the_bin(shelf):
    write_closed_save(shelf.folder / "a.vok", [0])
    file, _ = resume(shelf.folder / "a.vok", GAMES)
    before = set(tree(shelf.folder)) - {"a.vok.who"}
    with file, pytest.raises(Busy, match="is being played by"):
        shelf.move_to_bin(shelf.folder / "a.vok")
    assert set(tree(shelf.folder)) == before == {"a.vok"}
    binned = shelf.move_to_bin(shelf.folder / "a.vok")
    file, _ = resume(binned, GAMES)
    with file, pytest.raises(Busy):
        shelf.empty_bin()
    assert shelf.list_bin(GAMES)


def test_a_bin_that_cannot_be_created_is_reported_and_the_save_stays(shelf):
    write_closed_save(shelf.folder / "a.vok", [0])
    (shelf.folder / "bin").write_text("in the way")
    with pytest.raises(CannotWrite, match="bin"):
        shelf.move_to_bin(shelf.folder / "a.vok")
    assert [row.path.name for row in shelf.list_saves(GAMES)] == ["a.vok"]


@pytest.mark.parametrize("data", [b"", b"no save at all", b"\x8aVOK\r\n\x00\x09"])
def test_a_file_that_cannot_be_opened_can_be_deleted(shelf, data):
    (shelf.folder / "odd.vok").write_bytes(data)
    assert shelf.move_to_bin(shelf.folder / "odd.vok").read_bytes() == data
    assert shelf.list_saves(GAMES) == []


def test_a_finished_game_in_the_bin_still_counts_as_finished(shelf):
    assert shelf.is_empty
    assert not shelf.has_human_finished_game(GAMES, "heap")
    write_closed_save(shelf.folder / "a.vok", [0])
    assert not shelf.is_empty
    assert not shelf.has_human_finished_game(GAMES, "heap")
    write_closed_save(shelf.folder / "b.vok", STEPS_TO_END)
    for name in ("a.vok", "b.vok"):
        shelf.move_to_bin(shelf.folder / name)
    assert shelf.has_human_finished_game(GAMES, "heap")
    assert not shelf.has_human_finished_game(GAMES, "another game")
    assert not shelf.is_empty


def test_a_link_to_itself_cannot_be_read_whatever_is_to_be_done_with_it(shelf):
    path = shelf.folder / "circle.vok"
    path.symlink_to(path)
    for change in (shelf.move_to_bin, lambda circle: resume(circle, GAMES)):
        with pytest.raises(CannotRead, match="cannot be read"):
            change(path)
    assert path.is_symlink()
