"""A save whose file another program removes or replaces during the game: the whole game is written to a new file."""

from pathlib import Path

import pytest

from engine.core.match import Match
from saves import NotOnDisk, SavedElsewhere, SaveFile, load, resume
from tests.saves.disk import max_file_size
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, STEPS_TO_END, match_facts, play_steps, write_closed_save


def displace(path: Path, how: str) -> None:
    """Do to a save what a sync program or a player does."""
    if how == "removed":
        path.unlink()
    elif how == "replaced":
        other = path.with_name("other")
        other.write_bytes(b"an older copy of the save")
        other.replace(path)
    elif how == "renamed":
        path.rename(path.with_name("renamed"))
    elif how == "folder removed":
        for file in path.parent.iterdir():
            file.unlink()
        path.parent.rmdir()


@pytest.mark.parametrize("how", ["removed", "replaced", "renamed", "folder removed"])
@pytest.mark.parametrize("is_resumed", [False, True])
def test_no_move_is_lost_with_the_file_under_the_game(tmp_path: Path, how: str, is_resumed: bool) -> None:
    path = tmp_path / "saves" / "a.vok"
    path.parent.mkdir()
    if is_resumed:
        write_closed_save(path, [1] * 40)
        file, loaded = resume(path, GAMES)
        match = loaded.match
    else:
        match, file = Match(HEAP, SETUP), SaveFile.create(path, SETUP, HEAP, APP, CREATED)
        play_steps(match, [0, 1, 2, 1003, 1] * 8)
        file.keep(match)
        file.flush()
    displace(path, how)
    play_steps(match, [0, 1])
    file.keep(match)
    with pytest.raises(SavedElsewhere) as told:
        file.flush()
    expected = path.with_name("a-2.vok") if how == "replaced" else path
    assert file.path == told.value.new_path == expected
    assert match_facts(load(expected, GAMES).match) == match_facts(match)
    play_steps(match, [0])
    file.keep(match)
    file.flush()
    with pytest.raises(Exception, match="is being played by"):
        resume(expected, GAMES)
    file.close()
    loaded = load(expected, GAMES)
    assert (match_facts(loaded.match), loaded.damage) == (match_facts(match), None)
    assert loaded.label is not None
    if how == "replaced":
        assert path.read_bytes() == b"an older copy of the save"


def test_a_game_that_ends_without_its_file_is_sealed_in_the_new_one(tmp_path: Path) -> None:
    match, file = Match(HEAP, SETUP), SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    (tmp_path / "a.vok").unlink()
    play_steps(match, STEPS_TO_END)
    file.keep(match)
    with pytest.raises(SavedElsewhere):
        file.close()
    loaded = load(tmp_path / "a.vok", GAMES)
    assert loaded.finished
    assert loaded.seal is not None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.vok"]


def test_on_a_full_disk_every_move_says_that_the_game_is_not_on_disk_and_tries_again(tmp_path: Path) -> None:
    match, file = Match(HEAP, SETUP), SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    play_steps(match, [0, 1])
    file.keep(match)
    file.flush()
    size = (tmp_path / "a.vok").stat().st_size
    (tmp_path / "a.vok").unlink()
    with max_file_size(size - 20):
        for _ in range(2):
            with pytest.raises(NotOnDisk, match=r"This game is not on disk: .*a.vok cannot be written"):
                file.flush()
            assert not list(tmp_path.glob("*.vok"))
    play_steps(match, [0])
    file.keep(match)
    with pytest.raises(SavedElsewhere):
        file.flush()
    file.close()
    assert match_facts(load(tmp_path / "a.vok", GAMES).match) == match_facts(match)
