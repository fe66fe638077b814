"""Watching a game."""

import pytest

from engine.core.action import Action
from engine.core.journal import Played
from engine.core.match import Match
from saves import CannotRead, EntryChanged, NotASave, SaveFile, Watcher, load, resume
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, match_facts, play_steps, take, write_closed_save


def test_a_half_written_entry_is_read_when_it_is_complete(tmp_path):
    match = write_closed_save(tmp_path / "whole", [0, 1, 2])
    data = (tmp_path / "whole").read_bytes()
    path = tmp_path / "a.vok"
    path.write_bytes(data[:200])
    watcher = Watcher(path, GAMES)
    seen = list(watcher.match.log.journal)
    for end in range(200, len(data) + 1):
        path.write_bytes(data[:end])
        seen += watcher.poll()
        assert watcher.damage is None
    assert seen == match.log.journal
    assert match_facts(watcher.match) == match_facts(match)


def test_checks_and_labels_are_not_reported(tmp_path):
    match = Match(HEAP, SETUP)
    file = SaveFile.create(tmp_path / "a.vok", SETUP, HEAP, APP, CREATED)
    watcher = Watcher(tmp_path / "a.vok", GAMES)
    play_steps(match, [0, 1003] * 16)
    file.keep(match)
    assert watcher.poll() == match.log.journal
    file.close()
    assert watcher.poll() == []
    assert watcher.header == load(tmp_path / "a.vok", GAMES).header


def test_damage_pauses_watching_until_it_is_repaired(tmp_path):
    path = tmp_path / "a.vok"
    match = Match(HEAP, SETUP)
    file = SaveFile.create(path, SETUP, HEAP, APP, CREATED)
    watcher = Watcher(path, GAMES)
    take(match, 1)
    file.keep(match)
    data = path.read_bytes()
    path.write_bytes(data[:-1] + b"\x7f")
    assert watcher.poll() == []
    assert isinstance(watcher.damage, EntryChanged)
    path.write_bytes(data)
    assert watcher.poll() == [Played(Action("take", (1,)))]
    assert watcher.damage is None
    file.close()


@pytest.mark.parametrize("damage", [b"", b"\x00\x00", b"?" * 40], ids=["whole", "cut off", "changed"])
def test_a_watcher_follows_a_rewritten_file(tmp_path, damage):
    path = tmp_path / "a.vok"
    write_closed_save(path, [0, 1])
    file, loaded = resume(path, GAMES)
    take(loaded.match, 1)  # after a label, which is not rewritten
    file.keep(loaded.match)
    file.close()
    path.write_bytes(path.read_bytes() + damage)
    watcher = Watcher(path, GAMES)
    watched = watcher.match
    file, loaded = resume(path, GAMES)
    assert (file.old_copy is None) == (not damage)
    for stones in (2, 1, 2):
        take(loaded.match, stones)
        file.keep(loaded.match)
        assert watcher.poll() == [Played(Action("take", (stones,)))]
    assert watcher.match is watched
    assert watcher.damage is None
    assert match_facts(watched) == match_facts(loaded.match)
    file.close()


def test_another_game_under_the_same_name_is_not_followed(tmp_path):
    path = tmp_path / "a.vok"
    write_closed_save(path, [0, 1])
    watcher = Watcher(path, GAMES)
    seen = list(watcher.match.log.journal)
    path.unlink()
    write_closed_save(tmp_path / "b.vok", [2, 2, 2])
    (tmp_path / "b.vok").replace(path)
    assert watcher.poll() == []
    assert watcher.match.log.journal == seen


def test_a_missing_file_is_reported(tmp_path):
    path = tmp_path / "a.vok"
    write_closed_save(path, [0])
    watcher = Watcher(path, GAMES)
    path.unlink()
    with pytest.raises(CannotRead):
        watcher.poll()


def test_only_a_save_can_be_watched(tmp_path):
    (tmp_path / "a.vok").write_text("no")
    with pytest.raises(NotASave):
        Watcher(tmp_path / "a.vok", GAMES)
