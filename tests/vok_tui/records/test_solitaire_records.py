"""The solitaire records."""

import json
from pathlib import Path

from vok_tui.records.solitaire import FILE_NAME, SolitaireRecord, add_record, read_records

GOOD = SolitaireRecord("valley-ann.vok", 7, "afterlife", 71, False)
BETTER = SolitaireRecord("valley-ann-2.vok", 8, "afterlife", 90, False)


def test_the_best_game_comes_first_and_a_peeked_one_last(tmp_path: Path):
    add_record(tmp_path, GOOD)
    add_record(tmp_path, SolitaireRecord("valley-ann-3.vok", 9, "base", 120, True))
    assert [record.points for record in add_record(tmp_path, BETTER)] == [90, 71, 120]


def test_a_game_that_ended_twice_counts_once_with_its_last_result(tmp_path: Path):
    add_record(tmp_path, GOOD)
    assert add_record(tmp_path, GOOD._replace(points=60)) == [GOOD._replace(points=60)]
    assert add_record(tmp_path, GOOD._replace(points=60)) == [GOOD._replace(points=60)]
    assert len((tmp_path / FILE_NAME).read_bytes().splitlines()) == 2


def test_a_record_without_a_peek_stays_when_the_game_is_peeked_later(tmp_path: Path):
    add_record(tmp_path, GOOD)
    for points in (GOOD.points, 99):
        assert add_record(tmp_path, GOOD._replace(points=points, peeked=True)) == [GOOD]
    with (tmp_path / FILE_NAME).open("ab") as file:
        file.write(json.dumps(GOOD._replace(peeked=True)._asdict()).encode() + b"\n")
    assert read_records(tmp_path) == [GOOD]


def test_unreadable_lines_are_skipped(tmp_path: Path):
    add_record(tmp_path, GOOD)
    with (tmp_path / FILE_NAME).open("ab") as file:
        file.write(
            b'\xff\n{"save": 1}\n[]\n{"save": "a", "seed": 1, "cards": "x", "points": "many", "peeked": false}\n'
        )
    assert add_record(tmp_path, BETTER) == [BETTER, GOOD]


def test_a_cut_off_line_does_not_damage_the_next(tmp_path: Path):
    add_record(tmp_path, GOOD)
    records_file = tmp_path / FILE_NAME
    records_file.write_bytes(records_file.read_bytes() + b'{"save": "valley-')
    add_record(tmp_path, BETTER)
    assert read_records(tmp_path) == [BETTER, GOOD]


def test_the_file_of_records_is_private_and_created_with_the_first_game(tmp_path: Path):
    assert read_records(tmp_path / "home") == []
    add_record(tmp_path / "home", GOOD)
    assert (tmp_path / "home" / FILE_NAME).stat().st_mode & 0o077 == 0


def test_a_record_that_cannot_be_written_is_still_returned(tmp_path: Path):
    (tmp_path / "home").write_text("")
    assert add_record(tmp_path / "home", GOOD) == [GOOD]
