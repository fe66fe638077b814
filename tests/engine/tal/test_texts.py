"""Positions as text: they survive writing and reading, and an impossible one is refused in a sentence."""

import pytest

from engine.core.errors import BadText
from engine.tal.game import TAL
from tests.engine.tal.table import order, play, table


def read_with(text: str, old: str, new: str):
    assert old in text
    return TAL.read_position(text.replace(old, new, 1))


def test_an_unfinished_order_survives_writing_and_reading():
    for round_ in (1, 2):
        state = table("orders", round_=round_)
        play(state, *order("15/B", 15), "stop at 17")
        read = TAL.read_position(TAL.write_position(state))
        assert (read.digest(), read.legal_moves()) == (state.digest(), state.legal_moves())


POSITION = TAL.write_position(
    table("workers", owners={2: 0}, pyramids={2: "kkkk"}, workers=("2/A", "15/B"), overseers=("2/B 16", ""))
)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('[1, "kkkk", "", ""]', '[1, "kkk", "k", ""]', "site 2: a layer is full before the next one begins"),
        ('[1, "kkkk", "", ""]', '[1, "kkkkk", "", ""]', "a word of at most 4 of the letters krywb"),
        ('[0, "", "", ""]', '[1, "", "", ""]', "site 1: a site that is not in the game has no owner"),
        ('"15/B"', '"2/B"', "seat 2: workers: 2/B is taken"),
        ('"15/B", "16"', '"15/B", "15/A"', "seat 2: workers is a list of 5 places, those of workers in rising order"),
        ('overseers = ["16", "16"]', 'overseers = ["2/A", "16"]', "seat 2: overseers: 2/A is taken"),
        ('overseers = ["16", "16"]', 'overseers = ["1/A", "16"]', "seat 2: overseers: 1/A is taken, or its site"),
        ("disc = 0", "disc = 2", "disc is a whole number from 0 to 1"),
        ('phase = "workers"', 'phase = "lunch"', "no phase is called 'lunch'"),
        ('pharaoh = ""', 'pharaoh = "kkkkk"', "at most 165 blocks, not 170"),
        ('"BeginMoving, MoveWorkers", 1, 0, -1', '"MoveWorker", 0, 0, 3', "no worker of seat 1 is at 1/D"),
        ("written = [", "written = [1, ", "a list of at most 4"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(old: str, new: str, fault: str):
    with pytest.raises(BadText, match=fault.replace("(", r"\(")):
        read_with(POSITION, old, new)
