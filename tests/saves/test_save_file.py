"""Writing a save: when entries are in the file, and what happens when the disk fails."""

import errno
import fcntl
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import Seat, Setup
from engine.core.match import Match
from saves import AlreadyThere, CannotWrite, SaveFile, load, resume
from tests.games.tictactoe import TICTACTOE
from tests.saves.disk import max_file_size
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, match_facts, play_steps, take, write_closed_save
from tests.saves.raw import without_seal

STEPS = st.lists(st.integers(0, 1000), max_size=120)


@given(STEPS)
def test_any_tree_of_moves_and_jumps_is_read_back(tmp_path_factory, steps):
    path = tmp_path_factory.mktemp("save") / "a.vok"
    match = write_closed_save(path, steps)
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert not loaded.lacks_original_cards
    assert match_facts(loaded.match) == match_facts(match)
    assert loaded.match.setup == SETUP


@given(STEPS, st.lists(st.integers(0, 120), max_size=4))
def test_leaving_and_resuming_does_not_change_the_game(tmp_path_factory, steps, leaves):
    path = tmp_path_factory.mktemp("save") / "a.vok"
    uninterrupted = Match(HEAP, SETUP)
    play_steps(uninterrupted, steps)
    SaveFile.create(path, SETUP, HEAP, APP, CREATED).close()
    cuts = sorted(min(leave, len(steps)) for leave in leaves)
    for begin, end in zip([0, *cuts], [*cuts, len(steps)], strict=True):
        file, loaded = resume(path, GAMES)
        play_steps(loaded.match, steps[begin:end])
        file.keep(loaded.match)
        file.close()
    assert match_facts(load(path, GAMES).match) == match_facts(uninterrupted)


@given(STEPS)
def test_checks_do_not_depend_on_how_many_entries_are_kept_at_once(tmp_path_factory, steps):
    folder = tmp_path_factory.mktemp("save")
    match = write_closed_save(folder / "single", steps)
    with SaveFile.create(folder / "bulk", SETUP, HEAP, APP, CREATED) as file:
        file.keep(match)
    assert without_seal((folder / "bulk").read_bytes()) == without_seal((folder / "single").read_bytes())


def test_there_is_a_check_after_every_32_entries_and_one_on_closing(tmp_path):
    write_closed_save(tmp_path / "a.vok", [0, 1003] * 32)
    assert load(tmp_path / "a.vok", GAMES).agreed_check_count == 3
    write_closed_save(tmp_path / "b.vok", [0, 1003] * 33)
    assert load(tmp_path / "b.vok", GAMES).agreed_check_count == 3
    assert load(tmp_path / "b.vok", GAMES).entry_count == 66 + 3 + 1


def test_a_move_is_in_the_file_when_keep_returns(tmp_path):
    match = Match(HEAP, SETUP)
    file = SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    for stones in (1, 3, 2):
        take(match, stones)
        file.keep(match)
        assert match_facts(load(tmp_path / "a.vok", GAMES).match) == match_facts(match)
    file.close()


def test_keeping_twice_writes_once(tmp_path):
    match = Match(HEAP, SETUP)
    with SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED) as file:
        take(match, 1)
        file.keep(match)
        data = (tmp_path / "a.vok").read_bytes()
        file.keep(match)
        file.flush()
        assert (tmp_path / "a.vok").read_bytes() == data


def test_the_file_only_grows(tmp_path):
    match = Match(HEAP, SETUP)
    before = b""
    with SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED) as file:
        for step in [0, 1, 2, 1003, 1] * 10:
            play_steps(match, [step])
            file.keep(match)
            data = (tmp_path / "a.vok").read_bytes()
            assert data.startswith(before)
            assert len(data) > len(before)
            before = data
    file, loaded = resume(tmp_path / "a.vok", GAMES)
    loaded.match.goto(0)
    file.keep(loaded.match)
    file.close()
    assert without_seal((tmp_path / "a.vok").read_bytes()).startswith(without_seal(before))


def test_resuming_and_closing_changes_nothing(tmp_path):
    write_closed_save(tmp_path / "a.vok", [0, 1, 2])
    data = (tmp_path / "a.vok").read_bytes()
    file, loaded = resume(tmp_path / "a.vok", GAMES)
    file.keep(loaded.match)
    file.close()
    assert (tmp_path / "a.vok").read_bytes() == data


def test_a_peeked_game_is_still_peeked_after_loading(tmp_path):
    match = write_closed_save(tmp_path / "a.vok", [0, 1, 2, 0, 1, 2, 1003])
    assert match.peeked
    assert load(tmp_path / "a.vok", GAMES).match.peeked


def test_a_save_is_private_with_any_umask(tmp_path):
    before = os.umask(0)
    try:
        file = SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    file.close()
    assert modes == {0o600}


def test_closing_twice_is_harmless_and_leaves_one_file(tmp_path):
    file = SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    file.close()
    file.close()
    assert [path.name for path in tmp_path.iterdir()] == ["a.vok"]


def test_a_new_save_never_overwrites_a_file(tmp_path):
    write_closed_save(tmp_path / "a.vok", [0, 1])
    data = (tmp_path / "a.vok").read_bytes()
    with pytest.raises(AlreadyThere):
        SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    assert (tmp_path / "a.vok").read_bytes() == data


def test_a_new_save_does_not_follow_a_link(tmp_path):
    (tmp_path / "a.vok").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(AlreadyThere):
        SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("folder", ["absent", "a file"])
def test_a_missing_folder_is_reported_in_a_sentence(tmp_path, folder):
    (tmp_path / "a file").write_text("")
    with pytest.raises(CannotWrite) as caught:
        SaveFile.create(tmp_path / folder / "a.vok", SETUP, HEAP, APP, CREATED)
    assert str(tmp_path / folder / "a.vok") in str(caught.value)


def test_seat_names_are_cleaned_before_they_are_written(tmp_path):
    setup = Setup("heap", (Seat("\x1b]0;root\x07Ann\u202e"), Seat("B" * 500), Seat("\udcff/../x")), 7)
    write_closed_save(tmp_path / "a.vok", [0], setup)
    names = [seat.name for seat in load(tmp_path / "a.vok", GAMES).match.setup.seats]
    assert names == ["]0;rootAnn", "B" * 40, "/../x"]
    assert b"\x1b]" not in (tmp_path / "a.vok").read_bytes()


def test_too_many_seats_are_refused_and_leave_no_file(tmp_path):
    setup = Setup("heap", tuple(Seat(str(number)) for number in range(9)), 7)
    with pytest.raises(ValueError, match="seats"):
        SaveFile.create(tmp_path / "a.vok", setup, HEAP, APP, CREATED)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("free_bytes", range(0, 60, 7))
def test_on_a_full_disk_the_file_stays_readable_and_can_be_continued_later(tmp_path, free_bytes):
    path = tmp_path / "a.vok"
    match = Match(HEAP, SETUP)
    file = SaveFile.create(path, SETUP, HEAP, APP, CREATED)
    take(match, 1)
    file.keep(match)
    before = path.read_bytes()
    play_steps(match, [0, 1, 2, 1003, 1])
    with max_file_size(len(before) + free_bytes):
        for _ in range(2):
            with pytest.raises(CannotWrite, match="cannot be written"):
                file.keep(match)
            assert path.read_bytes() == before
    play_steps(match, [2, 2])
    file.keep(match)
    file.close()
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert match_facts(loaded.match) == match_facts(match)


def test_a_full_disk_leaves_no_incomplete_save(tmp_path):
    with max_file_size(20), pytest.raises(CannotWrite):
        SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_locks_leaves_no_empty_save(tmp_path, monkeypatch):
    def no_lock(fd: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", no_lock)
    with pytest.raises(CannotWrite, match="no locks available"):
        SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_on_closing_is_reported_and_the_lock_is_released(tmp_path):
    path = tmp_path / "a.vok"
    match = Match(HEAP, SETUP)
    file = SaveFile.create(path, SETUP, HEAP, APP, CREATED)
    take(match, 1)
    with max_file_size(path.stat().st_size):
        with pytest.raises(CannotWrite):
            file.keep(match)
        with pytest.raises(CannotWrite):
            file.close()
    again, loaded = resume(path, GAMES)
    again.close()
    assert loaded.damage is None
    assert loaded.match.log.journal == []


def test_a_disk_too_full_for_the_label_is_not_an_error(tmp_path):
    path = tmp_path / "a.vok"
    match = Match(HEAP, SETUP)
    file = SaveFile.create(path, SETUP, HEAP, APP, CREATED)
    take(match, 1)
    file.keep(match)
    with max_file_size(path.stat().st_size):
        file.close()
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert match_facts(loaded.match) == match_facts(match)


def test_entries_lost_by_a_failing_disk_are_written_again(tmp_path, monkeypatch):
    path = tmp_path / "a.vok"
    match = Match(HEAP, SETUP)
    file = SaveFile.create(path, SETUP, HEAP, APP, CREATED)
    safe = path.stat().st_size
    take(match, 1)
    file.keep(match)

    def lose_data(fd: int) -> None:
        os.ftruncate(fd, safe)
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr("saves.format.appender.SYNC_FILE", lose_data)
        with pytest.raises(CannotWrite, match="input/output error"):
            file.flush()
    take(match, 2)
    file.keep(match)
    file.flush()
    assert match_facts(load(path, GAMES).match) == match_facts(match)
    file.close()


def test_a_game_without_scores_can_be_saved(tmp_path: Path):
    setup = Setup("tictactoe", (Seat("Ann"), Seat("Bob")), 0)
    match = Match(TICTACTOE, setup)
    with SaveFile.create(tmp_path / "a.vok", setup, TICTACTOE, APP, CREATED) as file:
        play_steps(match, [0, 1, 2, 3, 1003, 1, 2, 0])
        file.keep(match)
    loaded = load(tmp_path / "a.vok", {"tictactoe": TICTACTOE})
    assert loaded.damage is None
    assert match_facts(loaded.match) == match_facts(match)
