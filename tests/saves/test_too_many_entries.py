"""A file with too many valid entries is read up to a limit, and no more are written."""

from contextlib import suppress
from pathlib import Path

import msgpack
import pytest

from engine.core.journal import NOTE
from engine.core.match import Match
from saves import GameTooLong, SaveFile, TooManyEntries, annotate_game, load
from saves.errors import NearlyTooLong
from saves.match_reader import MAX_ENTRIES
from saves.save_file import MAX_MOVE_ENTRIES, MAX_NOTE_ENTRIES, NOTICE_FROM_ENTRIES
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, take, write_closed_save
from tests.saves.raw import extended

NEUTRAL_KIND = 100  # changes no position
STEPS = [0, 1, 2, 1003, 1] * 8


def test_a_file_with_too_many_entries_is_read_up_to_a_limit(tmp_path: Path) -> None:
    short = tmp_path / "a.vok"
    write_closed_save(short, STEPS)
    original = load(short, GAMES)
    long = tmp_path / "long.vok"
    long.write_bytes(extended(short.read_bytes(), msgpack.packb([NEUTRAL_KIND, ""]), MAX_ENTRIES))
    loaded = load(long, GAMES)
    assert isinstance(loaded.damage, TooManyEntries)
    assert loaded.entry_count == MAX_ENTRIES
    assert loaded.match.log.path(loaded.match.log.head) == original.match.log.path(original.match.log.head)
    assert loaded.match.state.digest() == original.match.state.digest()


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A save of at most 100 entries."""
    monkeypatch.setattr("saves.match_reader.MAX_ENTRIES", 100)
    monkeypatch.setattr("saves.save_file.MAX_NOTE_ENTRIES", 98)
    monkeypatch.setattr("saves.save_file.MAX_MOVE_ENTRIES", 90)
    monkeypatch.setattr("saves.save_file.NOTICE_FROM_ENTRIES", 60)
    monkeypatch.setattr("saves.save_file.NOTICE_EVERY_ENTRIES", 10)


@pytest.mark.usefixtures("small_limits")
def test_nothing_is_written_that_is_not_read_again_and_the_game_says_so_long_before(tmp_path: Path) -> None:
    path = tmp_path / "a.vok"
    match, file = Match(HEAP, SETUP), SaveFile.create(path, SETUP, HEAP, APP, CREATED)
    noticed, written = [], []
    for number in range(200):
        match.goto(0) if number % 2 else take(match, 1)
        try:
            file.keep(match)
            written = list(match.log.journal)
            file.flush()
        except NearlyTooLong:
            noticed.append(len(match.log.journal))
        except GameTooLong:
            break
    assert 3 <= len(noticed) <= 4
    assert noticed[0] < 65
    with pytest.raises(GameTooLong):
        file.keep(match)
    with pytest.raises(GameTooLong):
        file.close()
    loaded = load(path, GAMES)
    assert (loaded.damage, loaded.match.log.journal) == (None, written)
    assert 80 < len(written) < 90
    for number in range(20):
        with suppress(GameTooLong):
            annotate_game(path, GAMES, NOTE, f"note {number}")
        loaded = load(path, GAMES)
        assert loaded.damage is None
    assert loaded.match.log.annotations.get(NOTE).text


def test_the_limits_for_writing_leave_room_below_those_for_reading() -> None:
    assert NOTICE_FROM_ENTRIES < MAX_MOVE_ENTRIES < MAX_NOTE_ENTRIES < MAX_ENTRIES - 1
