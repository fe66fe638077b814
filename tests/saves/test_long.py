"""A file of sound entries without end is read up to a bound, and opens as it was there."""

from pathlib import Path

import msgpack

from saves import TooManyEntries, load
from saves.match_reader import MAX_ENTRIES
from tests.saves.heap import GAMES, played
from tests.saves.raw import extended

REMARK = 100  # a kind that changes no position
STEPS = [0, 1, 2, 1003, 1] * 8


def test_a_file_with_more_entries_than_any_game_is_read_up_to_a_bound(tmp_path: Path) -> None:
    sound = tmp_path / "a.vok"
    played(sound, STEPS)
    whole = load(sound, GAMES)
    long = tmp_path / "long.vok"
    long.write_bytes(extended(sound.read_bytes(), msgpack.packb([REMARK, ""]), MAX_ENTRIES))
    loaded = load(long, GAMES)
    assert isinstance(loaded.damage, TooManyEntries)
    assert loaded.entries == MAX_ENTRIES
    assert loaded.match.log.path(loaded.match.log.head) == whole.match.log.path(whole.match.log.head)
    assert loaded.match.state.digest() == whole.match.state.digest()
