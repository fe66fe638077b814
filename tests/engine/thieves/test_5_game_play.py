"""Rulebook, "Game Play"."""

from engine.thieves.state import ROUND, TOMB_NUMBER
from tests.engine.thieves.table import play, table, view_of

THREE = ("1 key/2 lamp", "2 key/1 sword", "1 lamp/2 sword")


def test_play_passes_clockwise_from_the_starting_player():
    state = table(THREE, starter=1)
    movers = []
    for _ in range(6):
        movers.append(int(state.mover))
        play(state, "hide")
    assert movers == [1, 2, 0, 1, 2, 0]


def test_a_thief_who_escaped_is_skipped():
    state = table(THREE)
    play(state, "hide", "escape", "hide")
    assert state.mover == 0
    play(state, "hide")
    assert state.mover == 2


def test_the_last_thief_inside_plays_the_remaining_rounds():
    """Our ruling: the guardian must still be beaten."""
    state = table(THREE)
    play(state, "hide", "escape", "escape")
    assert (state.mover, state.cells[ROUND]) == (0, 1)
    play(state, "play 1 key (not 2 lamp) face up", "play no second card")
    assert (state.mover, state.cells[ROUND]) == (0, 2)


def test_nobody_wins_a_tomb_that_all_have_escaped():
    state = table(THREE)
    sentences = play(state, "hide", "escape", "escape", "escape")
    assert "Nobody plunders the tomb." in sentences
    assert "Nobody beats the Skeleton; 1 token stays there." in sentences
    assert state.cells[TOMB_NUMBER] == 1
    assert [guardian.pool for guardian in view_of(state, 0).guardians] == [1, 0]
    assert [thief.status for thief in view_of(state, 0).seats] == ["inside"] * 3
