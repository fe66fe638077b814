"""Rulebook, "Do it all again"."""

from engine.thieves.state import STARTER
from tests.engine.thieves.table import table, view_of

NO_CARD = {"community": "", "is_showdown": True}


def test_the_winner_of_a_tomb_starts_the_next():
    state = table(("", "", ""), laid=("", "", "3 shield/1 key"), **NO_CARD)
    assert (state.cells[STARTER], state.mover) == (2, 2)
    assert view_of(state, 0).tomb_number == 2


def test_the_first_of_several_winners_in_turn_order_starts():
    """Our ruling."""
    laid = ("2 shield/1 key", "2 shield/1 lamp", "")
    assert table(("", "", ""), laid=laid, starter=1, **NO_CARD).cells[STARTER] == 1
    assert table(("", "", ""), laid=laid, starter=2, **NO_CARD).cells[STARTER] == 0


def test_the_next_thief_clockwise_starts_if_nobody_won():
    """Our ruling."""
    assert table(("", "", ""), starter=2, **NO_CARD).cells[STARTER] == 0


def test_an_eliminated_thief_never_starts():
    """Our ruling."""
    state = table(("", "", ""), laid=("3 shield/1 key", "", ""), reputation=(0, 4, 4), **NO_CARD)
    assert state.cells[STARTER] == 1
    state = table(("", "", ""), reputation=(4, 0, 4), status=("inside", "out", "inside"), **NO_CARD)
    assert state.cells[STARTER] == 2
