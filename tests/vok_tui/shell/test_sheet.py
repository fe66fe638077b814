"""The score sheet as a table of columns."""

import pytest
from rich.cells import cell_len

from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from vok_tui.screens.score import sheet


@pytest.mark.parametrize("names", [("Ann", "Hatshepsut of Thebes"), ("ハトシェプスト", "Ann")])
def test_a_long_or_wide_name_stands_whole_over_its_column(names: tuple[str, str]):
    view = VALLEY.view(table(hands=("Urn", "Urn")), 0)
    heads, *rows = str(sheet(view, names)).splitlines()
    assert all(name in heads for name in names)
    assert {cell_len(row) for row in rows} == {cell_len(heads)}


def test_six_names_of_six_letters_find_room():
    view = VALLEY.view(table(hands=("Urn",) * 6), 0)
    assert str(sheet(view, ("Senmut",) * 6)).splitlines()[0].count("Senmut") == 6


def test_a_name_that_did_not_win_has_the_room_that_the_sign_of_the_winner_would_take():
    view = VALLEY.view(table(hands=("Urn",) * 6), 0)
    assert str(sheet(view, ("Ann-Chri",) * 6)).splitlines()[0].count("Ann-Chri") == 6
