"""Rulebook, "Losing the Game"."""

from engine.core.game import NOBODY
from engine.thieves.game import THIEVES
from engine.thieves.state import HAND, STARTER, TREASURE, UNSEEN_DISCARDS
from tests.engine.thieves.table import play, seat_cells, table, view_of

NO_CARD = {"community": "", "is_showdown": True}


def test_a_thief_without_reputation_after_a_showdown_is_eliminated():
    state = table(("1 key/2 lamp", "", ""), reputation=(0, 4, 4), treasure=(3, 0, 0), **NO_CARD)
    assert [thief.status for thief in view_of(state, 1).seats] == ["out", "inside", "inside"]
    assert state.cells[STARTER] == 1
    play(state, "hide", "hide")
    assert state.mover == 1


def test_an_eliminated_thief_discards_the_hand_unseen_and_loses_the_treasure():
    """Our ruling."""
    state = table(("1 key/2 lamp", "", ""), reputation=(0, 4, 4), treasure=(3, 0, 0), **NO_CARD)
    assert (state.count(HAND), state.count(UNSEEN_DISCARDS)) == (0, 1)
    assert view_of(state, 1).discards == ()
    assert seat_cells(state, TREASURE) == [0, 0, 0]


def test_a_thief_who_escaped_without_reputation_is_eliminated():
    state = table(("", "", ""), reputation=(0, 4, 4), status=("escaped", "inside", "inside"), **NO_CARD)
    assert view_of(state, 1).seats[0].status == "out"


def test_the_last_thief_wins():
    state = table(("", ""), reputation=(0, 4), treasure=(9, 0), **NO_CARD)
    assert state.mover == NOBODY
    assert THIEVES.rewards(state) == [0, 1]


def test_the_last_eliminated_are_compared_if_nobody_is_left():
    """Our ruling."""
    state = table(("", "", ""), reputation=(0, 0, 0), treasure=(0, 4, 3), status=("out", "inside", "inside"), **NO_CARD)
    assert THIEVES.rewards(state) == [0, 1, 0]
