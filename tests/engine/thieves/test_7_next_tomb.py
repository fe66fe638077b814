"""Rulebook, "Do it all again"."""

from engine.thieves.state import STARTER
from tests.engine.thieves.table import table, view_of

NO_CARD = {"community": "", "is_showdown": True}


def test_the_winner_of_the_tomb_begins_at_the_next():
    state = table(("", "", ""), laid=("", "", "3 shield/1 key"), **NO_CARD)
    assert (state.cells[STARTER], state.mover) == (2, 2)
    assert view_of(state, 0).tomb_number == 2


def test_of_several_winners_the_first_in_turn_order_begins():
    """Ours."""
    laid = ("2 shield/1 key", "2 shield/1 lamp", "")
    assert table(("", "", ""), laid=laid, starter=1, **NO_CARD).cells[STARTER] == 1
    assert table(("", "", ""), laid=laid, starter=2, **NO_CARD).cells[STARTER] == 0


def test_if_nobody_has_won_the_next_thief_clockwise_begins():
    """Ours."""
    assert table(("", "", ""), starter=2, **NO_CARD).cells[STARTER] == 0


def test_a_winner_who_is_out_and_a_thief_who_is_out_never_begin():
    """Ours."""
    state = table(("", "", ""), laid=("3 shield/1 key", "", ""), reputation=(0, 4, 4), **NO_CARD)
    assert state.cells[STARTER] == 1
    state = table(("", "", ""), reputation=(4, 0, 4), status=("inside", "out", "inside"), **NO_CARD)
    assert state.cells[STARTER] == 2
