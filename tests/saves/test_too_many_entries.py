"""A file with too many valid entries is read up to a limit."""

from pathlib import Path

import msgpack

from saves import TooManyEntries, load
from saves.match_reader import MAX_ENTRIES
from tests.saves.heap import GAMES, write_closed_save
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
