"""Labels grow: a version reads those of older and later versions, and compares only the numbers that they contain."""

import pytest

from saves.format.entries import LATER_LABEL_NUMBERS, LaterLabelNumber, SaveLabel, read_record, write_record

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


def test_a_label_without_peeking_agrees_with_both_values() -> None:
    older = FULL._replace(peeked=None)
    assert older.agrees_where_known(FULL)
    assert older.agrees_where_known(FULL._replace(peeked=True))
    assert not FULL.agrees_where_known(FULL._replace(peeked=True))
