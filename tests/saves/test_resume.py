"""Resuming an existing save, whatever its state."""

from pathlib import Path

import pytest

from engine.core.history.journal import MovedHead
from saves import Busy, Shelf, load, resume, verify
from tests.saves.heap import APP, CREATED, GAMES, Heap, played, table, wander
from tests.saves.raw import ends


def test_playing_on_in_a_damaged_save_keeps_the_whole_old_file_beside_it(sound, tmp_path):
    data, journal = sound
    path = tmp_path / "a.vok"
    broken = data[:400] + b"?" + data[401:]
    path.write_bytes(broken)
    file, loaded = resume(path, GAMES)
    moves = loaded.damage.moves
    assert file.path == path
    assert file.old_copy == tmp_path / "a.vok.damaged"
    assert file.old_copy.read_bytes() == broken
    assert file.old_copy.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_mode & 0o777 == 0o600
    wander(loaded.match, [1003, 1])
    file.keep(loaded.match)
    file.close()
    again = load(path, GAMES)
    assert again.damage is None
    assert again.match.log.journal[:moves] == journal[:moves]
    assert table(again.match) == table(loaded.match)
    assert (again.header.created, again.header.app) == (CREATED, APP)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.vok", "a.vok.damaged"]


def test_every_damage_gets_a_place_of_its_own(sound, tmp_path):
    data, _ = sound
    path = tmp_path / "a.vok"
    cuts = [ends(data)[number] - 1 for number in (9, 6, 3)]
    for cut in cuts:
        path.write_bytes(data[:cut])
        resume(path, GAMES)[0].close()
    kept = {name: (tmp_path / name).stat().st_size for name in ("a.vok.damaged", "a.vok.damaged-2", "a.vok.damaged-3")}
    assert list(kept.values()) == cuts


def test_a_renewed_save_is_locked_like_any_other(sound, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(sound[0][:-1])
    file, _ = resume(path, GAMES)
    with pytest.raises(Busy):
        resume(path, GAMES)
    file.close()
    resume(path, GAMES)[0].close()


def test_a_link_to_a_damaged_save_stays_a_link_and_the_copy_lies_by_the_file(sound, tmp_path):
    (tmp_path / "far").mkdir()
    real = tmp_path / "far" / "a.vok"
    real.write_bytes(sound[0][:-1])
    (tmp_path / "link.vok").symlink_to(real)
    file, _ = resume(tmp_path / "link.vok", GAMES)
    file.close()
    assert (tmp_path / "link.vok").is_symlink()
    assert load(real, GAMES).damage is None
    assert file.old_copy == tmp_path / "far" / "a.vok.damaged"


def test_a_renewal_that_died_half_way_does_not_stand_in_the_way_of_the_next(sound, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(sound[0][:-1])
    (tmp_path / "a.vok.new").write_bytes(b"half of it")
    resume(path, GAMES)[0].close()
    assert load(path, GAMES).damage is None
    assert not (tmp_path / "a.vok.new").exists()


def test_other_rules_play_on_by_their_own_checks(sound, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(sound[0])
    games = {"heap": Heap(gem=9)}
    file, loaded = resume(path, games)
    loaded.match.goto(3)
    file.close()
    again = load(path, games)
    assert again.damage is None
    assert not again.with_unknown_cards
    assert len(again.match.log.journal) == 33
    assert load(file.old_copy, GAMES).damage is None


def test_a_save_that_breaks_off_says_what_verify_says(sound, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(sound[0])
    assert verify(path, GAMES).is_sound
    assert "40 moves" in str(verify(path, GAMES))
    path.write_bytes(sound[0][:-1])
    report = verify(path, GAMES)
    assert not report.is_sound
    assert str(report) == str(load(path, GAMES).damage)


def test_verify_tells_all_moves_and_the_decisions_that_stand_as_the_list_does(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / "a.vok"
    match = played(path, [0, 1, 2])
    file, loaded = resume(path, GAMES)
    loaded.match.goto(2)
    file.close()
    report = verify(path, GAMES)
    (row,) = shelf.list_saves(GAMES)
    assert (report.moves, report.decisions) == (len(match.log.journal) + 1, row.decisions) == (4, 2)
    assert "4 moves replayed" in str(report)
    assert "the game stands after 2 decisions" in str(report)


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_renewing_leaves_no_file_open(sound, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(sound[0][:-1])
    before = open_files()
    resume(path, GAMES)[0].close()
    assert open_files() == before


def test_who_opens_a_save_just_before_another_renews_it_plays_on_in_the_new_one(sound, tmp_path, monkeypatch):
    path = tmp_path / "a.vok"
    path.write_bytes(sound[0][:-1])
    others = iter(["quicker"])

    def hold_up(path: Path, fd: int) -> None:
        """Waits between the opening and the locking, the only moment at which it can happen."""
        for _ in others:
            file, loaded = resume(path, GAMES)
            loaded.match.goto(3)
            file.close()

    monkeypatch.setattr("saves.lock.check_ordinary_file", hold_up)
    file, loaded = resume(path, GAMES)
    file.close()
    assert loaded.damage is None
    assert loaded.match.log.journal[-1] == MovedHead(3)


def test_who_took_a_seat_sits_there_when_the_game_goes_on(sound, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(sound[0])
    file, loaded = resume(path, GAMES)
    loaded.match.change_seat(1, "scribe", 7)
    wander(loaded.match, [5, 6])
    file.keep(loaded.match)
    file.close()
    again = load(path, GAMES)
    assert again.damage is None
    assert (again.match.seats[1].level, again.match.seats[1].simulations) == ("scribe", 7)
    assert again.match.seats[0] == again.match.setup.seats[0]
    assert table(again.match) == table(loaded.match)
