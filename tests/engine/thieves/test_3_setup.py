"""Rulebook, "Game Setup"."""

import pytest

from engine.core.game import NOBODY
from engine.thieves.game import THIEVES
from tests.engine.thieves.table import new_game, view_of


@pytest.mark.parametrize("players", range(2, 9))
def test_each_thief_starts_with_five_cards_and_eight_reputation(players: int):
    view = view_of(new_game(players), NOBODY)
    assert [(thief.hand_count, thief.reputation, thief.treasure) for thief in view.seats] == [(5, 8, 0)] * players


@pytest.mark.parametrize("players", range(2, 9))
def test_a_tomb_a_guardian_and_a_community_card_are_face_up(players: int):
    state = new_game(players)
    view = view_of(state, NOBODY)
    sets = 1 if players <= 4 else 2
    assert view.tomb_treasure in (1, 2, 3)
    assert len(view.guardians) == 1
    assert view.community_card is not None
    assert (view.tombs_in_deck, view.guardians_in_deck) == (12 * sets - 1, 12 * sets - 1)
    assert view.deck_count == 40 * sets - 5 * players - 1


def test_hands_are_hidden_from_rivals():
    state = new_game(3)
    assert [thief.hand is None for thief in view_of(state, 1).seats] == [True, False, True]


def test_seat_0_starts():
    state = new_game(4)
    assert (state.mover, view_of(state, 0).starter) == (0, 0)
    assert THIEVES.chapter(state).title == "tomb 1, round 1"
