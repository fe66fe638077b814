"""Custom boards: reading, writing, and faults refused in a sentence."""

import pytest

from engine.core.errors import BadCatalogue
from engine.tal.board import board_of
from engine.tal.board_text import SHIPPED, read_plan, write_plan
from engine.tal.game import TAL
from tests.engine.tal.table import setup
from tests.tables import each_row

TEXT = write_plan(SHIPPED)


def test_an_exported_board_plays_the_same_games():
    assert read_plan(write_plan(SHIPPED, with_comments=True)).fingerprint() == SHIPPED.fingerprint()
    assert TAL.start(setup(3, cards=TEXT)).digest() == TAL.start(setup(3)).digest()


def test_every_value_not_in_the_rulebook_is_marked():
    marked = write_plan(SHIPPED, with_comments=True)
    assert marked.count("# reconstructed") == 2 * 3 + 7 + 15 * 2
    assert "# printed" not in marked


def test_an_owner_lists_the_values_that_are_printed():
    text = TEXT.replace("mixed = 3\n", 'mixed = 3\nprinted = ["mixed", "layered"]\n')
    text = text.replace("[borders]\n", '[borders]\nprinted = ["16"]\n').replace(
        "suns = 2\n", 'suns = 2\nprinted = ["suns"]\n', 1
    )
    plan = read_plan(text)
    assert (plan.small_printed, plan.large_printed, plan.borders_printed) == (("layered", "mixed"), (), ("16",))
    assert [site.printed for site in plan.sites][:2] == [("suns",), ()]
    assert plan.fingerprint() == SHIPPED.fingerprint()
    assert read_plan(write_plan(plan, with_comments=True))[:4] == plan[:4]


@pytest.mark.parametrize("printed", ['"layered"', '["value"]', '[["layered"]]', "3"])
def test_only_values_of_the_table_can_be_printed(printed: str):
    with pytest.raises(
        BadCatalogue, match=r"^\[small\]: printed is a list of some of these: one_colour, layered, mixed$"
    ):
        read_plan(TEXT.replace("[small]\n", f"[small]\nprinted = {printed}\n"))


def test_values_distances_and_suns_come_from_the_file():
    text = TEXT.replace("one_colour = 12", "one_colour = 13").replace("suns = 3", "suns = 0", 1)
    plan = read_plan(text.replace("adjoins = [20, 20, 20, 20]", "adjoins = [16, 20, 20, 20]"))
    board = board_of(plan, 2)
    assert board.pyramid_values[0] == 13
    assert board.site_is_used[3]
    assert board.distance(72, 16) == 1  # from 16 to 5/A


@each_row(
    ("old", "new", "fault"),
    [
        ("one_colour = 12", "one_colour = 2", "a purer pyramid is worth no less"),
        ("one_colour = 12", "one_colour = 100", "one_colour is a whole number from 0 to 99, not '100'"),
        ("one_colour = 12", "one_colour = true", "one_colour is a whole number"),
        ("mixed = 3\n", "", "has one_colour, layered, mixed"),
        ("suns = 2", "suns = 1", "site 1: suns is 0, 2 or 3, not '1'"),
        ("number = 2", "number = 3", "site 2 has number = 2, suns and adjoins"),
        ("adjoins = [22, 22, 22, 22]", "adjoins = [22, 22, 22]", "site 1: adjoins lists the areas beside its 4 spaces"),
        ("adjoins = [22, 22, 22, 22]", "adjoins = [22, 22, 22, 23]", "adjoins is a whole number from 16 to 22"),
        ("17 = [16, 18, 22]", "17 = [16, 18, 20]", "17 borders 20, but 20 does not border 17"),
        ("17 = [16, 18, 22]", "17 = [16, 17, 18, 22]", "17 names itself, or an area twice"),
        ("[small]", "[tiny]", "the tables"),
        ("[small]", "[small", "the board is not valid TOML"),
    ],
)
def test_a_faulty_board_is_refused_with_a_sentence(old: str, new: str, fault: str):
    assert old in TEXT
    with pytest.raises(BadCatalogue) as refused:
        read_plan(TEXT.replace(old, new, 1))
    assert fault in str(refused.value)


def test_a_board_with_an_unreachable_place_is_refused():
    text = TEXT
    for old, new in (
        ("16 = [17, 18, 19, 20, 21, 22]", "16 = [17, 18, 19, 20, 21]"),
        ("17 = [16, 18, 22]", "17 = [16, 18]"),
        ("21 = [16, 20, 22]", "21 = [16, 20]"),
        ("22 = [16, 17, 21]", "22 = []"),
    ):
        assert old in text
        text = text.replace(old, new)
    for number in ("22, 22", "[21, 21, 22"):
        text = text.replace(number, number.replace("22", "21"))
    with pytest.raises(BadCatalogue, match="no way leads from 16 to 22"):
        read_plan(text)
