"""The history of learning: nothing that is in the file can hurt, and nothing that is written is lost."""

import multiprocessing
from pathlib import Path

import pytest

from vok_tui.learning.history import (
    BEGUN,
    FILE_NAME,
    FINISHED,
    MAX_LINE_BYTES,
    MAX_READ_BYTES,
    SKIPPED,
    LearningHistory,
    read_history,
)

GOOD_LINE = b'{"v": 1, "game": "valley", "done": "lesson begun", "at": 5}\n'


@pytest.mark.parametrize(
    "damaged",
    [
        b"\xff\xfe\x00",
        b"{",
        b"[]",
        b"7",
        b"[" * 5000,
        b'{"v": 1, "game": 7, "done": "lesson begun"}',
        b'{"v": 1, "game": "valley", "done": "x", "at": true}',
        b'{"v": true, "game": "valley", "done": "x"}',
        b'{"game": "valley", "done": "x"}',
        b'{"v": 2, "game": "valley", "done": "lesson finished"}',
        b'{"v": 1, "game": "' + b"x" * 200 + b'", "done": "x"}',
        b'{"v": 1, "game": "valley", "done": "x", "more": "' + b"x" * MAX_LINE_BYTES + b'"}',
        b"1" * 5000,
    ],
)
def test_a_damaged_line_costs_only_that_line(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(GOOD_LINE + damaged + b"\n" + GOOD_LINE)
    assert [record.done for record in read_history(tmp_path)] == [BEGUN, BEGUN]


def test_a_line_without_an_end_does_not_swallow_the_next_one(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(GOOD_LINE + GOOD_LINE[:20])
    LearningHistory(tmp_path).add("valley", FINISHED)
    assert [record.done for record in read_history(tmp_path)] == [BEGUN, FINISHED]


def test_fields_and_kinds_of_later_programs_are_passed_over(tmp_path: Path) -> None:
    later = b'{"v": 1, "game": "valley", "done": "puzzle solved", "what": "7", "seconds": 3.5}\n'
    (tmp_path / FILE_NAME).write_bytes(later + GOOD_LINE)
    history = LearningHistory(tmp_path)
    assert history.count("valley", "puzzle solved", "7") == 1
    assert history.is_lesson_open("valley")


def test_of_a_file_that_is_too_long_the_latest_lines_are_read(tmp_path: Path) -> None:
    last = GOOD_LINE.replace(b"begun", b"finished")
    (tmp_path / FILE_NAME).write_bytes(GOOD_LINE * (2 * MAX_READ_BYTES // len(GOOD_LINE)) + last)
    records = read_history(tmp_path)
    assert len(records) <= MAX_READ_BYTES // len(GOOD_LINE) + 1
    assert records[-1].done == FINISHED


def test_a_file_that_cannot_be_read_or_written_costs_only_the_memory_of_it(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    history = LearningHistory(tmp_path)
    history.add("valley", BEGUN)
    assert history.is_lesson_open("valley")
    assert LearningHistory(tmp_path).records == []


def add_many(home: Path, game: str) -> None:
    history = LearningHistory(home)
    for number in range(200):
        history.add(game, SKIPPED, str(number))


def test_two_processes_can_write_at_the_same_time(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=add_many, args=(tmp_path, game)) for game in ("valley", "tal")]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    history = LearningHistory(tmp_path)
    for game in ("valley", "tal"):
        assert history.steps(game, SKIPPED) == list(range(200))


def test_skipped_steps_count_only_for_the_lesson_that_was_begun_last(tmp_path: Path) -> None:
    history = LearningHistory(tmp_path)
    for done, what in ((BEGUN, ""), (SKIPPED, "2"), (FINISHED, ""), (BEGUN, ""), (SKIPPED, "4")):
        history.add("valley", done, what)
    assert history.steps("valley", SKIPPED) == [4]
    assert history.is_lesson_open("valley")
    assert history.has_finished_lesson("valley")
