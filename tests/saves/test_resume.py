"""Resuming an existing save, whatever its state."""

from pathlib import Path

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Setup
from engine.core.journal import MovedHead
from engine.core.match import Match
from engine.core.setup import Option, Variant
from saves import Busy, Shelf, load, resume, verify
from saves.text import read_game, write_game
from tests.saves.heap import APP, CREATED, GAMES, SETUP, STEPS_TO_END, Heap, match_facts, play_steps, write_closed_save
from tests.saves.raw import record_ends


def test_resuming_a_damaged_save_keeps_a_copy_of_the_old_file(undamaged_save, tmp_path):
    data, journal = undamaged_save
    path = tmp_path / "a.vok"
    broken = data[:400] + b"?" + data[401:]
    path.write_bytes(broken)
    file, loaded = resume(path, GAMES)
    moves = loaded.damage.journal_length
    assert file.path == path
    assert file.old_copy == tmp_path / "a.vok.damaged"
    assert file.old_copy.read_bytes() == broken
    assert file.old_copy.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_mode & 0o777 == 0o600
    play_steps(loaded.match, [1003, 1])
    file.keep(loaded.match)
    file.close()
    reloaded = load(path, GAMES)
    assert reloaded.damage is None
    assert reloaded.match.log.journal[:moves] == journal[:moves]
    assert match_facts(reloaded.match) == match_facts(loaded.match)
    assert (reloaded.header.created, reloaded.header.app) == (CREATED, APP)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.vok", "a.vok.damaged"]


def test_each_damaged_copy_has_its_own_name(undamaged_save, tmp_path):
    data, _ = undamaged_save
    path = tmp_path / "a.vok"
    cuts = [record_ends(data)[number] - 1 for number in (9, 6, 3)]
    for cut in cuts:
        path.write_bytes(data[:cut])
        resume(path, GAMES)[0].close()
    copies = {
        name: (tmp_path / name).stat().st_size for name in ("a.vok.damaged", "a.vok.damaged-2", "a.vok.damaged-3")
    }
    assert list(copies.values()) == cuts


def test_a_rewritten_save_is_locked(undamaged_save, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0][:-1])
    file, _ = resume(path, GAMES)
    with pytest.raises(Busy):
        resume(path, GAMES)
    file.close()
    resume(path, GAMES)[0].close()


def test_a_link_to_a_damaged_save_stays_a_link(undamaged_save, tmp_path):
    (tmp_path / "far").mkdir()
    real = tmp_path / "far" / "a.vok"
    real.write_bytes(undamaged_save[0][:-1])
    (tmp_path / "link.vok").symlink_to(real)
    file, _ = resume(tmp_path / "link.vok", GAMES)
    file.close()
    assert (tmp_path / "link.vok").is_symlink()
    assert load(real, GAMES).damage is None
    assert file.old_copy == tmp_path / "far" / "a.vok.damaged"


def test_an_interrupted_rewrite_does_not_block_the_next(undamaged_save, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0][:-1])
    (tmp_path / "a.vok.new").write_bytes(b"half of it")
    resume(path, GAMES)[0].close()
    assert load(path, GAMES).damage is None
    assert not (tmp_path / "a.vok.new").exists()


def test_a_game_with_other_rules_continues_with_new_checks(undamaged_save, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0])
    games = {"heap": Heap(gem=9)}
    file, loaded = resume(path, games)
    loaded.match.goto(3)
    file.close()
    reloaded = load(path, games)
    assert reloaded.damage is None
    assert not reloaded.lacks_original_cards
    assert len(reloaded.match.log.journal) == 33
    assert load(file.old_copy, GAMES).damage is None


def test_a_game_that_is_older_than_an_option_goes_on_with_its_default(tmp_path):
    path = tmp_path / "a.vok"
    size = Option("size", "Size", ("small", "big"), "small", "how many stones there are")
    gems = Option("gems", "Gems", ("few", "many"), "few", "how many stones hide a gem")
    before, after = Heap(options=(size,)), Heap(options=(size, gems))
    setup = Setup("heap", SETUP.seats, 7, Variant("base", ("big",)))
    write_closed_save(path, [0, 1, 2], setup, before)
    header = load(path, {"heap": before}).header
    file, loaded = resume(path, {"heap": after})
    play_steps(loaded.match, [1])
    file.keep(loaded.match)
    file.close()
    assert verify(path, {"heap": after}).is_sound
    assert after.edition("base").all_choices(loaded.header.setup.choices) == ("big", "few")
    match = Match(before, setup)
    play_steps(match, STEPS_TO_END)
    for form in ("text", "json", "line"):
        text = write_game(match, header, form)
        played = read_game(text.encode(), {"heap": after})
        assert (played.fault, played.match.setup.choices) == (None, ("big",)), form
    for unknown in (("big", "few", "red"), ("big", "none"), ("huge",)):
        with pytest.raises(BadSetup):
            after.start(Setup("heap", SETUP.seats, 7, Variant("base", unknown)))


def test_loading_and_verifying_report_the_same_damage(undamaged_save, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0])
    assert verify(path, GAMES).is_sound
    assert "40 moves" in str(verify(path, GAMES))
    path.write_bytes(undamaged_save[0][:-1])
    report = verify(path, GAMES)
    assert not report.is_sound
    assert str(report) == str(load(path, GAMES).damage)


def test_verify_counts_moves_and_decisions_like_the_list(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / "a.vok"
    match = write_closed_save(path, [0, 1, 2])
    file, loaded = resume(path, GAMES)
    loaded.match.goto(2)
    file.close()
    report = verify(path, GAMES)
    (row,) = shelf.list_saves(GAMES)
    assert (report.public_entry_count, report.decision_count) == (len(match.log.journal) + 1, row.decisions) == (4, 2)
    assert "4 moves replayed" in str(report)
    assert "the game stands after 2 decisions" in str(report)


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_rewriting_leaves_no_file_open(undamaged_save, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0][:-1])
    before = open_files()
    resume(path, GAMES)[0].close()
    assert open_files() == before


def test_a_save_rewritten_while_it_is_opened_continues_in_the_new_file(undamaged_save, tmp_path, monkeypatch):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0][:-1])
    other_processes = iter([1])

    def resume_first(path: Path, fd: int) -> None:
        """Called between opening and locking, the only moment at which this can happen."""
        for _ in other_processes:
            file, loaded = resume(path, GAMES)
            loaded.match.goto(3)
            file.close()

    monkeypatch.setattr("saves.format.lock.check_ordinary_file", resume_first)
    file, loaded = resume(path, GAMES)
    file.close()
    assert loaded.damage is None
    assert loaded.match.log.journal[-1] == MovedHead(3)


def test_a_changed_seat_is_kept_when_the_game_continues(undamaged_save, tmp_path):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0])
    file, loaded = resume(path, GAMES)
    loaded.match.change_seat(1, "scribe", 7)
    play_steps(loaded.match, [5, 6])
    file.keep(loaded.match)
    file.close()
    reloaded = load(path, GAMES)
    assert reloaded.damage is None
    assert (reloaded.match.seats[1].level, reloaded.match.seats[1].simulations) == ("scribe", 7)
    assert reloaded.match.seats[0] == reloaded.match.setup.seats[0]
    assert match_facts(reloaded.match) == match_facts(loaded.match)
