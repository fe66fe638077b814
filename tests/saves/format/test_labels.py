"""Labels grow: a version reads those of older and later versions, and compares only the numbers that they contain."""

import pytest

from engine.core.journal import ANNOTATION_KINDS, Annotated, AnnotationKind
from saves.format import entries
from saves.format.entries import (
    FIRST_LABEL_TEXTS,
    LABEL_TEXTS,
    LATER_LABEL_NUMBERS,
    READERS,
    LaterLabelNumber,
    SaveLabel,
    read_record,
    write_record,
)
from saves.format.frames import MAX_BODY_BYTES, pack

BODY = [66, "", 7, 3, 1, 0, 0, 1_700_000_000, 2, 30, 12]
FULL = SaveLabel(7, 3, True, (30, 12), False, False, 1_700_000_000)._replace(
    **{number.field: 1 for number in LATER_LABEL_NUMBERS}
)


@pytest.mark.parametrize("count", range(len(LATER_LABEL_NUMBERS) + 1))
def test_numbers_that_an_older_version_did_not_write_always_agree(count: int) -> None:
    label = read_record([*BODY, *[1] * count])
    assert isinstance(label, SaveLabel)
    assert [getattr(label, number.field) for number in LATER_LABEL_NUMBERS[:count]] == [1] * count
    assert [getattr(label, number.field) for number in LATER_LABEL_NUMBERS[count:]] == [0] * (
        len(LATER_LABEL_NUMBERS) - count
    )
    assert label.agrees_where_known(FULL)
    assert write_record(label) == [*BODY, *[1] * count], "missing numbers are not written"


@pytest.mark.parametrize("number", LATER_LABEL_NUMBERS, ids=lambda number: number.field)
def test_a_number_must_be_true_and_in_its_range(number: LaterLabelNumber) -> None:
    position = LATER_LABEL_NUMBERS.index(number)
    assert not FULL._replace(**{number.field: 2}).agrees_where_known(FULL)
    for wrong in (-1, number.max_value + 1):
        later = [1] * len(LATER_LABEL_NUMBERS)
        later[position] = wrong
        label = read_record([*BODY, *later])
        assert label == FULL._replace(**{number.field: 0})


def test_numbers_of_a_later_version_are_skipped() -> None:
    assert read_record([*BODY, *[1] * len(LATER_LABEL_NUMBERS), 99, 100]) == FULL


def test_the_longest_texts_fit_into_one_label() -> None:
    texts = {field: "\U0001f3fa" * kind.max_chars for field, kind in LABEL_TEXTS.items()}
    label = FULL._replace(**texts)
    assert read_record(write_record(label)) == label
    assert len(pack(write_record(label))) <= MAX_BODY_BYTES


@pytest.mark.parametrize("kind", ANNOTATION_KINDS, ids=lambda kind: kind.word)
def test_the_longest_text_of_an_annotation_fits_into_its_entry(kind: AnnotationKind) -> None:
    entry = Annotated(kind, 0, "\U0001f3fa" * kind.max_chars)
    assert read_record(write_record(entry)) == entry


def test_the_texts_of_a_label_are_about_the_whole_game_and_empty_by_default() -> None:
    assert SaveLabel().texts == dict.fromkeys(LABEL_TEXTS, "")
    assert not any(kind.about_node for kind in LABEL_TEXTS.values())


@pytest.mark.parametrize("field", LABEL_TEXTS)
def test_only_a_later_text_may_be_missing_and_none_may_be_wrong(field: str) -> None:
    true_label = FULL._replace(**{field: "true"})
    assert read_record(write_record(true_label)) == true_label
    is_later = list(LABEL_TEXTS).index(field) >= FIRST_LABEL_TEXTS
    assert FULL.agrees_where_known(true_label) == is_later
    assert not FULL._replace(**{field: "wrong"}).agrees_where_known(true_label)


def test_lines_of_a_later_version_are_skipped() -> None:
    lines = [*LABEL_TEXTS, "a later text", "another"]
    label = read_record([BODY[0], "\n".join(lines), *BODY[2:]])
    assert isinstance(label, SaveLabel)
    assert list(label.texts.values()) == list(LABEL_TEXTS)


def test_a_label_without_texts_has_no_lines_and_otherwise_at_least_two() -> None:
    assert write_record(FULL)[1] == ""
    for label in (FULL._replace(name="Long"), FULL._replace(note="tired")):
        assert write_record(label)[1] == f"{label.name}\n{label.note}"


def test_each_kind_of_entry_has_a_number_of_its_own() -> None:
    other_names = [
        "PLAYED",
        "MOVED_HEAD",
        "RESHUFFLED",
        "SEATED",
        "POSITION_CHECK",
        "LABEL",
        "IMPORTED",
        "TRIED",
        "HELPED",
        "RETRACTED",
    ]
    numbers = [getattr(entries, name) for name in other_names] + [kind.number for kind in ANNOTATION_KINDS]
    assert sorted(numbers) == sorted(READERS), "a number has two meanings; the next free one is max(READERS) + 1"
