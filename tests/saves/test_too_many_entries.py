"""A file with too many sound entries is read up to a limit."""

from pathlib import Path

import msgpack

from saves import TooManyEntries, load
from saves.match_reader import MAX_ENTRIES
from tests.saves.heap import GAMES, played
from tests.saves.raw import extended

NEUTRAL_KIND = 100  # changes no position
STEPS = [0, 1, 2, 1003, 1] * 8


def test_a_file_with_too_many_entries_is_read_up_to_a_limit(tmp_path: Path) -> None:
    sound = tmp_path / "a.vok"
    played(sound, STEPS)
    original = load(sound, GAMES)
    long = tmp_path / "long.vok"
    long.write_bytes(extended(sound.read_bytes(), msgpack.packb([NEUTRAL_KIND, ""]), MAX_ENTRIES))
    loaded = load(long, GAMES)
    assert isinstance(loaded.damage, TooManyEntries)
    assert loaded.entries == MAX_ENTRIES
    assert loaded.match.log.path(loaded.match.log.head) == original.match.log.path(original.match.log.head)
    assert loaded.match.state.digest() == original.match.state.digest()
