"""Rulebook, "Winning the Game"."""

from engine.core.game import NOBODY
from engine.thieves.game import THIEVES
from tests.engine.thieves.table import play, table

NO_CARD = {"community": "", "is_showdown": True}


def test_the_first_thief_with_ten_treasure_wins():
    state = table(("", ""), laid=("2 shield/1 key", ""), treasure=(7, 9), **NO_CARD)
    assert state.mover == NOBODY
    assert THIEVES.rewards(state) == [1, 0]
    assert THIEVES.scores(state) == [10, 9]


def test_ten_treasure_win_even_without_reputation():
    """Our ruling: the goal is asked first."""
    state = table(("", ""), laid=("2 shield/1 key", ""), treasure=(7, 0), reputation=(0, 5), **NO_CARD)
    assert THIEVES.rewards(state) == [1, 0]


def test_thieves_with_ten_treasure_compare_treasure_then_reputation_then_share():
    tie = {"laid": ("2 shield/1 key", "2 shield/1 lamp"), "tomb": "2 shield", **NO_CARD}
    assert THIEVES.rewards(table(("", ""), treasure=(9, 10), **tie)) == [0, 1]
    assert THIEVES.rewards(table(("", ""), treasure=(9, 9), reputation=(3, 2), **tie)) == [1, 0]
    assert THIEVES.rewards(table(("", ""), treasure=(9, 9), **tie)) == [0.5, 0.5]


def test_after_the_last_tomb_the_most_treasure_wins():
    state = table(("", "", ""), treasure=(3, 5, 4), tombs_left=0, **NO_CARD)
    assert state.mover == NOBODY
    assert THIEVES.rewards(state) == [0, 1, 0]


def test_equal_treasure_is_decided_by_reputation_and_then_shared():
    last = {"tombs_left": 0, **NO_CARD}
    assert THIEVES.rewards(table(("", "", ""), treasure=(5, 5, 4), reputation=(3, 4, 9), **last)) == [0, 1, 0]
    assert THIEVES.rewards(table(("", "", ""), treasure=(5, 5, 4), reputation=(4, 4, 9), **last)) == [0.5, 0.5, 0]


def test_an_eliminated_thief_does_not_win_after_the_last_tomb():
    """Our ruling."""
    state = table(("", "", ""), treasure=(9, 2, 1), reputation=(0, 3, 3), tombs_left=0, **NO_CARD)
    assert THIEVES.rewards(state) == [0, 1, 0]


def test_the_story_says_why_the_game_ended_and_who_won():
    state = table(("", ""), treasure=(7, 0), laid=("2 shield/1 key", ""), is_showdown=True)
    sentences = play(state, "leave it unused", "leave it unused")
    assert sentences[-1] == "Player 1 has enough treasure to win."
    assert THIEVES.question(state).text == "The game is over"
